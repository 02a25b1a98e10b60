/* See baselines.h.
 *
 * A speedup compares equal work on one machine and host: same workload, type, size,
 * input, number of matrices and iterations, cache state. Among several candidates the one of the
 * same build wins, then that of the same run, the fewest threads, the likest settings.
 *
 * Each point is entered once for every set of wishes that a seeker may have fulfilled, under a key of the
 * work and of the wished fields. A seeker asks for all its wishes first, so no search goes through all
 * points. */
#include "experiments/harness/analysis/baselines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/registry.h"
#include "common/size.h"
#include "common/statistics/search.h"
#include "common/text/hash.h"

#define DEFAULT_BASELINE "cpu/naive"

/* What a baseline had better share, and a ceiling: sets of bits, so that a larger number is a better set. */
enum { SAME_RUN = 1, SAME_BUILD = 2, BASELINE_WISHES = 4 };
enum { SAME_SIZE = 1, CEILING_WISHES = 4 /* SAME_BUILD too */ };

typedef struct Entry {
    uint64_t key;
    const PointSummary *point;
} Entry;

typedef struct Entries {
    Entry *entries;
    size_t count;
} Entries;

typedef struct Candidates {
    Entries baselines; /* by key, workers and settings */
    Entries ceilings;  /* by key, the highest rate first */
} Candidates;

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

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
static size_t count_different(const PointSummary *a, const PointSummary *b, unsigned roles)
{
    size_t different = 0;
    for (int c = 0; c < COLUMNS; c++) {
        different +=
            has_role(c, roles) && strcmp(row_field(a->row, (Column)c), row_field(b->row, (Column)c)) != 0;
    }
    return different;
}

/* The point's work, done by `variant`, with what `wishes` names as the point has it. */
static uint64_t baseline_key(const PointSummary *point, const char *variant, unsigned wishes)
{
    uint64_t hash = hash_roles(hash_text(wishes, variant), point, WORK);
    hash = (wishes & SAME_RUN) != 0 ? hash_text(hash, row_field(point->row, COL_RUN)) : hash;
    return (wishes & SAME_BUILD) != 0 ? hash_text(hash, row_field(point->row, COL_BUILD)) : hash;
}

/* The widest instructions that the point's variant may use. */
static Instructions instructions_of(const PointSummary *point)
{
    Instructions widest = registry_instructions(point->workload->name, row_field(point->row, COL_VARIANT));
    return widest == INSTRUCTIONS_SCALAR ? INSTRUCTIONS_VECTOR
                                         : widest; /* scalars are bound by vectors too */
}

static bool has_flag(const PointSummary *point, unsigned flag)
{
    const Variant *variant = registry_variant(point->workload->name, row_field(point->row, COL_VARIANT));
    return variant != NULL && (variant->flags & flag) != 0;
}

/* Points of workload `ceiling` that bound the point if it uses these instructions; for a ceiling itself,
 * those that it bounds. */
static uint64_t ceiling_key(const PointSummary *point, const char *ceiling, Instructions instructions,
                            unsigned wishes)
{
    uint64_t hash = hash_text(CEILING_WISHES + wishes, ceiling);
    hash = hash_bytes(hash, &instructions, sizeof instructions);
    hash = hash_bytes(hash, row_field(point->row, COL_VARIANT), 4); /* "cpu/" or "gpu/" */
    hash = hash_bytes(hash, &point->point.threads, sizeof point->point.threads);
    hash = hash_text(hash, point->workload->rate_unit(point->point.type));
    hash = hash_roles(hash, point, MACHINE);
    if (strcmp(ceiling, "copy") != 0) { /* a copy moves bytes of any type */
        hash = hash_text(hash, row_field(point->row, COL_TYPE));
    }
    hash = (wishes & SAME_SIZE) != 0 ? hash_bytes(hash, &point->point.n, sizeof point->point.n) : hash;
    return (wishes & SAME_BUILD) != 0 ? hash_text(hash, row_field(point->row, COL_BUILD)) : hash;
}

static uint64_t settings_of(const PointSummary *point)
{
    return hash_roles(0, point, SETTINGS);
}

static int by_number(uint64_t left, uint64_t right)
{
    return left < right ? -1 : left > right;
}

static int by_key(const void *a, const void *b)
{
    return by_number(((const Entry *)a)->key, ((const Entry *)b)->key);
}

/* The sort key of an entry of the baselines; ties are in reading order. */
typedef struct Match {
    uint64_t key;
    unsigned workers;
    uint64_t settings;
} Match;

static int by_match(const void *entry, const void *match)
{
    const Entry *left = entry;
    const Match *right = match;
    int order = by_number(left->key, right->key);
    order = order != 0 ? order : by_number(point_workers(&left->point->point), right->workers);
    return order != 0 ? order : by_number(settings_of(left->point), right->settings);
}

static int baseline_order(const void *a, const void *b)
{
    const Entry *left = a, *right = b;
    int order = by_key(left, right);
    if (order == 0) { /* hashing the settings is expensive */
        const Match match = {right->key, point_workers(&right->point->point), settings_of(right->point)};
        order = by_match(left, &match);
    }
    return order != 0 ? order : left->point < right->point ? -1 : left->point > right->point;
}

static int ceiling_order(const void *a, const void *b)
{
    const Entry *left = a, *right = b;
    int order = by_key(left, right);
    if (order == 0 && left->point->rate != right->point->rate) {
        order = left->point->rate > right->point->rate ? -1 : 1;
    }
    return order != 0 ? order : left->point < right->point ? -1 : left->point > right->point;
}

/* The first entry of a key; NULL for none. */
static const Entry *find(const Entries *entries, uint64_t key)
{
    const Entry sought = {key, NULL};
    size_t at = search_first(entries->entries, entries->count, sizeof sought, &sought, by_key);
    return at < entries->count && entries->entries[at].key == key ? &entries->entries[at] : NULL;
}

/* The likest of the entries that have the key and workers of `first`, and the first `needed` settings of the
 * point; NULL for none. */
static const PointSummary *find_likest(const Entries *baselines, const Entry *first,
                                       const PointSummary *point, unsigned needed)
{
    const unsigned workers = point_workers(&first->point->point);
    const Match same = {first->key, workers, settings_of(point)};
    const size_t found = search_first(baselines->entries, baselines->count, sizeof *first, &same, by_match);
    if (found < baselines->count && by_match(&baselines->entries[found], &same) == 0) {
        return baselines->entries[found].point;
    }
    const PointSummary *best = NULL;
    size_t least = 0;
    const Entry *end = baselines->entries + baselines->count;
    for (const Entry *at = first;
         at < end && at->key == first->key && point_workers(&at->point->point) == workers; at++) {
        const size_t different = count_different(at->point, point, SETTINGS);
        if (count_different(at->point, point, needed) > 0) {
            continue;
        }
        if (best == NULL || different < least || (different == least && at->point < best)) {
            best = at->point;
            least = different;
        }
    }
    return best;
}

/* The most suitable point of `variant` for the same work, at most `threads` threads, with the settings of the
 * roles `needed`; NULL for none. */
static const PointSummary *find_same_work(const Candidates *candidates, const PointSummary *point,
                                          const char *variant, unsigned threads, unsigned needed)
{
    for (unsigned wishes = BASELINE_WISHES; wishes-- > 0;) {
        const Entry *first = find(&candidates->baselines, baseline_key(point, variant, wishes));
        const PointSummary *found = first != NULL && point_workers(&first->point->point) <= threads
                                        ? find_likest(&candidates->baselines, first, point, needed)
                                        : NULL;
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

/* The same code on one thread, one device or one rank of one thread, all other settings the same. */
static const PointSummary *find_one_worker(const Candidates *candidates, const PointSummary *point)
{
    const PointSummary *found =
        find_same_work(candidates, point, row_field(point->row, COL_VARIANT), 1, SETTINGS_OF_CODE);
    return found != NULL && point_workers(&found->point) == 1 ? found : NULL;
}

/* The measured ceiling with as many threads, by the variant's instructions, at the same size when there is
 * one, else the highest. A library may not use the widest that it could: it is bound by the widest for which
 * there is a ceiling. Nothing else is, which narrower instructions do not bound at all, and a search is bound
 * by none. */
static const PointSummary *find_ceiling(const Candidates *candidates, const PointSummary *point)
{
    if (point->workload == NULL || point->workload->ceiling == NULL || has_flag(point, VARIANT_SEARCH)) {
        return NULL;
    }
    Instructions instructions = instructions_of(point);
    const char *ceiling = point->workload->ceiling;
    if (instructions == INSTRUCTIONS_PACKED && point->workload->packed_ceiling != NULL) {
        ceiling = point->workload->packed_ceiling; /* all of whose variants are packed */
        instructions = INSTRUCTIONS_VECTOR;
    }
    int narrowest = has_flag(point, VARIANT_LIBRARY) ? INSTRUCTIONS_VECTOR : (int)instructions;
    for (int widest = (int)instructions; widest >= narrowest; widest--) {
        for (unsigned wishes = CEILING_WISHES; wishes-- > 0;) {
            const uint64_t key = ceiling_key(point, ceiling, (Instructions)widest, wishes);
            const Entry *first = find(&candidates->ceilings, key);
            if (first != NULL) {
                return first->point;
            }
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

static void candidates_free(Candidates *candidates)
{
    free(candidates->baselines.entries);
    free(candidates->ceilings.entries);
}

/* Enters all points that are right under all that they can be to another. The caller frees the candidates. */
static int enter_all(const Summary *summary, Candidates *candidates, Error *error)
{
    size_t ceilings = 0;
    for (size_t i = 0; i < summary->count; i++) {
        ceilings += bounds(&summary->points[i]);
    }
    Entries *one = &candidates->baselines, *other = &candidates->ceilings;
    one->entries = calloc(size_mul(summary->count + 1, BASELINE_WISHES), sizeof *one->entries);
    other->entries = calloc(size_mul(ceilings + 1, CEILING_WISHES), sizeof *other->entries);
    if (one->entries == NULL || other->entries == NULL) {
        return error_set(error, "no memory to find the baselines of %zu points", summary->count);
    }
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        for (unsigned wishes = 0; point->ok && wishes < BASELINE_WISHES; wishes++) {
            const uint64_t key = baseline_key(point, row_field(point->row, COL_VARIANT), wishes);
            one->entries[one->count++] = (Entry){key, point};
        }
        for (unsigned wishes = 0; bounds(point) && wishes < CEILING_WISHES; wishes++) {
            const uint64_t key = ceiling_key(point, point->workload->name, instructions_of(point), wishes);
            other->entries[other->count++] = (Entry){key, point};
        }
    }
    qsort(one->entries, one->count, sizeof *one->entries, baseline_order);
    qsort(other->entries, other->count, sizeof *other->entries, ceiling_order);
    return 0;
}

size_t baselines_pairs(const PointSummary *above, const PointSummary *below, bool total, double *pairs)
{
    const Rounds *a = &above->rounds, *b = &below->rounds;
    bool one_run = strcmp(row_field(above->row, COL_RUN), row_field(below->row, COL_RUN)) == 0;
    size_t count = 0;
    for (size_t i = 0, j = 0; one_run && i < a->count && j < b->count;) {
        if (a->rounds[i].number == b->rounds[j].number) {
            pairs[count] = total ? a->rounds[i].total_s : a->rounds[i].kernel_s;
            pairs[a->count + count++] = total ? b->rounds[j].total_s : b->rounds[j].kernel_s;
        }
        bool step_a = a->rounds[i].number <= b->rounds[j].number;
        bool step_b = b->rounds[j].number <= a->rounds[i].number;
        i += step_a;
        j += step_b;
    }
    return count >= ROUNDS_FOR_INTERVAL ? count : 0;
}

Ratio baselines_times(const PointSummary *above, const PointSummary *below, bool total, double *pairs)
{
    const Rounds *a = &above->rounds, *b = &below->rounds;
    const size_t count = baselines_pairs(above, below, total, pairs);
    return count > 0 ? ratio_of_pairs(pairs, pairs + a->count, count)
           : total   ? ratio_of_estimates(&a->total, &b->total)
                     : ratio_of_estimates(&a->kernel, &b->kernel);
}

int baselines_points(Summary *summary, const char *baseline, Error *error)
{
    Candidates candidates = {0};
    size_t most_rounds = 0;
    for (size_t i = 0; i < summary->count; i++) {
        size_t rounds = summary->points[i].rounds.count;
        most_rounds = rounds > most_rounds ? rounds : most_rounds;
    }
    double *pairs = calloc(2 * most_rounds + 1, sizeof *pairs);
    if (pairs == NULL) {
        return error_set(error, "no memory to compare %zu rounds", most_rounds);
    }
    if (enter_all(summary, &candidates, error) != 0) {
        candidates_free(&candidates);
        free(pairs);
        return -1;
    }
    for (size_t i = 0; i < summary->count; i++) {
        PointSummary *point = &summary->points[i];
        if (!point->ok) {
            continue;
        }
        const unsigned workers = point_workers(&point->point);
        const PointSummary *one = workers > 0 ? find_one_worker(&candidates, point) : NULL;
        point->baseline = find_same_work(&candidates, point, baseline != NULL ? baseline : DEFAULT_BASELINE,
                                         (unsigned)-1, 0);
        if (point->baseline == NULL && baseline == NULL) {
            point->baseline = one;
        }
        if (point->baseline != NULL) {
            point->speedup = baselines_times(point->baseline, point, false, pairs);
            point->speedup_total = baselines_times(point->baseline, point, true, pairs);
        }
        if (one != NULL) {
            point->efficiency = ratio_scaled(baselines_times(one, point, false, pairs), 1.0 / workers);
        }
        point->ceiling = find_ceiling(&candidates, point);
        if (point->ceiling != NULL) {
            const unsigned parts = point->point.devices + point->point.ranks; /* one of the two is 0 */
            const double ceilings = parts > 1 ? parts : 1;                    /* each is of one part */
            const Ratio times = baselines_times(point->ceiling, point, false, pairs);
            const double work =
                point->workload->work(&point->point) / point->ceiling->workload->work(&point->ceiling->point);
            point->ceiling_share = ratio_scaled(times, work / ceilings);
            point->peak_share = point->peak_rate / point->ceiling->peak_rate / ceilings;
        }
    }
    free(pairs);
    candidates_free(&candidates);
    return 0;
}
