/* See laws_csv.h. */
#include "experiments/harness/judge/laws_csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/laws.h"
#include "experiments/harness/keep/csv.h"

/* The number of threads that is recommended is the last one whose efficiency is at least this. */
#define WORTHWHILE 0.7

/* What the points of a curve share; the first ones are printed. */
static const Column shared[] = {COL_MACHINE, COL_HOST,     COL_WORKLOAD,   COL_TYPE,   COL_N,
                                COL_VARIANT, COL_SCHEDULE, COL_BLOCK,      COL_TILE,   COL_EDGES,
                                COL_GRAPH,   COL_MATRICES, COL_ITERATIONS, COL_PLACES, COL_BIND,
                                COL_CACHE,   COL_SEED,     COL_RUN,        COL_BUILD,  COL_INPUT_HASH};
enum { SHARED = sizeof shared / sizeof shared[0], PRINTED = SHARED - 1 };

typedef struct Entry {
    uint64_t curve;    /* of all that is shared */
    size_t line;       /* in the summary, from 1 */
    size_t first_line; /* of its curve */
    const PointSummary *point;
} Entry;

static int by_threads(const Entry *left, const Entry *right)
{
    unsigned few = left->point->point.threads, many = right->point->point.threads;
    return few != many ? (few < many ? -1 : 1) : (left->line > right->line) - (left->line < right->line);
}

static int by_curve_and_threads(const void *a, const void *b)
{
    const Entry *left = a;
    const Entry *right = b;
    return left->curve != right->curve ? (left->curve < right->curve ? -1 : 1) : by_threads(left, right);
}

static int by_line_and_threads(const void *a, const void *b)
{
    const Entry *left = a;
    const Entry *right = b;
    return left->first_line != right->first_line ? (left->first_line < right->first_line ? -1 : 1)
                                                 : by_threads(left, right);
}

static uint64_t curve_of(const PointSummary *point)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < SHARED; i++) {
        const char *text = point->row->field[shared[i]];
        hash = hash_bytes(hash, text, strlen(text) + 1);
    }
    return hash;
}

/* ---- one curve ---- */

/* The kernel's time in that round; NAN where the round did not visit the point. */
static double time_in_round(const PointSummary *point, unsigned number)
{
    const Rounds *rounds = &point->rounds;
    for (size_t i = 0; i < rounds->count; i++) {
        if (rounds->rounds[i].number == number) {
            return rounds->rounds[i].kernel_s;
        }
    }
    return NAN;
}

/* Fills time_s[rounds][counts] with the rounds that visited all points; how many they are. */
static size_t fill_times(const Entry *entry, size_t counts, double *time_s)
{
    const Rounds *first = &entry[0].point->rounds;
    size_t rounds = 0;
    for (size_t r = 0; r < first->count; r++) {
        bool all = true;
        for (size_t i = 0; i < counts; i++) {
            double *here = &time_s[rounds * counts + i];
            *here = time_in_round(entry[i].point, first->rounds[r].number);
            all = all && !isnan(*here);
        }
        rounds += all;
    }
    return rounds;
}

/* The most threads that are worth their while; 0 for none. */
static unsigned recommended(const Entry *entry, size_t counts)
{
    unsigned threads = 0;
    for (size_t i = 0; i < counts; i++) {
        const PointSummary *point = entry[i].point;
        if (point->efficiency.value >= WORTHWHILE) {
            threads = point->point.threads;
        }
    }
    return threads;
}

static void print_number(FILE *stream, double value)
{
    fputc(',', stream);
    csv_print_number(stream, value);
}

static void print_interval(FILE *stream, Interval interval)
{
    print_number(stream, interval.value);
    print_number(stream, interval.low);
    print_number(stream, interval.high);
}

static void print_law(FILE *stream, const Curve *curve)
{
    static const char *const names[] = {"", "amdahl", "usl"};
    const Law amdahl = law_fit(curve, LAW_AMDAHL), usl = law_fit(curve, LAW_USL), law = law_choose(curve);
    fprintf(stream, ",%s", names[law.kind]);
    print_interval(stream, amdahl.serial);
    print_interval(stream, usl.serial);
    print_interval(stream, usl.coherency);
    print_number(stream, law_peak(&law));
    print_number(stream, law_threads_at(&law, 0.5));
    print_number(stream, law.kind == LAW_NONE ? NAN : law_time_s(&law, 2.0 * law.most_measured));
}

/* entry[all] are the curve's points, the first `counts` of them those that laws are fitted to. */
static void print_curve(FILE *stream, const Entry *entry, size_t all, size_t counts, unsigned *threads,
                        double *time_s)
{
    const PointSummary *last = entry[counts - 1].point;
    const Curve curve = {threads, time_s, counts, fill_times(entry, counts, time_s)};
    for (size_t i = 0; i < counts; i++) {
        threads[i] = entry[i].point->point.threads;
    }
    for (size_t i = 0; i < PRINTED; i++) {
        csv_print(stream, last->row->field[shared[i]]);
        fputc(',', stream);
    }
    fprintf(stream, "%zu,%zu,%zu,%zu,%zu,%u", entry[0].line, entry[counts - 1].line, all, counts,
            curve.rounds, threads[counts - 1]);
    print_law(stream, &curve);
    const Ratio speedup = ratio_scaled(last->efficiency, threads[counts - 1]);
    print_interval(stream, karp_flatt(&speedup, threads[counts - 1]));
    unsigned worthwhile = recommended(entry, counts);
    fputc(',', stream);
    if (worthwhile > 0) {
        fprintf(stream, "%u", worthwhile);
    }
    fputc('\n', stream);
}

/* ---- all of them ---- */

static size_t enter_all(const Summary *summary, Entry *entry)
{
    size_t count = 0;
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        if (point->ok && point->point.threads > 0) {
            entry[count++] = (Entry){curve_of(point), i + 1, 0, point};
        }
    }
    qsort(entry, count, sizeof *entry, by_curve_and_threads);
    for (size_t first = 0, end = 0; first < count; first = end) { /* the summary's order, by the first line */
        uint64_t curve = entry[first].curve;
        for (; end < count && entry[end].curve == curve; end++) {
            entry[end].first_line = entry[first].line;
        }
    }
    qsort(entry, count, sizeof *entry, by_line_and_threads);
    return count;
}

static const char *const header =
    "machine,host,workload,type,n,variant,schedule,block,tile,edges,graph,matrices,"
    "iterations,places,bind,cache,seed,run,build,first_line,last_line,counts,"
    "fitted_counts,rounds,fitted_threads,law,amdahl_serial,amdahl_serial_low,"
    "amdahl_serial_high,usl_serial,usl_serial_low,usl_serial_high,usl_coherency,"
    "usl_coherency_low,usl_coherency_high,peak_threads,half_efficiency_threads,"
    "twice_time_s,karp_flatt,karp_flatt_low,karp_flatt_high,recommended_threads\n";

int laws_print_csv(FILE *stream, const Summary *summary, size_t most_threads, Error *error)
{
    size_t most_rounds = 0;
    for (size_t i = 0; i < summary->count; i++) {
        size_t rounds = summary->points[i].rounds.count;
        most_rounds = rounds > most_rounds ? rounds : most_rounds;
    }
    Entry *entry = calloc(summary->count + 1, sizeof *entry);
    unsigned *threads = calloc(summary->count + 1, sizeof *threads);
    size_t count = entry != NULL ? enter_all(summary, entry) : 0;
    size_t longest = 0;
    for (size_t first = 0, end = 0; first < count; first = end) {
        while (end < count && entry[end].first_line == entry[first].first_line) {
            end++;
        }
        longest = end - first > longest ? end - first : longest;
    }
    double *time_s = calloc(longest + 1, (most_rounds + 1) * sizeof *time_s);
    if (entry == NULL || threads == NULL || time_s == NULL) {
        free(entry);
        free(threads);
        free(time_s);
        return error_set(error, "no memory for the curves of %zu points", summary->count);
    }
    fputs(header, stream);
    for (size_t first = 0, end = 0; first < count; first = end) {
        size_t fitted = 0;
        for (; end < count && entry[end].first_line == entry[first].first_line; end++) {
            fitted += most_threads == 0 || entry[end].point->point.threads <= most_threads;
        }
        if (end - first > 1 && fitted > 0) {
            print_curve(stream, entry + first, end - first, fitted, threads, time_s);
        }
    }
    free(entry);
    free(threads);
    free(time_s);
    return 0;
}
