/* See summary.h. */
#include "experiments/harness/judge/summary.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/registry.h"
#include "experiments/harness/judge/relate.h"
#include "experiments/harness/keep/csv.h"

/* Rounds whose intervals are apart and whose medians differ by more are a drift. */
#define DRIFT_SHARE 0.02
/* A share of a ceiling above 1 by more than this says that the ceiling was disturbed. */
#define CEILING_TOLERANCE 0.02

static void add_flag(PointSummary *point, const char *format, ...)
{
    size_t used = strlen(point->flags);
    if (used > 0 && used + 3 < sizeof point->flags) {
        used += (size_t)snprintf(point->flags + used, sizeof point->flags - used, "; ");
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(point->flags + used, sizeof point->flags - used, format, arguments);
    va_end(arguments);
}

static double row_value(const Row *row, Column column)
{
    switch (column) {
    case COL_INPUT_S:
        return row->input_s;
    case COL_H2D_S:
        return row->h2d_s;
    case COL_KERNEL_S:
        return row->kernel_s;
    case COL_D2H_S:
        return row->d2h_s;
    case COL_OUTPUT_S:
        return row->output_s;
    case COL_TOTAL_S:
        return row->total_s;
    default:
        return row->sm_mhz;
    }
}

/* Statistics of one column over the samples of one round (0: all rounds). */
static Stats column_stats(const Group *group, Column column, unsigned round)
{
    double *values = malloc((group->count + 1) * sizeof *values);
    size_t count = 0;
    for (size_t i = 0; values != NULL && i < group->count; i++) {
        double value = row_value(group->rows[i], column);
        if (!isnan(value) && (round == 0 || group->rows[i]->round == round)) {
            values[count++] = value;
        }
    }
    Stats stats = stats_of(values, count);
    free(values);
    return stats;
}

Stats summary_round(const PointSummary *point, unsigned round)
{
    return column_stats(point->group, COL_KERNEL_S, round);
}

/* Do two rounds disagree by more than their own spread explains? */
static void flag_drift(PointSummary *point)
{
    double least = INFINITY, most = -INFINITY, least_high = 0.0, most_low = 0.0;
    if (point->group->count < 2 * STATS_MIN_FOR_INTERVAL) {
        return; /* no two rounds with an interval */
    }
    for (unsigned round = 1; round <= point->rounds; round++) {
        Stats stats = summary_round(point, round);
        if (stats.count < STATS_MIN_FOR_INTERVAL) {
            continue;
        }
        if (stats.median < least) {
            least = stats.median;
            least_high = stats.ci_high;
        }
        if (stats.median > most) {
            most = stats.median;
            most_low = stats.ci_low;
        }
    }
    if (most > least * (1.0 + DRIFT_SHARE) && most_low > least_high) {
        add_flag(point, "drift %.1f %% between rounds", 100.0 * (most / least - 1.0));
    }
}

static void flag_point(PointSummary *point)
{
    const Group *group = point->group;
    if (!point->ok) {
        return;
    }
    if (point->row->field[COL_STOP][0] == '\0') {
        add_flag(point, "not finished");
    }
    if (group->count < STATS_MIN_FOR_INTERVAL) {
        add_flag(point, "%zu samples, no interval", group->count);
    }
    if (strstr(point->row->field[COL_DETAIL], "fit the last-level cache") != NULL) {
        add_flag(point, "fits the cache");
    }
    if (strstr(point->row->field[COL_DETAIL], " threads on ") != NULL) {
        add_flag(point, "oversubscribed");
    }
    flag_drift(point);
    if (point->kernel.outliers > 0) {
        add_flag(point, "%zu outlier%s", point->kernel.outliers, point->kernel.outliers == 1 ? "" : "s");
    }
    for (size_t i = 1; i < group->count; i++) {
        if (strcmp(group->rows[i]->field[COL_INPUT_HASH], group->rows[0]->field[COL_INPUT_HASH]) != 0) {
            add_flag(point, "the input changed between samples");
            break;
        }
    }
}

static void summarize_group(const Group *group, PointSummary *point)
{
    const Row *last = group->rows[group->count - 1];
    *point = (PointSummary){
        .group = group,
        .row = last,
        .point = samples_point(last),
        .workload = registry_workload(last->field[COL_WORKLOAD]),
        .ok = true,
        .rate = NAN,
        .peak_rate = NAN,
        .speedup = NAN,
        .speedup_total = NAN,
        .efficiency = NAN,
        .ceiling_share = NAN,
    };
    for (size_t i = 0; i < group->count; i++) {
        const Row *row = group->rows[i];
        if (point->ok && strcmp(row->field[COL_STATUS], "ok") != 0) {
            point->ok = false;
            point->row = row; /* the row that says what went wrong */
        }
        point->rounds = row->round > point->rounds ? row->round : point->rounds;
    }
    if (!point->ok) {
        point->kernel = point->total = stats_of(NULL, 0);
        point->h2d_s = point->d2h_s = point->input_s = point->output_s = point->sm_mhz = NAN;
        return;
    }
    point->kernel = column_stats(group, COL_KERNEL_S, 0);
    point->total = column_stats(group, COL_TOTAL_S, 0);
    point->h2d_s = column_stats(group, COL_H2D_S, 0).median;
    point->d2h_s = column_stats(group, COL_D2H_S, 0).median;
    point->input_s = column_stats(group, COL_INPUT_S, 0).median;
    point->output_s = column_stats(group, COL_OUTPUT_S, 0).median;
    point->sm_mhz = column_stats(group, COL_SM_MHZ, 0).median;
    if (point->workload != NULL) {
        const double work = point->workload->work(&point->point) / 1e9;
        point->rate = work / point->kernel.median;
        point->peak_rate = work / point->kernel.min;
    }
    flag_point(point);
}

static int compare_numbers(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int workload_place(const PointSummary *point)
{
    int place = 0;
    while (registry_workloads[place] != NULL && registry_workloads[place] != point->workload) {
        place++;
    }
    return place;
}

/* The order in which a person reads: what, how large, which variant, how many threads. */
static int by_reading_order(const void *a, const void *b)
{
    const PointSummary *left = a;
    const PointSummary *right = b;
    const Point *p = &left->point;
    const Point *q = &right->point;
    int order = workload_place(left) - workload_place(right);
    static const Column first[] = {COL_WORKLOAD, COL_MACHINE, COL_HOST, COL_TYPE};
    for (size_t i = 0; order == 0 && i < sizeof first / sizeof first[0]; i++) {
        order = strcmp(left->row->field[first[i]], right->row->field[first[i]]);
    }
    order = order != 0 ? order : compare_numbers(p->n, q->n);
    order = order != 0 ? order : compare_numbers(p->matrices, q->matrices);
    order = order != 0 ? order : compare_numbers(p->iterations, q->iterations);
    order = order != 0 ? order : strcmp(left->row->field[COL_VARIANT], right->row->field[COL_VARIANT]);
    order = order != 0 ? order : compare_numbers(p->block, q->block);
    order = order != 0 ? order : compare_numbers(p->tile, q->tile);
    order = order != 0 ? order : compare_numbers(p->transfer, q->transfer);
    order = order != 0 ? order : strcmp(left->row->field[COL_SCHEDULE], right->row->field[COL_SCHEDULE]);
    order = order != 0 ? order : compare_numbers(p->threads, q->threads);
    order = order != 0 ? order : compare_numbers(left->group->key, right->group->key);
    return order != 0 ? order : compare_numbers(right->group->last, left->group->last);
}

int summary_make(const Groups *groups, bool all_builds, const char *baseline, Summary *summary, Error *error)
{
    *summary = (Summary){.groups = groups,
                         .points = calloc(groups->count + 1, sizeof *summary->points),
                         .of_group = calloc(groups->count + 1, sizeof *summary->of_group)};
    if (summary->points == NULL || summary->of_group == NULL) {
        summary_free(summary);
        return error_set(error, "no memory to summarize %zu points", groups->count);
    }
    const Group *newest = NULL;
    for (size_t i = 0; i < groups->count; i++) {
        const Group *group = &groups->groups[i];
        newest = i == 0 || group->key != newest->key ? group : newest;
        if (newest == group || all_builds) {
            summarize_group(group, &summary->points[summary->count++]);
        } else {
            summary->hidden++;
            summary->hidden_of_other_builds +=
                strcmp(group->rows[0]->field[COL_BUILD], newest->rows[0]->field[COL_BUILD]) != 0;
        }
    }
    qsort(summary->points, summary->count, sizeof *summary->points, by_reading_order);
    if (relate_points(summary, baseline, error) != 0) {
        summary_free(summary);
        return -1;
    }
    for (size_t i = 0; i < summary->count; i++) {
        PointSummary *point = &summary->points[i];
        summary->of_group[point->group - groups->groups] = point;
        const Variant *variant =
            point->baseline == NULL
                ? NULL
                : registry_variant(point->row->field[COL_WORKLOAD], point->baseline->row->field[COL_VARIANT]);
        if (variant != NULL && (variant->flags & VARIANT_UNOPTIMIZED) != 0) {
            add_flag(point, "unoptimized baseline");
        }
        if (point->ceiling_share > 1.0 + CEILING_TOLERANCE) {
            add_flag(point, "faster than its ceiling");
        }
    }
    return 0;
}

const PointSummary *summary_find(const Summary *summary, uint64_t key)
{
    const Group *group = groups_find(summary->groups, key, NULL);
    return group != NULL ? summary->of_group[group - summary->groups->groups] : NULL;
}

void summary_free(Summary *summary)
{
    free(summary->of_group);
    free(summary->points);
    *summary = (Summary){0};
}

/* ---- as CSV: the table that every other table is made from ---- */

static const char *const header =
    "schema,machine,host,experiment,workload,type,n,variant,threads,schedule,block,tile,edges,graph,matrices,"
    "transfer,"
    "iterations,places,bind,cache,seed,input_hash,samples,kernel_median_s,kernel_ci_low_s,kernel_ci_high_s,"
    "total_median_s,total_ci_low_s,total_ci_high_s,h2d_median_s,d2h_median_s,input_median_s,output_median_s,"
    "rate,"
    "rate_unit,baseline,speedup,speedup_total,efficiency,ceiling,ceiling_share,status,baseline_threads,"
    "ceiling_rate,peak_rate,"
    "stop,rounds,outliers,flags,detail,sm_mhz,build,run,started\n";

void summary_ceiling_name(const PointSummary *ceiling, char *text, size_t size)
{
    text[0] = '\0';
    if (ceiling == NULL) {
        return;
    }
    int used = snprintf(text, size, "%s %s", ceiling->workload->name, ceiling->row->field[COL_VARIANT]);
    if (ceiling->point.threads > 0) {
        snprintf(text + used, size - (size_t)used, ", %u thread%s", ceiling->point.threads,
                 ceiling->point.threads == 1 ? "" : "s");
    }
}

static void print_text(FILE *stream, const char *text)
{
    csv_print(stream, text);
    fputc(',', stream);
}

static void print_number(FILE *stream, double value)
{
    csv_print_number(stream, value);
    fputc(',', stream);
}

static void print_times(FILE *stream, const PointSummary *point)
{
    if (point->ok) {
        fprintf(stream, "%zu,", point->kernel.count);
    } else {
        fputs("0,", stream);
    }
    const Stats *both[] = {&point->kernel, &point->total};
    for (size_t i = 0; i < 2; i++) {
        print_number(stream, both[i]->median);
        print_number(stream, both[i]->ci_low);
        print_number(stream, both[i]->ci_high);
    }
    print_number(stream, point->h2d_s);
    print_number(stream, point->d2h_s);
    print_number(stream, point->input_s);
    print_number(stream, point->output_s);
    print_number(stream, point->rate);
    print_text(stream, isnan(point->rate) ? "" : point->workload->rate_unit(point->point.type));
}

static void print_relations(FILE *stream, const PointSummary *point)
{
    char ceiling[128];
    summary_ceiling_name(point->ceiling, ceiling, sizeof ceiling);
    print_text(stream, point->baseline == NULL ? "" : point->baseline->row->field[COL_VARIANT]);
    print_number(stream, point->speedup);
    print_number(stream, point->speedup_total);
    print_number(stream, point->efficiency);
    print_text(stream, ceiling);
    print_number(stream, point->ceiling_share);
    print_text(stream, point->row->field[COL_STATUS]);
    print_text(stream, point->baseline == NULL ? "" : point->baseline->row->field[COL_THREADS]);
    print_number(stream, point->ceiling == NULL ? NAN : point->ceiling->peak_rate);
    print_number(stream, point->peak_rate);
}

int summary_print_csv(FILE *stream, const Summary *summary, const Members *members, Error *error)
{
    static const Column identity[] = {COL_WORKLOAD, COL_TYPE,     COL_N,          COL_VARIANT, COL_THREADS,
                                      COL_SCHEDULE, COL_BLOCK,    COL_TILE,       COL_EDGES,   COL_GRAPH,
                                      COL_MATRICES, COL_TRANSFER, COL_ITERATIONS, COL_PLACES,  COL_BIND,
                                      COL_CACHE,    COL_SEED,     COL_INPUT_HASH};
    fputs(header, stream);
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        char *experiments = members_names(members, point->group->key);
        if (experiments == NULL) {
            return error_set(error, "no memory for the experiments of a point");
        }
        print_text(stream, point->row->field[COL_SCHEMA]);
        print_text(stream, point->row->field[COL_MACHINE]);
        print_text(stream, point->row->field[COL_HOST]);
        print_text(stream, experiments);
        free(experiments);
        for (size_t c = 0; c < sizeof identity / sizeof identity[0]; c++) {
            print_text(stream, point->row->field[identity[c]]);
        }
        print_times(stream, point);
        print_relations(stream, point);
        print_text(stream, point->row->field[COL_STOP]);
        fprintf(stream, "%u,", point->rounds);
        if (point->ok) {
            fprintf(stream, "%zu", point->kernel.outliers);
        }
        fputc(',', stream);
        print_text(stream, point->flags);
        print_text(stream, point->row->field[COL_DETAIL]);
        print_number(stream, point->sm_mhz);
        print_text(stream, point->row->field[COL_BUILD]);
        print_text(stream, point->row->field[COL_RUN]);
        csv_print(stream, point->row->field[COL_STARTED]);
        fputc('\n', stream);
    }
    return 0;
}
