/* One fresh process of a build at one point: `BINARY run POINT`, for comparing builds side by side.
 *
 * The build may be of another version: it is asked by run's options and answers by its samples file, nothing
 * else. Axes and settings are written out, one value each, so that no default of either build decides. */
#ifndef SPEEDUP_PROCESS_H
#define SPEEDUP_PROCESS_H

#include "experiments/harness/cli/plan.h"
#include "experiments/harness/store/samples.h"

typedef enum ProcessEnd {
    PROCESS_MEASURED, /* visit has samples */
    PROCESS_SKIPPED,  /* the build says that it cannot measure the point here */
    PROCESS_BAD,      /* its result was wrong, it failed or timed out */
    PROCESS_REFUSED,  /* it would not: an option or a variant that it does not have, no samples file */
} ProcessEnd;

/* What its samples say. */
typedef struct Visit {
    size_t samples;         /* with a right result */
    double min_s, median_s; /* of their kernel times; NAN without samples */
} Visit;

typedef struct Process {
    ProcessEnd end;
    Visit visit;
    char status[16]; /* of a bad one, as its row has it */
    char why[400];   /* of all but measured ones */
} Process;

/* A folder of their own for the files of processes, in TMPDIR. path[size] gets it. 0, or -1 and an error. */
int process_folder_make(char *path, size_t size, Error *error);
void process_folder_remove(const char *path);

/* Runs `samples` samples of the point in a new process, whose files are gone afterwards. 0, or -1 and an
 * error; its text is empty when interrupted. */
int process_run(const char *binary, const PlanPoint *planned, size_t samples, const char *folder,
                Process *process, Error *error);

#endif
