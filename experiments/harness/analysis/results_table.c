/* See results_table.h. */
#include "experiments/harness/analysis/results_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/system/array.h"
#include "common/text/text.h"
#include "experiments/harness/analysis/labels.h"
#include "experiments/harness/store/status.h"

static int by_number(const void *a, const void *b)
{
    return compare_whole(*(const uint64_t *)a, *(const uint64_t *)b);
}

static bool is_one_of(const uint64_t *keys, size_t count, const PointSummary *point)
{
    return bsearch(&point->group->key, keys, count, sizeof *keys, by_number) != NULL;
}

/* Is end to end more than the kernel: copies to a GPU, a graph file? */
static bool has_other_phases(const PointSummary *point)
{
    return point->ok && point->rounds.total.value > point->rounds.kernel.value * 1.000001;
}

static void time_cells(Table *table, const PointSummary *point)
{
    char time[32], total[32], rate[32];
    double half = estimate_half_width(&point->rounds.kernel);
    format_time(point->rounds.kernel.value, time, sizeof time);
    format_time(point->rounds.total.value, total, sizeof total);
    format_number(point->rate, rate, sizeof rate);
    table_cell(table, "%s", time);
    if (point->ok && isfinite(half)) {
        table_cell(table, "±%.1f %%", 100.0 * half);
    } else {
        table_cell(table, "%s", "");
    }
    table_cell(table, "%s", has_other_phases(point) ? total : "");
    table_cell(table, "%s", rate);
    table_cell(table, "%s", summary_rate_unit(point));
    format_number(point->peak_bytes / 1e6, rate, sizeof rate);
    table_cell(table, "%s%s", rate, rate[0] != '\0' ? " MB" : "");
}

/* "3.78 ±2.1 %": with the digits that its interval justifies; without one, at most two. */
static void ratio_cell(Table *table, Ratio ratio, const char *unit, bool shown)
{
    char number[32], spread[32] = "";
    double half = (ratio.high - ratio.low) / 2.0 / ratio.value;
    format_uncertain(ratio.value, half, number, sizeof number);
    if (half > 0.0) { /* 0 if it is its own baseline */
        snprintf(spread, sizeof spread, " ±%.*f %%", half < 0.0995 ? 1 : 0, 100.0 * half);
    }
    table_cell(table, "%s%s%s", shown ? number : "", shown && number[0] != '\0' ? unit : "",
               shown ? spread : "");
}

/* The kind of its workers. */
static const char *worker_name(const Point *point)
{
    return point->devices > 0 ? "device" : point->ranks > 0 && point->threads == 0 ? "rank" : "thread";
}

static bool is_reduced(const PointSummary *point)
{
    return point->ok && strcmp(row_field(point->least_precise, COL_STATUS), status_name(STATUS_REDUCED)) == 0;
}

static void relation_cells(Table *table, const PointSummary *point)
{
    const unsigned workers = point->baseline != NULL ? point_workers(&point->baseline->point) : 0;
    ratio_cell(table, ratio_scaled(point->ceiling_share, 100.0), " %", true);
    ratio_cell(table, point->speedup, "", true);
    ratio_cell(table, point->speedup_total, "", has_other_phases(point));
    if (point->baseline == NULL) {
        table_cell(table, "%s", "");
    } else if (point->baseline == point) {
        table_cell(table, "itself");
    } else if (workers > 1 || row_compare(point->baseline->row, point->row, COL_VARIANT) == 0) {
        table_cell(table, "%s, %u %s%s", row_field(point->baseline->row, COL_VARIANT), workers,
                   worker_name(&point->baseline->point), workers == 1 ? "" : "s");
    } else {
        table_cell(table, "%s", row_field(point->baseline->row, COL_VARIANT));
    }
    ratio_cell(table, point->efficiency, "", point_workers(&point->point) > 1);
    if (point->ok) {
        char flags[256];
        flags_names(point->flags, flags, sizeof flags);
        const bool reduced = is_reduced(point);
        table_cell(table, "%s%s%s", reduced ? "reduced" : "", reduced && flags[0] != '\0' ? ";" : "", flags);
    } else {
        table_cell(table, "%s: %s", row_field(point->row, COL_STATUS), row_field(point->row, COL_DETAIL));
    }
}

/* The columns behind the labels. */
enum {
    TIME,
    INTERVAL,
    TOTAL,
    RATE,
    UNIT,
    PEAK,
    OF_CEILING,
    SPEEDUP,
    SPEEDUP_TOTAL,
    OVER,
    EFFICIENCY,
    NOTES,
    OTHERS
};

static const char *const headers[OTHERS] = {">time",       ">interval",    ">end to end", ">rate",
                                            "unit",        ">peak memory", ">of ceiling", ">speedup",
                                            ">end to end", "over",         ">efficiency", "notes"};

#define BIT(column) ((uint64_t)1 << (LABELS + (column)))

/* Notes are dropped first, unless one of them has a status. */
static void fit(Table *table, FILE *stream, bool has_status, size_t width)
{
    static const uint64_t drop[] = {
        BIT(NOTES),      BIT(PEAK),  BIT(OF_CEILING), BIT(SPEEDUP_TOTAL), BIT(RATE) | BIT(UNIT),
        BIT(EFFICIENCY), BIT(TOTAL), BIT(INTERVAL)};
    const size_t first = has_status ? 1 : 0;
    const uint64_t labels = BIT(0) - 1, variant = 1u << LABEL_VARIANT;
    table_fit(table, stream, width, (labels & ~variant) | BIT(UNIT), drop + first,
              sizeof drop / sizeof drop[0] - first);
}

int results_table(FILE *stream, const Summary *summary, uint64_t *keys, size_t count, size_t width,
                  Error *error)
{
    const Row **rows = calloc(summary->count + 1, sizeof *rows);
    if (rows == NULL) {
        return error_set(error, "no memory for a table of %zu points", summary->count);
    }
    qsort(keys, count, sizeof *keys, by_number);
    size_t shown = 0;
    for (size_t i = 0; i < summary->count; i++) {
        if (is_one_of(keys, count, &summary->points[i])) {
            rows[shown++] = summary->points[i].row;
        }
    }
    Labels labels;
    labels_choose(&labels, rows, shown);
    free(rows);
    Table table;
    bool has_status = false;
    labels_begin(&table, headers, OTHERS);
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        if (is_one_of(keys, count, point)) {
            labels_cells(&labels, &table, point->row);
            time_cells(&table, point);
            relation_cells(&table, point);
            has_status = has_status || !point->ok || is_reduced(point);
        }
    }
    fit(&table, stream, has_status, width);
    return table_end(&table, stream, error);
}
