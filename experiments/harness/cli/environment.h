/* Environment variables of OpenMP and of Slurm jobs: defaults of options, with the same checks.
 *
 * libgomp warns about an invalid value and continues without it. A measurement must not, so here it is a
 * usage error. */
#pragma once

#include "experiments/harness/cli/options.h"

/* Sets --threads, --schedule, --bind and --places, unless given, from OMP_NUM_THREADS, OMP_SCHEDULE,
 * OMP_PROC_BIND and OMP_PLACES (or GOMP_CPU_AFFINITY). Checks options, variables, OMP_DYNAMIC and
 * OMP_WAIT_POLICY. 0, or -1 and an error with the variable. */
int environment_apply(RunOptions *options, Error *error);

/* Options of `run` from a Slurm job, unless given: a task of an array that runs a manifest measures its
 * shard, and the time limit is before the end of the job. 0, or -1 and an error. */
int environment_slurm(RunOptions *options, Error *error);

/* Limits OpenBLAS in the next process to one thread. Otherwise it starts one thread per processor when it
 * loads, which spin for about 25 ms. Variants that call OpenBLAS set its threads when they open. */
void environment_limit_blas(void);

/* Preloads gcc's ThreadSanitizer, and LLVM's OpenMP with the library that reports its barriers, into
 * processes that this one starts: the program itself is not instrumented, and races within it are not
 * reported. 0, or -1 and an error. */
int environment_race(Error *error);

/* Sets the environment for the OpenMP runtime of a worker, before the worker starts. */
void environment_set(const char *bind, const char *places);
