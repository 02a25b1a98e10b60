/* Aligned text tables for a terminal. Columns that are empty in every row are left out. */
#ifndef SPEEDUP_TABLE_H
#define SPEEDUP_TABLE_H

#include <stddef.h>
#include <stdio.h>

typedef struct Table {
    size_t columns, cells, room;
    char **cell; /* row by row; the first row is the header */
} Table;

/* Starts a table with `columns` headers. A header that begins with '>' is shown
 * without it and its column is set flush right. */
void table_begin(Table *table, const char *const *headers, size_t columns);

/* Appends the next cell, printf style. Without memory the cell stays empty. */
void table_cell(Table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints and frees the table. */
void table_end(Table *table, FILE *stream);
void table_free(Table *table);

#endif
