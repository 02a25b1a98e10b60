/* A manifest: the points of a study in a text file, so that one run measures them.
 *
 * A line contains the arguments of one `speedup plan`: WORKLOAD, then options. `speedup plan` writes one
 * point per line; a line written by hand may describe as many as a command line can. Blanks separate words, a
 * backslash escapes a blank; lines that begin with # are comments. */
#pragma once

#include <stdio.h>

#include "experiments/harness/cli/plan.h"

/* Adds the points of a command line to the plan, or those of the manifest that it names ("-": standard
 * input). The options beside a manifest: their launcher overrides that of the lines, and is required if
 * `runs`, as launchers are code. 0, or -1 and an error, of a manifest with file and line. */
int manifest_plan(const RunOptions *given, bool runs, Plan *plan, Error *error);

/* Calls `take` for each option, without dashes, that selects this point: axes, input, placement and time
 * limits, not the number of samples. The value of a flag is NULL. */
void manifest_options(const PlanPoint *planned, void (*take)(void *to, const char *option, const char *value),
                      void *to);

/* Prints the line of the point. */
void manifest_print(FILE *stream, const PlanPoint *planned);
