/* See labels.h. */
#include "experiments/harness/analysis/labels.h"

#include <stdlib.h>
#include <string.h>

const char *const label_headers[LABELS] = {"workload", "variant",  "type",      ">n",          ">edges",
                                           "graph",    ">threads", "schedule",  ">block",      ">tile",
                                           ">devices", ">ranks",   ">matrices", ">iterations", "transfer",
                                           "cache",    "bind",     "places",    ">seed"};

/* `usual`: the value that is left out where all rows have it. `rare`: any value is. */
static const struct {
    Column column;
    const char *usual;
    bool rare;
} labels_of[LABELS] = {
    {COL_WORKLOAD, NULL, true}, {COL_VARIANT, NULL, false},      {COL_TYPE, NULL, false},
    {COL_N, NULL, false},       {COL_EDGES, NULL, false},        {COL_GRAPH, NULL, true},
    {COL_THREADS, NULL, false}, {COL_SCHEDULE, "static", false}, {COL_BLOCK, NULL, false},
    {COL_TILE, NULL, false},    {COL_DEVICES, NULL, false},      {COL_RANKS, NULL, false},
    {COL_MATRICES, "1", false}, {COL_ITERATIONS, "1", false},    {COL_TRANSFER, NULL, false},
    {COL_CACHE, "warm", false}, {COL_BIND, NULL, true},          {COL_PLACES, NULL, true},
    {COL_SEED, NULL, true}};

static int by_variant(const void *a, const void *b)
{
    const Row *left = *(const Row *const *)a;
    const Row *right = *(const Row *const *)b;
    int order = strcmp(row_field(left, COL_WORKLOAD), row_field(right, COL_WORKLOAD));
    return order != 0 ? order : strcmp(row_field(left, COL_VARIANT), row_field(right, COL_VARIANT));
}

void labels_choose(Labels *labels, const Row **rows, size_t count)
{
    *labels = (Labels){0};
    qsort(rows, count, sizeof *rows, by_variant);
    for (size_t i = 1; i < count; i++) {
        for (size_t c = 0; c < LABELS && by_variant(&rows[i - 1], &rows[i]) == 0; c++) {
            Column column = labels_of[c].column;
            labels->differs[column] |=
                strcmp(row_field(rows[i - 1], column), row_field(rows[i], column)) != 0;
        }
    }
}

void labels_cells(const Labels *labels, Table *table, const Row *row)
{
    for (size_t c = 0; c < LABELS; c++) {
        const char *value = row_field(row, labels_of[c].column);
        bool told =
            !labels_of[c].rare && (labels_of[c].usual == NULL || strcmp(value, labels_of[c].usual) != 0);
        table_cell(table, "%s", told || labels->differs[labels_of[c].column] ? value : "");
    }
}
