/* See samples.h. */
#include "experiments/harness/store/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/hash.h"
#include "common/text/text.h"
#include "experiments/harness/store/status.h"

enum { MOST_NAME = 128, MOST_MACHINE = 128, MOST_SAMPLE_DIGITS = 15 };

/* Empty gives NAN; otherwise a finite number from 0 to below `most`. */
static int parse_number(const char *text, double most, double *value)
{
    *value = NAN;
    if (text[0] == '\0') {
        return 0;
    }
    char *end;
    double parsed = strtod(text, &end);
    if (*end != '\0' || !(parsed >= 0.0 && parsed < most)) {
        return -1;
    }
    *value = parsed;
    return 0;
}

/* "alpha=0.1;file=a": the names are columns of a summary. */
static bool are_parameters(const char *text)
{
    size_t length, name = 1;
    for (const char *item; name > 0 && (item = list_next(&text, &length)) != NULL;) {
        name = strspn(item, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
        name = item[name] == '=' ? name : 0;
    }
    return name > 0;
}

static bool is_of_type(Column column, const char *text)
{
    const int type = column_table[column].type;
    const AxisId axis = (AxisId)(type - COLUMN_AXIS);
    const size_t length = strlen(text);
    const double most = column == COL_ERROR_RELATIVE || column == COL_ERROR_UNITS ? INFINITY : SAMPLES_LIMIT;
    double value;
    Point point;
    if (length == 0) {
        return type != COLUMN_COUNT && (type < COLUMN_AXIS || axis_table[axis].neutral != SIZE_MAX);
    }
    return column == COL_PARAMETERS  ? are_parameters(text)
           : column == COL_SHAPE     ? axis_parse_word(AXIS_ID_SIZE, text, &point) == 0
           : type == COLUMN_TEXT     ? true
           : type == COLUMN_NUMBER   ? parse_number(text, most, &value) == 0
           : column_is_whole(column) ? length <= 20 && strspn(text, "0123456789") == length
                                     : axis_parse_word(axis, text, &point) == 0;
}

/* Sets the numbers of `row`. Returns the first damaged column, or COLUMNS. */
static Column damaged_column(const char *const field[COLUMNS], Row *row)
{
    for (int c = 0; c < COLUMNS; c++) {
        const bool untyped =
            c == COL_TYPE && field[c][0] == '\0' && strcmp(field[COL_WORKLOAD], "command") == 0;
        if (c != COL_KERNEL_S && c != COL_TOTAL_S && !untyped && !is_of_type((Column)c, field[c])) {
            return (Column)c;
        }
    }
    const Status status = status_parse(field[COL_STATUS]);
    const unsigned long round = strtoul(field[COL_ROUND], NULL, 10);
    unsigned flags = 0;
    if (parse_number(field[COL_KERNEL_S], SAMPLES_LIMIT, &row->kernel_s) != 0 ||
        (status_is_right(status) && !(row->kernel_s > 0.0))) {
        return COL_KERNEL_S;
    }
    row->total_s = row->kernel_s; /* in all rows of CPU variants; parsing is slow */
    if (strcmp(field[COL_TOTAL_S], field[COL_KERNEL_S]) != 0 &&
        (parse_number(field[COL_TOTAL_S], SAMPLES_LIMIT, &row->total_s) != 0 ||
         (status_is_right(status) && !(row->total_s > 0.0)))) {
        return COL_TOTAL_S;
    }
    _Static_assert(SAMPLES_MOST_ROUND <= UINT16_MAX && FLAG_GROWS <= UINT16_MAX, "both fit a Row");
    const Column bad = status == STATUSES                                                        ? COL_STATUS
                       : strlen(field[COL_SAMPLE]) > MOST_SAMPLE_DIGITS                          ? COL_SAMPLE
                       : strlen(field[COL_ROUND]) > 4 || round < 1 || round > SAMPLES_MOST_ROUND ? COL_ROUND
                       : flags_parse(field[COL_FLAGS], &flags) != 0                              ? COL_FLAGS
                                                                                                 : COLUMNS;
    row->round = (uint16_t)round;
    row->flags = (uint16_t)flags;
    return bad;
}

/* The text of a file goes to terminals, shells and other programs. */
static bool is_name(const char *text)
{
    return text_is_name(text) && strlen(text) <= MOST_NAME;
}

bool samples_is_slug(const char *text, size_t most)
{
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");
    return length <= most && text[length] == '\0' && text[0] != '-';
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

static int check_line(const Line *line, Row *row, uint64_t *key, Error *error)
{
    if (strcmp(line->field[COL_SCHEMA], SAMPLES_SCHEMA) != 0) {
        return error_set(error, "%s:%zu: schema '%s' is unknown, this program reads schema " SAMPLES_SCHEMA,
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

const CsvFormat samples_format = {
    .name = "samples",
    .count = COLUMNS,
    .needed = FIRST_VERSION_COLUMNS,
    .check = check_line,
    .remedy = "name another file with --out",
    .read_remedy = "name a file that speedup run wrote",
    .follows = true,
};

uint64_t samples_key(const char *const field[COLUMNS])
{
    const Column *members = columns_in(ORDER_MEMBERS);
    uint64_t hash = HASH_START;
    for (size_t i = 1; i <= IDENTITY_COLUMNS; i++) {
        const char *text = field[members[i]];
        if (i < FIRST_VERSION_MEMBERS || text[0] != '\0') { /* keys of earlier files stay as they are */
            hash = hash_text(hash, text);
            hash ^= members[i] == COL_RANKS; /* 2 ranks are not 2 devices */
        }
    }
    return hash;
}

Point samples_point(const Row *row)
{
    Point point = {.edges = strtoull(row_field(row, COL_EDGES), NULL, 10)};
    for (int c = 0; c < COLUMNS; c++) {
        const int type = column_table[c].type;
        const char *text = type >= COLUMN_AXIS ? row_field(row, (Column)c) : "";
        const AxisId id = (AxisId)(type - COLUMN_AXIS);
        if (text[0] == '\0') {
            continue;
        }
        if (axis_table[id].most > 0) {
            axis_set(&point, id, strtoull(text, NULL, 10));
        } else {
            axis_parse_word(id, text, &point);
        }
    }
    if (row_field(row, COL_SHAPE)[0] != '\0') {
        axis_parse_word(AXIS_ID_SIZE, row_field(row, COL_SHAPE), &point);
    }
    return point;
}

void samples_forget(Rows *files, size_t file_count, Column column)
{
    for (size_t f = 0; f < file_count; f++) {
        for (size_t i = 0; i < files[f].series.count; i++) {
            Series *series = files[f].series.series[i];
            const char *field[COLUMNS];
            series->at[column] = 0;
            row_fields(&(Row){.series = series}, field);
            series->key = samples_key(field);
        }
    }
}

double samples_number(const Row *row, Column column)
{
    if (column == COL_KERNEL_S || column == COL_TOTAL_S) {
        return column == COL_KERNEL_S ? row->kernel_s : row->total_s;
    }
    const char *text = row_field(row, column);
    return text[0] != '\0' ? strtod(text, NULL) : NAN;
}
