/* See report_tables.h. */
#include "experiments/harness/analysis/report_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/system/array.h"
#include "common/system/file.h"
#include "experiments/harness/analysis/baselines.h"

/* ---- ratios ---- */

static bool same(const PointSummary *a, const PointSummary *b, Column column)
{
    return strcmp(row_field(a->row, column), row_field(b->row, column)) == 0;
}

static bool on_gpu(const PointSummary *point)
{
    return strncmp(row_field(point->row, COL_VARIANT), "gpu/", 4) == 0;
}

static bool of_one_size(const PointSummary *a, const PointSummary *b)
{
    return a->ok && b->ok && a->point.n == b->point.n && a->point.edges == b->point.edges &&
           same(a, b, COL_WORKLOAD) && same(a, b, COL_TYPE) && row_field(a->row, COL_SHAPE)[0] == '\0' &&
           row_field(b->row, COL_SHAPE)[0] == '\0';
}

/* Of the reference: is the point one of its? */
static bool are_compared(const PointSummary *above, bool above_of_reference, const PointSummary *below,
                         bool below_of_reference)
{
    const bool gpus = on_gpu(above);
    if (!of_one_size(above, below)) {
        return false;
    }
    return above_of_reference == below_of_reference
               ? same(above, below, COL_MACHINE) && same(above, below, COL_HOST) && (!gpus || on_gpu(below))
               : gpus == above_of_reference && on_gpu(below);
}

void ratios_print(CsvWriter *writer, const Summary *summary, const Summary *reference)
{
    const size_t here = summary->count, all = here + reference->count;
    csv_writer_begin(writer,
                     "above,below,kernel_ratio,kernel_low,kernel_high,total_ratio,total_low,total_high");
    for (size_t i = 0; i < all; i++) {
        const PointSummary *above = i < here ? &summary->points[i] : &reference->points[i - here];
        for (size_t j = 0; j < all; j++) {
            const PointSummary *below = j < here ? &summary->points[j] : &reference->points[j - here];
            if (are_compared(above, i >= here, below, j >= here)) {
                csv_writer_count(writer, i + 1);
                csv_writer_count(writer, j + 1);
                for (int total = 0; total < 2; total++) {
                    const Ratio ratio = baselines_times(above, below, total != 0);
                    csv_writer_interval(writer, ratio.value, ratio.low, ratio.high);
                }
                csv_writer_end_row(writer);
            }
        }
    }
    csv_writer_end(writer);
}

/* ---- counters ---- */

/* A line of the file. */
typedef struct Count {
    char *counter; /* the cells before the value */
    double value;
    unsigned long run;
} Count;

static int by_counter(const void *a, const void *b)
{
    const Count *left = a, *right = b;
    const int order = strcmp(left->counter, right->counter);
    return order != 0 ? order : compare_whole(left->run, right->run);
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

/* Reads ...,VALUE,UNIT,RUN; files of earlier versions have one run, and no column for it. 0, or -1 and an
 * error. */
static int read_counts(FILE *file, Count **counts, size_t *count, Error *error)
{
    char *line = NULL, *end;
    size_t size = 0;
    int failed = 0;
    bool runs = false;
    for (ssize_t length, number = 0; failed == 0 && (length = getline(&line, &size, file)) >= 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *last = runs || number == 0 ? cut_last(line) : "1";
        if (number == 0) {
            runs = strcmp(last, "run") == 0;
            continue;
        }
        cut_last(line);
        const char *value = cut_last(line);
        const Count read = {line, strtod(value, &end), strtoul(last, NULL, 10)};
        if (end == value || *end != '\0') {
            continue;
        }
        failed = array_grow(counts, *count, sizeof **counts);
        if (failed == 0) {
            (*counts)[(*count)++] = read;
            line = NULL;
        }
    }
    free(line);
    return failed != 0 ? error_set(error, "no memory for %zu counters", *count + 1) : 0;
}

/* The means of the runs' means, of counts[first] and all of the same counter. Returns the place behind them.
 */
static size_t print_counter(CsvWriter *writer, const Count *counts, size_t count, size_t first, double *means)
{
    size_t runs = 0, end = first;
    while (end < count && strcmp(counts[end].counter, counts[first].counter) == 0) {
        const size_t begin = end;
        double sum = 0;
        for (; end < count && by_counter(&counts[end], &counts[begin]) == 0; end++) {
            sum += counts[end].value;
        }
        means[runs++] = sum / (double)(end - begin);
    }
    const Estimate mean = arithmetic_mean(means, runs);
    fputs(counts[first].counter, writer->stream);
    fprintf(writer->stream, ",%zu", runs);
    for (int i = 0; i < 3; i++) {
        fputc(',', writer->stream);
        csv_print_number(writer->stream, i == 0 ? mean.value : i == 1 ? mean.low : mean.high);
    }
    fputc('\n', writer->stream);
    return end;
}

int counters_print(CsvWriter *writer, const char *path, Error *error)
{
    FILE *file = file_is_regular(path) ? fopen(path, "re") : NULL;
    Count *counts = NULL;
    size_t count = 0;
    int failed = file != NULL ? read_counts(file, &counts, &count, error) : 0;
    double *means = calloc(count + 1, sizeof *means);
    failed = failed == 0 && means == NULL ? error_set(error, "no memory for %zu counters", count) : failed;
    csv_writer_begin(writer, "workload,variant,type,n,block,tile,kernel,metric,count,mean,low,high");
    if (count > 0) {
        qsort(counts, count, sizeof *counts, by_counter);
    }
    for (size_t i = 0; failed == 0 && i < count;) {
        i = print_counter(writer, counts, count, i, means);
    }
    csv_writer_end(writer);
    for (size_t i = 0; i < count; i++) {
        free(counts[i].counter);
    }
    free(means);
    free(counts);
    if (file != NULL) {
        fclose(file);
    }
    return failed;
}
