/* Every flag has one rule, here, with limits that matter to a reader.
 *
 * Outliers are no flag: clean samples of a skewed distribution have some by Tukey's fences in most points. */
#include "experiments/harness/analysis/quality_flags.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/statistics/distributions.h"
#include "common/statistics/search.h"
#include "experiments/harness/store/status.h"

#define WIDE 0.05
/* Rounds differ if the spread between them, beyond that of their samples, is above this, with a chance of 1 %
 * per point for a false flag. */
#define DIFFERENCE 0.02
#define BY_CHANCE 0.01
/* Two groups of rounds, each with at least a fifth of them, so far apart, which is so many times as far as
 * the rounds of a group lie from each other. */
#define APART 0.05
#define GROUP_SHARE 0.2
#define CLEARLY 3.0
enum { LEAST_FOR_GROUPS = 10 };
/* Steps of the clock: of CUDA's events half a microsecond, of the monotonic clock a nanosecond. */
#define EVENT_STEP_S 0.5e-6
#define CLOCK_STEP_S 1e-9
#define LEAST_STEPS 100.0
/* A share of a ceiling above 1 by more than this indicates noise during the measurement of the ceiling. */
#define CEILING_TOLERANCE 0.02

/* One-way analysis of variance of the samples' logarithms, a group per round. */
static bool rounds_differ(const Group *group, const Rounds *rounds)
{
    double between = 0.0, within = 0.0, grand = 0.0;
    size_t samples = 0;
    for (size_t i = 0; i < group->count; i++) {
        grand += log(group->rows[i]->kernel_s) / (double)group->count;
    }
    for (size_t r = 0; r < rounds->count; r++) {
        size_t count = rounds->rounds[r].samples;
        double mean = 0.0;
        for (size_t i = 0; i < count; i++) {
            mean += log(group->rows[samples + i]->kernel_s) / (double)count;
        }
        for (size_t i = 0; i < count; i++) {
            within += pow(log(group->rows[samples + i]->kernel_s) - mean, 2.0);
        }
        between += (double)count * pow(mean - grand, 2.0);
        samples += count;
    }
    double above = (double)rounds->count - 1.0, below = (double)samples - (double)rounds->count;
    if (!(above > 0.0) || !(below > 0.0)) {
        return false;
    }
    double each = (double)samples / (double)rounds->count;
    double of_rounds = (between / above - within / below) / each;
    return of_rounds > DIFFERENCE * DIFFERENCE &&
           fisher_tail(between / above / (within / below), above, below) < BY_CHANCE;
}

/* The spread of sorted values, as a standard deviation. */
static double spread(const double *sorted, size_t count)
{
    double mean = 0.0, squares = 0.0;
    for (size_t i = 0; i < count; i++) {
        mean += sorted[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        squares += pow(sorted[i] - mean, 2.0);
    }
    return sqrt(squares / (double)count);
}

bool quality_flags_bimodal(const Rounds *rounds)
{
    size_t count = rounds->count;
    double *sorted = count >= LEAST_FOR_GROUPS ? calloc(count, sizeof *sorted) : NULL;
    bool found = false;
    if (sorted == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = log(rounds->rounds[i].kernel_s);
    }
    sort_ascending(sorted, count);
    size_t least = (size_t)ceil(GROUP_SHARE * (double)count);
    for (size_t split = least; !found && split + least <= count; split++) {
        double gap = sorted[split] - sorted[split - 1];
        double inside = fmax(spread(sorted, split), spread(sorted + split, count - split));
        found = gap > log1p(APART) && gap > CLEARLY * inside;
    }
    free(sorted);
    return found;
}

static bool inputs_differ(const Group *group)
{
    for (size_t i = 1; i < group->count; i++) {
        if (strcmp(row_field(group->rows[i], COL_INPUT_HASH), row_field(group->rows[0], COL_INPUT_HASH)) !=
            0) {
            return true;
        }
    }
    return false;
}

/* A repeated kernel is timed as a whole. */
static bool is_short(const PointSummary *point)
{
    double repeats = strtod(row_field(point->row, COL_REPEATS), NULL);
    double step_s = strncmp(row_field(point->row, COL_VARIANT), "gpu/", 4) == 0 ? EVENT_STEP_S : CLOCK_STEP_S;
    return point->rounds.kernel.value * fmax(repeats, 1.0) < LEAST_STEPS * step_s;
}

unsigned quality_flags_of(const PointSummary *point)
{
    const Group *group = point->group;
    double half = estimate_half_width(&point->rounds.kernel);
    unsigned flags = 0;
    size_t noisy = 0;
    for (size_t i = 0; i < group->count; i++) {
        flags |= group->rows[i]->flags & FLAGS_OF_SAMPLES & ~(unsigned)FLAG_NOISY;
        noisy += (group->rows[i]->flags & FLAG_NOISY) != 0;
    }
    const struct {
        unsigned flag;
        bool raised;
    } rules[] = {
        {FLAG_UNFINISHED, row_field(group->rows[group->count - 1], COL_STOP)[0] == '\0'},
        {FLAG_FEW_ROUNDS, point->rounds.count < ROUNDS_FOR_INTERVAL},
        {FLAG_WIDE, isfinite(half) && half > WIDE},
        {FLAG_ROUNDS_DIFFER, rounds_differ(group, &point->rounds)},
        {FLAG_BIMODAL, quality_flags_bimodal(&point->rounds)},
        {FLAG_SHORT, is_short(point)},
        {FLAG_ABOVE_CEILING, point->ceiling_share.value > 1.0 + CEILING_TOLERANCE},
        {FLAG_UNOPTIMIZED_BASELINE,
         point->baseline != NULL && summary_has_flag(point->baseline, VARIANT_UNOPTIMIZED)},
        {FLAG_NOISY, 2 * noisy >= group->count},
        {FLAG_INPUT_CHANGED, inputs_differ(group)},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        flags |= rules[i].raised ? rules[i].flag : 0u;
    }
    return flags;
}
