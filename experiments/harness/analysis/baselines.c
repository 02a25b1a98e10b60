/* See baselines.h.
 *
 * A speedup compares equal work on one machine and host: same workload, type, size, input, number of matrices
 * and iterations, cache state. Among several candidates the one of the same build wins, for efficiencies then
 * that with the same binding, then that of the same run, the fewest threads, the most equal settings, the
 * first in the summary.
 *
 * Points are sorted by a hash of what must be equal, so a search visits only the points of one work and
 * variant. */
#include "experiments/harness/analysis/baselines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/registry.h"
#include "common/statistics/search.h"
#include "common/system/array.h"
#include "common/text/hash.h"
#include "experiments/harness/store/status.h"

#define DEFAULT_BASELINE "cpu/naive"

/* A point as a baseline or as a ceiling. */
typedef struct Entry {
    uint64_t key;
    double rate; /* of a ceiling; baselines of one key keep the summary's order */
    const PointSummary *point;
} Entry;

/* Sorted by key; ceilings of one key, the highest rate first. */
typedef struct Candidates {
    Entry *entries;
    size_t count;
} Candidates;

/* Sets of bits 1 << ColumnRole. */
enum {
    MACHINE = 1u << ROLE_MACHINE,
    WORK = MACHINE | 1u << ROLE_WORK,
    SETTINGS_OF_CODE = 1u << ROLE_TUNING,
    SETTINGS = SETTINGS_OF_CODE | 1u << ROLE_PLACEMENT,
};

static bool has_role(int column, unsigned roles)
{
    return (roles & 1u << column_table[column].role) != 0;
}

/* The fields of the columns that have one of the roles. */
static uint64_t hash_roles(uint64_t hash, const PointSummary *point, unsigned roles)
{
    for (int c = 0; c < COLUMNS; c++) {
        hash = has_role(c, roles) ? hash_text(hash, row_field(point->row, (Column)c)) : hash;
    }
    return hash;
}

/* The number of columns with one of the roles in which two points differ. */
static unsigned count_different(const PointSummary *a, const PointSummary *b, unsigned roles)
{
    unsigned different = 0;
    for (int c = 0; c < COLUMNS; c++) {
        different += has_role(c, roles) && row_compare(a->row, b->row, (Column)c) != 0;
    }
    return different;
}

/* The point's work, done by `variant`. */
static uint64_t baseline_key(const PointSummary *point, const char *variant)
{
    return hash_roles(hash_text(0, variant), point, WORK);
}

/* The widest instructions that the point's variant may use. */
static Instructions instructions_of(const PointSummary *point)
{
    if (point->point.type == TYPE_FLOAT64 && summary_has_flag(point, VARIANT_TENSOR_FLOAT64)) {
        return INSTRUCTIONS_TENSOR;
    }
    Instructions widest = registry_instructions(point->workload->name, row_field(point->row, COL_VARIANT));
    return widest == INSTRUCTIONS_SCALAR ? INSTRUCTIONS_VECTOR
                                         : widest; /* scalars are bound by vectors too */
}

/* Devices or ranks that share the point; a ceiling is of one. */
static double parts_of(const PointSummary *point)
{
    const unsigned parts = point->point.devices + point->point.ranks; /* one of the two is 0 */
    return parts > 1 ? parts : 1;
}

/* Points of workload `ceiling` that bound the point if it uses these instructions; for a ceiling itself,
 * those that it bounds. */
static uint64_t ceiling_key(const PointSummary *point, const char *ceiling, Instructions instructions)
{
    uint64_t hash = hash_text(1, ceiling);
    hash = hash_bytes(hash, &instructions, sizeof instructions);
    hash = hash_bytes(hash, row_field(point->row, COL_VARIANT), 4); /* "cpu/" or "gpu/" */
    hash = hash_bytes(hash, &point->point.threads, sizeof point->point.threads);
    hash = hash_text(hash, workload_rate_unit(point->workload, &point->point));
    hash = hash_roles(hash, point, MACHINE);
    /* a copy moves bytes of any type */
    return strcmp(ceiling, "copy") == 0 ? hash : hash_text(hash, row_field(point->row, COL_TYPE));
}

static int by_key(const void *a, const void *b)
{
    return compare_whole(((const Entry *)a)->key, ((const Entry *)b)->key);
}

static int by_preference(const void *a, const void *b)
{
    const Entry *left = a, *right = b;
    const int order = by_key(left, right);
    if (order == 0 && left->rate != right->rate) {
        return left->rate > right->rate ? -1 : 1;
    }
    return order != 0 ? order : left->point < right->point ? -1 : left->point > right->point;
}

/* The first entry of the key, or with a lower key where there is none; *end is behind the last of all. */
static const Entry *find(const Candidates *candidates, uint64_t key, const Entry **end)
{
    const Entry sought = {.key = key}, *entries = candidates->entries;
    *end = entries + candidates->count;
    return entries + search_first(entries, candidates->count, sizeof sought, &sought, by_key);
}

/* How well a candidate of the same work suits the point as its baseline, or as the same code. */
static uint64_t suitability(const PointSummary *candidate, const PointSummary *point, bool same_code)
{
    const bool same_binding = same_code && count_different(candidate, point, 1u << ROLE_PLACEMENT) == 0;
    const bool same_build = row_compare(candidate->row, point->row, COL_BUILD) == 0;
    const bool same_run = row_compare(candidate->row, point->row, COL_RUN) == 0;
    return (uint64_t)same_build << 42 | (uint64_t)same_binding << 41 | (uint64_t)same_run << 40 |
           (uint64_t)(UINT32_MAX - point_workers(&candidate->point)) << 8 |
           (UINT8_MAX - count_different(candidate, point, SETTINGS));
}

/* The most suitable point of `variant` for the same work, on at most `workers` threads, with the
 * settings of the roles `needed`; NULL for none. With any needed it is over ranks if the point is: one
 * variant may be measured over devices too. */
static const PointSummary *find_same_work(const Candidates *candidates, const PointSummary *point,
                                          const char *variant, unsigned workers, unsigned needed)
{
    const uint64_t key = baseline_key(point, variant);
    const PointSummary *best = NULL;
    const Entry *end;
    uint64_t most = 0;
    for (const Entry *at = find(candidates, key, &end); at < end && at->key == key; at++) {
        const bool same_kind = (at->point->point.ranks > 0) == (point->point.ranks > 0);
        const uint64_t suits = suitability(at->point, point, needed != 0);
        if ((needed == 0 || same_kind) && point_workers(&at->point->point) <= workers &&
            count_different(at->point, point, needed) == 0 && suits > most) {
            best = at->point;
            most = suits;
        }
    }
    return best;
}

/* The same code on one thread, one device or one rank of one thread, all other settings the same. */
static const PointSummary *find_one_worker(const Candidates *candidates, const PointSummary *point)
{
    const PointSummary *found =
        find_same_work(candidates, point, row_field(point->row, COL_VARIANT), 1, SETTINGS_OF_CODE);
    return found != NULL && point_workers(&found->point) == 1 ? found : NULL;
}

/* Bytes of the matrices that one device or rank holds. */
static double footprint(const PointSummary *point)
{
    return (double)point->point.matrices * (double)workload_all_bytes(point->workload, &point->point) /
           parts_of(point);
}

/* How near the ceiling's size is to the point's: 1 for equal sizes; below 0 if it does not bound the point.
 * Registers bound any size; memory what does not fit the last-level cache, in half to twice as many bytes. */
static double nearness(const PointSummary *ceiling, const PointSummary *point)
{
    const double ratio = footprint(ceiling) / footprint(point), near = fmin(ratio, 1.0 / ratio);
    const unsigned flags = ceiling->group->rows[0]->flags | point->group->rows[0]->flags;
    return strcmp(ceiling->workload->name, "copy") != 0    ? ceiling->point.n == point->point.n
           : near >= 0.5 && (flags & FLAG_FITS_CACHE) == 0 ? near
                                                           : -1.0;
}

/* The measured ceiling with as many threads, by the variant's instructions, the nearest in size, of these the
 * highest. A library may not use the widest that it could: it is bound by the widest for which there is a
 * ceiling. Nothing else is, nor are tensor cores, which narrower instructions do not bound at all, and a
 * search is bound by none. */
static const PointSummary *find_ceiling(const Candidates *candidates, const PointSummary *point)
{
    if (point->workload == NULL || point->workload->ceiling == NULL ||
        summary_has_flag(point, VARIANT_SEARCH)) {
        return NULL;
    }
    Instructions instructions = instructions_of(point);
    const char *ceiling = point->workload->ceiling;
    if (instructions == INSTRUCTIONS_PACKED && point->workload->packed_ceiling != NULL) {
        ceiling = point->workload->packed_ceiling; /* all of whose variants are packed */
        instructions = INSTRUCTIONS_VECTOR;
    }
    const bool may_be_narrower =
        summary_has_flag(point, VARIANT_LIBRARY) && instructions != INSTRUCTIONS_TENSOR;
    const int narrowest = may_be_narrower ? INSTRUCTIONS_VECTOR : (int)instructions;
    for (int widest = (int)instructions; widest >= narrowest; widest--) {
        const uint64_t key = ceiling_key(point, ceiling, (Instructions)widest);
        const PointSummary *best = NULL;
        const Entry *end;
        double most = -1.0;
        for (const Entry *at = find(candidates, key, &end); at < end && at->key == key; at++) {
            const double near = nearness(at->point, point);
            const bool same_build = row_compare(at->point->row, point->row, COL_BUILD) == 0;
            const double score = near < 0.0 ? near : near + 2.0 * same_build;
            best = score > most ? at->point : best;
            most = score > most ? score : most;
        }
        if (best != NULL) {
            return best;
        }
    }
    return NULL;
}

/* Is the point a ceiling? With several devices or ranks it measures their links. */
static bool bounds(const PointSummary *point)
{
    return point->ok && point->workload != NULL && point->workload->ceiling == NULL &&
           point->point.devices == 0 && point->point.ranks == 0;
}

/* Enters all right points as baselines, and those that bound others as ceilings. The caller frees them. */
static int enter_all(const Summary *summary, Candidates *candidates, Error *error)
{
    Entry *entries = candidates->entries = calloc(2 * summary->count + 1, sizeof *entries);
    if (entries == NULL) {
        return error_set(error, "no memory to find the baselines of %zu points", summary->count);
    }
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        if (point->ok) {
            const uint64_t key = baseline_key(point, row_field(point->row, COL_VARIANT));
            entries[candidates->count++] = (Entry){key, 0.0, point};
        }
        if (bounds(point)) {
            const uint64_t key = ceiling_key(point, point->workload->name, instructions_of(point));
            entries[candidates->count++] = (Entry){key, point->rate, point};
        }
    }
    qsort(entries, candidates->count, sizeof *entries, by_preference);
    return 0;
}

static double time_of(const Round *round, bool total)
{
    return total ? round->total_s : round->kernel_s;
}

Ratio baselines_times(const PointSummary *above, const PointSummary *below, bool total, size_t *common)
{
    static double above_s[SAMPLES_MOST_ROUND], below_s[SAMPLES_MOST_ROUND];
    const Rounds *a = &above->rounds, *b = &below->rounds;
    const bool one_run = row_compare(above->row, below->row, COL_RUN) == 0;
    size_t count = 0;
    for (size_t i = 0, j = 0; one_run && i < a->count && j < b->count && count < SAMPLES_MOST_ROUND;) {
        const unsigned left = a->rounds[i].number, right = b->rounds[j].number;
        if (left == right) {
            above_s[count] = time_of(&a->rounds[i], total);
            below_s[count++] = time_of(&b->rounds[j], total);
        }
        i += left <= right;
        j += right <= left;
    }
    if (common != NULL) {
        *common = count;
    }
    const double resolution =
        total || above == below ? 0.0 : a->kernel.log_resolution + b->kernel.log_resolution;
    return count >= ROUNDS_FOR_INTERVAL ? ratio_of_pairs(above_s, below_s, count, resolution)
           : total                      ? ratio_of_estimates(&a->total, &b->total)
                                        : ratio_of_estimates(&a->kernel, &b->kernel);
}

int baselines_points(Summary *summary, const char *baseline, Error *error)
{
    Candidates candidates = {0};
    const int failed = enter_all(summary, &candidates, error);
    for (size_t i = 0; failed == 0 && i < summary->count; i++) {
        PointSummary *point = &summary->points[i];
        if (!point->ok) {
            continue;
        }
        size_t common;
        const unsigned workers = point_workers(&point->point);
        const PointSummary *one = workers > 0 ? find_one_worker(&candidates, point) : NULL;
        point->baseline = find_same_work(&candidates, point, baseline != NULL ? baseline : DEFAULT_BASELINE,
                                         (unsigned)-1, 0);
        if (point->baseline == NULL && baseline == NULL) {
            point->baseline = one;
        }
        if (point->baseline != NULL) {
            point->speedup = baselines_times(point->baseline, point, false, &common);
            point->speedup_total = baselines_times(point->baseline, point, true, NULL);
            point->flags |= common == 0 ? FLAG_OTHER_RUN : 0u;
        }
        if (one != NULL) {
            point->efficiency = ratio_scaled(baselines_times(one, point, false, &common), 1.0 / workers);
            point->flags |= common == 0 ? FLAG_OTHER_RUN : 0u;
        }
        point->ceiling = find_ceiling(&candidates, point);
        if (point->ceiling != NULL) {
            const Ratio times = baselines_times(point->ceiling, point, false, NULL);
            const double work = workload_work(point->workload, &point->point) /
                                workload_work(point->ceiling->workload, &point->ceiling->point);
            point->ceiling_share = ratio_scaled(times, work / parts_of(point));
            point->peak_share = point->peak_rate / point->ceiling->peak_rate / parts_of(point);
        }
    }
    free(candidates.entries);
    return failed;
}
