/* `speedup compare`: what got faster, slower or cannot be told.
 *
 * Two intervals that overlap prove no difference; two that do not may still
 * come from a machine that drifted between the runs. So each side's interval
 * is widened to hold the medians of all its rounds, and a difference counts
 * only when the intervals are apart and both the medians and the fastest samples differ by the
 * threshold: what disturbs a machine slows most samples and spares some, other code changes all. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/text.h"
#include "experiments/harness/ask/color.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/judge/labels.h"
#include "experiments/harness/judge/summary.h"
#include "experiments/harness/keep/csv.h"
#include "experiments/harness/talk.h"

/* With an interval this wide, relative to the median, even a doubled time might hide. */
/* Medians that differ by this many thresholds, without proof, are not called equal either. */

typedef enum Verdict { NO_CHANGE, FASTER, SLOWER, CANNOT_TELL, BROKEN, VERDICTS } Verdict;

static const char *const verdict_names[VERDICTS] = {"no change", "faster", "slower", "cannot tell", "broken"};

typedef struct Side {
    Samples samples;
    Groups groups;
    Summary summary;
} Side;

typedef struct Options {
    double threshold;
    const char *color;
    bool csv;
} Options;

static int take_threshold(const char *name, char *text, void *field, Error *error)
{
    (void)name;
    double threshold;
    if (!parse_share(text, &threshold) || !(threshold >= 0.0 && threshold < 10.0)) {
        return error_set(error, "give a share such as 5%% or 0.05");
    }
    *(double *)field = threshold;
    return 0;
}

#define AT(field) offsetof(Options, field)

static const Option compare_options[] = {
    {"threshold", "SHARE", take_threshold, AT(threshold), "least difference that counts", "7%"},
    {"csv", NULL, take_flag, AT(csv), "a CSV row a point instead of a table", NULL},
    {COLOR_OPTION(AT(color))},
};

static const Usage usage = {
    .command = "compare",
    .before =
        "Usage: speedup compare [options] BASE NEW\n"
        "\n"
        "Compares two samples files point by point (machine, host and experiment aside), by kernel\n"
        "time: faster, slower, no change, or cannot tell. A difference counts when the intervals of the\n"
        "medians, widened by the difference between rounds, are apart and both the medians and the\n"
        "fastest samples differ by the threshold or more. Medians that differ by twice the threshold\n"
        "without that proof, or wide intervals: cannot tell.",
    .after = "Exit codes: 0 nothing got slower; 1 nothing got slower, but a point that was right is now\n"
             "wrong, failed or timed out (broken); 2 usage; 3 something got slower.",
    OPTIONS(compare_options),
    .least = 2,
    .most = 2,
    .when_too_few = "name two samples files, as in: speedup compare before.csv after.csv",
};

/* Points match whatever their hosts, so of several in one file one is seen. */
static void tell_hosts(const Samples *samples, const char *path)
{
    for (size_t i = 1; i < samples->count; i++) {
        const Row *first = &samples->rows[0], *row = &samples->rows[i];
        if (strcmp(first->field[COL_MACHINE], row->field[COL_MACHINE]) == 0 &&
            strcmp(first->field[COL_HOST], row->field[COL_HOST]) != 0) {
            say("%s has rows of several hosts; of each point the last measurement is compared", path);
            return;
        }
    }
}

static int side_read(Side *side, const char *path, Error *error)
{
    *side = (Side){0};
    if (samples_read(path, &side->samples, error) != 0) {
        return -1;
    }
    mention(&side->samples.notice);
    tell_hosts(&side->samples, path);
    samples_forget(&side->samples, 1, COL_MACHINE); /* points of different machines are compared too */
    samples_forget(&side->samples, 1, COL_HOST);
    if (groups_make(&side->samples, 1, &side->groups, error) != 0) {
        return -1;
    }
    return summary_make(&side->groups, false, NULL, &side->summary, error);
}

static void side_free(Side *side)
{
    summary_free(&side->summary);
    groups_free(&side->groups);
    samples_free(&side->samples);
}

static Verdict judge(const PointSummary *base, const PointSummary *new, double threshold)
{
    Ratio ratio = ratio_of_estimates(&new->rounds.kernel, &base->rounds.kernel);
    return isnan(ratio.p)                      ? CANNOT_TELL
           : ratio.p >= 0.05                   ? NO_CHANGE
           : ratio.value > 1 + threshold       ? SLOWER
           : ratio.value < 1 / (1 + threshold) ? FASTER
                                               : NO_CHANGE;
}

static void add_row(Table *table, const Labels *labels, const PointSummary *base, const PointSummary *new,
                    Verdict verdict, bool color)
{
    static const char *const colors[VERDICTS] = {
        [FASTER] = COLOR_GREEN, [SLOWER] = COLOR_RED, [CANNOT_TELL] = COLOR_YELLOW, [BROKEN] = COLOR_RED};
    const char *begin = color && colors[verdict] != NULL ? colors[verdict] : "";
    const char *end = begin[0] != '\0' ? COLOR_END : "";
    char base_time[32], new_time[32];
    format_time(base->rounds.kernel.value, base_time, sizeof base_time);
    format_time(new->rounds.kernel.value, new_time, sizeof new_time);
    labels_cells(labels, table, new->row);
    table_cell(table, "%s", base_time);
    table_cell(table, "%s", new_time);
    if (new->ok) {
        table_cell(table, "%+.1f %%", 100.0 * (new->rounds.kernel.value / base->rounds.kernel.value - 1.0));
        table_cell(table, "%s%s%s", begin, verdict_names[verdict], end);
    } else {
        table_cell(table, "%s", "");
        table_cell(table, "%s%s: now %s%s", begin, verdict_names[verdict], new->row->field[COL_STATUS], end);
    }
}

static void print_csv_row(const PointSummary *base, const PointSummary *new, Verdict verdict)
{
    static const Column identity[] = {COL_EXPERIMENT, COL_WORKLOAD, COL_VARIANT,    COL_TYPE,  COL_N,
                                      COL_THREADS,    COL_SCHEDULE, COL_BLOCK,      COL_TILE,  COL_EDGES,
                                      COL_TRANSFER,   COL_MATRICES, COL_ITERATIONS, COL_GRAPH, COL_CACHE,
                                      COL_BIND,       COL_PLACES,   COL_SEED};
    for (size_t i = 0; i < sizeof identity / sizeof identity[0]; i++) {
        csv_print(stdout, new->row->field[identity[i]]);
        putchar(',');
    }
    const double values[] = {base->rounds.kernel.value,
                             base->rounds.kernel.low,
                             base->rounds.kernel.high,
                             new->rounds.kernel.value,
                             new->rounds.kernel.low,
                             new->rounds.kernel.high,
                             new->rounds.kernel.value / base->rounds.kernel.value};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        csv_print_number(stdout, values[i]);
        putchar(',');
    }
    puts(verdict_names[verdict]);
}

/* Can the point be compared: was it measured here, and right there? NULL when not. */
static const PointSummary *other_of(const PointSummary *point, const Side *base)
{
    const PointSummary *other = summary_find(&base->summary, point->group->key);
    bool skipped = strcmp(point->row->field[COL_STATUS], "skipped") == 0;
    return other == NULL || !other->ok || skipped ? NULL : other;
}

static void print_csv_header(void)
{
    puts("experiment,workload,variant,type,n,threads,schedule,block,tile,edges,transfer,matrices,iterations,"
         "graph,"
         "cache,bind,places,seed,base_median_s,base_ci_low_s,base_ci_high_s,new_median_s,new_ci_low_s,"
         "new_ci_high_s,ratio,verdict");
}

/* Compares the `count` points of new that base has too; counts[VERDICTS] gets how often each was said. */
static void print_verdicts(const PointSummary *const *points, size_t count, const Side *base,
                           const Labels *labels, const Options *options, size_t counts[VERDICTS])
{
    static const char *const headers[] = {">base", ">new", ">change", "verdict"};
    const char *all[LABELS + 4];
    Table table;
    bool color = color_wanted(options->color, STDOUT_FILENO);
    memcpy(all, label_headers, sizeof label_headers);
    memcpy(all + LABELS, headers, sizeof headers);
    table_begin(&table, all, LABELS + 4);
    if (options->csv) {
        print_csv_header();
    }
    for (size_t i = 0; i < count; i++) {
        const PointSummary *other = other_of(points[i], base);
        Verdict verdict = points[i]->ok ? judge(other, points[i], options->threshold) : BROKEN;
        counts[verdict]++;
        if (options->csv) {
            print_csv_row(other, points[i], verdict);
        } else {
            add_row(&table, labels, other, points[i], verdict, color);
        }
    }
    if (options->csv || count == 0) {
        table_free(&table);
    } else {
        table_end(&table, stdout);
    }
}

/* Compares all common points. Sets how many they are, or returns -1 and an error without memory. */
static int compare_sides(const Side *base, const Side *new, const Options *options, size_t *common,
                         size_t counts[VERDICTS], Error *error)
{
    const PointSummary **points = calloc(new->summary.count + 1, sizeof *points);
    const Row **rows = calloc(new->summary.count + 1, sizeof *rows);
    *common = 0;
    if (points != NULL && rows != NULL) {
        for (size_t i = 0; i < new->summary.count; i++) {
            const PointSummary *point = &new->summary.points[i];
            if (other_of(point, base) != NULL) {
                points[*common] = point;
                rows[(*common)++] = point->row;
            }
        }
        Labels labels;
        labels_choose(&labels, rows, *common);
        labels.differs[COL_WORKLOAD] = true; /* a file may have several */
        print_verdicts(points, *common, base, &labels, options, counts);
    }
    bool failed = points == NULL || rows == NULL;
    free(points);
    free(rows);
    return failed ? error_set(error, "no memory to compare %zu points", new->summary.count) : 0;
}

static int compare(const char *base_path, const char *new_path, const Options *options)
{
    Side base = {0}, new = {0};
    Error error;
    size_t counts[VERDICTS] = {0};
    size_t common;
    int code;
    if (side_read(&base, base_path, &error) != 0 || side_read(&new, new_path, &error) != 0 ||
        compare_sides(&base, &new, options, &common, counts, &error) != 0) {
        code = complain(&error, EXIT_USAGE);
    } else {
        fprintf(stderr,
                "%zu points in both: %zu no change, %zu faster, %zu slower, %zu cannot tell, %zu broken "
                "(threshold "
                "%g %%)\n",
                common, counts[NO_CHANGE], counts[FASTER], counts[SLOWER], counts[CANNOT_TELL],
                counts[BROKEN], 100.0 * options->threshold);
        say("%zu points only in %s, %zu only in %s, or not measured there", base.summary.count - common,
            base_path, new.summary.count - common, new_path);
        if (common == 0) {
            error_set(&error,
                      "no point was measured in both files; points match by workload, variant and all axes");
            code = complain(&error, EXIT_USAGE);
        } else {
            code = counts[SLOWER] > 0 ? EXIT_SLOWER : counts[BROKEN] > 0 ? EXIT_POINT : EXIT_OK;
        }
    }
    side_free(&base);
    side_free(&new);
    return code;
}

int command_compare(int argc, char **argv)
{
    Options options = {.threshold = 0.07, .color = "auto"};
    Words words;
    int code = command_begin(&usage, argc, argv, &options, &words);
    if (code != GO_ON) {
        return code;
    }
    return compare(words.word[0], words.word[1], &options);
}
