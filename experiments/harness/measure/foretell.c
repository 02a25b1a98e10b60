/* See foretell.h. */
#include "experiments/harness/measure/foretell.h"

#include <math.h>
#include <string.h>

#include "common/machine/machine.h"
#include "common/registry.h"

/* Do both rows time the same code with the same settings, whatever the size? */
static bool same_code(const char *const *a, const char *const *b)
{
    static const Column settings[] = {COL_MACHINE,    COL_HOST,     COL_WORKLOAD, COL_TYPE, COL_VARIANT,
                                      COL_THREADS,    COL_SCHEDULE, COL_BLOCK,    COL_TILE, COL_MATRICES,
                                      COL_ITERATIONS, COL_TRANSFER, COL_CACHE};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (strcmp(a[settings[i]], b[settings[i]]) != 0) {
            return false;
        }
    }
    return true;
}

/* The fastest sample: one that was disturbed must not talk anybody out of measuring. NAN without any. */
static double fastest_s(const Group *group)
{
    double least_s = NAN;
    for (size_t i = 0; i < group->count; i++) {
        least_s = fmin(least_s, group->rows[i]->total_s); /* passes over NAN */
    }
    return least_s;
}

double foretell_scale(double time_s, const Workload *workload, const Point *from, const Point *to)
{
    return time_s >= FORETELL_TELLING_S ? time_s * workload->work(to) / workload->work(from) : 0.0;
}

void foretell_from_file(PointState *state, const PlanPoint *planned, const RowText *row, const Groups *groups)
{
    const Workload *workload = registry_workload(planned->variant->workload);
    for (size_t g = 0; g < groups->count; g++) {
        const Group *group = &groups->groups[g];
        if (strcmp(group->rows[0]->field[COL_BUILD], machine_build_id()) != 0 ||
            !same_code(row->field, group->rows[0]->field)) {
            continue;
        }
        double time_s = fastest_s(group);
        Point there = samples_point(group->rows[0]);
        if (time_s > 0.0 && there.n < planned->point.n && there.n > state->earlier_n) {
            state->earlier_n = there.n;
            state->foretold_s = foretell_scale(time_s, workload, &there, &planned->point);
        }
    }
}

double foretell(const Sweep *sweep, size_t *from_n)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const PointState *state = &sweep->states[sweep->current];
    const PlanPoint *nearest = NULL;
    const Times *times = NULL;
    *from_n = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PlanPoint *other = &sweep->plan->points[i];
        if (sweep->states[i].times.count > 0 && other->point.n < planned->point.n &&
            other->point.n > *from_n && plan_same_but_size(planned, other)) {
            nearest = other;
            times = &sweep->states[i].times;
            *from_n = other->point.n;
        }
    }
    if (nearest == NULL || *from_n < state->earlier_n) {
        *from_n = state->earlier_n;
        return state->foretold_s;
    }
    return foretell_scale(stats_of(times->total_s, times->count).median,
                          registry_workload(planned->variant->workload), &nearest->point, &planned->point);
}
