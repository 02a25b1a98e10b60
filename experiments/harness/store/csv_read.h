/* CSV files of rows: samples.csv and members.csv. Read line by line, appended to by whole rows.
 *
 * RFC 4180 with a header, in whose order rows are appended, each by one write. So a file of another version,
 * with more and with fewer columns, is continued. A row ends with a check, the CRC-32C of its text; files of
 * earlier versions have none. A last line that was torn by a kill is removed before anything is
 * appended; a line damaged in another way makes the file an error with the line's number. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

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

/* ---- for appending and repairing ---- */

enum { MOST_FILE_COLUMNS = 128 };

/* The columns of a file, in its order. */
typedef struct CsvHeader {
    Column column[MOST_FILE_COLUMNS]; /* COLUMNS: of another version */
    size_t fields;                    /* without the check */
    bool checked;                     /* a check follows */
} CsvHeader;

/* The last column, on lines and in the header: the CRC-32C of the line's text before its comma. */
#define CHECK_NAME "check"
#define CHECK_FORMAT ",%08x"
enum { CHECK_LENGTH = 9 };

#define FIX_LINE "; speedup repair %s moves it to another file"

typedef struct Reading {
    const CsvFormat *format;
    Rows *rows;
    Line line;
    CsvHeader header;
    size_t moved;    /* of a repair: damaged lines, */
    bool ended_line; /* and whether the last line gets its newline */
    bool ignored;    /* the file is of another format, which this format allows */
} Reading;

size_t csv_count_zeros(const char *text, size_t length);

/* This version's header line; to be freed. NULL without memory. */
char *csv_header_text(const CsvFormat *format);

/* Finds the columns of the file at `path` in its header line, which is cut. 1: a column is missing that every
 * file of the format has, which stands in `error`; -1: the header is damaged. */
int csv_header_parse(const char *path, const CsvFormat *format, char *line, size_t length, CsvHeader *header,
                     Error *error);

/* Adds the row of a line after the header, which is cut. A line that has not ended may be torn: then it is no
 * row, and `rows->notice` says so. 0, or -1 and an error. */
int csv_row_parse(Reading *reading, char *text, size_t length, bool ended, Error *error);

/* The length of a line without its end: LF, CR LF or nothing. */
size_t csv_line_length(const char *text, size_t length);
