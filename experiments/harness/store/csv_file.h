/* A CSV file of rows, as samples.csv is one: read line by line, and appended to by whole rows.
 *
 * RFC 4180 with a header. A row is appended with one write; a file whose last
 * line was torn by a kill is cut back to its last whole line before anything is
 * appended; a line damaged in any other way refuses the file with its number. */
#ifndef SPEEDUP_CSV_FILE_H
#define SPEEDUP_CSV_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/error.h"
#include "experiments/harness/store/series.h"

typedef struct Rows {
    Row *rows; /* line i + 2 of the file is rows[i] */
    size_t count;
    SeriesSet series; /* hold the text of the rows */
    char *path;       /* of the file */
    Error notice;     /* what became of a last line without its newline; "" where there is none */
} Rows;

/* A line of a file, cut into fields that are valid until the next line is read. */
typedef struct Line {
    const char *path;
    size_t number;              /* from 1 */
    const char *field[COLUMNS]; /* none NULL */
} Line;

/* A kind of file. */
typedef struct CsvFormat {
    const char *name;     /* "samples" */
    bool members;         /* the columns of ORDER_MEMBERS; else all in their order */
    size_t count, needed; /* number of columns; number of leading columns that every file must have */
    /* Parses the line into the numbers of `row` and the key of its point. -1 when it is damaged. */
    int (*judge)(const Line *line, Row *row, uint64_t *key, Error *error);
    const char *remedy;      /* where such a file cannot be written: "name another file with --out" */
    const char *read_remedy; /* where a file that is read is no such: "name a file that speedup run wrote" */
    bool waits;              /* for another process that appends; else the file is refused while one does */
    bool optional;           /* reading: a file that is none of these has no rows, and the notice says so */
} CsvFormat;

/* Reads a whole file, or what comes out of a pipe that somebody writes to. A last line without its newline
 * counts when it has all fields, and is left out when it is torn; `notice` tells. -1 and an error that names
 * file and line when the header is foreign or a line is damaged. Free with csv_file_free. */
int csv_file_read(const char *path, const CsvFormat *format, Rows *rows, Error *error);
void csv_file_free(Rows *rows);

/* Reports that the line's field is damaged. Returns -1. */
int csv_file_damaged(const Line *line, Column column, Error *error);

typedef struct CsvFile {
    int fd;
    const CsvFormat *format;
    char path[4096];
    off_t size;      /* that it has, as long as nobody else writes to it */
    double synced_s; /* when it was last forced to the disk */
} CsvFile;

/* Opens for appending: makes folders and header, repairs a torn last line (and says so in
 * `notice` when it is not NULL), locks against others who append. Run csv_file_read first where the
 * content matters. -1 and an error otherwise. */
int csv_file_open(const char *path, const CsvFormat *format, CsvFile *file, Error *notice, Error *error);

/* Appends one row by one write, and forces it to the disk when the last time is over 50 ms ago or
 * `now` is not 0. On a full disk the partial row is taken back: -1 and an error, and
 * everything written before is still there. A file that csv_file_in_place refuses is not written to. */
int csv_file_append(CsvFile *file, const char *const field[COLUMNS], int now, Error *error);
void csv_file_close(CsvFile *file);

/* Is the open file still the one of its path, as it was left? What is written after an editor or rsync has
 * put another in its place, or into it, is lost. 0, or -1 and an error that tells what to do. */
int csv_file_in_place(const CsvFile *file, Error *error);

#endif
