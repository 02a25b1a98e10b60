/* See ratio_rows.h. */
#include "experiments/harness/analysis/ratio_rows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/system/array.h"
#include "experiments/harness/analysis/baselines.h"

/* A file of rows of two numbers below a header. */
typedef struct PairFile {
    const char *path;
    FILE *stream;
    size_t line;
} PairFile;

static int pair_file_open(PairFile *file, const char *path, Error *error)
{
    *file = (PairFile){path, fopen(path, "r"), 1};
    if (file->stream == NULL) {
        return error_set(error, "cannot read %s: %s", path, strerror(errno));
    }
    for (int c = 0; c != '\n' && c != EOF; c = fgetc(file->stream)) { /* the header */
    }
    return 0;
}

static int pair_file_damaged(const PairFile *file, const char *expected, Error *error)
{
    return error_set(error, "%s:%zu: expected %s; fix or delete the line", file->path, file->line, expected);
}

/* Reads the next row. 1, 0 at the end, or -1 and an error. */
static int pair_file_next(PairFile *file, size_t *group, double *value, Error *error)
{
    char line[100], *comma = line, *end = line;
    file->line++;
    if (fgets(line, sizeof line, file->stream) == NULL) {
        return 0;
    }
    *group = strtoul(line, &comma, 10);
    *value = *comma == ',' ? strtod(comma + 1, &end) : NAN;
    return comma > line && end > comma + 1 && (*end == '\n' || *end == '\0')
               ? 1
               : pair_file_damaged(file, "two numbers with a comma between them", error);
}

/* The right point of that number; NULL for none. */
static const PointSummary *point_at(const Summary *summary, const Summary *reference, double number)
{
    const double count = (double)summary->count;
    const bool here = number <= count;
    number -= here ? 0 : count;
    if (!(number >= 1 && number <= (double)(here ? summary : reference)->count)) {
        return NULL;
    }
    const PointSummary *point = &(here ? summary : reference)->points[(size_t)number - 1];
    return point->ok ? point : NULL;
}

int ratios_print(CsvWriter *writer, const char *path, const Summary *summary, const Summary *reference,
                 Error *error)
{
    static const char *const clocks[] = {"kernel", "total"};
    PairFile file;
    size_t above;
    double below;
    if (pair_file_open(&file, path, error) != 0) {
        return -1;
    }
    csv_writer_begin(writer, "above,below,clock,rounds,formed,value,low,high");
    int more;
    while ((more = pair_file_next(&file, &above, &below, error)) == 1) {
        const PointSummary *a = point_at(summary, reference, (double)above);
        const PointSummary *b = point_at(summary, reference, below);
        if (a == NULL || b == NULL) {
            more = pair_file_damaged(&file, "the numbers of two points that were measured and found right",
                                     error);
            break;
        }
        for (size_t c = 0; c < sizeof clocks / sizeof clocks[0]; c++) {
            size_t paired;
            const Ratio ratio = baselines_times(a, b, c == 1, &paired);
            const size_t fewer = a->rounds.count < b->rounds.count ? a->rounds.count : b->rounds.count;
            csv_writer_count(writer, above);
            csv_writer_count(writer, (size_t)below);
            csv_writer_text(writer, clocks[c]);
            csv_writer_count(writer, paired > 0 ? paired : fewer);
            csv_writer_text(writer, paired > 0 ? "paired" : "apart");
            csv_writer_interval(writer, ratio.value, ratio.low, ratio.high);
            csv_writer_end_row(writer);
        }
    }
    csv_writer_end(writer);
    fclose(file.stream);
    return more;
}

static void print_mean(CsvWriter *writer, size_t group, const double *value, size_t count)
{
    const Estimate mean = arithmetic_mean(value, count);
    csv_writer_count(writer, group);
    csv_writer_count(writer, count);
    csv_writer_interval(writer, mean.value, mean.low, mean.high);
    csv_writer_end_row(writer);
}

int means_print(CsvWriter *writer, const char *path, Error *error)
{
    PairFile file;
    size_t group, last = 0, count = 0;
    double value, *values = NULL;
    if (pair_file_open(&file, path, error) != 0) {
        return -1;
    }
    csv_writer_begin(writer, "group,count,mean,low,high");
    int more;
    while ((more = pair_file_next(&file, &group, &value, error)) == 1) {
        if (count > 0 && group != last) {
            print_mean(writer, last, values, count);
            count = 0;
        }
        if (array_grow(&values, count, sizeof *values) != 0) {
            more = error_set(error, "no memory for %zu values of %s", count + 1, path);
            break;
        }
        values[count++] = value;
        last = group;
    }
    if (more == 0 && count > 0) {
        print_mean(writer, last, values, count);
    }
    csv_writer_end(writer);
    fclose(file.stream);
    free(values);
    return more;
}
