/* Moving damaged lines of CSV files to files beside them. See csv_repair.h. */
#include "experiments/harness/store/csv_repair.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/file.h"

/* Writes a line as it is; the last one gets its newline. */
static void keep(Reading *reading, const char *text, size_t length, FILE *kept)
{
    const bool ended = text[length - 1] == '\n';
    fwrite(text, 1, length, kept);
    fputs(ended ? "" : "\n", kept);
    reading->ended_line = reading->ended_line || !ended;
}

/* Sorts a line into the kept ones or the damaged ones. */
static int sort_line(Reading *reading, const char *text, size_t length, FILE *kept, FILE *damaged,
                     Error *error)
{
    const char *zero = memrchr(text, '\0', length), *row = zero != NULL ? zero + 1 : text;
    const bool ended = text[length - 1] == '\n';
    const size_t row_length = csv_line_length(row, length - (size_t)(row - text));
    char *copy = strndup(row, row_length); /* parsing cuts it */
    Error why;
    if (copy == NULL) {
        return error_set(error, "no memory for a line of %s", reading->line.path);
    }
    const size_t before = reading->rows->count;
    const bool parsed = csv_row_parse(reading, copy, row_length, ended, &why) == 0;
    free(copy);
    if (parsed && reading->rows->count > before) { /* not an incomplete last line */
        keep(reading, row, length - (size_t)(row - text), kept);
        length = (size_t)(row - text);
    }
    if (length > 0) {
        fwrite(text, 1, length, damaged);
        fputs(text[length - 1] == '\n' ? "" : "\n", damaged);
    }
    reading->moved += length > 0;
    return 0;
}

/* The header; this version's if that of the file is damaged. */
static int sort_header(Reading *reading, const char *text, size_t length, FILE *kept, FILE *damaged,
                       Error *error)
{
    const char *path = reading->line.path;
    const size_t text_length = csv_line_length(text, length);
    char *own = csv_header_text(reading->format), *copy = malloc(text_length + 1); /* parsing cuts them */
    Error why;
    int failed = 0;
    if (own == NULL || copy == NULL) {
        failed = error_set(error, "no memory for the header of %s", path);
    } else {
        *(char *)mempcpy(copy, text, text_length) = '\0';
        if (csv_header_parse(path, reading->format, copy, text_length, &reading->header, &why) == 0) {
            keep(reading, text, length, kept);
        } else {
            fwrite(text, 1, length, damaged);
            reading->moved++;
            fputs(own, kept);
            own[strlen(own) - 1] = '\0';
            failed = csv_header_parse(path, reading->format, own, strlen(own), &reading->header, error);
        }
    }
    free(copy);
    free(own);
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
        zeros = zeros && csv_count_zeros(text, (size_t)length) == (size_t)length;
        failed = reading->line.number > 1 ? sort_line(reading, text, (size_t)length, kept, damaged, error)
                                          : sort_header(reading, text, (size_t)length, kept, damaged, error);
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
    done->changed = written && (reading->moved > 0 || reading->ended_line);
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
    } else if (csv_file_lock(file.fd, false) != 0) {
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
