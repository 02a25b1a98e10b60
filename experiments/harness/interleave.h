/* `compare --interleave`: two programs measured side by side, by pairs of fresh processes. */
#ifndef SPEEDUP_INTERLEAVE_H
#define SPEEDUP_INTERLEAVE_H

#include "experiments/harness/analysis/comparison.h"
#include "experiments/harness/cli/plan.h"

typedef struct Interleave {
    const char *base, *new; /* programs that know `run` */
    double threshold;
    uint64_t seed;     /* of the order of points and of each pair */
    size_t samples;    /* of a process; 0: by the time of one */
    size_t pool;       /* not 0: so many pairs of every point for the file, and no verdict */
    const char *pairs; /* file that gets a row a process, or NULL */
    const char *color;
    bool quiet;
} Interleave;

/* What it found; points that cannot be compared are left out, and said. Free with paired_free. */
typedef struct Paired {
    struct PairedPoint *points; /* of interleave.c */
    size_t planned;
    Compared *compared;
    size_t count;
} Paired;

/* Measures and judges the points of the plan. 0, or -1 and an error: empty when interrupted; where no point
 * can be compared it says why. */
int interleave(const Interleave *wish, const Plan *plan, Paired *paired, Error *error);
void paired_free(Paired *paired);

#endif
