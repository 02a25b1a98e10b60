/* The variants and axis values of a command line. Private to the plan. */
#pragma once

#include "common/registry.h"
#include "experiments/harness/cli/plan.h"

/* A chosen variant and the axes that its points are crossed with: those of the variant, except that one with
 * AXIS_DEVICES and AXIS_RANKS is chosen for each of the two apart, as a point has devices or ranks. */
typedef struct Chosen {
    const Variant *variant;
    unsigned axes;
} Chosen;

typedef struct Choice {
    Chosen *variants;
    size_t count;
} Choice;

/* Is it crossed with the axis? */
bool chosen_reads(const Chosen *chosen, AxisId id);

/* Is it a variant of the workload that the name or glob selects? NULL stands for all. */
bool choose_matches(const Variant *variant, const Workload *workload, const char *pattern);

/* The variants of `workload` that the names and globs select. A named variant that cannot run here is an
 * error, a glob leaves it out with a notice. */
int choose_variants(const RunOptions *options, const Workload *workload, Choice *choice, Plan *plan,
                    Error *error);

/* Sets `axes` to those of the options, and to defaults where these are empty. Checks them against this
 * machine, and adds a notice for those that no chosen variant reads. The caller frees those that the options
 * lack. */
int choose_axes(const RunOptions *options, const Workload *workload, const Choice *choice, Plan *plan,
                Axis axes[AXIS_IDS], Error *error);
