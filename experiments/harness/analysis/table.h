/* Aligned text tables for a terminal. Columns that are empty in every row are left out. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/error.h"

typedef struct Table {
    size_t columns, cells;
    char **cell;    /* row by row; the first row is the header */
    bool no_memory; /* for one of the cells */
} Table;

/* Starts a table with `columns` headers. A header that begins with '>' is shown
 * without it and its column is set flush right. */
void table_begin(Table *table, const char *const *headers, size_t columns);

/* Appends the next cell, printf style. Without memory for it, table_end fails. */
void table_cell(Table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends `count` cells. */
void table_texts(Table *table, const char *const *texts, size_t count);

/* Fits a table of at most 64 columns into `width` characters, where it is wider: prints a line above, names
 * what is left out, and changes the cells. Columns are bits, the first one bit 0. Those of `once` move to the
 * line above where all rows agree. Then the `drops` sets of drop[] are left out, the least needed first,
 * until the rest fits. The text of the table's last column is cut as well. */
void table_fit(Table *table, FILE *stream, size_t width, uint64_t once, const uint64_t *drop, size_t drops);

/* Prints and frees the table, aligned or as CSV. Without memory nothing is printed: -1 and an error. */
int table_end(Table *table, FILE *stream, Error *error);
int table_end_csv(Table *table, FILE *stream, Error *error);
