/* Reading, repairing and appending samples.csv. See samples.h. */
#include "experiments/harness/keep/samples.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/timing.h"
#include "experiments/harness/keep/csv.h"
#include "experiments/harness/keep/status.h"

enum { MOST_FILE_COLUMNS = 128, MOST_ROUNDS = 1000 };

const char *const column_names[COLUMNS] = {
    "schema",  "run",      "started",  "machine",  "experiment", "workload", "type",     "n",
    "variant", "threads",  "schedule", "block",    "tile",       "matrices", "transfer", "iterations",
    "places",  "bind",     "cache",    "seed",     "input_hash", "round",    "sample",   "input_s",
    "h2d_s",   "kernel_s", "d2h_s",    "output_s", "total_s",    "sm_mhz",   "status",   "stop",
    "detail",  "build",    "edges",    "graph",
};

/* ---- reading ---- */

typedef struct Reading {
    const char *path;
    size_t line_number;
    int place[MOST_FILE_COLUMNS]; /* which column of ours stands there; -1 for others */
    size_t fields;                /* of the header */
} Reading;

/* Cuts the next field off *rest, unquoting it in place. Sets *rest behind the
 * separator, or to NULL behind the last field of the line. NULL when a quote is
 * not closed or text follows a closing quote. */
static char *next_field(char **rest)
{
    char *field = *rest;
    char *end;
    if (*field != '"') {
        end = field + strcspn(field, ",");
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
                                 reading->path, name);
            }
            *place = c;
            seen[c] = true;
        }
    }
    for (int c = 0; c <= COL_BUILD; c++) {
        if (!seen[c]) {
            return error_set(error,
                             "%s line 1 is not the header of a samples file: there is no column '%s'; name "
                             "another file with --out",
                             reading->path, column_names[c]);
        }
    }
    return 0;
}

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

/* The first column whose field is damaged, or COLUMNS. */
static Column damaged_column(Row *row)
{
    static const Column counts[] = {COL_N, COL_SEED, COL_ROUND, COL_SAMPLE};
    static const Column empty_counts[] = {COL_THREADS,  COL_BLOCK,      COL_TILE,
                                          COL_MATRICES, COL_ITERATIONS, COL_EDGES};
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
    ElementType type;
    Transfer transfer;
    Schedule schedule;
    const char *const *field = row->field;
    if (type_parse(field[COL_TYPE], &type) != 0) {
        return COL_TYPE;
    }
    if (field[COL_TRANSFER][0] != '\0' && transfer_parse(field[COL_TRANSFER], &transfer) != 0) {
        return COL_TRANSFER;
    }
    if (field[COL_SCHEDULE][0] != '\0' && schedule_parse(field[COL_SCHEDULE], &schedule) != 0) {
        return COL_SCHEDULE;
    }
    struct {
        Column column;
        double *value;
    } times[] = {{COL_INPUT_S, &row->input_s}, {COL_H2D_S, &row->h2d_s},       {COL_KERNEL_S, &row->kernel_s},
                 {COL_D2H_S, &row->d2h_s},     {COL_OUTPUT_S, &row->output_s}, {COL_TOTAL_S, &row->total_s},
                 {COL_SM_MHZ, &row->sm_mhz}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        if (parse_seconds(field[times[i].column], times[i].value) != 0) {
            return times[i].column;
        }
    }
    if (status_parse(field[COL_STATUS]) == STATUSES) {
        return COL_STATUS;
    }
    row->round = (unsigned)strtoul(field[COL_ROUND], NULL, 10);
    if (strlen(field[COL_ROUND]) > 4 || row->round < 1 || row->round > MOST_ROUNDS) {
        return COL_ROUND;
    }
    bool ok = status_parse(field[COL_STATUS]) == STATUS_OK;
    return !ok                      ? COLUMNS
           : !(row->kernel_s > 0.0) ? COL_KERNEL_S
           : !(row->total_s > 0.0)  ? COL_TOTAL_S
                                    : COLUMNS;
}

/* Cuts a line into the row's fields. -1 and an error when it has not just as many as the header. */
static int cut_row(const Reading *reading, char *line, Row *row, Error *error)
{
    for (int c = 0; c < COLUMNS; c++) {
        row->field[c] = "";
    }
    size_t found = 0;
    char *rest = line;
    for (; rest != NULL; found++) {
        char *field = next_field(&rest);
        if (field == NULL || found >= reading->fields) {
            return error_set(error, "%s line %zu is damaged: %s; mend or remove the line", reading->path,
                             reading->line_number,
                             field == NULL ? "a quote is not closed" : "it has too many fields");
        }
        if (reading->place[found] >= 0) {
            row->field[reading->place[found]] = field;
        }
    }
    if (found != reading->fields) {
        return error_set(error, "%s line %zu is damaged: %zu of %zu fields; mend or remove the line",
                         reading->path, reading->line_number, found, reading->fields);
    }
    return 0;
}

static int judge_row(const Reading *reading, Row *row, Error *error)
{
    if (strcmp(row->field[COL_SCHEMA], SAMPLES_SCHEMA) != 0) {
        return error_set(error, "%s line %zu has schema '%s', this program reads schema " SAMPLES_SCHEMA,
                         reading->path, reading->line_number, row->field[COL_SCHEMA]);
    }
    Column bad = damaged_column(row);
    if (bad != COLUMNS) {
        return error_set(error, "%s line %zu is damaged: column %s is '%s'; mend or remove the line",
                         reading->path, reading->line_number, column_names[bad], row->field[bad]);
    }
    row->key = samples_key(row->field);
    return 0;
}

/* The whole file as a string. */
static char *read_text(const char *path, Error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        error_set(error, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    while (text != NULL) {
        size += fread(text + size, 1, room - 1 - size, file);
        if (size < room - 1) {
            break;
        }
        room *= 2;
        char *larger = realloc(text, room);
        if (larger == NULL) {
            free(text);
        }
        text = larger;
    }
    if (text == NULL) {
        error_set(error, "no memory to read %s", path);
    } else if (ferror(file)) {
        error_set(error, "cannot read %s: %s", path, strerror(errno));
        free(text);
        text = NULL;
    } else if (memchr(text, '\0', size) != NULL) {
        size_t line_number = 1;
        for (const char *at = text; *at != '\0'; at++) {
            line_number += *at == '\n';
        }
        error_set(error, "%s line %zu is damaged: it has a byte 0, so it is no text; mend or remove the line",
                  path, line_number);
        free(text);
        text = NULL;
    } else {
        text[size] = '\0';
    }
    fclose(file);
    return text;
}

/* Room for one more row. */
static Row *next_row(const char *path, Samples *samples, Error *error)
{
    size_t count = samples->count;
    if (count == 0 || (count >= 256 && (count & (count - 1)) == 0)) { /* full */
        Row *rows = realloc(samples->rows, (count == 0 ? 256 : 2 * count) * sizeof *rows);
        if (rows == NULL) {
            error_set(error, "no memory for the rows of %s", path);
            return NULL;
        }
        samples->rows = rows;
    }
    return &samples->rows[count];
}

/* One line behind the header. What is torn can only be a last line without its newline. */
static int parse_row(const Reading *reading, char *line, bool ended, Samples *samples, Error *error)
{
    Row *row = next_row(reading->path, samples, error);
    if (row == NULL) {
        return -1;
    }
    int cut = cut_row(reading, line, row, error);
    if (!ended) {
        error_set(&samples->notice, "%s: the last line (%zu) %s", reading->path, reading->line_number,
                  cut == 0 ? "lacks its newline; it has all fields and counts"
                           : "is incomplete and left out");
    }
    if (cut != 0 && !ended) {
        return 0;
    }
    if (cut != 0 || judge_row(reading, row, error) != 0) {
        return -1;
    }
    samples->count++;
    return 0;
}

static int parse_lines(const char *path, Samples *samples, Error *error)
{
    Reading reading = {.path = path};
    for (char *line = samples->text; *line != '\0';) {
        char *end = line + strcspn(line, "\n");
        bool ended = *end == '\n';
        *end = '\0';
        if (end > line && end[-1] == '\r') {
            end[-1] = '\0';
        }
        reading.line_number++;
        if ((reading.line_number == 1 ? parse_header(&reading, line, error)
                                      : parse_row(&reading, line, ended, samples, error)) != 0) {
            return -1;
        }
        line = end + ended;
    }
    if (reading.line_number == 0) {
        return error_set(error, "%s has no header line; remove it or name another file", path);
    }
    return 0;
}

int samples_read(const char *path, Samples *samples, Error *error)
{
    *samples = (Samples){0};
    samples->text = read_text(path, error);
    if (samples->text == NULL) {
        return -1;
    }
    if (parse_lines(path, samples, error) != 0) {
        samples_free(samples);
        return -1;
    }
    return 0;
}

void samples_free(Samples *samples)
{
    free(samples->rows);
    free(samples->text);
    *samples = (Samples){0};
}

uint64_t samples_hash(uint64_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *at = bytes; size > 0; at++, size--) {
        hash = (hash ^ *at) * 0x100000001b3u; /* FNV-1a */
    }
    return hash;
}

uint64_t samples_key(const char *const field[COLUMNS])
{
    static const Column identity[] = {COL_MACHINE, COL_EXPERIMENT, COL_WORKLOAD, COL_TYPE,     COL_N,
                                      COL_VARIANT, COL_THREADS,    COL_SCHEDULE, COL_BLOCK,    COL_TILE,
                                      COL_EDGES,   COL_GRAPH,      COL_MATRICES, COL_TRANSFER, COL_ITERATIONS,
                                      COL_PLACES,  COL_BIND,       COL_CACHE,    COL_SEED};
    uint64_t hash = 0xcbf29ce484222325u; /* 64 bits keep even a million points apart */
    for (size_t i = 0; i < sizeof identity / sizeof identity[0]; i++) {
        hash = samples_hash(hash, field[identity[i]], strlen(field[identity[i]]) + 1);
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
    point.edges = strtoull(row->field[COL_EDGES], NULL, 10);
    point.matrices = strtoull(row->field[COL_MATRICES], NULL, 10);
    point.iterations = strtoull(row->field[COL_ITERATIONS], NULL, 10);
    return point;
}

/* ---- appending: whole rows or nothing ---- */

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
