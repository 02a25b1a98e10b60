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

/* Is this process one of several that a launcher started, and not the first? */
bool launcher_is_follower(void);

/* Must a variable ("NAME=value") be removed from the environment of a new job? Those that a launcher set for
 * the job of this process would mislead the next launcher; a user's network settings stay. */
bool launcher_is_of_job(const char *variable);
