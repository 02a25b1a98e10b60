/* Environment variables of OpenMP, and of a Slurm job: honoured as defaults, checked like options.
 *
 * libgomp warns about a bad value and goes on without it; a measurement must
 * not, so a bad value is a usage error here. */
#ifndef SPEEDUP_ENVIRONMENT_H
#define SPEEDUP_ENVIRONMENT_H

#include "experiments/harness/cli/options.h"

/* Fills --threads, --schedule, --bind and --places from OMP_NUM_THREADS,
 * OMP_SCHEDULE, OMP_PROC_BIND and OMP_PLACES (or GOMP_CPU_AFFINITY) where the options are not given, and
 * judges both sources and OMP_DYNAMIC, OMP_WAIT_POLICY. 0, or -1 and an error that names the variable. */
int environment_apply(RunOptions *options, Error *error);

/* What a Slurm job says of itself, for `run`, where the options say nothing: a task of an array that is given
 * a manifest measures its share of it, and everything ends before the job does. 0, or -1 and an error. */
int environment_slurm(RunOptions *options, Error *error);

/* Keeps the next process from starting OpenBLAS's threads, one for each processor, when it loads the library:
 * they spin for some 25 ms. Variants that call it start theirs when they open. */
void environment_limit_blas(void);

/* Puts into this process's environment what a worker's OpenMP runtime must find when it loads: called before
 * the worker is started. This process's own runtime has read its environment long before. */
void environment_set(const char *bind, const char *places);

#endif
