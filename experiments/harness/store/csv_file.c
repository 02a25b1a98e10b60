/* Reading, repairing and appending files of rows. See csv_file.h. */
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

#include "common/size.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "experiments/harness/store/csv.h"

enum { MOST_FILE_COLUMNS = 128 };

static Column column_at(const CsvFormat *format, size_t place)
{
    return format->members ? columns_in(ORDER_MEMBERS)[place] : (Column)place;
}

/* ---- reading ---- */

typedef enum Progress {
    PARSING,
    LEFT_OUT, /* the file is of another format, which this one allows */
    DAMAGED,  /* the error names the first damaged line */
    BINARY,   /* a line has a byte 0 */
} Progress;

typedef struct Reading {
    const CsvFormat *format;
    Rows *rows;
    Progress progress;
    Line line;
    int place[MOST_FILE_COLUMNS]; /* which column of ours stands there; -1 for others */
    size_t fields;                /* of the header */
    size_t room;                  /* of rows->rows */
} Reading;

/* Cuts the next field off *rest, unquoting it in place. Sets *rest behind the
 * separator, or to NULL behind the last field of the line. NULL when a quote is
 * not closed or text follows a closing quote. */
static char *next_field(char **rest)
{
    char *field = *rest;
    char *end;
    if (*field != '"') {
        end = strchrnul(field, ',');
    } else {
        char *to = field;
        char *from = field + 1;
        while (*from != '\0' && !(from[0] == '"' && from[1] != '"')) {
            from += from[0] == '"'; /* a doubled quote stands for one */
            *to++ = *from++;
        }
        if (*from == '\0' || (from[1] != ',' && from[1] != '\0')) {
            return NULL;
        }
        end = from + 1;
        *rest = *end == ',' ? end + 1 : NULL;
        *to = '\0';
        return field;
    }
    *rest = *end == ',' ? end + 1 : NULL;
    *end = '\0';
    return field;
}

static int refuse_header(const Reading *reading, Column missing, Error *error)
{
    enum { SHOWN = 5 };
    char beginning[100] = "";
    for (size_t i = 0, used = 0; i < SHOWN && used < sizeof beginning; i++) {
        used += (size_t)snprintf(beginning + used, sizeof beginning - used, "%s,",
                                 column_names[column_at(reading->format, i)]);
    }
    return error_set(
        error,
        "%s line 1 is not the header of a %s file, which begins with %s...: there is no column '%s'; %s",
        reading->line.path, reading->format->name, beginning, column_names[missing],
        reading->format->read_remedy);
}

static int parse_header(Reading *reading, char *line, Error *error)
{
    bool seen[COLUMNS] = {false};
    for (char *rest = line; rest != NULL && reading->fields < MOST_FILE_COLUMNS; reading->fields++) {
        char *name = next_field(&rest);
        int *place = &reading->place[reading->fields];
        *place = -1;
        for (int c = 0; name != NULL && c < COLUMNS; c++) {
            if (strcmp(name, column_names[c]) != 0) {
                continue;
            }
            if (seen[c]) {
                return error_set(error, "%s line 1 names the column '%s' twice; keep one of them",
                                 reading->line.path, name);
            }
            *place = c;
            seen[c] = true;
        }
    }
    for (size_t i = 0; i < reading->format->needed; i++) {
        Column column = column_at(reading->format, i);
        if (!seen[column]) {
            return refuse_header(reading, column, error);
        }
    }
    return 0;
}

/* Cuts a line into fields. -1 and an error when it has not just as many as the header. */
static int cut_line(Reading *reading, char *text, Error *error)
{
    Line *line = &reading->line;
    for (int c = 0; c < COLUMNS; c++) {
        line->field[c] = "";
    }
    size_t found = 0;
    for (char *rest = text; rest != NULL; found++) {
        char *field = next_field(&rest);
        if (field == NULL || found >= reading->fields) {
            return error_set(error, "%s line %zu is damaged: %s; mend or remove the line", line->path,
                             line->number,
                             field == NULL ? "a quote is not closed" : "it has too many fields");
        }
        if (reading->place[found] >= 0) {
            line->field[reading->place[found]] = field;
        }
    }
    if (found != reading->fields) {
        return error_set(error, "%s line %zu is damaged: %zu of %zu fields; mend or remove the line",
                         line->path, line->number, found, reading->fields);
    }
    return 0;
}

/* The first column with a control character; COLUMNS for none. The program writes none, and they could hide
 * or forge text on a terminal. */
static Column controlled_column(const Line *line, char *character)
{
    for (int c = 0; c < COLUMNS; c++) {
        for (const char *at = line->field[c]; *at != '\0'; at++) {
            if (text_is_control(*at)) {
                *character = *at;
                return (Column)c;
            }
        }
    }
    return COLUMNS;
}

int csv_file_damaged(const Line *line, Column column, Error *error)
{
    return error_set(error, "%s line %zu is damaged: column %s is '%s'; mend or remove the line", line->path,
                     line->number, column_names[column], line->field[column]);
}

/* Makes room for one more row. */
static int reserve_row(Reading *reading)
{
    if (reading->rows->count < reading->room) {
        return 0;
    }
    const size_t room = reading->room > 0 ? size_mul(2, reading->room) : 256;
    Row *larger = realloc(reading->rows->rows, size_mul(room, sizeof *larger));
    if (larger == NULL) {
        return -1;
    }
    reading->rows->rows = larger;
    reading->room = room;
    return 0;
}

/* One line behind the header. What is torn can only be a last line without its newline. */
static int parse_row(Reading *reading, char *text, bool ended, Error *error)
{
    Rows *rows = reading->rows;
    const Line *line = &reading->line;
    const bool controlled = text_has_control(text);
    const int cut = cut_line(reading, text, error);
    if (!ended) {
        error_set(&rows->notice, "%s: the last line (%zu) %s", line->path, line->number,
                  cut == 0 ? "lacks its newline; it has all fields and counts"
                           : "is incomplete and left out");
    }
    if (cut != 0) {
        return ended ? -1 : 0;
    }
    char character = '\0';
    const Column bad = controlled ? controlled_column(line, &character) : COLUMNS;
    if (bad != COLUMNS) {
        return error_set(error,
                         "%s line %zu is damaged: column %s has a control character (byte %d); mend or "
                         "remove the line",
                         line->path, line->number, column_names[bad], character);
    }
    uint64_t key;
    Row row = {0};
    if (reading->format->judge(line, &row, &key, error) != 0) {
        return -1;
    }
    if (reserve_row(reading) != 0 || series_add(&rows->series, line->field, key, &row) != 0) {
        return error_set(error, "no memory for the rows of %s", line->path);
    }
    rows->rows[rows->count++] = row;
    return 0;
}

/* One line of the file, without its newline. */
static Progress parse_line(Reading *reading, char *text, size_t length, bool ended, Error *error)
{
    if (memchr(text, '\0', length) != NULL) {
        error_set(error, "%s line %zu is damaged: it has a byte 0, so it is no text; mend or remove the line",
                  reading->line.path, reading->line.number);
        return BINARY;
    }
    text[length] = '\0';
    if (length > 0 && text[length - 1] == '\r') {
        text[length - 1] = '\0';
    }
    if (reading->progress != PARSING) {
        return reading->progress;
    }
    if (reading->line.number > 1) {
        return parse_row(reading, text, ended, error) == 0 ? PARSING : DAMAGED;
    }
    if (parse_header(reading, text, error) == 0) {
        return PARSING;
    }
    if (!reading->format->optional) {
        return DAMAGED;
    }
    error_set(&reading->rows->notice, "%s; it is left out", error->text);
    return LEFT_OUT;
}

typedef struct Buffer {
    char *text;
    size_t used, room;
    size_t searched; /* so many bytes hold no newline */
} Buffer;

/* Parses and removes the whole lines of the buffer; at the end of the file what follows them, too. */
static void parse_buffer(Reading *reading, Buffer *buffer, bool at_end, Error *error)
{
    char *line = buffer->text, *const end = line + buffer->used;
    while (line < end && reading->progress != BINARY) {
        char *newline = memchr(line + buffer->searched, '\n', (size_t)(end - line) - buffer->searched);
        if (newline == NULL && !at_end) {
            break;
        }
        buffer->searched = 0;
        char *line_end = newline != NULL ? newline : end;
        reading->line.number++;
        reading->progress = parse_line(reading, line, (size_t)(line_end - line), newline != NULL, error);
        line = line_end + (newline != NULL);
    }
    buffer->used = buffer->searched = (size_t)(end - line);
    memmove(buffer->text, line, buffer->used);
}

/* Appends what one read returns to the buffer. Returns its size, 0 at the end of the file, -1 and errno. */
static ssize_t fill_buffer(int fd, Buffer *buffer)
{
    if (buffer->used + 1 >= buffer->room) { /* 1: the last line is ended by a 0 */
        const size_t room = buffer->room > 0 ? size_mul(2, buffer->room) : 1 << 16;
        char *larger = realloc(buffer->text, room);
        if (larger == NULL) {
            errno = ENOMEM;
            return -1;
        }
        buffer->text = larger;
        buffer->room = room;
    }
    for (;;) {
        const ssize_t got = read(fd, buffer->text + buffer->used, buffer->room - 1 - buffer->used);
        if (got >= 0 || (errno != EAGAIN && errno != EINTR)) {
            buffer->used += got > 0 ? (size_t)got : 0;
            return got;
        }
        fcntl(fd, F_SETFL, 0); /* the pipe has a writer, so the next read waits for it */
    }
}

/* Parses a file line by line, so that its text need not be in memory. A damaged line does not end this: a
 * read error or a byte 0 further on is the more useful error. */
static int read_lines(int fd, Reading *reading, Error *error)
{
    const char *path = reading->line.path;
    Buffer buffer = {0};
    struct stat status;
    ssize_t got = 1;
    while (got > 0 && reading->progress != BINARY) {
        got = fill_buffer(fd, &buffer);
        if (got < 0) {
            error_set(error, "cannot read %s: %s", path, strerror(errno));
            reading->progress = DAMAGED;
        } else if (got == 0 && buffer.used == 0 && reading->line.number == 0 && fstat(fd, &status) == 0 &&
                   S_ISFIFO(status.st_mode)) {
            error_set(error, "%s is a pipe that nobody writes to; start the writer first, or name a file",
                      path);
            reading->progress = DAMAGED;
        } else {
            parse_buffer(reading, &buffer, got == 0, error);
        }
    }
    free(buffer.text);
    if (reading->progress == PARSING && reading->line.number == 0 && !reading->format->optional) {
        return error_set(error, "%s has no header line; remove it or name another file", path);
    }
    return reading->progress == PARSING || reading->progress == LEFT_OUT ? 0 : -1;
}

int csv_file_read(const char *path, const CsvFormat *format, Rows *rows, Error *error)
{
    *rows = (Rows){.path = strdup(path)};
    Reading reading = {.format = format, .rows = rows, .line = {.path = rows->path}};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a FIFO would wait for a writer */
    int failed = -1;
    if (fd < 0) {
        error_set(error, "cannot read %s: %s", path, strerror(errno));
    } else if (rows->path == NULL) {
        error_set(error, "no memory to read %s", path);
    } else {
        failed = read_lines(fd, &reading, error);
    }
    if (fd >= 0) {
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

enum { ROW_BYTES = 32768 };
#define SYNC_EVERY_S 0.05

/* mkdir -p of the folder that `path` lies in. *made: length of the first folder that was missing, 0 for none.
 */
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

/* Removes what make_folders made, as far as it is empty. */
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

static size_t format_row(const CsvFormat *format, char line[ROW_BYTES], const char *const field[COLUMNS])
{
    size_t used = 0;
    for (size_t i = 0; i < format->count; i++) {
        used = csv_append(line, used, ROW_BYTES - 1, field[column_at(format, i)]);
        line[used++] = i + 1 < format->count ? ',' : '\n';
    }
    return used;
}

/* One write of the whole line at the end of the file, or nothing of it. Where it comes back short, writing
 * the rest tells why: a full disk, a limit. */
static int write_line(CsvFile *file, const char *line, size_t length, Error *error)
{
    off_t end = lseek(file->fd, 0, SEEK_END);
    size_t done = 0;
    ssize_t written = 1;
    while (written > 0 && done < length) {
        written = write(file->fd, line + done, length - done);
        done += written > 0 ? (size_t)written : 0;
    }
    if (done == length) {
        file->size = end + (off_t)length;
        return 0;
    }
    int reason = written < 0 ? errno : ENOSPC;
    if (end < 0 || ftruncate(file->fd, end) != 0) {
        return error_set(error, "cannot write to %s: %s; its last line is torn, the next run repairs it",
                         file->path, strerror(reason));
    }
    return error_set(
        error, "cannot write to %s: %s; all rows before are kept, %s and run the same command again",
        file->path, strerror(reason), reason == EFBIG ? "raise the limit (ulimit -f)" : "make room");
}

/* Cuts a torn last line off; a file without any whole line becomes empty. */
static int repair(CsvFile *file, off_t size, Error *notice, Error *error)
{
    off_t keep = size;
    char block[4096];
    while (keep > 0) {
        size_t want = keep < (off_t)sizeof block ? (size_t)keep : sizeof block;
        if (pread(file->fd, block, want, keep - (off_t)want) != (ssize_t)want) {
            return error_set(error, "cannot read %s: %s", file->path, strerror(errno));
        }
        const char *newline = memrchr(block, '\n', want);
        if (newline != NULL) {
            keep = keep - (off_t)want + (newline - block) + 1;
            break;
        }
        keep -= (off_t)want;
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

/* Is this a file of ours? Compares as much of the header as is there: an empty
 * file and a header torn by a kill are. */
static int check_header(CsvFile *file, Error *error)
{
    char line[ROW_BYTES], found[ROW_BYTES];
    size_t length = format_row(file->format, line, column_names);
    ssize_t size = pread(file->fd, found, length, 0);
    if (size < 0) {
        return error_set(error, "cannot read %s: %s", file->path, strerror(errno));
    }
    size_t same = 0;
    while (same < (size_t)size && line[same] == found[same]) {
        same++;
    }
    if (same == (size_t)size) {
        return 0;
    }
    size_t columns = 1;
    for (size_t i = 0; i < same; i++) {
        columns += line[i] == ',';
    }
    if (found[same] != '\n' || line[same] != ',' || columns < file->format->needed) {
        return error_set(error,
                         "%s has another header than this version writes, so nothing can be appended; %s",
                         file->path, file->format->remedy);
    }
    /* An earlier version wrote it: every row lacks the same fields at its end. */
    char commas[COLUMNS + 1] = "";
    for (size_t i = same, many = 0; i < length && many < COLUMNS; i++) {
        if (line[i] == ',') {
            commas[many++] = ',';
            commas[many] = '\0';
        }
    }
    return error_set(error,
                     "%s is of an earlier version, so nothing can be appended; sed -i '1s/$/%.*s/; "
                     "2,$s/$/%s/' FILE adds the columns, or %s",
                     file->path, (int)(length - same - 1), line + same, commas, file->format->remedy);
}

/* Repairs the end of a file of ours and gives an empty one its header. */
static int make_ready(CsvFile *file, Error *notice, Error *error)
{
    struct stat status;
    if (check_header(file, error) != 0) {
        return -1;
    }
    if (fstat(file->fd, &status) != 0 || repair(file, status.st_size, notice, error) != 0 ||
        fstat(file->fd, &status) != 0) {
        return -1;
    }
    char line[ROW_BYTES];
    file->size = status.st_size;
    return status.st_size > 0 ? 0
                              : write_line(file, line, format_row(file->format, line, column_names), error);
}

/* Locks the file against others who append. Who only looks whether it is locked (results_folder.c) holds it
 * for a moment, so another second is tried. 0 or -1. */
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
        return error_set(error, "the path of --out has %zu bytes and may have %zu", strlen(path),
                         sizeof file->path - 1);
    }
    snprintf(file->path, sizeof file->path, "%s", path);
    size_t made;
    if (make_folders(path, &made, error) != 0) {
        remove_folders(path, made);
        return -1;
    }
    file->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    struct stat status;
    if (file->fd < 0 || fstat(file->fd, &status) != 0) {
        error_set(error, "cannot write %s: %s; %s", path, strerror(errno), format->remedy);
    } else if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s is not a regular file; rows are read back from it, so %s", path, format->remedy);
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
    struct stat ours, there;
    bool found = stat(file->path, &there) == 0;
    bool same =
        found && fstat(file->fd, &ours) == 0 && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
    if (same && there.st_size == file->size) {
        return 0;
    }
    return error_set(error,
                     "%s was %s while this run was writing to it; run the same command again: what was "
                     "measured before that and is not in the %sfile is measured again",
                     file->path,
                     same    ? "changed by somebody else"
                     : found ? "replaced"
                             : "deleted or moved",
                     found ? "new " : "");
}

int csv_file_append(CsvFile *file, const char *const field[COLUMNS], int now, Error *error)
{
    char line[ROW_BYTES];
    if (csv_file_in_place(file, error) != 0 ||
        write_line(file, line, format_row(file->format, line, field), error) != 0) {
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
