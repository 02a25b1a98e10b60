/* See reference_times.h. */
#include "experiments/harness/store/reference_times.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/file.h"
#include "common/text/text.h"

#define DAY_S 86400.0
#define LEAST_LOOP_S 1e-7 /* a tenth of the time in which any core reads the loop's lines */
#define MOST_LOOP_S 1.0
enum { MOST_LINES = 2000 };

/* Formats the path of the file; `make`: makes its folders. False without a home. */
static bool find_path(char path[TEXT_MOST_PATH + 1], bool make)
{
    enum { SIZE = TEXT_MOST_PATH + 1, MOST_BEHIND = 60 };
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const bool given = cache != NULL && cache[0] == '/';
    const char *top = given ? cache : home;
    if (top == NULL || top[0] != '/' || strlen(top) + MOST_BEHIND > TEXT_MOST_PATH) {
        return false;
    }
    int length = snprintf(path, SIZE, "%s%s", top, given ? "" : "/.cache");
    if (make) {
        mkdir(path, 0700);
    }
    length += snprintf(path + length, (size_t)(SIZE - length), "/speedup");
    if (make) {
        mkdir(path, 0700);
    }
    snprintf(path + length, (size_t)(SIZE - length), "/reference-loop");
    return true;
}

/* Opens a regular file: another kind might block. NULL if there is none. */
static FILE *open_file(void)
{
    char path[TEXT_MOST_PATH + 1];
    struct stat status;
    const int fd = find_path(path, false) ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    FILE *file = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? fdopen(fd, "r") : NULL;
    if (fd >= 0 && file == NULL) {
        close(fd);
    }
    return file;
}

typedef struct Line {
    char host[80];
    uint64_t speed;
    ReferenceTime time;
} Line;

/* "host speed threads kept_s date_s"; a text that is no number ends the parsing before the end of the line.
 */
static bool parse_line(const char *text, Line *line)
{
    const size_t length = strcspn(text, " \n");
    if (length == 0 || length >= sizeof line->host) {
        return false;
    }
    memcpy(line->host, text, length);
    line->host[length] = '\0';
    line->time = (ReferenceTime){.fastest_s = INFINITY, .confirmed_s = INFINITY};
    char *at;
    line->speed = strtoull(text + length, &at, 16);
    line->time.threads = (unsigned)strtoul(at, &at, 10);
    line->time.kept_s = strtod(at, &at);
    line->time.date_s = strtod(at, &at);
    return strcmp(at, "\n") == 0;
}

/* Reads the next valid line that is not outdated. */
static bool next_line(FILE *file, double date_s, Line *line)
{
    char text[200];
    const ReferenceTime *time = &line->time;
    while (file != NULL && fgets(text, sizeof text, file) != NULL) {
        if (parse_line(text, line) && time->threads > 0 && time->kept_s > LEAST_LOOP_S &&
            time->kept_s < MOST_LOOP_S && time->date_s <= date_s + DAY_S &&
            time->date_s > date_s - REFERENCE_DAYS * DAY_S) {
            return true;
        }
    }
    return false;
}

static bool is_own(const ReferenceTimes *times, const Line *line)
{
    return line->speed == times->speed && strcmp(line->host, times->host) == 0;
}

static ReferenceTime *find(ReferenceTimes *times, unsigned threads)
{
    for (size_t i = 0; i < times->count; i++) {
        if (times->times[i].threads == threads) {
            return &times->times[i];
        }
    }
    return NULL;
}

void reference_times_read(ReferenceTimes *times, const char *host, uint64_t speed, double date_s)
{
    *times = (ReferenceTimes){.speed = speed};
    snprintf(times->host, sizeof times->host, "%s", host);
    FILE *file = open_file();
    Line line;
    while (times->count < REFERENCE_MOST_COUNTS && next_line(file, date_s, &line)) {
        if (is_own(times, &line) && find(times, line.time.threads) == NULL) {
            times->times[times->count++] = line.time;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

double reference_times_slowdown(ReferenceTimes *times, unsigned threads, size_t batch, double loop_s)
{
    ReferenceTime *time = find(times, threads);
    if (time == NULL && times->count < REFERENCE_MOST_COUNTS) {
        time = &times->times[times->count++];
        *time = (ReferenceTime){threads, INFINITY, 0.0, INFINITY, INFINITY, batch};
    }
    if (time == NULL || !(loop_s > 0.0)) {
        return NAN;
    }
    if (loop_s < time->fastest_s) {
        time->confirmed_s = batch == time->batch ? time->confirmed_s : time->fastest_s;
        time->fastest_s = loop_s;
        time->batch = batch;
    } else if (batch != time->batch) {
        time->confirmed_s = fmin(time->confirmed_s, loop_s);
    }
    return loop_s / fmin(time->kept_s, time->fastest_s);
}

static void put_line(FILE *file, const char *host, uint64_t speed, const ReferenceTime *time)
{
    fprintf(file, "%s %016" PRIx64 " %u %.9g %.0f\n", host, speed, time->threads, time->kept_s, time->date_s);
}

/* Writes what is kept after this run; a time out of range is not read again. */
static void put_time(FILE *file, const ReferenceTimes *times, const ReferenceTime *time, double date_s)
{
    ReferenceTime kept = *time;
    kept.kept_s = fmin(time->kept_s, time->confirmed_s);
    if (time->confirmed_s <= time->kept_s * (1.0 + REFERENCE_NEAR)) {
        kept.date_s = date_s;
    }
    put_line(file, times->host, times->speed, &kept);
}

void reference_times_write(const ReferenceTimes *times, double date_s)
{
    char path[TEXT_MOST_PATH + 1];
    NewFile file;
    if (times->count == 0 || !find_path(path, true) || file_begin(&file, path) != 0) {
        return;
    }
    for (size_t i = 0; i < times->count; i++) {
        put_time(file.stream, times, &times->times[i], date_s);
    }
    FILE *others = open_file();
    Line line;
    for (size_t lines = times->count; lines < MOST_LINES && next_line(others, date_s, &line); lines++) {
        if (!is_own(times, &line)) {
            put_line(file.stream, line.host, line.speed, &line.time);
        }
    }
    if (others != NULL) {
        fclose(others);
    }
    (void)file_end(&file, path); /* without it the next run measures the loop anew */
}
