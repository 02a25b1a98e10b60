/* See kernel_table.h. */
#include "experiments/harness/analysis/kernel_table.h"

#include <math.h>
#include <stdarg.h>

#include "experiments/harness/analysis/table.h"
#include "experiments/harness/store/csv_writer.h"

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

typedef struct KernelRow {
    size_t count;
    char cell[KERNEL_COLUMNS][128];
} KernelRow;

static void __attribute__((format(printf, 2, 3))) put(KernelRow *row, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(row->cell[row->count++], sizeof row->cell[0], format, arguments);
    va_end(arguments);
}

/* Empty for NAN. */
static void put_number(KernelRow *row, double value, int digits)
{
    if (isnan(value)) {
        put(row, "%s", "");
    } else {
        put(row, "%.*f", digits, value);
    }
}

static void put_axis(KernelRow *row, const KernelAttributes *facts, unsigned axis, size_t value)
{
    put_number(row, (facts->variant->axes & axis) != 0 ? (double)value : NAN, 0);
}

static KernelRow row_of(const KernelAttributes *facts)
{
    KernelRow row = {.count = 0};
    put(&row, "%s", facts->variant->workload);
    put(&row, "%s", facts->variant->name);
    put(&row, "%s", type_name(facts->point.type));
    put(&row, "%zu", facts->point.n);
    put_axis(&row, facts, AXIS_BLOCK, facts->point.block);
    put_axis(&row, facts, AXIS_TILE, facts->point.tile);
    put(&row, "%s", facts->kernel);
    put(&row, "%zu", facts->launches);
    put(&row, "%ux%ux%u", facts->grid[0], facts->grid[1], facts->grid[2]);
    put(&row, "%u", facts->threads_per_block);
    put(&row, "%d", facts->registers);
    put(&row, "%zu", facts->static_shared_bytes);
    put(&row, "%zu", facts->dynamic_shared_bytes);
    put(&row, "%zu", facts->local_bytes);
    put(&row, "%d", facts->blocks_per_multiprocessor);
    put_number(&row, facts->occupancy, 4);
    put(&row, "%s", facts->limited_by);
    put_number(&row, facts->waves, 3);
    put_number(&row, facts->last_wave_filled, 4);
    put_number(&row, facts->operations_per_access, 3);
    return row;
}

static void print_csv(FILE *stream, const KernelAttributes *facts, size_t count)
{
    for (size_t c = 0; c < KERNEL_COLUMNS; c++) {
        fprintf(stream, "%s%s", headers[c] + (headers[c][0] == '>'), c + 1 < KERNEL_COLUMNS ? "," : "\n");
    }
    for (size_t i = 0; i < count; i++) {
        KernelRow row = row_of(&facts[i]);
        for (size_t c = 0; c < KERNEL_COLUMNS; c++) {
            csv_print(stream, row.cell[c]);
            fputc(c + 1 < KERNEL_COLUMNS ? ',' : '\n', stream);
        }
    }
}

void kernel_table_print(FILE *stream, const KernelAttributes *facts, size_t count, bool csv)
{
    if (csv) {
        print_csv(stream, facts, count);
        return;
    }
    Table table;
    table_begin(&table, headers, KERNEL_COLUMNS);
    for (size_t i = 0; i < count; i++) {
        KernelRow row = row_of(&facts[i]);
        for (size_t c = 0; c < KERNEL_COLUMNS; c++) {
            table_cell(&table, "%s", row.cell[c]);
        }
    }
    table_end(&table, stream);
}
