/* The sweep: measures a plan round by round. Its steps are files: resume, skip, dispatch, record.
 */
#pragma once

#include "experiments/harness/runner/sweep_state.h"

/* Joins the plan with the rows that exist (resume.h). End it with sweep_end, also on failure. 0, or -1 and an
 * error. */
int sweep_begin(Sweep *sweep, const RunOptions *options, const Plan *plan, const Rows *files,
                size_t file_count, bool any_host, Error *error);

/* Measures what is missing. 0, or -1 with an error (empty when interrupted or late); every row is in the
 * file. */
int sweep_measure(Sweep *sweep, Error *error);
void sweep_end(Sweep *sweep);

typedef struct SweepCounts {
    size_t done, skipped,
        bad; /* points: all that are done; of them skipped; of them neither right nor skipped */
} SweepCounts;

SweepCounts sweep_counts(const Sweep *sweep);
