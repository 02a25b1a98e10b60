/* See scaling_model.h. */
#include "experiments/harness/analysis/scaling_model.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/command.h"
#include "common/statistics/laws.h"
#include "common/system/array.h"
#include "common/text/hash.h"
#include "experiments/harness/analysis/baselines.h"
#include "experiments/harness/store/status.h"

/* 'Threads' are the workers of a point (point_workers): GPUs for variants of several, threads of all ranks.
 *
 * Recommended is the largest thread count with at least this efficiency and an interval. */
#define RECOMMENDED_EFFICIENCY 0.7

/* What the points of a curve share: the identity without the workers and the transfer, which kernel times do
 * not contain, then these columns. The run may differ: it is then not printed. The input hash is not printed.
 */
static const Column others[] = {COL_RUN, COL_BUILD, COL_INPUT_HASH};

/* The column number i of those; COLUMNS behind the last. */
static Column shared(size_t i)
{
    const Column *identity = columns_in(ORDER_SUMMARY);
    for (size_t c = 0; c < IDENTITY_COLUMNS; c++) {
        if (column_table[identity[c]].role != ROLE_WORKERS && identity[c] != COL_TRANSFER && i-- == 0) {
            return identity[c];
        }
    }
    return i < sizeof others / sizeof others[0] ? others[i] : COLUMNS;
}

typedef enum Scaling { STRONG, WEAK } Scaling;

/* Columns that change with the threads in weak scaling. */
static bool grows(Column column)
{
    return column == COL_N || column == COL_EDGES || column == COL_INPUT_HASH;
}

typedef struct Entry {
    uint64_t
        group; /* points that may be of one curve: a hash of the shared columns, then the line of the first */
    size_t line; /* in the summary, from 1 */
    const PointSummary *point;
} Entry;

static unsigned workers(const Entry *entry)
{
    return point_workers(&entry->point->point);
}

static int by_group(const void *a, const void *b)
{
    const Entry *left = a, *right = b;
    int order = compare_whole(left->group, right->group);
    order = order != 0 ? order : compare_whole(workers(left), workers(right));
    order = order != 0 ? order : compare_whole(left->point->point.n, right->point->point.n);
    return order != 0 ? order : compare_whole(left->line, right->line);
}

static uint64_t hash_of(const PointSummary *point, Scaling scaling)
{
    uint64_t hash = HASH_START;
    Column column;
    for (size_t i = 0; (column = shared(i)) != COLUMNS; i++) {
        if (column != COL_RUN && (scaling == STRONG || !grows(column))) {
            hash = hash_text(hash, row_field(point->row, column));
        }
    }
    return hash;
}

/* Enters the points that can be part of curves, in the summary's order of groups, in each by increasing
 * threads. Returns their number. */
static size_t enter_all(const Summary *summary, Scaling scaling, Entry *entry)
{
    size_t count = 0;
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        if (point->ok && point_workers(&point->point) > 0) {
            entry[count++] = (Entry){hash_of(point, scaling), i + 1, point};
        }
    }
    qsort(entry, count, sizeof *entry, by_group);
    for (size_t first = 0, end = 0; first < count; first = end) {
        uint64_t group = entry[first].group;
        size_t line = entry[first].line;
        for (; end < count && entry[end].group == group; end++) {
            line = entry[end].line < line ? entry[end].line : line;
        }
        for (size_t i = first; i < end; i++) {
            entry[i].group = line;
        }
    }
    qsort(entry, count, sizeof *entry, by_group);
    return count;
}

/* ---- one curve ---- */

static bool of_one_run(const Entry *entry, size_t counts)
{
    for (size_t i = 1; i < counts; i++) {
        if (row_compare(entry[i].point->row, entry[0].point->row, COL_RUN) != 0) {
            return false;
        }
    }
    return true;
}

/* The kernel's time in that round; NAN if the round lacks the point. */
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

/* Fills time_s[rounds][counts] with the rounds that have all points. Returns their number. */
static size_t fill_times(const Entry *entry, size_t counts, double *time_s)
{
    const Rounds *first = &entry[0].point->rounds;
    size_t rounds = 0;
    for (size_t r = 0; of_one_run(entry, counts) && r < first->count; r++) {
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

/* ---- printing ---- */

static bool is_efficient(const Ratio *efficiency)
{
    return !isnan(efficiency->low) && efficiency->value >= RECOMMENDED_EFFICIENCY;
}

enum { STRONG_COLUMNS = 16, WEAK_COLUMNS = 6 };

static void print_strong(CsvWriter *writer, const Curve *curve, const Entry *entry)
{
    static const char *const names[] = {"", "amdahl", "usl", "does not fit"};
    const Law usl = law_fit(curve, LAW_USL), law = law_choose(curve);
    const Law amdahl = law.kind == LAW_UNFIT ? law : law_fit(curve, LAW_AMDAHL);
    csv_writer_text(writer, names[law.kind]);
    csv_writer_ratio(writer, amdahl.serial);
    csv_writer_ratio(writer, usl.serial);
    csv_writer_ratio(writer, usl.coherency);
    csv_writer_number(writer, law_peak(&law));
    csv_writer_number(writer, law_threads_at(&law, 0.5));
    csv_writer_number(writer, law_time_s(&law, 2.0 * law.most_measured));
    const unsigned most = curve->threads[curve->counts - 1];
    const Ratio speedup = ratio_scaled(entry[curve->counts - 1].point->efficiency, most);
    csv_writer_ratio(writer, karp_flatt(&speedup, most));
    csv_writer_nothing(writer, WEAK_COLUMNS);
    double recommended = NAN;
    for (size_t i = 0; i < curve->counts; i++) {
        recommended = is_efficient(&entry[i].point->efficiency) ? curve->threads[i] : recommended;
    }
    csv_writer_number(writer, recommended);
}

/* As many times the work of one thread as there are threads, over the work that was done: sizes are whole. */
static double work_scale(const Entry *one, const Entry *entry)
{
    const Workload *workload = one->point->workload;
    return workers(entry) * workload_work(workload, &one->point->point) /
           workload_work(workload, &entry->point->point);
}

static void print_weak(CsvWriter *writer, const Curve *curve, const Entry *entry)
{
    double recommended = NAN;
    Ratio efficiency = ratio_none; /* the time on one thread over that on more, for as much work per thread */
    for (size_t i = 0; i < curve->counts; i++) {
        efficiency = ratio_scaled(baselines_times(entry[0].point, entry[i].point, false, NULL),
                                  1.0 / work_scale(entry, &entry[i]));
        recommended = is_efficient(&efficiency) ? curve->threads[i] : recommended;
    }
    csv_writer_nothing(writer, STRONG_COLUMNS);
    csv_writer_ratio(writer, gustafson(curve));
    csv_writer_ratio(writer, efficiency);
    csv_writer_number(writer, recommended);
}

/* Of all curves; the memory is for the longest. */
typedef struct Room {
    CsvWriter *writer;
    size_t most_threads; /* laws are fitted to curves of at most so many; 0: any */
    Entry *curve;
    unsigned *threads;
    double *time_s;
    Estimate *apart;
} Room;

/* room->curve[all] are the points of a curve, if there are several. Laws are fitted to the first `counts`, as
 * their intervals do not contain the resolution of printed times. */
static void print_curve(const Room *room, Scaling scaling, size_t all)
{
    CsvWriter *writer = room->writer;
    const Entry *entry = room->curve;
    size_t counts = 0;
    for (size_t i = 0; i < all && (entry[i].point->flags & FLAG_COARSE_TIME) == 0; i++) {
        const bool of_gpus = entry[i].point->point.threads == 0;
        counts += room->most_threads == 0 || of_gpus || workers(&entry[i]) <= room->most_threads;
    }
    if (all < 2 || counts == 0) {
        return;
    }
    const size_t rounds = fill_times(entry, counts, room->time_s);
    const Curve curve = {room->threads, room->time_s, counts, rounds, room->apart};
    for (size_t i = 0; i < counts; i++) {
        const double factor = scaling == WEAK ? work_scale(entry, &entry[i]) : 1.0;
        room->threads[i] = workers(&entry[i]);
        room->apart[i] = entry[i].point->rounds.kernel;
        room->apart[i].value *= factor; /* the variance is of logarithms */
        for (size_t r = 0; r < rounds; r++) {
            room->time_s[r * counts + i] *= factor;
        }
    }
    Column column;
    for (size_t i = 0; (column = shared(i)) != COL_INPUT_HASH; i++) {
        if (column == COL_RUN && !of_one_run(entry, counts)) {
            csv_writer_nothing(writer, 1);
        } else {
            csv_writer_field(writer, entry[0].point->row, column);
        }
    }
    csv_writer_text(writer, scaling == STRONG ? "strong" : "weak");
    csv_writer_count(writer, entry[0].line);
    csv_writer_count(writer, entry[counts - 1].line);
    csv_writer_count(writer, all);
    csv_writer_count(writer, counts);
    csv_writer_count(writer, curve_rounds(&curve));
    csv_writer_count(writer, curve.threads[counts - 1]);
    (scaling == STRONG ? print_strong : print_weak)(writer, &curve, entry);
    csv_writer_end_row(writer);
}

/* ---- all of them ---- */

/* Is the point's work as near to that of `threads` times `one` as that of the planned size, or nearer?
 * Earlier versions planned the nearest. */
static bool is_scaled(const PointSummary *one, const PointSummary *point)
{
    const unsigned threads = point_workers(&point->point);
    const double wanted = threads * workload_work(one->workload, &one->point);
    Point planned = point->point;
    planned.m = planned.n = planned.k = point_scaled_n(one->workload, &one->point, threads);
    return fabs(workload_work(one->workload, &point->point) - wanted) <=
           fabs(workload_work(one->workload, &planned) - wanted);
}

/* Does a curve begin with entry[i]? The same work on increasing threads is one curve a group. Work that grows
 * with the threads is one from each point on one thread; that of a program is unknown. */
static bool is_first(const Entry *entry, size_t i, Scaling scaling)
{
    const Workload *workload = entry[i].point->workload;
    return scaling == STRONG ? i == 0 || entry[i].group != entry[i - 1].group
                             : workers(&entry[i]) == 1 && workload != NULL && workload != &workload_command;
}

/* The first point of a curve is followed by those of its group on more threads, in weak scaling with as much
 * work per thread. */
static void print_curves(const Room *room, Scaling scaling, const Entry *entry, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = 1;
        if (!is_first(entry, i, scaling)) {
            continue;
        }
        room->curve[0] = entry[i];
        for (size_t k = i + 1; k < count && entry[k].group == entry[i].group; k++) {
            if (workers(&entry[k]) != workers(&room->curve[length - 1]) &&
                (scaling == STRONG || is_scaled(entry[i].point, entry[k].point))) {
                room->curve[length++] = entry[k];
            }
        }
        print_curve(room, scaling, length);
    }
}

static const char *const header =
    "scaling,first_line,last_line,counts,fitted_counts,rounds,fitted_threads,law,"
    "amdahl_serial,amdahl_serial_low,amdahl_serial_high,usl_serial,usl_serial_low,usl_serial_high,"
    "usl_coherency,usl_coherency_low,usl_coherency_high,peak_threads,half_efficiency_threads,twice_time_s,"
    "karp_flatt,karp_flatt_low,karp_flatt_high,gustafson_serial,gustafson_serial_low,gustafson_serial_high,"
    "weak_efficiency,weak_efficiency_low,weak_efficiency_high,recommended_threads";

int scaling_model_print(CsvWriter *writer, const Summary *summary, size_t most_threads, Error *error)
{
    const size_t longest = summary->count;
    size_t most_rounds = 0;
    for (size_t i = 0; i < summary->count; i++) {
        const size_t rounds = summary->points[i].rounds.count;
        most_rounds = rounds > most_rounds ? rounds : most_rounds;
    }
    Entry *entry = calloc(summary->count + 1, sizeof *entry);
    const Room room = {.writer = writer,
                       .most_threads = most_threads,
                       .curve = calloc(longest + 1, sizeof *room.curve),
                       .threads = calloc(longest + 1, sizeof *room.threads),
                       .time_s = calloc(longest + 1, (most_rounds + 1) * sizeof *room.time_s),
                       .apart = calloc(longest + 1, sizeof *room.apart)};
    int failed = 0;
    if (entry == NULL || room.curve == NULL || room.threads == NULL || room.time_s == NULL ||
        room.apart == NULL) {
        failed = error_set(error, "no memory for the curves of %zu points", summary->count);
    } else {
        Column columns[COLUMNS];
        size_t count = 0;
        while ((columns[count] = shared(count)) != COL_INPUT_HASH) {
            count++;
        }
        csv_writer_begin_columns(writer, "", columns, count, header);
        print_curves(&room, STRONG, entry, enter_all(summary, STRONG, entry));
        print_curves(&room, WEAK, entry, enter_all(summary, WEAK, entry));
        csv_writer_end(writer);
    }
    free(entry);
    free(room.curve);
    free(room.threads);
    free(room.time_s);
    free(room.apart);
    return failed;
}
