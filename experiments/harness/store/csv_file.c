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
#include "common/text/text.h"
#include "common/timing.h"
#include "experiments/harness/store/csv_writer.h"

enum { MOST_FILE_COLUMNS = 128 };
#define FIX_LINE "; fix or delete the line"

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
    size_t fields;                    /* of the header */
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
    return field;
}

static int parse_header(Reading *reading, char *line, Error *error)
{
    bool seen[COLUMNS] = {false};
    for (char *rest = line; rest != NULL && reading->fields < MOST_FILE_COLUMNS; reading->fields++) {
        const char *name = next_field(&rest);
        int *column = &reading->column_of[reading->fields];
        *column = -1;
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
            return error_set(error, "%s:%zu: a quote is not closed" FIX_LINE, line->path, line->number);
        }
        if (found < reading->fields && reading->column_of[found] >= 0) {
            line->field[reading->column_of[found]] = field;
        }
    }
    return found == reading->fields ? 0
                                    : error_set(error, "%s:%zu: expected %zu fields, found %zu" FIX_LINE,
                                                line->path, line->number, reading->fields, found);
}

/* The program writes no control characters; they could hide or forge text on a terminal. */
static int check_controls(const Line *line, Error *error)
{
    for (int c = 0; c < COLUMNS; c++) {
        for (const char *at = line->field[c]; *at != '\0'; at++) {
            if (text_is_control(*at)) {
                return error_set(error, "%s:%zu: column %s contains a control character (byte %d)" FIX_LINE,
                                 line->path, line->number, column_names[c], *at);
            }
        }
    }
    return 0;
}

int csv_file_damaged(const Line *line, Column column, Error *error)
{
    return error_set(error, "%s:%zu: column %s: invalid value '%s'" FIX_LINE, line->path, line->number,
                     column_names[column], line->field[column]);
}

/* A line after the header. Only the last line, without its newline, may be torn. */
static int parse_row(Reading *reading, char *text, bool ended, Error *error)
{
    Rows *rows = reading->rows;
    const Line *line = &reading->line;
    const bool controls = text_has_control(text);
    const int cut = cut_line(reading, text, error);
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
    if (memchr(text, '\0', length) != NULL) {
        return error_set(error, "%s:%zu: the line contains a byte 0, so it is not text" FIX_LINE,
                         reading->line.path, reading->line.number);
    }
    length -= ended;
    length -= length > 0 && text[length - 1] == '\r';
    text[length] = '\0';
    if (reading->line.number > 1) {
        return parse_row(reading, text, ended, error);
    }
    const int failed = parse_header(reading, text, error);
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

/* The line of a row; to be freed. NULL and an error without memory. */
static char *format_row(const CsvFile *file, const char *const field[COLUMNS], size_t *length, Error *error)
{
    char *line = NULL;
    FILE *stream = open_memstream(&line, length);
    for (size_t i = 0; stream != NULL && i < file->format->count; i++) {
        csv_print(stream, field[column_at(file->format, i)]);
        fputc(i + 1 < file->format->count ? ',' : '\n', stream);
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
static int repair(CsvFile *file, off_t size, Error *notice, Error *error)
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

/* Where a header of `length` bytes differs from that of this version: an earlier version lacks columns at the
 * end, and so does each of its rows. */
static int reject_other_header(const CsvFile *file, const char *line, size_t length, size_t same,
                               bool earlier, Error *error)
{
    char commas[COLUMNS + 1] = "";
    if (!earlier) {
        return error_set(error,
                         "%s:1: another header than this version writes, so no row can be appended; %s",
                         file->path, file->format->remedy);
    }
    for (size_t i = same, count = 0; i < length && count < COLUMNS; i++) {
        if (line[i] == ',') {
            commas[count++] = ',';
            commas[count] = '\0';
        }
    }
    return error_set(error,
                     "%s is of an earlier version, so no row can be appended; sed -i '1s/$/%.*s/; "
                     "2,$s/$/%s/' FILE adds the columns, or %s",
                     file->path, (int)(length - same - 1), line + same, commas, file->format->remedy);
}

/* Compares as much of the header as is there: an empty file and a header torn by a kill pass. */
static int check_header(CsvFile *file, Error *error)
{
    size_t length, same = 0, columns = 1;
    char *line = format_row(file, column_names, &length, error), *found = malloc(length);
    ssize_t size = line != NULL && found != NULL ? read_at(file->fd, found, length, 0) : -1;
    int failed = 0;
    for (; same < (size_t)size && size > 0 && line[same] == found[same]; same++) {
        columns += line[same] == ',';
    }
    if (size < 0) {
        failed = error_set(error, "cannot read %s: %s", file->path, strerror(errno));
    } else if (same < (size_t)size) {
        bool earlier = found[same] == '\n' && line[same] == ',' && columns >= file->format->needed;
        failed = reject_other_header(file, line, length, same, earlier, error);
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
        repair(file, status.st_size, notice, error) != 0 || fstat(file->fd, &status) != 0) {
        return -1;
    }
    file->size = status.st_size;
    return status.st_size > 0 ? 0 : write_row(file, column_names, error);
}

/* Locks the file against other writers. A process that only tests the lock (results_folder.c) holds it for a
 * moment, so this tries for a second. 0 or -1. */
static int lock(const CsvFile *file)
{
    const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
    for (int tries = 0; flock(file->fd, file->format->waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0; tries++) {
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
    file->fd = file_open(path, O_RDWR | O_CREAT | O_APPEND);
    struct stat status;
    if (file->fd < 0 || fstat(file->fd, &status) != 0) {
        error_set(error, "cannot write %s: %s; %s", path, strerror(errno), format->remedy);
    } else if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s is not a regular file, and rows are read back from it; %s", path,
                  format->remedy);
    } else if (lock(file) != 0) {
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
