/* The columns of a table that distinguish its points, and no others. */
#pragma once

#include "experiments/harness/analysis/table.h"
#include "experiments/harness/store/csv_read.h"

enum { LABEL_VARIANT = 1, LABELS = TABLE_COLUMNS, LABELS_MOST_OTHERS = 16 };

/* The header of a label, ">n": whole numbers are aligned to the right. */
const char *label_header(size_t label);

/* Begins a table with the labels and `count` further headers. */
void labels_begin(Table *table, const char *const *headers, size_t count);

typedef struct Labels {
    bool differs[COLUMNS]; /* between rows of one variant: shown in every row, else only where unusual */
} Labels;

/* Looks at the rows of a table, which it sorts. */
void labels_choose(Labels *labels, const Row **rows, size_t count);

/* The text of a label; "" if tables omit it. */
const char *label_text(const Labels *labels, const Row *row, size_t label);

/* Appends a row's LABELS cells. */
void labels_cells(const Labels *labels, Table *table, const Row *row);
