/* What reading, appending and repairing share: the header and the rows of a CSV file. Internal to csv_*.c. */
#pragma once

#include "experiments/harness/store/csv_file.h"

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
    size_t moved; /* damaged lines, of a repair */
    bool ignored; /* the file is of another format, which this format allows */
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

/* Locks the file against other writers: waits for them, or for a second only. 0 or -1. */
int csv_file_lock(int fd, bool waits);
