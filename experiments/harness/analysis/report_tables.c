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
            failed = array_grow(counts, *count, sizeof **counts);
            if (failed == 0) {
                (*counts)[(*count)++] = read;
                line = NULL;
            }
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
    for (size_t i = 0, runs = 0; failed == 0 && i < count; i++) {
        values[runs++] = counts[i].value;
        if (i + 1 == count || by_counter(&counts[i], &counts[i + 1]) != 0) {
            const Estimate mean = arithmetic_mean(values, runs);
            fprintf(writer->stream, "%s,", counts[i].counter); /* as it is in the file */
            csv_writer_count(writer, runs);
            csv_writer_interval(writer, mean.value, mean.low, mean.high);
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
