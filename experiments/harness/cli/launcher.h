/* The command that starts a job of several processes: mpirun, srun or that of --launcher. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"

/* A TakeValue for a const char *: words separated by blanks. */
int launcher_take(char *text, void *field, Error *error);

/* The command to which "-n RANKS PROGRAM" is added: `given`, else mpirun as this build's MPI needs it, else
 * in a Slurm job srun. NULL for none. */
const char *launcher_choose(const char *given);

/* The path of the program that it starts: this program linked with MPI, which has "-ranks" at the end of its
 * name. 0, or -1 and an error if it is missing. */
int launcher_program(char *path, size_t size, Error *error);

/* The value of the first of the variables that is set, up to a NULL; NULL for none. Launchers number their
 * processes by variables of different names. */
const char *launcher_variable(const char *const *names);

/* Is this process one of several that a launcher started, and not the first? */
bool launcher_is_follower(void);

/* Removes the variables that a launcher set for the job of this process: they would mislead the next
 * launcher. A user's network settings stay. */
void launcher_leave_job(void);
