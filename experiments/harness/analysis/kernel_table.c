/* See kernel_table.h. */
#include "experiments/harness/analysis/kernel_table.h"

#include <math.h>

#include "experiments/harness/analysis/table.h"

/* '>': numbers, flush right in a table. */
static const char *const headers[] = {
    "workload",
    "variant",
    "type",
    ">n",
    ">block",
    ">tile",
    "kernel",
    ">launches",
    "grid",
    ">threads_per_block",
    ">registers",
    ">static_shared_bytes",
    ">dynamic_shared_bytes",
    ">local_bytes",
    ">blocks_per_sm",
    ">occupancy",
    "limited_by",
    ">waves",
    ">last_wave_filled",
    ">cgma",
};

enum { KERNEL_COLUMNS = sizeof headers / sizeof headers[0] };

/* Empty for NAN. */
static void put_number(Table *table, double value, int digits)
{
    if (isnan(value)) {
        table_cell(table, "%s", "");
    } else {
        table_cell(table, "%.*f", digits, value);
    }
}

static void put_axis(Table *table, const KernelAttributes *facts, unsigned axis, size_t value)
{
    put_number(table, (facts->variant->axes & axis) != 0 ? (double)value : NAN, 0);
}

static void add_row(Table *table, const KernelAttributes *facts)
{
    table_cell(table, "%s", facts->variant->workload);
    table_cell(table, "%s", facts->variant->name);
    table_cell(table, "%s", type_name(facts->point.type));
    table_cell(table, "%zu", facts->point.n);
    put_axis(table, facts, AXIS_BLOCK, facts->point.block);
    put_axis(table, facts, AXIS_TILE, facts->point.tile);
    table_cell(table, "%s", facts->kernel);
    table_cell(table, "%zu", facts->launches);
    table_cell(table, "%ux%ux%u", facts->grid[0], facts->grid[1], facts->grid[2]);
    table_cell(table, "%u", facts->threads_per_block);
    table_cell(table, "%d", facts->registers);
    table_cell(table, "%zu", facts->static_shared_bytes);
    table_cell(table, "%zu", facts->dynamic_shared_bytes);
    table_cell(table, "%zu", facts->local_bytes);
    table_cell(table, "%d", facts->blocks_per_multiprocessor);
    put_number(table, facts->occupancy, 4);
    table_cell(table, "%s", facts->limited_by);
    put_number(table, facts->waves, 3);
    put_number(table, facts->last_wave_filled, 4);
    put_number(table, facts->operations_per_access, 3);
}

int kernel_table_print(FILE *stream, const KernelAttributes *facts, size_t count, bool csv, Error *error)
{
    Table table;
    table_begin(&table, headers, KERNEL_COLUMNS);
    for (size_t i = 0; i < count; i++) {
        add_row(&table, &facts[i]);
    }
    return csv ? table_end_csv(&table, stream, error) : table_end(&table, stream, error);
}
