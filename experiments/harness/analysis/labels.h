/* The columns of a table that tell its points apart, and no more of them than that takes. */
#ifndef SPEEDUP_LABELS_H
#define SPEEDUP_LABELS_H

#include "experiments/harness/analysis/table.h"
#include "experiments/harness/store/csv_file.h"

enum { LABEL_VARIANT = 1, LABELS = TABLE_COLUMNS };

/* LABELS headers, for table_begin. */
const char *const *label_headers(void);

typedef struct Labels {
    bool differs[COLUMNS]; /* between rows of one variant: shown in every row, else only where unusual */
} Labels;

/* Looks at the rows of a table, which it sorts. */
void labels_choose(Labels *labels, const Row **rows, size_t count);

/* Appends a row's LABELS cells. */
void labels_cells(const Labels *labels, Table *table, const Row *row);

#endif
