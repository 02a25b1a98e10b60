/* Reading CSV files of rows. See csv_read.h. */
#include "experiments/harness/store/csv_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/array.h"
#include "common/system/file.h"
#include "common/text/crc32c.h"
#include "common/text/text.h"
#include "experiments/harness/store/csv_writer.h"

/* Cuts the next field off *rest and unquotes it in place. Sets *rest behind the separator, or to NULL at the
 * end of the line. NULL if a quote is not closed or text follows a closing quote. */
static char *next_field(char **rest)
{
    char *const field = *rest, *from = field, *to = field;
    if (*field != '"') {
        from = to = strchrnul(field, ',');
    } else {
        for (from++; *from != '\0' && !(from[0] == '"' && from[1] != '"'); *to++ = *from++) {
            from += from[0] == '"'; /* a doubled quote stands for one */
        }
        if (*from == '\0' || (from[1] != ',' && from[1] != '\0')) {
            return NULL;
        }
        from++;
    }
    *rest = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return field + (field[0] == '\'' && csv_is_formula(field + 1)); /* without the apostrophe of csv_print */
}

size_t csv_count_zeros(const char *text, size_t length)
{
    size_t zeros = 0;
    for (const char *at = memchr(text, '\0', length); at != NULL && at < text + length; at++) {
        zeros += *at == '\0';
    }
    return zeros;
}

/* Reports bytes 0 in a line, which is no text. */
static int check_zeros(const Line *line, const char *text, size_t length, Error *error)
{
    const size_t zeros = csv_count_zeros(text, length);
    return zeros == 0 ? 0
                      : error_set(error, "%s:%zu: %zu zero bytes, as a power failure leaves them" FIX_LINE,
                                  line->path, line->number, zeros, line->path);
}

static Column column_at(const CsvFormat *format, size_t place)
{
    return format->members ? columns_in(ORDER_MEMBERS)[place] : (Column)place;
}

char *csv_header_text(const CsvFormat *format)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    for (size_t i = 0; stream != NULL && i < format->count; i++) {
        fprintf(stream, "%s,", column_names[column_at(format, i)]);
    }
    return stream != NULL && fputs(CHECK_NAME "\n", stream) >= 0 && fclose(stream) == 0 ? text : NULL;
}

/* Does one changed byte make the text, which is cut at commas, of this name and its comma? */
static bool is_one_byte_off(const char *text, const char *end, const char *name)
{
    size_t changed = 0, length = strlen(name);
    for (size_t i = 0; i <= length && changed < 2; i++) {
        const char is = text + i < end && text[i] != '\0' ? text[i] : ',';
        changed += is != (i < length ? name[i] : ',');
    }
    return changed == 1;
}

/* A file of another version may have unknown columns and lack some. But a damaged name must not pass as
 * unknown, not even that of the check. */
static bool is_damaged(const CsvFormat *format, const char *text, const char *end, const bool *seen,
                       bool checked)
{
    bool damaged = !checked && is_one_byte_off(text, end, CHECK_NAME);
    for (size_t i = 0; i < format->count && !damaged; i++) {
        const Column column = column_at(format, i);
        damaged = !seen[column] && is_one_byte_off(text, end, column_names[column]);
    }
    return damaged;
}

int csv_header_parse(const char *path, const CsvFormat *format, char *line, size_t length, CsvHeader *header,
                     Error *error)
{
    const char *name[MOST_FILE_COLUMNS], *end = line + length;
    bool seen[COLUMNS + 1] = {false};
    *header = (CsvHeader){0};
    if (check_zeros(&(Line){.path = path, .number = 1}, line, length, error) != 0) {
        return -1;
    }
    for (char *rest = line + text_mark(line); rest != NULL && header->fields < MOST_FILE_COLUMNS;
         header->fields++) {
        const char *found = name[header->fields] = next_field(&rest);
        header->checked = rest == NULL && found != NULL && strcmp(found, CHECK_NAME) == 0;
        if (header->checked) {
            break;
        }
        const size_t column = text_find(found, found != NULL ? strlen(found) : 0, column_names, COLUMNS);
        if (column < COLUMNS && seen[column]) {
            return error_set(error, "%s:1: column '%s' occurs twice; delete one of them", path, found);
        }
        header->column[header->fields] = (Column)column;
        seen[column] = true;
    }
    size_t missing = 0;
    for (size_t i = format->needed; i-- > 0;) {
        const Column column = column_at(format, i);
        if (!seen[column]) {
            missing++;
            error_set(error, "%s:1: not the header of a %s file: column '%s' is missing; %s", path,
                      format->name, column_names[column], format->read_remedy);
        }
    }
    for (size_t i = 0; i < header->fields && missing <= 2; i++) { /* one byte parts or joins two names */
        if (header->column[i] == COLUMNS &&
            (name[i] == NULL || is_damaged(format, name[i], end, seen, header->checked))) {
            return error_set(error, "%s:1: a column is unknown: the header is damaged" FIX_LINE, path, path);
        }
    }
    return missing > 0;
}

/* Cuts a line into fields. -1 and an error if there are not as many as in the header. */
static int cut_line(Reading *reading, char *text, Error *error)
{
    Line *line = &reading->line;
    size_t found = 0;
    for (int c = 0; c < COLUMNS; c++) {
        line->field[c] = "";
    }
    for (char *rest = text; rest != NULL; found++) {
        const char *field = next_field(&rest);
        if (field == NULL) {
            return error_set(error, "%s:%zu: a quote is not closed" FIX_LINE, line->path, line->number,
                             line->path);
        }
        if (found < reading->header.fields && reading->header.column[found] < COLUMNS) {
            line->field[reading->header.column[found]] = field;
        }
    }
    return found == reading->header.fields
               ? 0
               : error_set(error, "%s:%zu: expected %zu fields, found %zu" FIX_LINE, line->path, line->number,
                           reading->header.fields, found, line->path);
}

/* The program writes no control characters; they could hide or forge text on a terminal. */
static int check_controls(const Line *line, Error *error)
{
    for (int c = 0; c < COLUMNS; c++) {
        for (const char *at = line->field[c]; *at != '\0'; at++) {
            if (text_is_control(*at)) {
                return error_set(error, "%s:%zu: column %s contains a control character (byte %d)" FIX_LINE,
                                 line->path, line->number, column_names[c], *at, line->path);
            }
        }
    }
    return 0;
}

int csv_file_damaged(const Line *line, Column column, Error *error)
{
    return error_set(error, "%s:%zu: column %s: invalid value '%s'" FIX_LINE, line->path, line->number,
                     column_names[column], line->field[column], line->path);
}

/* Cuts the check off the line; `length` is that of the rest. -1 if it does not match. */
static int cut_check(char *text, size_t *length)
{
    char expected[CHECK_LENGTH + 1];
    if (*length < CHECK_LENGTH) {
        return -1;
    }
    char *check = text + *length - CHECK_LENGTH;
    snprintf(expected, sizeof expected, CHECK_FORMAT, crc32c(text, *length - CHECK_LENGTH));
    if (strcmp(check, expected) != 0) {
        return -1;
    }
    *check = '\0';
    *length -= CHECK_LENGTH;
    return 0;
}

int csv_row_parse(Reading *reading, char *text, size_t length, bool ended, Error *error)
{
    Rows *rows = reading->rows;
    const Line *line = &reading->line;
    const bool controls = text_has_control(text);
    int cut = check_zeros(line, text, length, error);
    if (cut == 0 && reading->header.checked && cut_check(text, &length) != 0) {
        cut = error_set(error, "%s:%zu: the check does not match: the line is damaged or was edited" FIX_LINE,
                        line->path, line->number, line->path);
    }
    cut = cut == 0 ? cut_line(reading, text, error) : cut;
    uint64_t key;
    Row row = {0};
    if (!ended) {
        error_set(&rows->notice, "%s:%zu: the last line %s", line->path, line->number,
                  cut == 0 ? "has no newline; it is complete and counts" : "is incomplete and ignored");
    }
    if (cut != 0) {
        return ended ? -1 : 0;
    }
    if ((controls && check_controls(line, error) != 0) ||
        reading->format->check(line, &row, &key, error) != 0) {
        return -1;
    }
    if (series_add(&rows->series, line->field, key, &row) != 0 ||
        array_append(&rows->rows, &rows->count, &row, sizeof row) != 0) {
        free(row.own);
        return error_set(error, "no memory for the rows of %s", line->path);
    }
    return 0;
}

size_t csv_line_length(const char *text, size_t length)
{
    length -= length > 0 && text[length - 1] == '\n';
    return length - (length > 0 && text[length - 1] == '\r');
}

static int parse_line(Reading *reading, char *text, size_t length, Error *error)
{
    const bool ended = text[length - 1] == '\n';
    length = csv_line_length(text, length);
    text[length] = '\0';
    if (reading->line.number > 1) {
        return csv_row_parse(reading, text, length, ended, error);
    }
    const int failed =
        csv_header_parse(reading->line.path, reading->format, text, length, &reading->header, error);
    if (failed == 0 || !reading->format->optional) {
        return failed != 0 ? -1 : 0;
    }
    error_set(&reading->rows->notice, "%s; it is ignored", error->text);
    reading->ignored = true;
    return 0;
}

static int check_empty(FILE *file, const Reading *reading, Error *error)
{
    struct stat status;
    const char *path = reading->line.path;
    if (fstat(fileno(file), &status) == 0 && S_ISFIFO(status.st_mode)) {
        return error_set(error, "%s is a pipe without a writer; start the writer first, or name a file",
                         path);
    }
    return reading->format->optional
               ? 0
               : error_set(error, "%s has no header line; delete it or name another file", path);
}

/* Parses a file line by line, so that its text need not be in memory. */
static int read_lines(FILE *file, Reading *reading, Error *error)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t length = 0;
    int failed = 0;
    while (failed == 0 && !reading->ignored && (length = getline(&text, &room, file)) > 0) {
        reading->line.number++;
        failed = parse_line(reading, text, (size_t)length, error);
    }
    if (length < 0 && !feof(file)) {
        failed = error_set(error, "cannot read %s: %s", reading->line.path, strerror(errno));
    } else if (reading->line.number == 0) {
        failed = check_empty(file, reading, error);
    }
    free(text);
    return failed;
}

int csv_file_read(const char *path, const CsvFormat *format, Rows *rows, Error *error)
{
    *rows = (Rows){.path = strdup(path)};
    Reading reading = {.format = format, .rows = rows, .line = {.path = rows->path}};
    int fd = file_open(path, O_RDONLY | O_NONBLOCK); /* else a FIFO waits for a writer */
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    int failed = -1;
    if (file == NULL || rows->path == NULL) {
        error_set(error, "cannot read %s: %s", path, strerror(errno));
    } else {
        fcntl(fd, F_SETFL, 0);
        failed = read_lines(file, &reading, error);
    }
    if (file != NULL) {
        fclose(file);
    } else if (fd >= 0) {
        close(fd);
    }
    if (failed != 0) {
        csv_file_free(rows);
    }
    return failed;
}

void csv_file_free(Rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->rows[i].own);
    }
    series_free(&rows->series);
    free(rows->rows);
    free(rows->path);
    *rows = (Rows){0};
}
