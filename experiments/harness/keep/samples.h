/* samples.csv: the one place that writes and reads sample rows.
 *
 * RFC 4180 with a header. A row is appended with one write; a file whose last
 * line was torn by a kill is cut back to its last whole line before anything is
 * appended; a line damaged in any other way refuses the file with its number. */
#ifndef SPEEDUP_SAMPLES_H
#define SPEEDUP_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "common/driver.h"
#include "common/error.h"

typedef enum Column {
    COL_SCHEMA,
    COL_RUN,
    COL_STARTED,
    COL_MACHINE,
    COL_EXPERIMENT,
    COL_WORKLOAD,
    COL_TYPE,
    COL_N,
    COL_VARIANT,
    COL_THREADS,
    COL_SCHEDULE,
    COL_BLOCK,
    COL_TILE,
    COL_MATRICES,
    COL_TRANSFER,
    COL_ITERATIONS,
    COL_PLACES,
    COL_BIND,
    COL_CACHE,
    COL_SEED,
    COL_INPUT_HASH,
    COL_ROUND,
    COL_SAMPLE,
    COL_INPUT_S,
    COL_H2D_S,
    COL_KERNEL_S,
    COL_D2H_S,
    COL_OUTPUT_S,
    COL_TOTAL_S,
    COL_SM_MHZ,
    COL_STATUS,
    COL_STOP,
    COL_DETAIL,
    COL_BUILD, /* the last that every file must have */
    COL_EDGES,
    COL_GRAPH,
    COLUMNS
} Column;

extern const char *const column_names[COLUMNS];

#define SAMPLES_SCHEMA "1"

/* A row as text, one field a column, none NULL. Times are parsed beside it. */
typedef struct Row {
    const char *field[COLUMNS];
    double input_s, h2d_s, kernel_s, d2h_s, output_s, total_s, sm_mhz; /* NAN where empty */
    unsigned round;
    uint64_t key; /* hash of what makes the point: equal for samples of the same point */
} Row;

typedef struct Samples {
    Row *rows;
    size_t count;
    char *text;   /* the file, which the rows point into */
    Error notice; /* what became of a last line without its newline; "" where there is none */
} Samples;

/* Reads a whole file. A last line without its newline counts when it has all fields, and is left out when
 * it is torn; `notice` tells. -1 and an error that names file and line when the header is foreign or a
 * line is damaged. Free with samples_free. */
int samples_read(const char *path, Samples *samples, Error *error);
void samples_free(Samples *samples);

/* Hash of the fields that tell which point a row measures: everything but run, time, build and
 * results. Rows of the same point have equal keys. */
uint64_t samples_key(const char *const field[COLUMNS]);

/* A hash carried on over `size` bytes. The 0 at a text's end counts too, so that texts cannot run together. */
uint64_t samples_hash(uint64_t hash, const void *bytes, size_t size);

/* A row's identity as a Point; fields that are empty become 0. */
Point samples_point(const Row *row);

typedef struct SampleFile {
    int fd;
    char path[4096];
    double synced_s; /* when it was last forced to the disk */
} SampleFile;

/* Opens for appending: makes folders and header, repairs a torn last line (and says so in
 * `notice` when it is not NULL), locks against a second run. Run samples_read first: it judges
 * the content. -1 and an error otherwise. */
int samples_open(const char *path, SampleFile *file, Error *notice, Error *error);

/* Appends one row by one write, and forces it to the disk when the last time is over 50 ms ago or
 * `now` is not 0. On a full disk the partial row is taken back: -1 and an error, and
 * everything written before is still there. */
int samples_append(SampleFile *file, const char *const field[COLUMNS], int now, Error *error);
void samples_close(SampleFile *file);

#endif
