/* See relate.h.
 *
 * A speedup compares equal work on one machine: same workload, type, size,
 * input, number of matrices and iterations, cache state. Among several candidates the one of the
 * same build wins, then that of the same experiment, the same run, the fewest threads, the likest settings.
 */
#include "experiments/harness/judge/relate.h"

#include <math.h>
#include <string.h>

#include "common/registry.h"

#define DEFAULT_BASELINE "cpu/naive"

static bool same_field(const PointSummary *a, const PointSummary *b, Column column)
{
    return strcmp(a->row->field[column], b->row->field[column]) == 0;
}

static bool same_fields(const PointSummary *a, const PointSummary *b, const Column *columns, size_t count)
{
    while (count > 0) {
        if (!same_field(a, b, columns[--count])) {
            return false;
        }
    }
    return true;
}

static bool same_work(const PointSummary *a, const PointSummary *b)
{
    static const Column work[] = {COL_WORKLOAD, COL_N,    COL_TYPE,     COL_MACHINE, COL_EDGES,
                                  COL_GRAPH,    COL_SEED, COL_MATRICES, COL_CACHE,   COL_ITERATIONS};
    return b->ok && same_fields(a, b, work, sizeof work / sizeof work[0]);
}

/* How well `candidate` suits as the baseline of `point`: more is better. */
static long suitability(const PointSummary *point, const PointSummary *candidate)
{
    static const Column settings[] = {COL_SCHEDULE, COL_BLOCK, COL_TILE, COL_TRANSFER, COL_BIND, COL_PLACES};
    long score = same_field(point, candidate, COL_BUILD) ? 1L << 42 : 0;
    score += same_field(point, candidate, COL_EXPERIMENT) ? 1L << 40 : 0;
    score += same_field(point, candidate, COL_RUN) ? 1L << 30 : 0;
    score += (1L << 20) - ((long)candidate->point.threads << 3);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        score += same_field(point, candidate, settings[i]);
    }
    return score;
}

/* The most suitable point of `variant` for the same work, at most `threads` threads; NULL for none. */
static const PointSummary *find_same_work(const Summary *summary, const PointSummary *point,
                                          const char *variant, unsigned threads)
{
    const PointSummary *best = NULL;
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *candidate = &summary->points[i];
        if (candidate->point.threads <= threads && strcmp(candidate->row->field[COL_VARIANT], variant) == 0 &&
            same_work(point, candidate) &&
            (best == NULL || suitability(point, candidate) > suitability(point, best))) {
            best = candidate;
        }
    }
    return best;
}

/* The same code on one thread, all other settings the same. */
static const PointSummary *find_one_thread(const Summary *summary, const PointSummary *point)
{
    static const Column settings[] = {COL_SCHEDULE, COL_BLOCK, COL_TILE};
    const PointSummary *found = find_same_work(summary, point, point->row->field[COL_VARIANT], 1);
    bool alike = found != NULL && found->point.threads == 1 &&
                 same_fields(point, found, settings, sizeof settings / sizeof settings[0]);
    return alike ? found : NULL;
}

/* The measured ceiling with as many threads: at the same size when there is one, else the highest. A ceiling
 * is what the machine did at its best, so its fastest sample counts: one that was disturbed would bound
 * nothing. */
static const PointSummary *find_ceiling(const Summary *summary, const PointSummary *point)
{
    const PointSummary *best = NULL;
    if (point->workload == NULL || point->workload->ceiling == NULL) {
        return NULL;
    }
    bool by_type = strcmp(point->workload->ceiling, "copy") != 0; /* a copy moves bytes of any type */
    const char *unit = point->workload->rate_unit(point->point.type);
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *candidate = &summary->points[i];
        if (!candidate->ok || candidate->workload == NULL ||
            candidate->point.threads != point->point.threads ||
            strcmp(candidate->workload->name, point->workload->ceiling) != 0 ||
            strncmp(candidate->row->field[COL_VARIANT], point->row->field[COL_VARIANT], 4) != 0 ||
            !same_field(candidate, point, COL_MACHINE) ||
            (by_type && candidate->point.type != point->point.type) ||
            strcmp(candidate->workload->rate_unit(candidate->point.type), unit) != 0) {
            continue;
        }
        int nearer =
            best == NULL ? 1 : same_field(candidate, point, COL_BUILD) - same_field(best, point, COL_BUILD);
        if (nearer == 0) {
            nearer = (candidate->point.n == point->point.n) - (best->point.n == point->point.n);
        }
        if (nearer > 0 || (nearer == 0 && candidate->peak_rate > best->peak_rate)) {
            best = candidate;
        }
    }
    return best;
}

void relate_points(Summary *summary, const char *baseline)
{
    for (size_t i = 0; i < summary->count; i++) {
        PointSummary *point = &summary->points[i];
        if (!point->ok) {
            continue;
        }
        const PointSummary *one = point->point.threads > 0 ? find_one_thread(summary, point) : NULL;
        point->baseline =
            find_same_work(summary, point, baseline != NULL ? baseline : DEFAULT_BASELINE, (unsigned)-1);
        if (point->baseline == NULL && baseline == NULL) {
            point->baseline = one;
        }
        if (point->baseline != NULL) {
            point->speedup = point->baseline->kernel.median / point->kernel.median;
            point->speedup_total = point->baseline->total.median / point->total.median;
        }
        if (one != NULL) {
            point->efficiency = one->kernel.median / point->kernel.median / (double)point->point.threads;
        }
        point->ceiling = find_ceiling(summary, point);
        if (point->ceiling != NULL) {
            point->ceiling_share = point->rate / point->ceiling->peak_rate;
        }
    }
}
