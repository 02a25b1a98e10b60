/* What starts a job of several processes: mpirun, srun, or what --launcher says. */
#ifndef SPEEDUP_LAUNCHER_H
#define SPEEDUP_LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"

/* A TakeValue, of a const char *: words with blanks between them. */
int launcher_take(const char *name, char *text, void *field, Error *error);

/* The command that starts a job, to which "-n RANKS PROGRAM" is added: `given` where that is not NULL, else
 * mpirun as this build's MPI wants it, else in a Slurm job srun. NULL where there is none. */
const char *launcher_choose(const char *given);

/* The path of what it starts: this program linked with MPI, the file beside it with "-ranks" at its name's
 * end. 0, or -1 and an error where there is none. */
int launcher_program(char *path, size_t size, Error *error);

/* Is this process one of several that a launcher started, and not the first? */
bool launcher_is_follower(void);

/* Should a variable ("NAME=value") stay out of the environment of a job that this process starts? What a
 * launcher told this process of its own job would mislead the next one; what a user says of networks stays.
 */
bool launcher_is_of_job(const char *variable);

#endif
