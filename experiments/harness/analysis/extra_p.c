/* See extra_p.h. */
#include "experiments/harness/analysis/extra_p.h"

#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/hash.h"
#include "common/text/text.h"
#include "experiments/harness/store/csv.h"

enum { WANTED_VALUES = 5 }; /* of a parameter, by Extra-P's manual */

/* What the points of a region share, in the order of its name's parts; `word` stands before the value, and a
 * value that is `usual` is not told. */
static const struct {
    Column column;
    const char *word, *usual;
} parts[] = {
    {COL_MACHINE, "", ""},
    {COL_HOST, "", ""},
    {COL_WORKLOAD, "", ""},
    {COL_TYPE, "", ""},
    {COL_VARIANT, "", ""},
    {COL_SCHEDULE, "", ""},
    {COL_BLOCK, "block ", ""},
    {COL_TILE, "tile ", ""},
    {COL_DEVICES, "devices ", ""},
    {COL_RANKS, "ranks ", ""},
    {COL_TRANSFER, "", ""},
    {COL_MATRICES, "matrices ", "1"},
    {COL_ITERATIONS, "iterations ", "1"},
    {COL_GRAPH, "graph ", ""},
    {COL_CACHE, "", "warm"},
    {COL_PLACES, "places ", "cores"},
    {COL_BIND, "bind ", "close"},
    {COL_SEED, "seed ", "1"},
};
enum { PARTS = sizeof parts / sizeof parts[0] };

typedef struct Entry {
    uint64_t region;
    const PointSummary *point;
} Entry;

/* Entries [first, first + count), ordered by n and threads. */
typedef struct Region {
    const Entry *entry;
    size_t count;
} Region;

static uint64_t hash_of(const PointSummary *point)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < PARTS; i++) {
        const char *text = row_field(point->row, parts[i].column);
        hash = hash_bytes(hash, text, strlen(text) + 1);
    }
    return hash;
}

static bool is_chosen(const PointSummary *point, const char *code)
{
    const char *workload = row_field(point->row, COL_WORKLOAD), *variant = row_field(point->row, COL_VARIANT);
    char name[2 * TEXT_MOST + 2];
    snprintf(name, sizeof name, "%s:%s", workload, variant);
    return point->ok && fnmatch(code, strchr(code, ':') != NULL ? name : workload, 0) == 0;
}

static int compare(uint64_t left, uint64_t right)
{
    return left < right ? -1 : left > right;
}

static int by_place(const PointSummary *left, const PointSummary *right)
{
    const int order = compare(left->point.n, right->point.n);
    return order != 0 ? order : compare(left->point.threads, right->point.threads);
}

static int by_region(const void *a, const void *b)
{
    const Entry *left = a;
    const Entry *right = b;
    int order = compare(left->region, right->region);
    order = order != 0 ? order : by_place(left->point, right->point);
    return order != 0 ? order : compare((uintptr_t)left->point, (uintptr_t)right->point);
}

/* The regions of the entries; of two points at one place the first counts. Returns how many they are. */
static size_t cut_regions(Entry *entry, size_t count, Region *region)
{
    size_t regions = 0, kept = 0;
    qsort(entry, count, sizeof *entry, by_region);
    for (size_t i = 0; i < count; i++) {
        const Entry here = entry[i];
        const bool again = regions > 0 && entry[kept - 1].region == here.region;
        if (again && by_place(entry[kept - 1].point, here.point) == 0) {
            continue;
        }
        entry[kept++] = here;
        if (!again) {
            region[regions++] = (Region){&entry[kept - 1], 0};
        }
        region[regions - 1].count++;
    }
    return regions;
}

/* As the summary has them. */
static int by_first(const void *a, const void *b)
{
    const Region *left = a;
    const Region *right = b;
    return compare((uintptr_t)left->entry->point, (uintptr_t)right->entry->point);
}

/* The entry of the region at the place of `point`, or NULL. */
static const Entry *at_place(const Region *region, const PointSummary *point)
{
    for (size_t i = 0; i < region->count; i++) {
        if (by_place(region->entry[i].point, point) == 0) {
            return &region->entry[i];
        }
    }
    return NULL;
}

static bool has_all(const Region *region, const Region *places)
{
    size_t found = 0;
    for (size_t i = 0; i < region->count && found < places->count; i++) {
        found += by_place(region->entry[i].point, places->entry[found].point) == 0;
    }
    return found == places->count;
}

/* The region, of one or more, whose places make most data: their number times that of the regions that have
 * them all. */
static const Region *choose(const Region *region, size_t regions)
{
    const Region *best = region;
    size_t most = 0;
    for (size_t i = 0; i < regions; i++) {
        size_t having = 0;
        for (size_t j = 0; j < regions; j++) {
            having += has_all(&region[j], &region[i]);
        }
        if (having * region[i].count > most) {
            most = having * region[i].count;
            best = &region[i];
        }
    }
    return best;
}

/* How many values a parameter has among the places. */
static size_t values_of(const Region *places, bool threads)
{
    size_t values = 0;
    for (size_t i = 0; i < places->count; i++) {
        const Point *here = &places->entry[i].point->point;
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++) {
            const Point *other = &places->entry[j].point->point;
            seen = threads ? other->threads == here->threads : other->n == here->n;
        }
        values += !seen;
    }
    return values;
}

/* n where it varies, or nothing does. */
static void print_points(FILE *stream, const Region *places)
{
    const bool over_threads = values_of(places, true) > 1;
    const bool over_n = values_of(places, false) > 1 || !over_threads;
    if (over_n) {
        fputs("PARAMETER n\n", stream);
    }
    if (over_threads) {
        fputs("PARAMETER p\n", stream);
    }
    fputs("POINTS", stream);
    for (size_t i = 0; i < places->count; i++) {
        const Point *point = &places->entry[i].point->point;
        if (over_n && over_threads) {
            fprintf(stream, " (%zu %u)", point->n, point->threads);
        } else if (over_threads) {
            fprintf(stream, " %u", point->threads);
        } else {
            fprintf(stream, " %zu", point->n);
        }
    }
    fputc('\n', stream);
}

/* "->" separates the parts of a region's name, so that none may hold it. */
static void print_name(FILE *stream, const Row *row)
{
    const char *before = "REGION ";
    for (size_t i = 0; i < PARTS; i++) {
        const char *text = row_field(row, parts[i].column);
        if (text[0] == '\0' || strcmp(text, parts[i].usual) == 0) {
            continue;
        }
        fprintf(stream, "%s%s", before, parts[i].word);
        for (; *text != '\0'; text++) {
            fputc(text[0] == '-' && text[1] == '>' ? '_' : *text, stream);
        }
        before = "->";
    }
    fputc('\n', stream);
}

static void print_region(FILE *stream, const Region *region, const Region *places, bool total)
{
    print_name(stream, region->entry->point->row);
    for (size_t i = 0; i < places->count; i++) {
        const Entry *entry = at_place(region, places->entry[i].point);
        const Rounds *rounds = &entry->point->rounds;
        fputs("DATA", stream);
        for (size_t r = 0; r < rounds->count; r++) {
            fputc(' ', stream);
            csv_print_number(stream, total ? rounds->rounds[r].total_s : rounds->rounds[r].kernel_s);
        }
        fputc('\n', stream);
    }
}

static void tell(const Region *places, size_t written, size_t regions, Error *told)
{
    const size_t sizes = values_of(places, false), threads = values_of(places, true);
    const bool few = (sizes > 1 && sizes < WANTED_VALUES) || (threads > 1 && threads < WANTED_VALUES) ||
                     (sizes == 1 && threads == 1);
    error_set(told,
              "%zu of %zu regions, at %zu points that all of them have (%zu sizes, %zu numbers of threads)%s",
              written, regions, places->count, sizes, threads,
              few ? "; Extra-P wants five values or more of each parameter" : "");
}

/* entry and region have room for all points of the summary. */
static int print_chosen(FILE *stream, const Summary *summary, const char *code, Entry *entry, Region *region,
                        Error *told, Error *error)
{
    static const char *const metrics[] = {"kernel_s", "total_s"};
    size_t count = 0, written = 0;
    for (size_t i = 0; i < summary->count; i++) {
        if (is_chosen(&summary->points[i], code)) {
            entry[count++] = (Entry){hash_of(&summary->points[i]), &summary->points[i]};
        }
    }
    if (count == 0) {
        return error_set(error, "--extra-p %s: no such point was measured and found right", code);
    }
    const size_t regions = cut_regions(entry, count, region);
    qsort(region, regions, sizeof *region, by_first);
    const Region *places = choose(region, regions);
    print_points(stream, places);
    for (size_t m = 0; m < sizeof metrics / sizeof metrics[0]; m++) {
        fprintf(stream, "METRIC %s\n", metrics[m]);
        written = 0;
        for (size_t i = 0; i < regions; i++) {
            if (has_all(&region[i], places)) {
                print_region(stream, &region[i], places, m == 1);
                written++;
            }
        }
    }
    tell(places, written, regions, told);
    return 0;
}

int extra_p_print(FILE *stream, const Summary *summary, const char *code, Error *told, Error *error)
{
    Entry *entry = calloc(summary->count + 1, sizeof *entry);
    Region *region = calloc(summary->count + 1, sizeof *region);
    int failed = -1;
    if (entry == NULL || region == NULL) {
        error_set(error, "no memory for the regions of %zu points", summary->count);
    } else {
        failed = print_chosen(stream, summary, code, entry, region, told, error);
    }
    free(region);
    free(entry);
    return failed;
}
