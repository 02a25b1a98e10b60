/* See comparison.h. */
#include "experiments/harness/analysis/comparison.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/text.h"
#include "experiments/harness/analysis/labels.h"
#include "experiments/harness/store/csv_writer.h"

void comparison_count(const Comparison *comparison, size_t counts[VERDICTS])
{
    memset(counts, 0, VERDICTS * sizeof *counts);
    for (size_t i = 0; i < comparison->count; i++) {
        counts[comparison->points[i].verdict]++;
    }
}

void comparison_headline(FILE *stream, const Comparison *comparison)
{
    size_t counts[VERDICTS];
    comparison_count(comparison, counts);
    fprintf(stream,
            "%zu points in both: %zu no change, %zu faster, %zu slower, %zu cannot tell, %zu broken "
            "(threshold %g %%)\n",
            comparison->count, counts[NO_CHANGE], counts[FASTER], counts[SLOWER], counts[CANNOT_TELL],
            counts[BROKEN], 100.0 * comparison->threshold);
}

/* ---- texts of a point ---- */

static double as_change(double ratio)
{
    return 100.0 * (ratio - 1.0);
}

static void change_text(double ratio, char *text, size_t size)
{
    text[0] = '\0';
    if (!isnan(ratio)) {
        snprintf(text, size, "%+.2f %%", as_change(ratio));
    }
}

static void interval_text(const Ratio *ratio, char *text, size_t size)
{
    text[0] = '\0';
    if (!isnan(ratio->low)) {
        snprintf(text, size, "%+.2f to %+.2f %%", as_change(ratio->low), as_change(ratio->high));
    }
}

static void p_text(const Ratio *ratio, char *text, size_t size)
{
    text[0] = '\0';
    if (!isnan(ratio->p)) {
        snprintf(text, size, ratio->p < 1e-4 ? "< 0.0001" : "%.4f", ratio->p);
    }
}

static void verdict_text(const Compared *point, char *text, size_t size)
{
    bool broken = point->verdict == BROKEN;
    snprintf(text, size, "%s%s%s", verdict_names[point->verdict], broken ? ": now " : "",
             broken ? row_field(point->row, COL_STATUS) : "");
}

/* Chooses what tells the points apart. 0, or -1 without memory. */
static int choose_labels(const Comparison *comparison, Labels *labels, Error *error)
{
    const Row **rows = calloc(comparison->count + 1, sizeof *rows);
    if (rows == NULL) {
        return error_set(error, "no memory to show %zu points", comparison->count);
    }
    for (size_t i = 0; i < comparison->count; i++) {
        rows[i] = comparison->points[i].row;
    }
    labels_choose(labels, rows, comparison->count);
    labels->differs[COL_WORKLOAD] = true; /* there may be several */
    free(rows);
    return 0;
}

/* ---- a table ---- */

enum { NUMBERS = 8 };

/* The headers of both times: of pairs, they name the estimator; of rounds, it is that of every table. */
static const char *base_header(const Comparison *comparison)
{
    return comparison->pairs ? ">base (5 fastest)" : ">base";
}

static const char *new_header(const Comparison *comparison)
{
    return comparison->pairs ? ">new (5 fastest)" : ">new";
}

static void add_row(Table *table, const Labels *labels, const Compared *point, bool color)
{
    static const char *const colors[VERDICTS] = {
        [FASTER] = COLOR_GREEN, [SLOWER] = COLOR_RED, [CANNOT_TELL] = COLOR_YELLOW, [BROKEN] = COLOR_RED};
    const char *begin = color && colors[point->verdict] != NULL ? colors[point->verdict] : "";
    char text[6][64], verdict[128];
    format_time(point->base_s, text[0], sizeof text[0]);
    format_time(point->new_s, text[1], sizeof text[1]);
    change_text(point->ratio.value, text[2], sizeof text[2]);
    interval_text(&point->ratio, text[3], sizeof text[3]);
    p_text(&point->ratio, text[4], sizeof text[4]);
    change_text(point->median_ratio, text[5], sizeof text[5]);
    verdict_text(point, verdict, sizeof verdict);
    labels_cells(labels, table, point->row);
    for (size_t i = 0; i < 6; i++) {
        table_cell(table, "%s", text[i]);
    }
    table_cell(table, "%s%s%s", begin, verdict, begin[0] != '\0' ? COLOR_END : "");
    table_cell(table, "%s", point->why);
}

int comparison_table(FILE *stream, const Comparison *comparison, bool color, Error *error)
{
    const char *const numbers[NUMBERS] = {base_header(comparison),
                                          new_header(comparison),
                                          ">change",
                                          ">95 % interval",
                                          ">p",
                                          ">change of medians",
                                          "verdict",
                                          ""};
    const char *headers[LABELS + NUMBERS];
    Labels labels;
    Table table;
    if (choose_labels(comparison, &labels, error) != 0) {
        return -1;
    }
    memcpy(headers, label_headers(), LABELS * sizeof headers[0]);
    memcpy(headers + LABELS, numbers, sizeof numbers);
    table_begin(&table, headers, LABELS + NUMBERS);
    for (size_t i = 0; i < comparison->count; i++) {
        add_row(&table, &labels, &comparison->points[i], color);
    }
    table_end(&table, stream);
    return 0;
}

/* ---- Markdown ---- */

/* "matmul cpu/naive float32, n 512, threads 2": the cells of the labels in a line. */
static void print_point(FILE *stream, const Labels *labels, const Row *row)
{
    Table cells;
    table_begin(&cells, label_headers(), LABELS);
    labels_cells(labels, &cells, row);
    for (size_t c = 0; c < LABELS && cells.cells == 2 * LABELS; c++) {
        const char *header = cells.cell[c], *text = cells.cell[LABELS + c];
        bool named = c > 2; /* after workload, variant and type */
        if (header != NULL && text != NULL && text[0] != '\0') {
            fprintf(stream, "%s%s%s%s",
                    named   ? ", "
                    : c > 0 ? " "
                            : "",
                    named ? header + (header[0] == '>') : "", named ? " " : "", text);
        }
    }
    table_free(&cells);
}

static void print_markdown_row(FILE *stream, const Labels *labels, const Compared *point, bool medians)
{
    char base[32], new[32], text[4][64], verdict[128];
    format_time(point->base_s, base, sizeof base);
    format_time(point->new_s, new, sizeof new);
    change_text(point->ratio.value, text[0], sizeof text[0]);
    interval_text(&point->ratio, text[1], sizeof text[1]);
    p_text(&point->ratio, text[2], sizeof text[2]);
    change_text(point->median_ratio, text[3], sizeof text[3]);
    verdict_text(point, verdict, sizeof verdict);
    fputs("| ", stream);
    print_point(stream, labels, point->row);
    fprintf(stream, " | %s | %s | %s | %s | %s |", base, new, text[0], text[1],
            text[2][0] == '<' ? "\\< 0.0001" : text[2]);
    fprintf(stream, medians ? " %s | %s |\n" : "%.0s %s |\n", text[3], verdict);
}

/* "2 cannot be told (wide interval)", a line a reason. */
static void print_untold(FILE *stream, const Comparison *comparison)
{
    const Compared *points = comparison->points;
    for (size_t i = 0; i < comparison->count; i++) {
        size_t before = 0, all = 0;
        for (size_t j = 0; j < comparison->count; j++) {
            bool same = points[j].verdict == CANNOT_TELL && strcmp(points[j].why, points[i].why) == 0;
            all += same;
            before += same && j < i;
        }
        if (points[i].verdict == CANNOT_TELL && before == 0) {
            fprintf(stream, "- %zu cannot be told%s%s\n", all, points[i].why[0] != '\0' ? ": " : "",
                    points[i].why);
        }
    }
}

int comparison_markdown(FILE *stream, const Comparison *comparison, Error *error)
{
    size_t counts[VERDICTS];
    Labels labels;
    if (choose_labels(comparison, &labels, error) != 0) {
        return -1;
    }
    comparison_count(comparison, counts);
    fprintf(stream, "**%zu slower, %zu faster, %zu broken** of %zu points; %zu no change, %zu cannot tell.\n",
            counts[SLOWER], counts[FASTER], counts[BROKEN], comparison->count, counts[NO_CHANGE],
            counts[CANNOT_TELL]);
    if (counts[SLOWER] + counts[FASTER] + counts[BROKEN] > 0) {
        fprintf(stream, "\n| point | %s | %s | change | 95 %% interval | p |%s verdict |\n",
                base_header(comparison) + 1, new_header(comparison) + 1,
                comparison->pairs ? " change of medians |" : "");
        fprintf(stream, "| --- | ---: | ---: | ---: | ---: | ---: |%s --- |\n",
                comparison->pairs ? " ---: |" : "");
    }
    static const Verdict order[] = {BROKEN, SLOWER, FASTER};
    for (size_t v = 0; v < sizeof order / sizeof order[0]; v++) {
        for (size_t i = 0; i < comparison->count; i++) {
            if (comparison->points[i].verdict == order[v]) {
                print_markdown_row(stream, &labels, &comparison->points[i], comparison->pairs);
            }
        }
    }
    if (counts[CANNOT_TELL] > 0) {
        fputc('\n', stream);
        print_untold(stream, comparison);
    }
    fprintf(stream,
            "\nBase: `%s`, new: `%s`. %s A change counts from %g %%, with a chance of 5 %% for any "
            "false alarm.\n",
            comparison->base, comparison->new,
            comparison->pairs ? "Pairs of fresh processes, side by side." : "Welch's t over rounds.",
            100.0 * comparison->threshold);
    return 0;
}

/* ---- CSV ---- */

void comparison_csv_names(FILE *stream)
{
    for (size_t i = 0; i < TABLE_COLUMNS; i++) {
        fprintf(stream, "%s,", column_names[columns_in(ORDER_TABLES)[i]]);
    }
}

void comparison_csv_identity(FILE *stream, const Row *row)
{
    for (size_t i = 0; i < TABLE_COLUMNS; i++) {
        csv_print(stream, row_field(row, columns_in(ORDER_TABLES)[i]));
        fputc(',', stream);
    }
}

static void print_csv_numbers(FILE *stream, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        csv_print_number(stream, values[i]);
        fputc(',', stream);
    }
}

void comparison_csv(FILE *stream, const Comparison *comparison)
{
    fputs("experiment,", stream);
    comparison_csv_names(stream);
    fputs("base_median_s,base_ci_low_s,base_ci_high_s,new_median_s,new_ci_low_s,new_ci_high_s,ratio,verdict,"
          "ratio_low,ratio_high,p,median_ratio,rounds,why,base_s,new_s\n",
          stream);
    for (size_t i = 0; i < comparison->count; i++) {
        const Compared *point = &comparison->points[i];
        const double before[] = {point->base.value, point->base.low, point->base.high,  point->new.value,
                                 point->new.low,    point->new.high, point->ratio.value};
        const double after[] = {point->ratio.low, point->ratio.high, point->ratio.p, point->median_ratio};
        csv_print(stream, row_field(point->row, COL_EXPERIMENT));
        fputc(',', stream);
        comparison_csv_identity(stream, point->row);
        print_csv_numbers(stream, before, sizeof before / sizeof before[0]);
        fprintf(stream, "%s,", verdict_names[point->verdict]);
        print_csv_numbers(stream, after, sizeof after / sizeof after[0]);
        fprintf(stream, "%zu,%s,", point->rounds,
                point->verdict == BROKEN ? row_field(point->row, COL_STATUS) : point->why);
        csv_print_number(stream, point->base_s);
        fputc(',', stream);
        csv_print_number(stream, point->new_s);
        fputc('\n', stream);
    }
}

/* ---- JSON ---- */

static void json_text(FILE *stream, const char *name, const char *text)
{
    fprintf(stream, "\"%s\": ", name);
    json_print(stream, text);
}

static void json_number(FILE *stream, const char *name, double value)
{
    if (isfinite(value)) {
        fprintf(stream, ", \"%s\": %.9g", name, value);
    } else {
        fprintf(stream, ", \"%s\": null", name);
    }
}

static void json_point(FILE *stream, const Compared *point)
{
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"base_median_s", point->base.value},
                   {"base_ci_low_s", point->base.low},
                   {"base_ci_high_s", point->base.high},
                   {"new_median_s", point->new.value},
                   {"new_ci_low_s", point->new.low},
                   {"new_ci_high_s", point->new.high},
                   {"ratio", point->ratio.value},
                   {"ratio_low", point->ratio.low},
                   {"ratio_high", point->ratio.high},
                   {"p", point->ratio.p},
                   {"median_ratio", point->median_ratio},
                   {"base_s", point->base_s},
                   {"new_s", point->new_s}};
    fputs("    {", stream);
    for (size_t i = 0; i < TABLE_COLUMNS; i++) {
        const Column column = columns_in(ORDER_TABLES)[i];
        json_text(stream, column_names[column], row_field(point->row, column));
        fputs(", ", stream);
    }
    json_text(stream, "verdict", verdict_names[point->verdict]);
    fputs(", ", stream);
    json_text(stream, "why", point->verdict == BROKEN ? row_field(point->row, COL_STATUS) : point->why);
    fprintf(stream, ", \"rounds\": %zu", point->rounds);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        json_number(stream, numbers[i].name, numbers[i].value);
    }
    fputc('}', stream);
}

void comparison_json(FILE *stream, const Comparison *comparison)
{
    size_t counts[VERDICTS];
    comparison_count(comparison, counts);
    fputs("{\n  ", stream);
    json_text(stream, "base", comparison->base);
    fputs(",\n  ", stream);
    json_text(stream, "new", comparison->new);
    fprintf(stream, ",\n  \"method\": \"%s\"", comparison->pairs ? "pairs" : "rounds");
    if (comparison->pairs) {
        fprintf(stream, ",\n  \"seed\": %" PRIu64, comparison->seed);
    }
    fprintf(stream, ",\n  \"threshold\": %g,\n  \"level\": %g,\n  \"counts\": {", comparison->threshold,
            VERDICT_LEVEL);
    for (int v = 0; v < VERDICTS; v++) {
        fprintf(stream, "%s\"%s\": %zu", v > 0 ? ", " : "", verdict_names[v], counts[v]);
    }
    fputs("},\n  \"points\": [", stream);
    for (size_t i = 0; i < comparison->count; i++) {
        fputs(i > 0 ? ",\n" : "\n", stream);
        json_point(stream, &comparison->points[i]);
    }
    fputs("\n  ]\n}\n", stream);
}
