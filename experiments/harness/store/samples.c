/* What a sample's row holds, and which point it measures. See samples.h. */
#include "experiments/harness/store/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/statistics/search.h"
#include "common/text/hash.h"
#include "experiments/harness/store/flags.h"
#include "experiments/harness/store/status.h"

enum { MOST_ROUND = 9999, MOST_NAME = 128, MOST_MACHINE = 128, MOST_SAMPLE_DIGITS = 15 };

const Column samples_membership[1 + IDENTITY_COLUMNS] = {
    COL_EXPERIMENT,
    /* the identity */
    COL_MACHINE,
    COL_HOST,
    COL_WORKLOAD,
    COL_TYPE,
    COL_N,
    COL_VARIANT,
    COL_THREADS,
    COL_SCHEDULE,
    COL_BLOCK,
    COL_TILE,
    COL_EDGES,
    COL_GRAPH,
    COL_MATRICES,
    COL_TRANSFER,
    COL_ITERATIONS,
    COL_PLACES,
    COL_BIND,
    COL_CACHE,
    COL_SEED, /* files of older versions may lack the following */
    COL_DEVICES,
    COL_RANKS,
};

/* A time: empty gives NAN; otherwise a finite number >= 0. */
static int parse_seconds(const char *text, double *value)
{
    *value = NAN;
    if (text[0] == '\0') {
        return 0;
    }
    char *end;
    double parsed = strtod(text, &end);
    if (*end != '\0' || !(parsed >= 0.0 && parsed < 1e12)) {
        return -1;
    }
    *value = parsed;
    return 0;
}

static bool is_count(const char *text, bool may_be_empty)
{
    size_t length = strlen(text);
    return length == 0 ? may_be_empty : length <= 20 && strspn(text, "0123456789") == length;
}

/* The first of the columns below whose field is damaged, or COLUMNS. */
static Column damaged_count(const char *const field[COLUMNS])
{
    static const Column counts[] = {COL_N, COL_SEED, COL_ROUND, COL_SAMPLE};
    static const Column empty_counts[] = {COL_THREADS, COL_BLOCK,    COL_TILE,       COL_DEVICES,
                                          COL_RANKS,   COL_MATRICES, COL_ITERATIONS, COL_EDGES};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (!is_count(field[counts[i]], false)) {
            return counts[i];
        }
    }
    for (size_t i = 0; i < sizeof empty_counts / sizeof empty_counts[0]; i++) {
        if (!is_count(field[empty_counts[i]], true)) {
            return empty_counts[i];
        }
    }
    return strlen(field[COL_SAMPLE]) > MOST_SAMPLE_DIGITS ? COL_SAMPLE : COLUMNS;
}

static Column damaged_word(const char *const field[COLUMNS])
{
    ElementType type;
    Transfer transfer;
    Schedule schedule;
    if (type_parse(field[COL_TYPE], &type) != 0) {
        return COL_TYPE;
    }
    if (field[COL_TRANSFER][0] != '\0' && transfer_parse(field[COL_TRANSFER], &transfer) != 0) {
        return COL_TRANSFER;
    }
    if (field[COL_SCHEDULE][0] != '\0' && schedule_parse(field[COL_SCHEDULE], &schedule) != 0) {
        return COL_SCHEDULE;
    }
    return status_parse(field[COL_STATUS]) == STATUSES ? COL_STATUS : COLUMNS;
}

/* Parses the times, and checks whatever else is a number that is not negative. */
static Column damaged_time(const char *const field[COLUMNS], Row *row)
{
    static const Column numbers[] = {
        COL_INPUT_S, COL_H2D_S,  COL_KERNEL_S, COL_D2H_S,          COL_OUTPUT_S,    COL_TOTAL_S,
        COL_SM_MHZ,  COL_FILL_S, COL_WARMUP_S, COL_ERROR_RELATIVE, COL_ERROR_UNITS, COL_INVOLUNTARY_SWITCHES,
        COL_CPU_S,   COL_STEAL,  COL_LOAD,     COL_NOISE,          COL_POWER_W,     COL_ENERGY_J,
        COL_REPEATS};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        double unkept = 0.0;
        double *value = numbers[i] == COL_KERNEL_S  ? &row->kernel_s
                        : numbers[i] == COL_TOTAL_S ? &row->total_s
                                                    : &unkept;
        if (numbers[i] == COL_TOTAL_S && strcmp(field[COL_TOTAL_S], field[COL_KERNEL_S]) == 0) {
            row->total_s = row->kernel_s; /* as in all rows of CPU variants; parsing is slow */
        } else if (parse_seconds(field[numbers[i]], value) != 0) {
            return numbers[i];
        }
    }
    bool right = status_is_right(status_parse(field[COL_STATUS]));
    return !right                   ? COLUMNS
           : !(row->kernel_s > 0.0) ? COL_KERNEL_S
           : !(row->total_s > 0.0)  ? COL_TOTAL_S
                                    : COLUMNS;
}

/* Parses the round and what is marked. */
static Column damaged_mark(const char *const field[COLUMNS], Row *row)
{
    unsigned long round = strtoul(field[COL_ROUND], NULL, 10);
    unsigned flags = 0;
    if (strlen(field[COL_ROUND]) > 4 || round < 1 || round > MOST_ROUND) {
        return COL_ROUND;
    }
    if (flags_parse(field[COL_FLAGS], &flags) != 0) {
        return COL_FLAGS;
    }
    const char *disturbed = field[COL_DISTURBED];
    _Static_assert(MOST_ROUND <= UINT16_MAX && FLAG_INPUT_CHANGED <= UINT16_MAX, "both fit a Row");
    row->round = (uint16_t)round;
    row->flags = (uint16_t)flags;
    row->left_out = strcmp(disturbed, "1") == 0;
    return disturbed[0] == '\0' || row->left_out || strcmp(disturbed, "0") == 0 ? COLUMNS : COL_DISTURBED;
}

static Column damaged_column(const char *const field[COLUMNS], Row *row)
{
    Column bad = damaged_count(field);
    bad = bad != COLUMNS ? bad : damaged_word(field);
    bad = bad != COLUMNS ? bad : damaged_time(field, row);
    return bad != COLUMNS ? bad : damaged_mark(field, row);
}

/* As a registry's names are: a file's text is told to people, shells and other programs as it is. */
static bool is_name(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && length <= MOST_NAME && text[0] >= 'a' && text[0] <= 'z' &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

bool samples_is_slug(const char *text, size_t most)
{
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");
    return length <= most && text[length] == '\0';
}

Column samples_misnamed(const char *const field[COLUMNS])
{
    const char *variant = field[COL_VARIANT];
    bool kind = strncmp(variant, "cpu/", 4) == 0 || strncmp(variant, "gpu/", 4) == 0;
    return !is_name(field[COL_WORKLOAD])                          ? COL_WORKLOAD
           : !kind || !is_name(variant + 4)                       ? COL_VARIANT
           : !samples_is_slug(field[COL_MACHINE], MOST_MACHINE)   ? COL_MACHINE
           : !samples_is_slug(field[COL_HOST], SAMPLES_MOST_HOST) ? COL_HOST
                                                                  : COLUMNS;
}

static int judge(const Line *line, Row *row, uint64_t *key, Error *error)
{
    if (strcmp(line->field[COL_SCHEMA], SAMPLES_SCHEMA) != 0) {
        return error_set(error, "%s line %zu has schema '%s', this program reads schema " SAMPLES_SCHEMA,
                         line->path, line->number, line->field[COL_SCHEMA]);
    }
    Column bad = samples_misnamed(line->field);
    bad = bad != COLUMNS ? bad : damaged_column(line->field, row);
    if (bad != COLUMNS) {
        return csv_file_damaged(line, bad, error);
    }
    *key = samples_key(line->field);
    return 0;
}

static const CsvFormat samples_format = {
    .name = "samples",
    .count = COL_DISTURBED, /* which earlier versions wrote */
    .needed = COL_BUILD + 1,
    .judge = judge,
    .remedy = "name another file with --out",
    .read_remedy = "name a file that speedup run wrote",
};

int samples_read(const char *path, Samples *samples, Error *error)
{
    return csv_file_read(path, &samples_format, samples, error);
}

void samples_free(Samples *samples)
{
    csv_file_free(samples);
}

int samples_open(const char *path, SampleFile *file, Error *notice, Error *error)
{
    return csv_file_open(path, &samples_format, file, notice, error);
}

int samples_append(SampleFile *file, const char *const field[COLUMNS], int now, Error *error)
{
    return csv_file_append(file, field, now, error);
}

void samples_close(SampleFile *file)
{
    csv_file_close(file);
}

uint64_t samples_key(const char *const field[COLUMNS])
{
    uint64_t hash = HASH_START;
    for (size_t i = 1; i <= IDENTITY_COLUMNS; i++) {
        const char *text = field[samples_membership[i]];
        if (i <= OLD_IDENTITY_COLUMNS || text[0] != '\0') { /* keys order what is else alike: they stay */
            hash = hash_bytes(hash, text, strlen(text) + 1);
        }
    }
    return hash;
}

Point samples_point(const Row *row)
{
    Point point = {0};
    type_parse(row_field(row, COL_TYPE), &point.type);
    if (row_field(row, COL_SCHEDULE)[0] != '\0') {
        schedule_parse(row_field(row, COL_SCHEDULE), &point.schedule);
    }
    if (row_field(row, COL_TRANSFER)[0] != '\0') {
        transfer_parse(row_field(row, COL_TRANSFER), &point.transfer);
    }
    point.n = strtoull(row_field(row, COL_N), NULL, 10);
    point.threads = (unsigned)strtoul(row_field(row, COL_THREADS), NULL, 10);
    point.block = strtoull(row_field(row, COL_BLOCK), NULL, 10);
    point.tile = strtoull(row_field(row, COL_TILE), NULL, 10);
    point.devices = (unsigned)strtoul(row_field(row, COL_DEVICES), NULL, 10);
    point.ranks = (unsigned)strtoul(row_field(row, COL_RANKS), NULL, 10);
    point.edges = strtoull(row_field(row, COL_EDGES), NULL, 10);
    point.matrices = strtoull(row_field(row, COL_MATRICES), NULL, 10);
    point.iterations = strtoull(row_field(row, COL_ITERATIONS), NULL, 10);
    return point;
}

/* ---- hosts ---- */

static int by_machine(const void *a, const void *b)
{
    const Series *left = *(const Series *const *)a;
    const Series *right = *(const Series *const *)b;
    int order = strcmp(series_field(left, COL_MACHINE), series_field(right, COL_MACHINE));
    return order != 0 ? order : strcmp(left->host, right->host);
}

/* Collects a series of each machine and host that the files name, sorted. NULL without memory. */
static const Series **collect_hosts(const Rows *files, size_t file_count, size_t *count)
{
    size_t total = 0;
    for (size_t f = 0; f < file_count; f++) {
        total += files[f].series.count;
    }
    const Series **named = calloc(total + 1, sizeof *named);
    *count = 0;
    if (named == NULL) {
        return NULL;
    }
    total = 0;
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].series.count; i++) {
            named[total] = files[f].series.series[i];
            total += named[total]->host[0] != '\0';
        }
    }
    qsort(named, total, sizeof *named, by_machine);
    for (size_t i = 0; i < total; i++) {
        if (i == 0 || by_machine(&named[i], &named[i - 1]) != 0) {
            named[(*count)++] = named[i];
        }
    }
    return named;
}

static int by_machine_alone(const void *series, const void *machine)
{
    return strcmp(series_field(*(const Series *const *)series, COL_MACHINE), machine);
}

/* The only host of `machine`; "" when there is none, or are several. */
static const char *only_host(const Series *const *named, size_t count, const char *machine)
{
    size_t at = search_first(named, count, sizeof *named, machine, by_machine_alone);
    bool there = at < count && by_machine_alone(&named[at], machine) == 0;
    bool next = at + 1 < count && by_machine_alone(&named[at + 1], machine) == 0;
    return there && !next ? named[at]->host : "";
}

static void update_key(Series *series)
{
    const char *field[COLUMNS];
    row_fields(&(Row){.series = series}, field);
    series->key = samples_key(field);
}

int samples_fill_hosts(Rows *files, size_t file_count, const char *host, Error *error)
{
    size_t count = 0;
    const Series **named = host == NULL ? collect_hosts(files, file_count, &count) : NULL;
    if (host == NULL && named == NULL) {
        return error_set(error, "no memory for the hosts of %zu files", file_count);
    }
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].series.count; i++) {
            Series *series = files[f].series.series[i];
            if (series->host[0] == '\0') {
                series->host =
                    host != NULL ? host : only_host(named, count, series_field(series, COL_MACHINE));
                update_key(series);
            }
        }
    }
    free(named);
    return 0;
}

void samples_forget(Rows *files, size_t file_count, Column column)
{
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].series.count; i++) {
            series_clear(files[f].series.series[i], column);
            update_key(files[f].series.series[i]);
        }
    }
}

double samples_number(const Row *row, Column column)
{
    const char *text = row_field(row, column);
    return column == COL_KERNEL_S  ? row->kernel_s
           : column == COL_TOTAL_S ? row->total_s
           : text[0] != '\0'       ? strtod(text, NULL)
                                   : NAN;
}
