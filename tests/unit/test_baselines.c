/* Baselines and ceilings that are searched for by key are those that a walk over all points finds. */
#include "common/registry.h"
#include "experiments/harness/analysis/summary.h"
#include "tests/unit/sample_rows.h"
#include "tests/unit/unit.h"

static bool same(const PointSummary *a, const PointSummary *b, Column column)
{
    return strcmp(row_field(a->row, column), row_field(b->row, column)) == 0;
}

static bool same_all(const PointSummary *a, const PointSummary *b, const Column *columns, size_t count)
{
    size_t i = 0;
    while (i < count && same(a, b, columns[i])) {
        i++;
    }
    return i == count;
}

static const Column work[] = {COL_WORKLOAD, COL_N,    COL_TYPE,     COL_MACHINE, COL_HOST,      COL_EDGES,
                              COL_GRAPH,    COL_SEED, COL_MATRICES, COL_CACHE,   COL_ITERATIONS};
static const Column settings[] = {COL_SCHEDULE, COL_BLOCK, COL_TILE, COL_TRANSFER, COL_BIND, COL_PLACES};

/* Of the same code the same binding counts more than the same run. */
static long suitability(const PointSummary *point, const PointSummary *candidate, bool same_code)
{
    long score = same(point, candidate, COL_BUILD) ? 1L << 42 : 0;
    score += same_code && same_all(point, candidate, settings + 3, 3) ? 1L << 41 : 0;
    score += same(point, candidate, COL_RUN) ? 1L << 30 : 0;
    score += (1L << 20) - ((long)candidate->point.threads << 3);
    for (size_t i = 0; i < 6; i++) {
        score += same(point, candidate, settings[i]);
    }
    return score;
}

/* The first of the most suitable in the order of reading, with the point's first `needed` settings. */
static const PointSummary *walk_same_work(const Summary *summary, const PointSummary *point,
                                          const char *variant, unsigned threads, size_t needed)
{
    const PointSummary *best = NULL;
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *candidate = &summary->points[i];
        if (candidate->ok && candidate->point.threads <= threads &&
            strcmp(row_field(candidate->row, COL_VARIANT), variant) == 0 &&
            same_all(point, candidate, work, COUNT_OF(work)) &&
            same_all(point, candidate, settings, needed) &&
            (best == NULL ||
             suitability(point, candidate, needed > 0) > suitability(point, best, needed > 0))) {
            best = candidate;
        }
    }
    return best;
}

static const PointSummary *walk_one_thread(const Summary *summary, const PointSummary *point)
{
    const PointSummary *found =
        point->point.threads == 0 ? NULL
                                  : walk_same_work(summary, point, row_field(point->row, COL_VARIANT), 1, 3);
    return found != NULL && found->point.threads == 1 ? found : NULL;
}

/* `ceiling` is the workload that bounds the point. */
static bool bounds(const PointSummary *candidate, const PointSummary *point, const char *ceiling)
{
    return candidate->ok && candidate->workload != NULL && candidate->point.threads == point->point.threads &&
           strcmp(candidate->workload->name, ceiling) == 0 &&
           strncmp(row_field(candidate->row, COL_VARIANT), row_field(point->row, COL_VARIANT), 4) == 0 &&
           same(candidate, point, COL_MACHINE) && same(candidate, point, COL_HOST) &&
           /* a copy of as many bytes, of any type */
           (strcmp(ceiling, "copy") == 0 ? candidate->point.n == point->point.n
                                         : candidate->point.type == point->point.type) &&
           strcmp(candidate->workload->rate_unit(candidate->point.type),
                  point->workload->rate_unit(point->point.type)) == 0;
}

/* Also of variants that are not built here. */
static unsigned flags(const PointSummary *point)
{
    const Variant *variant = registry_listed(point->workload->name, row_field(point->row, COL_VARIANT));
    return variant == NULL ? 0 : variant->flags;
}

static Instructions instructions(const PointSummary *point)
{
    return registry_instructions(point->workload->name, row_field(point->row, COL_VARIANT));
}

/* Vectors, dot products, matrix units: what the variant may use. What is packed has a ceiling apart. */
static int reach(const PointSummary *point)
{
    const Instructions used = instructions(point);
    return used == INSTRUCTIONS_SCALAR || used == INSTRUCTIONS_PACKED ? 0 : (int)used;
}

static const PointSummary *walk_ceiling(const Summary *summary, const PointSummary *point)
{
    const PointSummary *best = NULL;
    bool packed = instructions(point) == INSTRUCTIONS_PACKED;
    const char *ceiling = packed ? point->workload->packed_ceiling : point->workload->ceiling;
    bool searches = (flags(point) & VARIANT_SEARCH) != 0;
    for (size_t i = 0; !searches && point->workload->ceiling != NULL && i < summary->count; i++) {
        const PointSummary *candidate = &summary->points[i];
        if (!bounds(candidate, point, ceiling)) {
            continue;
        }
        int wider = reach(candidate) - reach(point);
        if (wider > 0 || (wider < 0 && (flags(point) & VARIANT_LIBRARY) == 0)) {
            continue;
        }
        int nearer = best == NULL ? 1 : reach(candidate) - reach(best);
        if (nearer == 0) {
            nearer = same(candidate, point, COL_BUILD) - same(best, point, COL_BUILD);
        }
        if (nearer == 0) {
            nearer = (candidate->point.n == point->point.n) - (best->point.n == point->point.n);
        }
        if (nearer > 0 || (nearer == 0 && candidate->rate > best->rate)) {
            best = candidate;
        }
    }
    return best;
}

static unsigned long long state_of_random;

/* One of the words of a list "a|b|c". */
static const char *pick(const char *list, char *text)
{
    size_t count = 1;
    for (const char *at = list; *at != '\0'; at++) {
        count += *at == '|';
    }
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    for (size_t skip = (state_of_random >> 33) % count; skip > 0; skip--) {
        list = strchr(list, '|') + 1;
    }
    sprintf(text, "%.*s", (int)strcspn(list, "|"), list);
    return text;
}

/* Rows with few values in each column, so that most searches end in ties. */
static void write_random(size_t count)
{
    static const struct {
        Column column;
        const char *values;
    } choices[] = {{COL_RUN, "r1|r2|r3"},
                   {COL_BUILD, "b1|b2"},
                   {COL_MACHINE, "m|n"},
                   {COL_HOST, "x|y"},
                   {COL_TYPE, "int32|float32"},
                   {COL_N, "8|16"},
                   {COL_THREADS, "1|2|4"},
                   {COL_SCHEDULE, "|static|dynamic"},
                   {COL_BLOCK, "|4|8"},
                   {COL_TILE, "|4"},
                   {COL_BIND, "|close|false"},
                   {COL_PLACES, "|cores"},
                   {COL_CACHE, "warm|cold"},
                   {COL_STATUS, "ok|ok|ok|ok|wrong"},
                   {COL_KERNEL_S, "0.1|0.2|0.3|0.4|0.5"},
                   {COL_WORKLOAD, "matmul|matmul|copy|multiply_add|transpose|apsp|add_min|add_min_packed"}};
    CsvFile file = open_samples();
    for (size_t i = 0; i < count; i++) {
        char text[COLUMNS][32], number[16];
        const char *field[COLUMNS];
        default_row(field);
        for (size_t c = 0; c < COUNT_OF(choices); c++) {
            field[choices[c].column] = pick(choices[c].values, text[choices[c].column]);
        }
        field[COL_VARIANT] = pick("cpu/naive|cpu/ikj|cpu/openmp|cpu/packed|cpu/amx|cpu/int16|cpu/dial|cpu/"
                                  "blas|cpu/registers|gpu/naive",
                                  text[COL_VARIANT]);
        if (field[COL_VARIANT][0] == 'g') {
            field[COL_THREADS] = "";
            field[COL_TRANSFER] = pick("pageable|pinned", text[COL_TRANSFER]);
        }
        snprintf(number, sizeof number, "%zu", i + 1);
        field[COL_SAMPLE] = number;
        field[COL_TOTAL_S] = field[COL_KERNEL_S];
        append_row(&file, field);
    }
    csv_file_close(&file);
}

static void check_summary(const Groups *groups, bool all_builds, const char *baseline, size_t *found)
{
    Summary summary;
    assert_ok(summary_make(groups, all_builds, baseline, &summary, &error));
    for (size_t i = 0; i < summary.count; i++) {
        const PointSummary *point = &summary.points[i];
        if (!point->ok) {
            assert_null(point->baseline);
            continue;
        }
        const PointSummary *one = walk_one_thread(&summary, point);
        const PointSummary *base =
            walk_same_work(&summary, point, baseline != NULL ? baseline : "cpu/naive", (unsigned)-1, 0);
        assert_ptr_equal(point->baseline, base != NULL || baseline != NULL ? base : one);
        assert_ptr_equal(point->ceiling, walk_ceiling(&summary, point));
        assert_int_equal(isnan(point->efficiency.value), one == NULL);
        double ratio = one != NULL ? one->rounds.kernel.value / point->rounds.kernel.value : NAN;
        assert_true(one == NULL ||
                    fabs(point->efficiency.value * (double)point->point.threads / ratio - 1.0) < 1e-12);
        *found += (point->baseline != NULL && point->baseline != point) + (point->ceiling != NULL);
    }
    summary_free(&summary);
}

TEST(test_as_a_walk_finds, IN_FOLDER)
{
    for (state_of_random = 1; state_of_random <= 5; state_of_random++) {
        unsigned long long seed = state_of_random;
        Groups groups;
        size_t found = 0;
        unlink(SAMPLES);
        write_random(1500);
        Rows samples = read_samples();
        assert_ok(groups_make(&samples, 1, &groups, &error));
        check_summary(&groups, false, NULL, &found);
        check_summary(&groups, true, NULL, &found);
        check_summary(&groups, true, "cpu/openmp", &found);
        assert_true(found > 1000);
        groups_free(&groups);
        csv_file_free(&samples);
        state_of_random = seed;
    }
}
