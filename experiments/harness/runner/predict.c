/* See predict.h. */
#include "experiments/harness/runner/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/statistics/search.h"
#include "common/system/array.h"
#include "common/text/hash.h"

#define INFORMATIVE_S 1e-3
#define INFORMATIVE_GPU_S 1e-2   /* at small sizes it is mostly idle */
#define INFORMATIVE_RANKS_S 1e-1 /* where processes share a core a message waits for its receiver */
#define LONGEST_DELAY_S 0.05     /* a longer sample of one process is no delay */

/* Hash of the identity without what changes with the size, the input and the placement. */
static uint64_t hash_code(const char *const *field)
{
    static const bool left_out[COLUMNS] = {[COL_N] = true,    [COL_EDGES] = true, [COL_GRAPH] = true,
                                           [COL_SEED] = true, [COL_BIND] = true,  [COL_PLACES] = true};
    uint64_t hash = 0;
    for (int c = 0; c < COLUMNS; c++) {
        if (column_table[c].role != ROLE_NONE && !left_out[c]) {
            hash = hash_bytes(hash, field[c], strlen(field[c]) + 1);
        }
    }
    return hash;
}

/* The faster of two: an outlier must not cause the point to be skipped. */
static TimedSample faster(TimedSample one, TimedSample other)
{
    return other.total_s < one.total_s ? other : one; /* passes over NAN */
}

static TimedSample fastest(const Group *group)
{
    TimedSample least = {0, INFINITY, INFINITY};
    for (size_t i = 0; i < group->count; i++) {
        least = faster(least, (TimedSample){0, group->rows[i]->kernel_s, group->rows[i]->total_s});
    }
    return least;
}

double predict_min_informative_s(const PlanPoint *planned, const Point *from)
{
    double once_s = variant_on_gpu(planned->variant) ? INFORMATIVE_GPU_S : INFORMATIVE_S;
    if (from->ranks > 1) {
        once_s = INFORMATIVE_RANKS_S;
    }
    return once_s * point_repetitions(from);
}

Prediction predict_from(TimedSample time, const PlanPoint *planned, const Point *from)
{
    const Workload *workload = registry_workload(planned->variant->workload);
    const Point *to = &planned->point;
    const double around_s = time.total_s - time.kernel_s;
    double predicted_s = 0.0;
    if (time.kernel_s >= predict_min_informative_s(planned, from)) {
        predicted_s += time.kernel_s * workload_work(workload, to) / workload_work(workload, from);
    }
    if (around_s >= (from->ranks > 1 ? INFORMATIVE_RANKS_S : INFORMATIVE_S)) {
        predicted_s +=
            around_s * (double)workload_all_bytes(workload, to) / (double)workload_all_bytes(workload, from);
    }
    const double delay_s = from->ranks > 1 ? 2.0 * INFORMATIVE_RANKS_S : LONGEST_DELAY_S;
    return (Prediction){predicted_s, from->n, time.total_s >= delay_s};
}

static int by_code_and_size(const void *a, const void *b)
{
    const EarlierTime *left = a, *right = b;
    const int order = compare_whole(left->code, right->code);
    return order != 0 ? order : compare_whole(left->at.n, right->at.n);
}

int predict_begin(EarlierTimes *times, const Groups *groups, Error *error)
{
    *times = (EarlierTimes){.times = calloc(groups->count + 1, sizeof *times->times)};
    if (times->times == NULL) {
        return error_set(error, "no memory for the times of %zu points", groups->count);
    }
    for (size_t g = 0; g < groups->count; g++) {
        const Row *row = groups->groups[g].rows[0];
        const char *field[COLUMNS];
        const TimedSample time = fastest(&groups->groups[g]);
        if (isfinite(time.total_s) && strcmp(row_field(row, COL_BUILD), machine_build_id()) == 0) {
            row_fields(row, field);
            times->times[times->count++] = (EarlierTime){hash_code(field), samples_point(row), time};
        }
    }
    qsort(times->times, times->count, sizeof *times->times, by_code_and_size);
    return 0;
}

void predict_from_file(PointState *state, const PlanPoint *planned, const RowText *row,
                       const EarlierTimes *times)
{
    const EarlierTime sought = {.code = hash_code(row->field), .at = planned->point};
    size_t smaller = search_first(times->times, times->count, sizeof sought, &sought, by_code_and_size);
    if (smaller > 0 && times->times[smaller - 1].code == sought.code) {
        const EarlierTime *earlier = &times->times[smaller - 1];
        state->earlier = predict_from(earlier->time, planned, &earlier->at);
    }
}

void predict_end(EarlierTimes *times)
{
    free(times->times);
    *times = (EarlierTimes){0};
}

Prediction predict(const Sweep *sweep)
{
    const PlanPoint *planned = sweep->planned;
    const Prediction *earlier = &sweep->state->earlier;
    const PlanPoint *nearest = NULL;
    const SampleTimes *times = NULL;
    size_t from_n = 0;
    if (!point_is_square(&planned->point)) {
        return (Prediction){0};
    }
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PlanPoint *other = &sweep->plan->points[i];
        if (sweep->states[i].times.count > 0 && point_is_square(&other->point) &&
            other->point.n < planned->point.n && other->point.n > from_n &&
            plan_same_but_size(planned, other)) {
            nearest = other;
            times = &sweep->states[i].times;
            from_n = other->point.n;
        }
    }
    if (nearest == NULL || from_n < earlier->from_n + earlier->sure) {
        return *earlier;
    }
    TimedSample least = {0, INFINITY, INFINITY};
    for (size_t i = 0; i < times->count; i++) {
        least = faster(least, times->samples[i]);
    }
    return predict_from(least, planned, &nearest->point);
}
