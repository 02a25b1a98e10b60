/* Reading, repairing and appending to CSV files. See csv_file.h. */
#include "experiments/harness/store/csv_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/system/array.h"
#include "common/system/file.h"
#include "common/text/crc32c.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "experiments/harness/store/csv_writer.h"

enum { MOST_FILE_COLUMNS = 128 };
#define FIX_LINE "; speedup repair %s moves it to another file"

/* The last column, on lines and in the header: the CRC-32C of the line's text before its comma. */
#define CHECK_NAME "check"
#define CHECK_FORMAT ",%08x"
enum { CHECK_LENGTH = 9 };

static Column column_at(const CsvFormat *format, size_t place)
{
    return format->members ? columns_in(ORDER_MEMBERS)[place] : (Column)place;
}

/* ---- reading ---- */

typedef struct Reading {
    const CsvFormat *format;
    Rows *rows;
    Line line;
    int column_of[MOST_FILE_COLUMNS]; /* of each field; -1: a column of no format */
    size_t fields;                    /* of the header, without the check */
    bool checked;                     /* the last column is the check */
    size_t moved;                     /* damaged lines, of a repair */
    bool is_prefix;                   /* the columns are the format's first ones, in its order */
    bool ignored;                     /* the file is of another format, which this format allows */
} Reading;

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

static size_t count_zeros(const char *text, size_t length)
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
    const size_t zeros = count_zeros(text, length);
    return zeros == 0 ? 0
                      : error_set(error, "%s:%zu: %zu zero bytes, as a power failure leaves them" FIX_LINE,
                                  line->path, line->number, zeros, line->path);
}

static int parse_header(Reading *reading, char *line, size_t length, Error *error)
{
    const CsvFormat *format = reading->format;
    int previous = -1;
    bool seen[COLUMNS] = {false}, unknown = false, renamed = false;
    if (check_zeros(&reading->line, line, length, error) != 0) {
        return -1;
    }
    reading->fields = 0;
    reading->is_prefix = true;
    for (char *rest = line; rest != NULL && reading->fields < MOST_FILE_COLUMNS; reading->fields++) {
        const char *name = next_field(&rest);
        int *column = &reading->column_of[reading->fields];
        *column = -1;
        reading->checked = rest == NULL && name != NULL && strcmp(name, CHECK_NAME) == 0;
        if (reading->checked) {
            break;
        }
        for (int c = 0; name != NULL && c < COLUMNS; c++) {
            if (strcmp(name, column_names[c]) == 0) {
                *column = c;
            }
        }
        if (*column >= 0 && seen[*column]) {
            return error_set(error, "%s:1: column '%s' occurs twice; delete one of them", reading->line.path,
                             name);
        }
        if (*column >= 0) {
            seen[*column] = true;
        }
        unknown = unknown || *column < 0;
        renamed = renamed || (*column < 0 && previous == (int)column_at(format, format->count - 1));
        previous = *column;
        reading->is_prefix = reading->is_prefix && reading->fields < format->count &&
                             *column == (int)column_at(format, reading->fields);
    }
    /* Files without a check may have unknown columns. A damaged name must not pass as one, not even the name
     * of the check, which follows the last column. */
    if (renamed || (unknown && reading->checked)) {
        return error_set(error, "%s:1: a column is unknown: the header is damaged" FIX_LINE,
                         reading->line.path, reading->line.path);
    }
    for (size_t i = 0; i < reading->format->needed; i++) {
        Column column = column_at(reading->format, i);
        if (!seen[column]) {
            return error_set(error, "%s:1: not the header of a %s file: column '%s' is missing; %s",
                             reading->line.path, reading->format->name, column_names[column],
                             reading->format->read_remedy);
        }
    }
    return 0;
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
        if (found < reading->fields && reading->column_of[found] >= 0) {
            line->field[reading->column_of[found]] = field;
        }
    }
    return found == reading->fields ? 0
                                    : error_set(error, "%s:%zu: expected %zu fields, found %zu" FIX_LINE,
                                                line->path, line->number, reading->fields, found, line->path);
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

/* A line after the header. Only the last line, without its newline, may be torn. */
static int parse_row(Reading *reading, char *text, size_t length, bool ended, Error *error)
{
    Rows *rows = reading->rows;
    const Line *line = &reading->line;
    const bool controls = text_has_control(text);
    int cut = check_zeros(line, text, length, error);
    if (cut == 0 && reading->checked && cut_check(text, &length) != 0) {
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
        array_grow(&rows->rows, rows->count, sizeof row) != 0) {
        return error_set(error, "no memory for the rows of %s", line->path);
    }
    rows->rows[rows->count++] = row;
    return 0;
}

static int parse_line(Reading *reading, char *text, size_t length, Error *error)
{
    const bool ended = text[length - 1] == '\n';
    length -= ended;
    length -= length > 0 && text[length - 1] == '\r';
    text[length] = '\0';
    if (reading->line.number > 1) {
        return parse_row(reading, text, length, ended, error);
    }
    const int failed = parse_header(reading, text, length, error);
    if (failed == 0 || !reading->format->optional) {
        return failed;
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
    series_complete(&rows->series);
    if (failed != 0) {
        csv_file_free(rows);
    }
    return failed;
}

void csv_file_free(Rows *rows)
{
    series_free(&rows->series);
    free(rows->rows);
    free(rows->path);
    *rows = (Rows){0};
}

/* ---- appending: whole rows or nothing ---- */

#define SYNC_EVERY_S 0.05

/* mkdir -p of the folder of `path`. *made: length of the first folder that was missing; 0: none. */
static int make_folders(const char *path, size_t *made, Error *error)
{
    char folder[4096];
    *made = 0;
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) == 0) {
            *made = *made == 0 ? strlen(folder) : *made;
            file_sync_folder(folder);
        } else if (errno != EEXIST) {
            return error_set(error, "cannot make the folder %s: %s; name another file with --out", folder,
                             strerror(errno));
        }
        *slash = '/';
    }
    return 0;
}

/* Removes the folders that make_folders made, if they are empty. */
static void remove_folders(const char *path, size_t made)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strrchr(folder, '/'); made > 0 && slash != NULL && (size_t)(slash - folder) >= made;
         slash = strrchr(folder, '/')) {
        *slash = '\0';
        rmdir(folder);
    }
}

/* Ends a row with the check of its text so far, or the header with the check's name. */
static void print_end(FILE *stream, bool row, const char *text, size_t length)
{
    if (row) {
        fprintf(stream, CHECK_FORMAT "\n", crc32c(text, length));
    } else {
        fputs("," CHECK_NAME "\n", stream);
    }
}

/* The line of a row; to be freed. NULL and an error without memory. */
static char *format_row(const CsvFile *file, const char *const field[COLUMNS], size_t *length, Error *error)
{
    char *line = NULL;
    FILE *stream = open_memstream(&line, length);
    for (size_t i = 0; stream != NULL && i < file->format->count; i++) {
        csv_print(stream, field[column_at(file->format, i)]);
        fputs(i + 1 < file->format->count ? "," : "", stream);
    }
    if (stream != NULL && fflush(stream) == 0) {
        print_end(stream, field != column_names, line, *length);
    }
    if (stream == NULL || fclose(stream) != 0) {
        free(line);
        error_set(error, "no memory for a row of %s", file->path);
        return NULL;
    }
    return line;
}

/* Writes the whole line at the end of the file, or nothing. After a short write, writing the rest returns the
 * reason: a full disk, a limit. */
static int write_row(CsvFile *file, const char *const field[COLUMNS], Error *error)
{
    size_t done = 0, length;
    char *line = format_row(file, field, &length, error);
    ssize_t written = 1;
    off_t end = lseek(file->fd, 0, SEEK_END);
    while (line != NULL && written > 0 && done < length) {
        do {
            written = write(file->fd, line + done, length - done);
        } while (written < 0 && errno == EINTR);
        done += written > 0 ? (size_t)written : 0;
    }
    int reason = written < 0 ? errno : ENOSPC;
    bool failed = line == NULL;
    free(line);
    if (failed) {
        return -1;
    }
    if (done == length) {
        file->size += (off_t)length; /* not `end`: a change since the check is noticed at the next row */
        return 0;
    }
    if (end < 0 || ftruncate(file->fd, end) != 0) {
        return error_set(error, "cannot write to %s: %s; its last line is torn, the next run repairs it",
                         file->path, strerror(reason));
    }
    return error_set(
        error, "cannot write to %s: %s; all rows before are kept, %s and run the same command again",
        file->path, strerror(reason), reason == EFBIG ? "raise the limit (ulimit -f)" : "make room");
}

/* As pread, but shorter only at the end of the file. */
static ssize_t read_at(int fd, char *buffer, size_t size, off_t at)
{
    size_t done = 0;
    for (ssize_t got = 1; got != 0 && done < size;) {
        got = pread(fd, buffer + done, size - done, at + (off_t)done);
        if (got < 0 && errno != EINTR) {
            return -1;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)done;
}

/* Removes a torn last line; a file without a whole line becomes empty. */
static int cut_torn_line(CsvFile *file, off_t size, Error *notice, Error *error)
{
    off_t keep = size;
    char block[4096];
    while (keep > 0) {
        size_t want = keep < (off_t)sizeof block ? (size_t)keep : sizeof block;
        if (read_at(file->fd, block, want, keep - (off_t)want) != (ssize_t)want) {
            return error_set(error, "cannot read %s: %s", file->path, strerror(errno));
        }
        const char *newline = memrchr(block, '\n', want);
        keep -= (off_t)want;
        if (newline != NULL) {
            keep += newline - block + 1;
            break;
        }
    }
    if (keep == size) {
        return 0;
    }
    if (ftruncate(file->fd, keep) != 0) {
        return error_set(error, "cannot repair the torn last line of %s: %s", file->path, strerror(errno));
    }
    if (notice != NULL) {
        error_set(notice,
                  "%s: removed a torn last line of %lld bytes (an earlier run was killed while writing)",
                  file->path, (long long)(size - keep));
    }
    return 0;
}

/* Compares as much of the header as is there. An empty file passes, and a header torn by a crash: cut off, or
 * zero bytes from somewhere to the end of the file. Behind a link it must be whole. */
static int check_header(CsvFile *file, Error *error)
{
    size_t length, same = 0, columns = 1;
    char *line = format_row(file, column_names, &length, error), *found = malloc(length + 1);
    ssize_t size = line != NULL && found != NULL ? read_at(file->fd, found, length + 1, 0) : -1;
    int failed = 0;
    for (; same < length && (ssize_t)same < size && line[same] == found[same]; same++) {
        columns += line[same] == ',';
    }
    if (size < 0) {
        failed = error_set(error, "cannot read %s: %s", file->path, strerror(errno));
    } else if (same < length &&
               (file->linked || (same < (size_t)size &&
                                 ((size_t)size > length ||
                                  count_zeros(found + same, (size_t)size - same) < (size_t)size - same)))) {
        const bool earlier = found[same] == '\n' && line[same] == ',' && columns >= file->format->needed;
        failed = earlier ? error_set(error,
                                     "%s is of an earlier version, so no row can be appended; speedup repair "
                                     "%s adds the columns, or %s",
                                     file->path, file->path, file->format->remedy)
                         : error_set(error,
                                     "%s:1: another header than this version writes, so no row can be "
                                     "appended; %s",
                                     file->path, file->format->remedy);
    }
    free(line);
    free(found);
    return failed;
}

/* Repairs the end of the file; writes the header of an empty one. */
static int make_ready(CsvFile *file, Error *notice, Error *error)
{
    struct stat status;
    if (check_header(file, error) != 0 || fstat(file->fd, &status) != 0 ||
        cut_torn_line(file, status.st_size, notice, error) != 0 || fstat(file->fd, &status) != 0) {
        return -1;
    }
    file->size = status.st_size;
    if (status.st_size > 0) {
        return 0;
    }
    return write_row(file, column_names, error) != 0 ? -1
           : fdatasync(file->fd) == 0 && file_sync_folder(file->path) == 0
               ? 0
               : error_set(error, "cannot force %s and its folder to the disk: %s; %s", file->path,
                           strerror(errno), file->format->remedy);
}

/* Locks the file against other writers. A process that only tests the lock (results_folder.c) holds it for a
 * moment, so this tries for a second. 0 or -1. */
static int lock(int fd, bool waits)
{
    const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
    for (int tries = 0; flock(fd, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0; tries++) {
        if (tries == 50 || (errno != EWOULDBLOCK && errno != EINTR)) {
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    return 0;
}

int csv_file_open(const char *path, const CsvFormat *format, CsvFile *file, Error *notice, Error *error)
{
    *file = (CsvFile){.fd = -1, .format = format};
    if (strlen(path) >= sizeof file->path) {
        return error_set(error, "--out: the path has %zu bytes, at most %zu are allowed; give a shorter one",
                         strlen(path), sizeof file->path - 1);
    }
    snprintf(file->path, sizeof file->path, "%s", path);
    size_t made;
    if (make_folders(path, &made, error) != 0) {
        remove_folders(path, made);
        return -1;
    }
    file->fd = file_open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW);
    file->linked = file->fd < 0 && errno == ELOOP && format->follows;
    if (file->linked) {
        file->fd = file_open(path, O_RDWR | O_APPEND);
    }
    struct stat status;
    if (file->fd < 0 || fstat(file->fd, &status) != 0) {
        error_set(error, "cannot write %s: %s; %s", path,
                  file_is_link(path) ? "it is a link that is not followed" : strerror(errno), format->remedy);
    } else if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s is not a regular file, and rows are read back from it; %s", path,
                  format->remedy);
    } else if (lock(file->fd, format->waits) != 0) {
        error_set(error, "another speedup run is writing to %s; wait for it or %s", path, format->remedy);
    } else if (make_ready(file, notice, error) == 0) {
        return 0;
    }
    csv_file_close(file);
    remove_folders(path, made);
    return -1;
}

int csv_file_in_place(const CsvFile *file, Error *error)
{
    struct stat own, other;
    bool found = stat(file->path, &other) == 0;
    bool same =
        found && fstat(file->fd, &own) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino;
    if (same && other.st_size == file->size) {
        return 0;
    }
    return error_set(error,
                     "%s was %s while this run was writing to it; run the same command again: it measures "
                     "again what is not in the %sfile",
                     file->path,
                     same    ? "changed by another program"
                     : found ? "replaced"
                             : "deleted or moved",
                     found ? "new " : "");
}

int csv_file_append(CsvFile *file, const char *const field[COLUMNS], int now, Error *error)
{
    if (csv_file_in_place(file, error) != 0 || write_row(file, field, error) != 0) {
        return -1;
    }
    double time_s = timing_now_s();
    if (now || time_s - file->synced_s > SYNC_EVERY_S) {
        if (fdatasync(file->fd) != 0) {
            return error_set(error, "cannot force %s to the disk: %s", file->path, strerror(errno));
        }
        file->synced_s = time_s;
    }
    return 0;
}

void csv_file_close(CsvFile *file)
{
    if (file->fd >= 0) {
        fdatasync(file->fd);
        close(file->fd);
        file->fd = -1;
    }
}

/* ---- repair ---- */

/* Writes an undamaged row. If the columns are this version's first ones it gets the others and a check; else
 * it stays as it is. False without memory. */
static bool keep_row(const Reading *reading, const char *text, size_t length, FILE *kept)
{
    char commas[COLUMNS + 1] = "", *row = NULL;
    if (!reading->is_prefix) {
        return fprintf(kept, "%.*s\n", (int)length, text) > 0;
    }
    memset(commas, ',', reading->format->count - reading->fields);
    length -= reading->checked ? CHECK_LENGTH : 0;
    const int size = asprintf(&row, "%.*s%s", (int)length, text, commas);
    if (size >= 0) {
        fputs(row, kept);
        print_end(kept, true, row, (size_t)size);
        free(row);
    }
    return size >= 0;
}

/* Sorts a line into the kept ones or the damaged ones. */
static int sort_line(Reading *reading, const char *text, size_t length, FILE *kept, FILE *damaged,
                     Error *error)
{
    const char *zero = memrchr(text, '\0', length), *row = zero != NULL ? zero + 1 : text;
    const bool ended = text[length - 1] == '\n';
    size_t row_length = length - (size_t)(row - text) - ended;
    row_length -= row_length > 0 && row[row_length - 1] == '\r';
    char *copy = strndup(row, row_length); /* parsing cuts it */
    Error why;
    if (copy == NULL) {
        return error_set(error, "no memory for a line of %s", reading->line.path);
    }
    const size_t before = reading->rows->count;
    const bool parsed = parse_row(reading, copy, row_length, ended, &why) == 0;
    free(copy);
    if (parsed && reading->rows->count > before) { /* not an incomplete last line */
        if (!keep_row(reading, row, row_length, kept)) {
            return error_set(error, "no memory for a line of %s", reading->line.path);
        }
        length = (size_t)(row - text);
    }
    if (length > 0) {
        fwrite(text, 1, length, damaged);
        fputs(text[length - 1] == '\n' ? "" : "\n", damaged);
    }
    reading->moved += length > 0;
    return 0;
}

/* The header: this version's if that of the file is damaged or of an earlier version. */
static int sort_header(Reading *reading, const CsvFile *file, const char *text, size_t length, FILE *kept,
                       FILE *damaged, Error *error)
{
    size_t size = 0;
    char *header = format_row(file, column_names, &size, error);
    char *copy = malloc((length > size ? length : size) + 1); /* parsing cuts it */
    size_t text_length = length - (text[length - 1] == '\n');
    Error why;
    text_length -= text_length > 0 && text[text_length - 1] == '\r';
    int failed = 0;
    if (header == NULL || copy == NULL) {
        free(header);
        free(copy);
        return error_set(error, "no memory for the header of %s", file->path);
    }
    *(char *)mempcpy(copy, text, text_length) = '\0';
    if (parse_header(reading, copy, text_length, &why) != 0) {
        fwrite(text, 1, length, damaged);
        reading->moved++;
        *(char *)mempcpy(copy, header, size - 1) = '\0';
        failed = parse_header(reading, copy, size - 1, error);
    }
    if (failed == 0) {
        const bool keeps = !reading->is_prefix;
        fwrite(keeps ? text : header, 1, keeps ? length : size, kept);
    }
    free(copy);
    free(header);
    return failed;
}

static int sort_lines(const CsvFile *file, FILE *from, Reading *reading, FILE *kept, FILE *damaged,
                      Error *error)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t length = 0;
    int failed = 0;
    bool zeros = true; /* only: the machine died before the header was on the disk */
    while (failed == 0 && (length = getline(&text, &room, from)) > 0) {
        reading->line.number++;
        zeros = zeros && count_zeros(text, (size_t)length) == (size_t)length;
        failed = reading->line.number > 1
                     ? sort_line(reading, text, (size_t)length, kept, damaged, error)
                     : sort_header(reading, file, text, (size_t)length, kept, damaged, error);
    }
    if (failed == 0 && ferror(from)) {
        failed = error_set(error, "cannot read %s: %s", reading->line.path, strerror(errno));
    }
    if (failed == 0 && reading->rows->count == 0 &&
        (reading->line.number == 0 || (reading->moved > 0 && !zeros))) {
        failed = error_set(error, "%s: no line is an undamaged row of a %s file; the file is unchanged; %s",
                           reading->line.path, file->format->name, file->format->read_remedy);
    }
    free(text);
    return failed;
}

/* Do both files have the same bytes? */
static bool are_equal(FILE *one, FILE *other)
{
    int byte;
    rewind(one);
    rewind(other);
    do {
        byte = getc(one);
    } while (byte == getc(other) && byte != EOF);
    return byte == EOF && feof(one) && feof(other);
}

/* Begins the file of damaged lines with what it has; a link of its name has none. 0, or -1 and errno. */
static int begin_damaged(NewFile *damaged, const char *path)
{
    char block[4096];
    const int fd = file_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    FILE *before = fd >= 0 ? fdopen(fd, "r") : NULL;
    int failed = before == NULL && errno != ENOENT && errno != ELOOP ? -1 : file_begin(damaged, path);
    for (size_t size; failed == 0 && before != NULL && (size = fread(block, 1, sizeof block, before)) > 0;) {
        fwrite(block, 1, size, damaged->stream);
    }
    if (before != NULL) {
        failed = ferror(before) ? -1 : failed;
        fclose(before);
    }
    return failed;
}

/* Sorts the lines of the open file into new files. If it changes they get their names, that of the damaged
 * lines first. */
static int repair(const CsvFile *file, FILE *from, Reading *reading, CsvRepair *done, Error *error)
{
    char beside[sizeof file->path + 16];
    NewFile kept = {.stream = NULL}, damaged = {.stream = NULL};
    struct stat status;
    snprintf(beside, sizeof beside, "%s.damaged", file->path);
    int failed = begin_damaged(&damaged, beside) != 0 || file_begin(&kept, file->path) != 0 ||
                         fstat(file->fd, &status) != 0 ||
                         fchmod(fileno(kept.stream), status.st_mode & 07777) != 0
                     ? error_set(error, "cannot write beside %s: %s; make room, or the folder writable",
                                 file->path, strerror(errno))
                     : sort_lines(file, from, reading, kept.stream, damaged.stream, error);
    done->kept = reading->rows->count;
    done->moved = reading->moved;
    const bool written = failed == 0 && fflush(kept.stream) == 0 && !ferror(kept.stream);
    done->changed = written && !are_equal(from, kept.stream);
    bool ended = file_end(&damaged, done->changed && done->moved > 0 ? beside : NULL) == 0;
    ended = file_end(&kept, ended && done->changed ? file->path : NULL) == 0 && ended && written;
    return failed != 0 || ended ? failed
                                : error_set(error, "cannot replace %s: %s; make room, or the folder writable",
                                            file->path, strerror(errno));
}

int csv_file_repair(const char *path, const CsvFormat *format, CsvRepair *done, Error *error)
{
    CsvFile file = {.format = format, .fd = file_open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)};
    Rows rows = {0};
    Reading reading = {.format = format, .rows = &rows, .line = {.path = path}};
    FILE *from = file.fd >= 0 ? fdopen(file.fd, "r") : NULL;
    int failed = -1;
    *done = (CsvRepair){0};
    if (from == NULL || strlen(path) >= sizeof file.path) {
        error_set(error, "cannot read %s: %s", path,
                  file_is_link(path) ? "it is a link; name the file that it leads to" : strerror(errno));
    } else if (!file_is_regular(path)) {
        error_set(error, "%s is not a regular file; name a samples file or its folder", path);
    } else if (lock(file.fd, false) != 0) {
        error_set(error, "another speedup run is writing to %s; wait for it", path);
    } else {
        snprintf(file.path, sizeof file.path, "%s", path);
        failed = repair(&file, from, &reading, done, error);
    }
    if (from != NULL) {
        fclose(from);
    } else if (file.fd >= 0) {
        close(file.fd);
    }
    csv_file_free(&rows);
    return failed;
}
