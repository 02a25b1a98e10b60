/* Appending to samples.csv: whole rows or nothing. See samples.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/timing.h"
#include "experiments/harness/csv.h"
#include "experiments/harness/samples.h"

enum { ROW_BYTES = 32768 };
#define SYNC_EVERY_S 0.05

/* mkdir -p of the folder that `path` lies in. */
static int make_folders(const char *path, Error *error)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            return error_set(error, "cannot make the folder %s: %s; name another file with --out", folder,
                             strerror(errno));
        }
        *slash = '/';
    }
    return 0;
}

static size_t format_row(char line[ROW_BYTES], const char *const field[COLUMNS])
{
    size_t used = 0;
    for (int c = 0; c < COLUMNS; c++) {
        used = csv_append(line, used, ROW_BYTES - 1, field[c]);
        line[used++] = c + 1 < COLUMNS ? ',' : '\n';
    }
    return used;
}

/* One write of the whole line at the end of the file, or nothing of it. */
static int write_line(SampleFile *file, const char *line, size_t length, Error *error)
{
    off_t end = lseek(file->fd, 0, SEEK_END);
    ssize_t written = write(file->fd, line, length);
    if (written == (ssize_t)length) {
        return 0;
    }
    int reason = written < 0 ? errno : ENOSPC;
    if (end < 0 || ftruncate(file->fd, end) != 0) {
        return error_set(error, "cannot write to %s: %s; its last line is torn, the next run repairs it",
                         file->path, strerror(reason));
    }
    return error_set(
        error, "cannot write to %s: %s; all rows before are kept, make room and run the same command again",
        file->path, strerror(reason));
}

/* Cuts a torn last line off; a file without any whole line becomes empty. */
static int repair(SampleFile *file, off_t size, Error *notice, Error *error)
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
static int check_header(SampleFile *file, Error *error)
{
    char line[ROW_BYTES], found[ROW_BYTES];
    size_t length = format_row(line, column_names);
    ssize_t size = pread(file->fd, found, length, 0);
    if (size < 0) {
        return error_set(error, "cannot read %s: %s", file->path, strerror(errno));
    }
    if (memcmp(line, found, (size_t)size) != 0) {
        return error_set(error,
                         "%s has another header than this version writes, so nothing can be appended; name "
                         "another file with --out",
                         file->path);
    }
    return 0;
}

/* Repairs the end of a file of ours and gives an empty one its header. */
static int make_ready(SampleFile *file, Error *notice, Error *error)
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
    return status.st_size > 0 ? 0 : write_line(file, line, format_row(line, column_names), error);
}

int samples_open(const char *path, SampleFile *file, Error *notice, Error *error)
{
    *file = (SampleFile){.fd = -1};
    if (strlen(path) >= sizeof file->path) {
        return error_set(error, "the path of --out has %zu bytes and may have %zu", strlen(path),
                         sizeof file->path - 1);
    }
    snprintf(file->path, sizeof file->path, "%s", path);
    if (make_folders(path, error) != 0) {
        return -1;
    }
    file->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    struct stat status;
    if (file->fd < 0 || fstat(file->fd, &status) != 0) {
        error_set(error, "cannot write %s: %s; name another file with --out", path, strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s is not a regular file; rows are read back from it, so name one with --out",
                  path);
    } else if (flock(file->fd, LOCK_EX | LOCK_NB) != 0) {
        error_set(error, "another speedup run is writing to %s; wait for it or name another file with --out",
                  path);
    } else if (make_ready(file, notice, error) == 0) {
        return 0;
    }
    samples_close(file);
    return -1;
}

int samples_append(SampleFile *file, const char *const field[COLUMNS], int now, Error *error)
{
    char line[ROW_BYTES];
    if (write_line(file, line, format_row(line, field), error) != 0) {
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

void samples_close(SampleFile *file)
{
    if (file->fd >= 0) {
        fdatasync(file->fd);
        close(file->fd);
        file->fd = -1;
    }
}
