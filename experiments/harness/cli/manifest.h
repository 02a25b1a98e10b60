/* A manifest: the points of a whole study in a text file, so that they are measured in one run.
 *
 * A line has the words of one `speedup plan`, without `speedup plan`: WORKLOAD, then options. `speedup plan`
 * writes one point a line; by hand, one line may ask for as many as a command line can. Blanks stand between
 * words, a backslash before one that belongs to a word; a line that begins with # says nothing. */
#ifndef SPEEDUP_MANIFEST_H
#define SPEEDUP_MANIFEST_H

#include <stdio.h>

#include "experiments/harness/cli/plan.h"

typedef struct Manifest {
    RunOptions *lines; /* as each line was understood; the plan's points point into them */
    size_t count;
    char *text; /* the file, cut into words */
} Manifest;

/* Adds all points of the file at `path` ("-": standard input) to the plan. 0, or -1 and an error that names
 * file and line. `launcher`: what starts all its points of several processes, NULL: what their lines say.
 * Free with manifest_free, after the plan. */
int manifest_read(const char *path, const char *launcher, Manifest *manifest, Plan *plan, Error *error);
void manifest_free(Manifest *manifest);

/* Gives `take` each option, without its dashes, that asks for this point as it was asked for: axes, input,
 * placement and limits of time. The value is NULL for an option that has none. How often it is measured is
 * left out. */
void manifest_options(const PlanPoint *planned, void (*take)(void *to, const char *option, const char *value),
                      void *to);

/* Writes the point's line. */
void manifest_print(FILE *stream, const PlanPoint *planned);

#endif
