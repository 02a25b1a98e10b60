/* samples.csv: one row per sample. Checks fields and identifies the point of a row. */
#pragma once

#include "common/driver.h"
#include "experiments/harness/store/csv_append.h"

#define SAMPLES_SCHEMA "1"

/* Numbers of a samples file are below this, but for errors of results, which may be of any size. */
#define SAMPLES_LIMIT 1e12

enum {
    SAMPLES_MOST_HOST = 64, /* bytes in the name of a host */
    SAMPLES_MOST_ROUND = 9999,
};

extern const CsvFormat samples_format;

/* Hash of the identity. Rows of one point have equal keys. */
uint64_t samples_key(const char *const field[COLUMNS]);

/* The point of a row; empty fields become 0. */
Point samples_point(const Row *row);

/* The first column with a name that no registry or machine can have; COLUMNS for none. */
Column samples_misnamed(const char *const field[COLUMNS]);

/* Does it consist of letters, digits, '.', '_' and, but not first, '-', at most `most` bytes? */
bool samples_is_slug(const char *text, size_t most);

/* Clears an identity column in all rows, so that points that differ only in it become one. */
void samples_forget(Rows *files, size_t file_count, Column column);

/* A field as a number; NAN if it is empty. */
double samples_number(const Row *row, Column column);
