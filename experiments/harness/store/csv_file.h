/* CSV files of rows: samples.csv and members.csv. Read line by line, appended to by whole rows.
 *
 * RFC 4180 with a header, in whose order rows are appended, each by one write. So a file of another version,
 * with more and with fewer columns, is continued. A row ends with a check, the CRC-32C of its text; files of
 * earlier versions have none. A last line that was torn by a kill is removed before anything is
 * appended; a line damaged in another way makes the file an error with the line's number. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/error.h"
#include "experiments/harness/store/series.h"

typedef struct Rows {
    Row *rows; /* line i + 2 of the file is rows[i] */
    size_t count;
    SeriesSet series; /* contain the text of the rows */
    char *path;
    Error notice; /* about a last line without its newline; "" for none */
} Rows;

/* A line cut into fields, which are valid until the next line is read. */
typedef struct Line {
    const char *path;
    size_t number;              /* from 1 */
    const char *field[COLUMNS]; /* none is NULL */
} Line;

/* A kind of file. */
typedef struct CsvFormat {
    const char *name;     /* "samples" */
    bool members;         /* the columns of ORDER_MEMBERS; else all in file order */
    size_t count, needed; /* number of columns; number of leading columns that every file must have */
    /* Parses the line into the numbers of `row` and the key of its point. 0, or -1 and an error. */
    int (*check)(const Line *line, Row *row, uint64_t *key, Error *error);
    const char *remedy;      /* if the file cannot be written: "name another file with --out" */
    const char *read_remedy; /* if a file is of another format: "name a file that speedup run wrote" */
    bool waits;              /* opening waits for another writer; else it fails */
    bool follows;            /* opening follows a link to a file of this format */
    bool optional;           /* reading: a file of another format has no rows, and a notice */
} CsvFormat;

/* Reads a whole file or pipe. A last line without its newline counts if it has all fields, else it is
 * ignored; `notice` reports both. -1 and an error with file and line if the header or a line is invalid. Free
 * with csv_file_free. */
int csv_file_read(const char *path, const CsvFormat *format, Rows *rows, Error *error);
void csv_file_free(Rows *rows);

/* Sets the error of an invalid field. Returns -1. */
int csv_file_damaged(const Line *line, Column column, Error *error);

enum { MOST_FILE_COLUMNS = 128 };

/* The columns of a file, in its order. */
typedef struct CsvHeader {
    int column[MOST_FILE_COLUMNS]; /* -1: of another version */
    size_t fields;                 /* without the check */
    bool checked;                  /* a check follows */
} CsvHeader;

typedef struct CsvFile {
    int fd;
    const CsvFormat *format;
    CsvHeader header;
    char path[4096];
    bool linked;     /* opened by a link */
    off_t size;      /* after this process's last write */
    double synced_s; /* time of the last fdatasync */
} CsvFile;

/* Opens for appending: makes folders and header, removes a torn last line (with a `notice`, unless NULL),
 * locks against other writers. Reads no rows. A link is followed only where the format allows it, and only to
 * a file that has the header. 0, or -1 and an error. */
int csv_file_open(const char *path, const CsvFormat *format, CsvFile *file, Error *notice, Error *error);

/* Appends one row by one write, in the order of the file's header: what the file has no column for is left
 * out. An error if the point would then be another one. Forces it to the disk if `now` is not 0 or the last
 * time is over 50 ms ago. On a full disk the partial row is removed: -1 and an error, and all earlier rows
 * remain. */
int csv_file_append(CsvFile *file, const char *const field[COLUMNS], int now, Error *error);
void csv_file_close(CsvFile *file);

typedef struct CsvRepair {
    size_t kept, moved; /* rows; damaged lines */
    bool changed;       /* false: nothing was to repair */
} CsvRepair;

/* Appends the damaged lines to PATH.damaged, and replaces the file by its undamaged rows at once. A damaged
 * header becomes this version's if rows match it. No link is followed; one at PATH.damaged is replaced.
 * -1 and an error if another process is writing, no row is undamaged or the disk fails; then the file is
 * unchanged. */
int csv_file_repair(const char *path, const CsvFormat *format, CsvRepair *done, Error *error);

/* Is the open file still the one at its path, unchanged by others? If an editor or rsync replaced it, rows
 * written to it would be lost. 0, or -1 and an error with the remedy. */
int csv_file_in_place(const CsvFile *file, Error *error);
