/* See labels.h. */
#include "experiments/harness/analysis/labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *label_header(size_t label)
{
    static char headers[LABELS][32];
    const Column column = columns_in(ORDER_TABLES)[label];
    snprintf(headers[label], sizeof headers[label], "%s%s", column_is_whole(column) ? ">" : "",
             column_names[column]);
    return headers[label];
}

void labels_begin(Table *table, const char *const *headers, size_t count)
{
    const char *all[LABELS + LABELS_MOST_OTHERS];
    for (size_t i = 0; i < LABELS + count; i++) {
        all[i] = i < LABELS ? label_header(i) : headers[i - LABELS];
    }
    table_begin(table, all, LABELS + count);
}

static int by_variant(const void *a, const void *b)
{
    const Row *left = *(const Row *const *)a;
    const Row *right = *(const Row *const *)b;
    int order = row_compare(left, right, COL_WORKLOAD);
    return order != 0 ? order : row_compare(left, right, COL_VARIANT);
}

void labels_choose(Labels *labels, const Row **rows, size_t count)
{
    const Column *columns = columns_in(ORDER_TABLES);
    *labels = (Labels){0};
    qsort(rows, count, sizeof *rows, by_variant);
    for (size_t i = 1; i < count; i++) {
        for (size_t c = 0; c < LABELS && by_variant(&rows[i - 1], &rows[i]) == 0; c++) {
            Column column = columns[c];
            labels->differs[column] |= row_compare(rows[i - 1], rows[i], column) != 0;
        }
    }
}

const char *label_text(const Labels *labels, const Row *row, size_t label)
{
    const Column column = columns_in(ORDER_TABLES)[label];
    const char *value = row_field(row, column), *omitted = column_table[column].omitted;
    const bool omit = omitted != NULL && (omitted[0] == '\0' || strcmp(value, omitted) == 0);
    return !omit || labels->differs[column] ? value : "";
}

void labels_cells(const Labels *labels, Table *table, const Row *row)
{
    for (size_t c = 0; c < LABELS; c++) {
        table_cell(table, "%s", label_text(labels, row, c));
    }
}
