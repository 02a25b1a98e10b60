/* What a sample's row holds, and which point it measures. See samples.h. */
#include "experiments/harness/keep/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/search.h"
#include "experiments/harness/keep/flags.h"
#include "experiments/harness/keep/status.h"

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
static Column damaged_count(const Row *row)
{
    static const Column counts[] = {COL_N, COL_SEED, COL_ROUND, COL_SAMPLE};
    static const Column empty_counts[] = {COL_THREADS, COL_BLOCK,    COL_TILE,       COL_DEVICES,
                                          COL_RANKS,   COL_MATRICES, COL_ITERATIONS, COL_EDGES};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (!is_count(row->field[counts[i]], false)) {
            return counts[i];
        }
    }
    for (size_t i = 0; i < sizeof empty_counts / sizeof empty_counts[0]; i++) {
        if (!is_count(row->field[empty_counts[i]], true)) {
            return empty_counts[i];
        }
    }
    return strlen(row->field[COL_SAMPLE]) > MOST_SAMPLE_DIGITS ? COL_SAMPLE : COLUMNS;
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

/* Parses the times, and whatever else is a number that is not negative. */
static Column damaged_time(Row *row)
{
    double unkept;
    struct {
        Column column;
        double *value;
    } times[] = {
        {COL_INPUT_S, &row->input_s},  {COL_H2D_S, &row->h2d_s},       {COL_KERNEL_S, &row->kernel_s},
        {COL_D2H_S, &row->d2h_s},      {COL_OUTPUT_S, &row->output_s}, {COL_TOTAL_S, &row->total_s},
        {COL_SM_MHZ, &row->sm_mhz},    {COL_FILL_S, &row->fill_s},     {COL_WARMUP_S, &unkept},
        {COL_ERROR_RELATIVE, &unkept}, {COL_ERROR_UNITS, &unkept},     {COL_INVOLUNTARY_SWITCHES, &unkept},
        {COL_CPU_S, &unkept},          {COL_STEAL, &unkept},           {COL_LOAD, &unkept},
        {COL_YARDSTICK_MEAN, &unkept}, {COL_YARDSTICK_MAX, &unkept},   {COL_POWER_W, &unkept},
        {COL_ENERGY_J, &unkept},       {COL_REPEATS, &unkept}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        if (parse_seconds(row->field[times[i].column], times[i].value) != 0) {
            return times[i].column;
        }
    }
    bool right = status_is_right(status_parse(row->field[COL_STATUS]));
    return !right                   ? COLUMNS
           : !(row->kernel_s > 0.0) ? COL_KERNEL_S
           : !(row->total_s > 0.0)  ? COL_TOTAL_S
                                    : COLUMNS;
}

/* Parses the round and what is marked. */
static Column damaged_mark(Row *row)
{
    row->round = (unsigned)strtoul(row->field[COL_ROUND], NULL, 10);
    if (strlen(row->field[COL_ROUND]) > 4 || row->round < 1 || row->round > MOST_ROUND) {
        return COL_ROUND;
    }
    row->flags = 0;
    if (flags_parse(row->field[COL_FLAGS], &row->flags) != 0) {
        return COL_FLAGS;
    }
    const char *disturbed = row->field[COL_DISTURBED];
    row->disturbed = strcmp(disturbed, "1") == 0;
    return disturbed[0] == '\0' || row->disturbed || strcmp(disturbed, "0") == 0 ? COLUMNS : COL_DISTURBED;
}

static Column damaged_column(Row *row)
{
    Column bad = damaged_count(row);
    bad = bad != COLUMNS ? bad : damaged_word(row->field);
    bad = bad != COLUMNS ? bad : damaged_time(row);
    return bad != COLUMNS ? bad : damaged_mark(row);
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

static int judge(const char *path, Row *row, Error *error)
{
    if (strcmp(row->field[COL_SCHEMA], SAMPLES_SCHEMA) != 0) {
        return error_set(error, "%s line %zu has schema '%s', this program reads schema " SAMPLES_SCHEMA,
                         path, row->line, row->field[COL_SCHEMA]);
    }
    Column bad = samples_misnamed(row->field);
    bad = bad != COLUMNS ? bad : damaged_column(row);
    if (bad != COLUMNS) {
        return rows_damaged(path, row, bad, error);
    }
    row->key = samples_key(row->field);
    return 0;
}

static const RowFormat samples_format = {
    .name = "samples",
    .count = COLUMNS,
    .needed = COL_BUILD + 1,
    .judge = judge,
    .remedy = "name another file with --out",
};

int samples_read(const char *path, Samples *samples, Error *error)
{
    return rows_read(path, &samples_format, samples, error);
}

void samples_free(Samples *samples)
{
    rows_free(samples);
}

int samples_open(const char *path, SampleFile *file, Error *notice, Error *error)
{
    return rows_open(path, &samples_format, file, notice, error);
}

int samples_append(SampleFile *file, const char *const field[COLUMNS], int now, Error *error)
{
    return rows_append(file, field, now, error);
}

void samples_close(SampleFile *file)
{
    rows_close(file);
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
    type_parse(row->field[COL_TYPE], &point.type);
    if (row->field[COL_SCHEDULE][0] != '\0') {
        schedule_parse(row->field[COL_SCHEDULE], &point.schedule);
    }
    if (row->field[COL_TRANSFER][0] != '\0') {
        transfer_parse(row->field[COL_TRANSFER], &point.transfer);
    }
    point.n = strtoull(row->field[COL_N], NULL, 10);
    point.threads = (unsigned)strtoul(row->field[COL_THREADS], NULL, 10);
    point.block = strtoull(row->field[COL_BLOCK], NULL, 10);
    point.tile = strtoull(row->field[COL_TILE], NULL, 10);
    point.devices = (unsigned)strtoul(row->field[COL_DEVICES], NULL, 10);
    point.ranks = (unsigned)strtoul(row->field[COL_RANKS], NULL, 10);
    point.edges = strtoull(row->field[COL_EDGES], NULL, 10);
    point.matrices = strtoull(row->field[COL_MATRICES], NULL, 10);
    point.iterations = strtoull(row->field[COL_ITERATIONS], NULL, 10);
    return point;
}

/* ---- hosts ---- */

static int by_machine(const void *a, const void *b)
{
    const Row *left = *(const Row *const *)a;
    const Row *right = *(const Row *const *)b;
    int order = strcmp(left->field[COL_MACHINE], right->field[COL_MACHINE]);
    return order != 0 ? order : strcmp(left->field[COL_HOST], right->field[COL_HOST]);
}

/* Collects a row of each machine and host that the files name, sorted. NULL without memory. */
static const Row **collect_hosts(const Rows *files, size_t file_count, size_t *count)
{
    size_t total = 0;
    for (size_t f = 0; f < file_count; f++) {
        total += files[f].count;
    }
    const Row **named = calloc(total + 1, sizeof *named);
    *count = 0;
    if (named == NULL) {
        return NULL;
    }
    total = 0;
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].count; i++) {
            named[total] = &files[f].rows[i];
            total += named[total]->field[COL_HOST][0] != '\0';
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

/* The only host of `machine`; "" when there is none, or are several. */
static const char *only_host(const Row *const *named, size_t count, const char *machine)
{
    const Row before = {.field = {[COL_MACHINE] = machine, [COL_HOST] = ""}};
    const Row *sought = &before;
    size_t at = search_first(named, count, sizeof *named, &sought, by_machine);
    bool there = at < count && strcmp(named[at]->field[COL_MACHINE], machine) == 0;
    bool next = at + 1 < count && strcmp(named[at + 1]->field[COL_MACHINE], machine) == 0;
    return there && !next ? named[at]->field[COL_HOST] : "";
}

int samples_fill_hosts(Rows *files, size_t file_count, const char *host, Error *error)
{
    size_t count = 0;
    const Row **named = host == NULL ? collect_hosts(files, file_count, &count) : NULL;
    if (host == NULL && named == NULL) {
        return error_set(error, "no memory for the hosts of %zu files", file_count);
    }
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].count; i++) {
            Row *row = &files[f].rows[i];
            if (row->field[COL_HOST][0] == '\0') {
                row->field[COL_HOST] = host != NULL ? host : only_host(named, count, row->field[COL_MACHINE]);
                row->key = samples_key(row->field);
            }
        }
    }
    free(named);
    return 0;
}

void samples_forget(Rows *files, size_t file_count, Column column)
{
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].count; i++) {
            files[f].rows[i].field[column] = "";
            files[f].rows[i].key = samples_key(files[f].rows[i].field);
        }
    }
}

double samples_number(const Row *row, Column column)
{
    switch (column) {
    case COL_INPUT_S:
        return row->input_s;
    case COL_H2D_S:
        return row->h2d_s;
    case COL_KERNEL_S:
        return row->kernel_s;
    case COL_D2H_S:
        return row->d2h_s;
    case COL_OUTPUT_S:
        return row->output_s;
    case COL_TOTAL_S:
        return row->total_s;
    case COL_FILL_S:
        return row->fill_s;
    default:
        return row->sm_mhz;
    }
}
