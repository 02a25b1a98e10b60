/* A CSV file of rows, as samples.csv is one: read whole, and appended to by whole rows.
 *
 * RFC 4180 with a header. A row is appended with one write; a file whose last
 * line was torn by a kill is cut back to its last whole line before anything is
 * appended; a line damaged in any other way refuses the file with its number. */
#ifndef SPEEDUP_ROWS_H
#define SPEEDUP_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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
    COL_BUILD, /* the last that every samples file must have */
    COL_EDGES,
    COL_GRAPH,
    COL_HOST,
    COL_WARMUP_S,
    COL_ERROR_RELATIVE,
    COL_ERROR_UNITS,
    COL_PRECISION_CLASS,
    COL_INVOLUNTARY_SWITCHES,
    COL_CPU_S,
    COL_STEAL,
    COL_LOAD,
    COL_YARDSTICK_MEAN,
    COL_YARDSTICK_MAX,
    COL_DISTURBED,
    COL_POWER_W,
    COL_ENERGY_J,
    COL_THROTTLE,
    COL_REPEATS,
    COL_FLAGS,
    COL_FILL_S,
    COL_JOB,
    COL_DEVICE,
    COL_CPUS,
    COL_DEVICES,
    COL_RANKS,
    COLUMNS
} Column;

extern const char *const column_names[COLUMNS];

/* A row as text, one field a column, none NULL. Times are parsed beside it. */
typedef struct Row {
    const char *field[COLUMNS];
    double input_s, h2d_s, kernel_s, d2h_s, output_s, total_s, sm_mhz, fill_s; /* NAN where empty */
    unsigned round;
    bool disturbed; /* Outcome.disturbed */
    unsigned flags; /* FLAGS_OF_SAMPLES */
    size_t line;    /* in its file, from 1 */
    uint64_t key;   /* of the point that it tells of: see samples_key */
} Row;

typedef struct Rows {
    Row *rows;
    size_t count;
    char *path;   /* of the file */
    char *text;   /* the file, which the rows point into */
    Error notice; /* what became of a last line without its newline; "" where there is none */
} Rows;

/* A kind of file. */
typedef struct RowFormat {
    const char *name;      /* "samples" */
    const Column *columns; /* as they are written; NULL: all in their order */
    size_t count, needed;  /* how many columns, and how many of the first every file must have */
    int (*judge)(const char *path, Row *row, Error *error); /* parses the row. -1 when it is damaged */
    const char *remedy; /* what to do about a file that is no such: "name another file with --out" */
    bool waits;         /* for another process that appends; else the file is refused while one does */
    bool optional;      /* reading: a file that is none of these has no rows, and the notice says so */
} RowFormat;

/* Reads a whole file, or what comes out of a pipe that somebody writes to. A last line without its newline
 * counts when it has all fields, and is left out when it is torn; `notice` tells. -1 and an error that names
 * file and line when the header is foreign or a line is damaged. Free with rows_free. */
int rows_read(const char *path, const RowFormat *format, Rows *rows, Error *error);
void rows_free(Rows *rows);

/* Says that the row's field cannot be. Returns -1. */
int rows_damaged(const char *path, const Row *row, Column column, Error *error);

typedef struct RowFile {
    int fd;
    const RowFormat *format;
    char path[4096];
    off_t size;      /* that it has, as long as nobody else writes to it */
    double synced_s; /* when it was last forced to the disk */
} RowFile;

/* Opens for appending: makes folders and header, repairs a torn last line (and says so in
 * `notice` when it is not NULL), locks against others who append. Run rows_read first where the
 * content matters. -1 and an error otherwise. */
int rows_open(const char *path, const RowFormat *format, RowFile *file, Error *notice, Error *error);

/* Appends one row by one write, and forces it to the disk when the last time is over 50 ms ago or
 * `now` is not 0. On a full disk the partial row is taken back: -1 and an error, and
 * everything written before is still there. A file that rows_in_place refuses is not written to. */
int rows_append(RowFile *file, const char *const field[COLUMNS], int now, Error *error);
void rows_close(RowFile *file);

/* Is the open file still the one of its path, as it was left? What is written after an editor or rsync has
 * put another in its place, or into it, is lost. 0, or -1 and an error that tells what to do. */
int rows_in_place(const RowFile *file, Error *error);

#endif
