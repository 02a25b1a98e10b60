/* See comparison.h. */
#include "experiments/harness/analysis/comparison.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/text.h"
#include "experiments/harness/analysis/labels.h"

/* ---- the verdict ---- */

const char *const verdict_names[VERDICTS] = {"no change", "faster",       "slower",     "cannot tell",
                                             "broken",    "shorter time", "longer time"};

/* Does the ratio reach the threshold, its p the level, and does its interval exclude 1? */
static bool is_alarm(const Ratio *ratio, double threshold)
{
    const bool excludes_1 = ratio->low > 1 || ratio->high < 1;
    return excludes_1 && ratio->p < VERDICT_LEVEL && fabs(log(ratio->value)) >= log1p(threshold);
}

/* Does the interval exclude a change of the margin? */
static bool excludes_change(const Ratio *ratio, double threshold)
{
    double margin = log1p(fmax(threshold, VERDICT_MARGIN));
    return log(ratio->low) > -margin && log(ratio->high) < margin;
}

Verdict decision_of(const Ratio *ratio, double threshold)
{
    return is_alarm(ratio, threshold)          ? ratio->value > 1 ? SLOWER : FASTER
           : excludes_change(ratio, threshold) ? NO_CHANGE
                                               : CANNOT_TELL;
}

const char *decision_lacks(const Ratio *ratio, double log_resolution)
{
    return isnan(ratio->low)                                      ? "no finite interval"
           : log(ratio->high / ratio->low) > 4.0 * log_resolution ? "wide interval"
                                                                  : "printed times have too few digits";
}

/* ---- counts ---- */

/* The share is that of 40 comparisons, 20 on a quiet and 20 on a busy machine (make check-load). */
static const char apart[] =
    "measured at different times, so a change of the machine looks like a change of the code: 13 % of such "
    "comparisons of one build with itself raised an alarm, not 5 %; compare --interleave measures side by "
    "side";

void comparison_count(const Comparison *comparison, size_t counts[VERDICTS])
{
    memset(counts, 0, VERDICTS * sizeof *counts);
    for (size_t i = 0; i < comparison->count; i++) {
        counts[comparison->points[i].verdict]++;
    }
}

/* What limits the verdicts, after "; ". */
static void print_limits(FILE *stream, const Comparison *comparison, const size_t counts[VERDICTS])
{
    if (comparison->machines[0] != NULL) {
        fprintf(
            stream,
            "; measured on different machines (%s, %s), which is no change of the code: %zu shorter time, "
            "%zu longer time",
            comparison->machines[0], comparison->machines[1], counts[SHORTER], counts[LONGER]);
    }
    fprintf(stream, "%s%s", comparison->apart ? "; " : "", comparison->apart ? apart : "");
}

void comparison_headline(FILE *stream, const Comparison *comparison)
{
    size_t counts[VERDICTS];
    comparison_count(comparison, counts);
    fprintf(stream,
            "%zu points in both: %zu no change, %zu faster, %zu slower, %zu cannot tell, %zu broken "
            "(threshold %g %%)",
            comparison->count, counts[NO_CHANGE], counts[FASTER], counts[SLOWER], counts[CANNOT_TELL],
            counts[BROKEN], 100.0 * comparison->threshold);
    print_limits(stream, comparison, counts);
    fputc('\n', stream);
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

/* The numbers of a point as text. */
typedef struct Texts {
    char base[32], new[32], change[64], interval[64], p[64], medians[64], verdict[128];
} Texts;

static Texts texts_of(const Compared *point)
{
    const Ratio *ratio = &point->ratio;
    const bool broken = point->verdict == BROKEN;
    Texts text = {.base = ""};
    format_time(point->base_s, text.base, sizeof text.base);
    format_time(point->new_s, text.new, sizeof text.new);
    change_text(ratio->value, text.change, sizeof text.change);
    if (!isnan(ratio->low)) {
        snprintf(text.interval, sizeof text.interval, "%+.2f to %+.2f %%", as_change(ratio->low),
                 as_change(ratio->high));
    }
    if (!isnan(ratio->p)) {
        snprintf(text.p, sizeof text.p, ratio->p < 1e-4 ? "< 0.0001" : "%.4f", ratio->p);
    }
    change_text(point->median_ratio, text.medians, sizeof text.medians);
    snprintf(text.verdict, sizeof text.verdict, "%s%s%s", verdict_names[point->verdict],
             broken ? ": now " : "", broken ? row_field(point->row, COL_STATUS) : "");
    return text;
}

/* Chooses the columns that distinguish the points. 0, or -1 without memory. */
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

/* The headers of both times, of rounds and of pairs, which name the estimator. */
static const char *const time_headers[][2] = {{">base", ">new"}, {">base (5 fastest)", ">new (5 fastest)"}};

static void add_row(Table *table, const Labels *labels, const Compared *point, bool color)
{
    static const char *const colors[VERDICTS] = {
        [FASTER] = COLOR_GREEN, [SLOWER] = COLOR_RED, [CANNOT_TELL] = COLOR_YELLOW, [BROKEN] = COLOR_RED};
    const char *begin = color && colors[point->verdict] != NULL ? colors[point->verdict] : "";
    const Texts text = texts_of(point);
    const char *const cells[] = {text.base, text.new, text.change, text.interval, text.p, text.medians};
    labels_cells(labels, table, point->row);
    table_texts(table, cells, sizeof cells / sizeof cells[0]);
    table_cell(table, "%s%s%s", begin, text.verdict, begin[0] != '\0' ? COLOR_END : "");
    table_cell(table, "%s", point->why);
}

int comparison_table(FILE *stream, const Comparison *comparison, bool color, Error *error)
{
    const char *const *times = time_headers[comparison->pairs];
    const char *const numbers[NUMBERS] = {
        times[0], times[1], ">change", ">95 % interval", ">p", ">change of medians", "verdict", ""};
    Labels labels;
    Table table;
    if (choose_labels(comparison, &labels, error) != 0) {
        return -1;
    }
    labels_begin(&table, numbers, NUMBERS);
    for (size_t i = 0; i < comparison->count; i++) {
        add_row(&table, &labels, &comparison->points[i], color);
    }
    return table_end(&table, stream, error);
}

/* ---- Markdown ---- */

/* "matmul cpu/naive float32, n 512, threads 2": the cells of the labels in a line. */
static void print_point(FILE *stream, const Labels *labels, const Row *row)
{
    for (size_t c = 0; c < LABELS; c++) {
        const char *header = label_header(c), *text = label_text(labels, row, c);
        if (text[0] != '\0' && c > 2) { /* after workload, variant and type */
            fprintf(stream, ", %s %s", header + (header[0] == '>'), text);
        } else if (text[0] != '\0') {
            fprintf(stream, "%s%s", c > 0 ? " " : "", text);
        }
    }
}

static void print_markdown_row(FILE *stream, const Labels *labels, const Compared *point, bool medians)
{
    const Texts text = texts_of(point);
    fputs("| ", stream);
    print_point(stream, labels, point->row);
    fprintf(stream, " | %s | %s | %s | %s | %s |", text.base, text.new, text.change, text.interval,
            text.p[0] == '<' ? "\\< 0.0001" : text.p);
    fprintf(stream, medians ? " %s | %s |\n" : "%.0s %s |\n", text.medians, text.verdict);
}

/* "- 2 cannot tell: wide interval", a line per reason. */
static void print_undecided(FILE *stream, const Comparison *comparison)
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
            fprintf(stream, "- %zu cannot tell%s%s\n", all, points[i].why[0] != '\0' ? ": " : "",
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
    if (counts[NO_CHANGE] + counts[CANNOT_TELL] < comparison->count) {
        fprintf(stream, "\n| point | %s | %s | change | 95 %% interval | p |%s verdict |\n",
                time_headers[comparison->pairs][0] + 1, time_headers[comparison->pairs][1] + 1,
                comparison->pairs ? " change of medians |" : "");
        fprintf(stream, "| --- | ---: | ---: | ---: | ---: | ---: |%s --- |\n",
                comparison->pairs ? " ---: |" : "");
    }
    static const Verdict order[] = {BROKEN, SLOWER, FASTER, LONGER, SHORTER};
    for (size_t v = 0; v < sizeof order / sizeof order[0]; v++) {
        for (size_t i = 0; i < comparison->count; i++) {
            if (comparison->points[i].verdict == order[v]) {
                print_markdown_row(stream, &labels, &comparison->points[i], comparison->pairs);
            }
        }
    }
    if (counts[CANNOT_TELL] > 0) {
        fputc('\n', stream);
        print_undecided(stream, comparison);
    }
    fprintf(stream,
            "\nBase: `%s`, new: `%s`. %s A change counts from %g %%, with a chance of 5 %% for any "
            "false alarm%s",
            comparison->base, comparison->new,
            comparison->pairs ? "Pairs of fresh processes, side by side." : "Welch's t over rounds.",
            100.0 * comparison->threshold, comparison->apart ? " within one run" : "");
    print_limits(stream, comparison, counts);
    fputs(".\n", stream);
    return 0;
}

/* ---- CSV ---- */

void comparison_identity(CsvWriter *writer, const Row *row)
{
    for (size_t i = 0; i < TABLE_COLUMNS; i++) {
        csv_writer_text(writer, row_field(row, columns_in(ORDER_TABLES)[i]));
    }
}

void comparison_points(CsvWriter *writer, const Comparison *comparison)
{
    csv_writer_begin_columns(
        writer, "experiment", columns_in(ORDER_TABLES), TABLE_COLUMNS,
        "base_median_s,base_ci_low_s,base_ci_high_s,new_median_s,new_ci_low_s,new_ci_high_s,ratio,verdict,"
        "ratio_low,ratio_high,p,median_ratio,rounds,why,base_s,new_s");
    for (size_t i = 0; i < comparison->count; i++) {
        const Compared *point = &comparison->points[i];
        csv_writer_text(writer, row_field(point->row, COL_EXPERIMENT));
        comparison_identity(writer, point->row);
        csv_writer_interval(writer, point->base.value, point->base.low, point->base.high);
        csv_writer_interval(writer, point->new.value, point->new.low, point->new.high);
        csv_writer_number(writer, point->ratio.value);
        csv_writer_text(writer, verdict_names[point->verdict]);
        csv_writer_interval(writer, point->ratio.low, point->ratio.high, point->ratio.p);
        csv_writer_number(writer, point->median_ratio);
        csv_writer_count(writer, point->rounds);
        csv_writer_text(writer, point->verdict == BROKEN ? row_field(point->row, COL_STATUS) : point->why);
        csv_writer_number(writer, point->base_s);
        csv_writer_number(writer, point->new_s);
        csv_writer_end_row(writer);
    }
    csv_writer_end(writer);
}

void comparison_json(FILE *stream, const Comparison *comparison)
{
    size_t counts[VERDICTS];
    comparison_count(comparison, counts);
    fputs("{\n  \"base\": ", stream);
    json_print(stream, comparison->base);
    fputs(",\n  \"new\": ", stream);
    json_print(stream, comparison->new);
    fprintf(stream, ",\n  \"method\": \"%s\"", comparison->pairs ? "pairs" : "rounds");
    if (comparison->pairs) {
        fprintf(stream, ",\n  \"seed\": %" PRIu64, comparison->seed);
    } else {
        fprintf(stream, ",\n  \"different_times\": %s,\n  \"different_machines\": %s",
                comparison->apart ? "true" : "false", comparison->machines[0] != NULL ? "true" : "false");
    }
    fprintf(stream, ",\n  \"threshold\": %g,\n  \"level\": %g,\n  \"counts\": {", comparison->threshold,
            VERDICT_LEVEL);
    for (int v = 0; v < VERDICTS; v++) {
        fprintf(stream, "%s\"%s\": %zu", v > 0 ? ", " : "", verdict_names[v], counts[v]);
    }
    fputs("},\n  \"points\": ", stream);
    comparison_points(&(CsvWriter){.stream = stream, .json = true}, comparison);
    fputs("}\n", stream);
}
