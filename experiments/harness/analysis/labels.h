/* The columns of a table that distinguish its points, and no others. */
#pragma once

#include "experiments/harness/analysis/table.h"
#include "experiments/harness/store/csv_read.h"

enum { LABEL_VARIANT = 1, LABELS = TABLE_COLUMNS };

/* LABELS headers, for table_begin. */
const char *const *label_headers(void);

typedef struct Labels {
    bool differs[COLUMNS]; /* between rows of one variant: shown in every row, else only where unusual */
} Labels;

/* Looks at the rows of a table, which it sorts. */
void labels_choose(Labels *labels, const Row **rows, size_t count);

/* The text of a label; "" if tables omit it. */
const char *label_text(const Labels *labels, const Row *row, size_t label);

/* Appends a row's LABELS cells. */
void labels_cells(const Labels *labels, Table *table, const Row *row);
