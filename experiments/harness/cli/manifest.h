/* A manifest: the points of a study in a text file, so that one run measures them.
 *
 * A line contains the arguments of one `speedup plan`: WORKLOAD, then options. `speedup plan` writes one
 * point per line; a line written by hand may describe as many as a command line can. Blanks separate words, a
 * backslash escapes a blank; lines that begin with # are comments. */
#pragma once

#include <stdio.h>

#include "experiments/harness/cli/plan.h"

typedef struct Manifest {
    RunOptions *lines; /* the options of each line; the plan's points refer to them */
    size_t count;
    char *text; /* the file, cut into words */
} Manifest;

/* Adds the points of the file at `path` ("-": standard input) to the plan. `given` are the options beside the
 * manifest: their launcher overrides that of the lines, and is required if `runs`, as launchers are code. 0,
 * or -1 and an error with file and line. Free with manifest_free, after the plan. */
int manifest_read(const char *path, const RunOptions *given, bool runs, Manifest *manifest, Plan *plan,
                  Error *error);
void manifest_free(Manifest *manifest);

/* Calls `take` for each option, without dashes, that selects this point: axes, input, placement and time
 * limits, not the number of samples. The value of a flag is NULL. */
void manifest_options(const PlanPoint *planned, void (*take)(void *to, const char *option, const char *value),
                      void *to);

/* Prints the line of the point. */
void manifest_print(FILE *stream, const PlanPoint *planned);
