/* See report_tables.h. */
#include "experiments/harness/analysis/report_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/system/array.h"
#include "common/system/file.h"
#include "experiments/harness/analysis/baselines.h"

/* ---- rounds and estimates ---- */

/* Those beside the kernel, in the order of the columns. */
enum { INPUT, H2D, D2H, OUTPUT, FILL, PHASES };
static const Column phases[PHASES] = {COL_INPUT_S, COL_H2D_S, COL_D2H_S, COL_OUTPUT_S, COL_FILL_S};

/* The mean of a column over the rows [first, first + count); NAN where none has it. */
static double mean_of(const Group *group, size_t first, size_t count, Column column)
{
    double sum = 0.0;
    size_t known = 0;
    for (size_t i = first; i < first + count; i++) {
        const char *text = row_field(group->rows[i], column);
        sum += strtod(text, NULL);
        known += text[0] != '\0';
    }
    return known > 0 ? sum / (double)known : NAN;
}

/* Energy counters advance in steps of up to 0.1 s on a GPU and 1 ms on a CPU; a shorter round says little. */
#define LEAST_GPU_ENERGY_S 1.0
#define LEAST_CPU_ENERGY_S 0.1

/* J per result in the round of the rows [first, first + samples); NAN where the round is too short. */
static double energy_of(const PointSummary *point, const Round *round, size_t first)
{
    const bool on_gpu = strncmp(row_field(point->row, COL_VARIANT), "gpu/", 4) == 0;
    return round->total_s < (on_gpu ? LEAST_GPU_ENERGY_S : LEAST_CPU_ENERGY_S)
               ? NAN
               : mean_of(point->group, first, round->samples, COL_ENERGY_J) /
                     point_repetitions(&point->point);
}

enum { CLOCKS = PHASES + 5 };
static const char *const clocks[CLOCKS] = {"input",  "h2d",   "d2h",     "output", "fill",
                                           "kernel", "total", "reading", "share",  "energy"};

/* What the clocks show in a round; NAN where a clock shows nothing. */
static void read_clocks(const PointSummary *point, const Rounds phase[PHASES], size_t r, size_t first,
                        double value[CLOCKS])
{
    const Round *round = &point->rounds.rounds[r];
    for (int p = 0; p < PHASES; p++) {
        value[p] = phase[p].count > 0 ? phase[p].rounds[r].kernel_s : NAN;
    }
    value[PHASES] = round->kernel_s;
    value[PHASES + 1] = round->total_s;
    value[PHASES + 2] = value[INPUT] - value[FILL];
    value[PHASES + 3] = round->kernel_s / round->total_s;
    value[PHASES + 4] = energy_of(point, round, first);
}

static void print_round(CsvWriter *writer, const PointSummary *point, size_t line, const Round *round,
                        size_t first, const double value[CLOCKS])
{
    csv_writer_count(writer, line);
    csv_writer_count(writer, round->number);
    csv_writer_count(writer, round->samples);
    csv_writer_number(writer, mean_of(point->group, first, round->samples, COL_NOISE));
    csv_writer_number(writer, mean_of(point->group, first, round->samples, COL_STEAL));
    csv_writer_number(writer, mean_of(point->group, first, round->samples, COL_LOAD));
    csv_writer_number(writer, round->kernel_s);
    csv_writer_number(writer, round->total_s);
    for (int p = 0; p < PHASES; p++) {
        csv_writer_number(writer, value[p]);
    }
    csv_writer_number(writer, mean_of(point->group, first, round->samples, COL_ENERGY_J));
    csv_writer_end_row(writer);
}

/* The rows of a right point: one a round, or one a clock. 0, or -1 and an error without memory. */
static int print_point(CsvWriter *writer, const PointSummary *point, size_t line, bool estimates,
                       Error *error)
{
    const Rounds *rounds = &point->rounds;
    Rounds phase[PHASES] = {{0}};
    double *values = calloc(rounds->count * CLOCKS + 1, sizeof *values); /* of each clock in its rounds */
    size_t count[CLOCKS] = {0};
    int failed =
        values != NULL ? 0 : error_set(error, "no memory for the estimates of %zu rounds", rounds->count);
    for (int p = 0; failed == 0 && p < PHASES; p++) {
        failed = summary_rounds(point->group, phases[p], &phase[p], error);
    }
    for (size_t r = 0, first = 0; failed == 0 && r < rounds->count; first += rounds->rounds[r++].samples) {
        double value[CLOCKS];
        read_clocks(point, phase, r, first, value);
        for (size_t c = 0; c < CLOCKS; c++) {
            if (value[c] > 0) {
                values[c * rounds->count + count[c]++] = value[c];
            }
        }
        if (!estimates) {
            print_round(writer, point, line, &rounds->rounds[r], first, value);
        }
    }
    for (size_t c = 0; failed == 0 && estimates && c < CLOCKS; c++) {
        if (count[c] > 0) {
            const Estimate estimate = estimate_of(values + c * rounds->count, count[c]);
            csv_writer_count(writer, line);
            csv_writer_text(writer, clocks[c]);
            csv_writer_count(writer, count[c]);
            csv_writer_interval(writer, estimate.value, estimate.low, estimate.high);
            csv_writer_end_row(writer);
        }
    }
    for (int p = 0; p < PHASES; p++) {
        rounds_free(&phase[p]);
    }
    free(values);
    return failed;
}

int rounds_print(CsvWriter *writer, const Summary *summary, bool estimates, Error *error)
{
    int failed = 0;
    csv_writer_begin(writer, estimates ? "line,clock,rounds,value,low,high"
                                       : "line,round,samples,noise,steal,load,kernel_s,total_s,input_s,h2d_s,"
                                         "d2h_s,output_s,fill_s,energy_j");
    for (size_t i = 0; failed == 0 && i < summary->count; i++) {
        if (summary->points[i].ok) {
            failed = print_point(writer, &summary->points[i], i + 1, estimates, error);
        }
    }
    csv_writer_end(writer);
    return failed;
}

/* ---- ratios ---- */

typedef struct Entry {
    const PointSummary *point;
    size_t number;
    bool of_reference, on_gpu;
} Entry;

static int by_size(const void *a, const void *b)
{
    const Entry *left = a, *right = b;
    const Row *left_row = left->point->row, *right_row = right->point->row;
    int order = compare_whole(left->point->point.n, right->point->point.n);
    order = order != 0 ? order : compare_whole(left->point->point.edges, right->point->point.edges);
    order = order != 0 ? order : row_compare(left_row, right_row, COL_WORKLOAD);
    order = order != 0 ? order : row_compare(left_row, right_row, COL_TYPE);
    return order != 0 ? order : row_compare(left_row, right_row, COL_SHAPE);
}

/* Enters the right points. */
static size_t enter(const Summary *summary, size_t first, bool of_reference, Entry *entries)
{
    size_t count = 0;
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        if (point->ok) {
            const bool on_gpu = strncmp(row_field(point->row, COL_VARIANT), "gpu/", 4) == 0;
            entries[count++] = (Entry){point, first + i + 1, of_reference, on_gpu};
        }
    }
    return count;
}

/* One point on one input, but for its machine and host? */
static bool are_twins(const Row *one, const Row *other)
{
    const Column *identity = columns_in(ORDER_SUMMARY);
    for (size_t c = 0; c < IDENTITY_COLUMNS; c++) {
        if (column_table[identity[c]].role != ROLE_MACHINE && row_compare(one, other, identity[c]) != 0) {
            return false;
        }
    }
    return row_compare(one, other, COL_INPUT_HASH) == 0;
}

static bool are_compared(const Entry *above, const Entry *below)
{
    const Row *one = above->point->row, *other = below->point->row;
    if (above->of_reference != below->of_reference) {
        return above->of_reference ? are_twins(one, other) : !above->on_gpu && below->on_gpu;
    }
    return (below->on_gpu || !above->on_gpu) && row_compare(one, other, COL_MACHINE) == 0 &&
           row_compare(one, other, COL_HOST) == 0;
}

static void print_ratios(CsvWriter *writer, const Entry *above, const Entry *below)
{
    csv_writer_count(writer, above->number);
    csv_writer_count(writer, below->number);
    size_t common;
    for (int total = 0; total < 2; total++) {
        csv_writer_ratio(writer, baselines_times(above->point, below->point, total != 0, &common));
    }
    csv_writer_count(writer, common);
    csv_writer_end_row(writer);
}

int ratios_print(CsvWriter *writer, const Summary *summary, const Summary *reference, Error *error)
{
    Entry *entries = calloc(summary->count + reference->count + 1, sizeof *entries);
    if (entries == NULL) {
        return error_set(error, "no memory for the ratios of %zu points", summary->count);
    }
    size_t count = enter(summary, 0, false, entries), end;
    count += enter(reference, summary->count, true, entries + count);
    qsort(entries, count, sizeof *entries, by_size);
    csv_writer_begin(writer,
                     "above,below,kernel_ratio,kernel_low,kernel_high,total_ratio,total_low,total_high,"
                     "common_rounds");
    for (size_t first = 0; first < count; first = end) {
        for (end = first; end < count && by_size(&entries[first], &entries[end]) == 0;) {
            end++;
        }
        for (size_t pair = 0; pair < (end - first) * (end - first); pair++) {
            const Entry *above = &entries[first + pair / (end - first)];
            const Entry *below = &entries[first + pair % (end - first)];
            if (are_compared(above, below)) {
                print_ratios(writer, above, below);
            }
        }
    }
    csv_writer_end(writer);
    free(entries);
    return 0;
}

/* ---- counters ---- */

/* A line of the file. */
typedef struct Count {
    char *counter; /* the cells before the value */
    double value;
} Count;

static int by_counter(const void *a, const void *b)
{
    return strcmp(((const Count *)a)->counter, ((const Count *)b)->counter);
}

/* Cuts off the last cell and returns it. */
static const char *cut_last(char *line)
{
    char *comma = strrchr(line, ',');
    if (comma == NULL) {
        return "";
    }
    *comma = '\0';
    return comma + 1;
}

/* Reads ...,VALUE,UNIT,RUN; files of earlier versions have one run, and no column for it. Each line is of
 * another counter or run. 0, or -1 and an error. */
static int read_counts(FILE *file, Count **counts, size_t *count, Error *error)
{
    char *line = NULL, *end;
    size_t size = 0;
    bool runs = getline(&line, &size, file) >= 0 && strstr(line, ",run") != NULL;
    int failed = 0;
    while (failed == 0 && getline(&line, &size, file) >= 0) {
        cut_last(line);
        if (runs) {
            cut_last(line);
        }
        const char *value = cut_last(line);
        const Count read = {line, strtod(value, &end)};
        if (end > value && *end == '\0') {
            failed = array_append(counts, count, &read, sizeof read);
            line = failed == 0 ? NULL : line;
        }
    }
    free(line);
    return failed != 0 ? error_set(error, "no memory for %zu counters", *count + 1) : 0;
}

int counters_print(CsvWriter *writer, const char *path, Error *error)
{
    FILE *file = file_is_regular(path) ? fopen(path, "re") : NULL;
    Count *counts = NULL;
    size_t count = 0;
    int failed = file != NULL ? read_counts(file, &counts, &count, error) : 0;
    double *values = calloc(count + 1, sizeof *values);
    failed = failed == 0 && values == NULL ? error_set(error, "no memory for %zu counters", count) : failed;
    if (count > 0) {
        qsort(counts, count, sizeof *counts, by_counter);
    }
    csv_writer_begin(writer, "workload,variant,type,n,block,tile,kernel,metric,count,mean,low,high");
    for (size_t i = 0, runs = 0; failed == 0 && values != NULL && i < count; i++) {
        values[runs++] = counts[i].value;
        if (i + 1 == count || by_counter(&counts[i], &counts[i + 1]) != 0) {
            fprintf(writer->stream, "%s,", counts[i].counter); /* as it is in the file */
            csv_writer_count(writer, runs);
            csv_writer_ratio(writer, arithmetic_mean(values, runs));
            csv_writer_end_row(writer);
            runs = 0;
        }
    }
    csv_writer_end(writer);
    for (size_t i = 0; i < count; i++) {
        free(counts[i].counter);
    }
    free(values);
    free(counts);
    if (file != NULL) {
        fclose(file);
    }
    return failed;
}
