/* Appending whole rows to CSV files, or nothing. See csv_append.h. */
#include "experiments/harness/store/csv_append.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/system/file.h"
#include "common/text/crc32c.h"
#include "common/timing.h"
#include "experiments/harness/store/csv_writer.h"

#define SYNC_EVERY_S 0.05

/* Removes the folders that file_make_folders made, if they are empty. */
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

/* The column that a row has a value in and the file has not, so that its point would become another one. A
 * host may be missing: then rows of all hosts are of one point. COLUMNS: none. */
static Column missing_column(const CsvFile *file, const char *const field[COLUMNS])
{
    bool has[COLUMNS + 1] = {false};
    int column = 0;
    for (size_t i = 0; i < file->header.fields; i++) {
        has[file->header.column[i]] = true;
    }
    while (column < COLUMNS &&
           (has[column] || field[column][0] == '\0' || column_table[column].role <= ROLE_MACHINE)) {
        column++;
    }
    return (Column)column;
}

/* The line of a row, in the order of the file's header; to be freed. NULL and an error. */
static char *format_row(const CsvFile *file, const char *const field[COLUMNS], size_t *length, Error *error)
{
    const Column missing = missing_column(file, field);
    if (missing != COLUMNS) {
        error_set(error, "%s has no column '%s', which tells this point from others; %s", file->path,
                  column_names[missing], file->format->remedy);
        return NULL;
    }
    char *line = NULL;
    FILE *stream = open_memstream(&line, length);
    for (size_t i = 0; stream != NULL && i < file->header.fields; i++) {
        const Column column = file->header.column[i];
        fputs(i > 0 ? "," : "", stream);
        csv_print(stream, column < COLUMNS ? field[column] : "");
    }
    if (stream != NULL && fflush(stream) == 0 && file->header.checked) {
        fprintf(stream, CHECK_FORMAT, crc32c(line, *length));
    }
    if (stream == NULL || fputc('\n', stream) == EOF || fclose(stream) != 0) {
        free(line);
        error_set(error, "no memory for a row of %s", file->path);
        return NULL;
    }
    return line;
}

/* Writes the whole line at the end of the file, or nothing. After a short write, writing the rest returns the
 * reason: a full disk, a limit. */
static int write_line(CsvFile *file, const char *line, size_t length, Error *error)
{
    size_t done = 0;
    off_t end = lseek(file->fd, 0, SEEK_END);
    errno = ENOSPC; /* the reason of a write that writes nothing and gives none */
    if (fd_write(file->fd, line, length, &done) == 0) {
        file->size += (off_t)length; /* not `end`: a change since the check is noticed at the next row */
        return 0;
    }
    const int reason = errno;
    if (end < 0 || ftruncate(file->fd, end) != 0) {
        return error_set(error, "cannot write to %s: %s; its last line is torn, the next run repairs it",
                         file->path, strerror(reason));
    }
    return error_set(
        error, "cannot write to %s: %s; all rows before are kept, %s and run the same command again",
        file->path, strerror(reason), reason == EFBIG ? "raise the limit (ulimit -f)" : "make room");
}

/* Removes a torn last line; a file without a whole line becomes empty. */
static int cut_torn_line(CsvFile *file, off_t size, Error *notice, Error *error)
{
    off_t keep = size;
    char block[4096];
    while (keep > 0) {
        size_t want = keep < (off_t)sizeof block ? (size_t)keep : sizeof block, done = 0;
        if (lseek(file->fd, keep - (off_t)want, SEEK_SET) < 0 || fd_read(file->fd, block, want, &done) != 0) {
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

/* Is this a header that a crash has torn: its beginning, then zero bytes only? */
static bool is_torn(const char *text, size_t size, const char *header)
{
    size_t same = 0;
    while (same < size && text[same] == header[same] && header[same] != '\0') {
        same++;
    }
    return size <= strlen(header) && csv_count_zeros(text + same, size - same) == size - same;
}

/* Reads the file's header, or its torn beginning. Behind a link it must be whole. */
static int read_header(CsvFile *file, const char *own, Error *error)
{
    char text[16384];
    size_t size = 0;
    if (lseek(file->fd, 0, SEEK_SET) < 0 ||
        (fd_read(file->fd, text, sizeof text - 1, &size) != 0 && errno != 0)) {
        return error_set(error, "cannot read %s: %s", file->path, strerror(errno));
    }
    char *end = memchr(text, '\n', size);
    if (end == NULL && !file->linked && is_torn(text, size, own)) {
        return 0;
    }
    const size_t length = end != NULL ? csv_line_length(text, (size_t)(end + 1 - text)) : 0;
    text[length] = '\0';
    const int failed =
        end == NULL ? 1 : csv_header_parse(file->path, file->format, text, length, &file->header, error);
    return failed <= 0 ? failed
                       : error_set(error,
                                   "%s:1: another header than this version writes, so no row can be "
                                   "appended; %s",
                                   file->path, file->format->remedy);
}

/* Repairs the end of the file; writes this version's header into an empty one. */
static int make_ready(CsvFile *file, const char *own, Error *notice, Error *error)
{
    struct stat status;
    if (read_header(file, own, error) != 0 || fstat(file->fd, &status) != 0 ||
        cut_torn_line(file, status.st_size, notice, error) != 0 || fstat(file->fd, &status) != 0) {
        return -1;
    }
    file->size = status.st_size;
    if (status.st_size > 0) {
        return 0;
    }
    if (write_line(file, own, strlen(own), error) != 0 || read_header(file, own, error) != 0) {
        return -1;
    }
    return fdatasync(file->fd) == 0 && file_sync_folder(file->path) == 0
               ? 0
               : error_set(error, "cannot force %s and its folder to the disk: %s; %s", file->path,
                           strerror(errno), file->format->remedy);
}

/* A process that only tests the lock (results_folder.c) holds it for a moment: so this tries for a second. */
int csv_file_lock(int fd, bool waits)
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
    if (file_make_folders(path, &made, error) != 0) {
        remove_folders(path, made);
        return -1;
    }
    file->fd = file_open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW);
    file->linked = file->fd < 0 && errno == ELOOP && format->follows;
    if (file->linked) {
        file->fd = file_open(path, O_RDWR | O_APPEND);
    }
    const int reason = errno;
    struct stat status;
    char *own = csv_header_text(format);
    if (own == NULL) {
        error_set(error, "no memory for the header of %s", path);
    } else if (file->fd < 0 || fstat(file->fd, &status) != 0) {
        error_set(error, "cannot write %s: %s; %s", path,
                  file_is_link(path) ? "it is a link that is not followed" : strerror(reason),
                  format->remedy);
    } else if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s is not a regular file, and rows are read back from it; %s", path,
                  format->remedy);
    } else if (csv_file_lock(file->fd, format->waits) != 0) {
        error_set(error, "another speedup run is writing to %s; wait for it or %s", path, format->remedy);
    } else if (make_ready(file, own, notice, error) == 0) {
        free(own);
        return 0;
    }
    free(own);
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
    size_t length;
    char *line = csv_file_in_place(file, error) == 0 ? format_row(file, field, &length, error) : NULL;
    const int failed = line != NULL ? write_line(file, line, length, error) : -1;
    free(line);
    if (failed != 0) {
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
