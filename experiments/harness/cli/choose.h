/* Which variants, types and axis values a command line asks for. Private to the plan. */
#ifndef SPEEDUP_CHOOSE_H
#define SPEEDUP_CHOOSE_H

#include "experiments/harness/cli/plan.h"

typedef struct Choice {
    const Variant **variants;
    size_t count;
} Choice;

/* Appends to a plan's notice as far as it has room. */
void plan_note(Plan *plan, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The variants of `workload` that the names and globs mean. Names that cannot run
 * here are errors, globs leave them out with a notice. */
int choose_variants(const RunOptions *options, const Workload *workload, Choice *choice, Plan *plan,
                    Error *error);

/* Fills the axes that were not given with defaults; judges them against this machine, and notes those
 * that no chosen variant reads. `axes` owns its values afterwards. */
int choose_axes(const RunOptions *options, const Workload *workload, const Choice *choice, Plan *plan,
                Axis axes[AXIS_IDS], Error *error);

#endif
