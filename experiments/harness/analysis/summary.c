/* See summary.h. */
#include "experiments/harness/analysis/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/registry.h"
#include "common/statistics/distributions.h"
#include "common/statistics/search.h"
#include "common/system/array.h"
#include "common/text/text.h"
#include "experiments/harness/analysis/baselines.h"
#include "experiments/harness/store/status.h"

/* Statistics of one column over all samples, with room for them in `values`; NAN where it does not apply. */
static Stats column_stats(const Group *group, Column column, double *values)
{
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        const double value = samples_number(group->rows[i], column);
        if (!isnan(value)) {
            values[count++] = value;
        }
    }
    return stats_of(values, count);
}

int summary_rounds(const Group *group, Column phase, Rounds *rounds, Error *error)
{
    SampleTimes times = {0};
    int failed = 0;
    *rounds = (Rounds){0};
    for (size_t i = 0; failed == 0 && i < group->count; i++) {
        const Row *row = group->rows[i];
        const double resolution_s = phase == COL_KERNEL_S ? samples_number(row, COL_RESOLUTION_S) : NAN;
        const TimedSample sample = {row->round, samples_number(row, phase), row->total_s, resolution_s};
        if (isnan(sample.kernel_s)) {
            sample_times_free(&times);
            return 0;
        }
        failed = sample_times_add(&times, &sample, error);
    }
    failed = failed != 0 ? failed : rounds_make(&times, rounds, error);
    sample_times_free(&times);
    return failed;
}

/* The largest value of a column in the samples; NAN without any. */
static double largest(const Group *group, Column column)
{
    double most = NAN;
    for (size_t i = 0; i < group->count; i++) {
        most = fmax(most, samples_number(group->rows[i], column)); /* the other where one is NAN */
    }
    return most;
}

/* The sample with the largest error: its class and status are the point's. The last one where none has any.
 */
static const Row *least_precise(const Group *group)
{
    const Row *worst = NULL;
    double most = 0.0;
    for (size_t i = group->count; i-- > 0;) {
        const double error = strtod(row_field(group->rows[i], COL_ERROR_RELATIVE), NULL);
        if (worst == NULL || error > most) {
            worst = group->rows[i];
            most = error;
        }
    }
    return worst;
}

/* `values` takes one of each sample. 0, or -1 and an error without memory. */
static int summarize_group(const Group *group, double *values, PointSummary *point, Error *error)
{
    const Row *last = group->rows[group->count - 1];
    *point = (PointSummary){
        .group = group,
        .row = last,
        .least_precise = least_precise(group),
        .point = samples_point(last),
        .workload = registry_workload(row_field(last, COL_WORKLOAD)),
        .ok = true,
        .rounds = {.kernel = estimate_of(NULL, 0), .total = estimate_of(NULL, 0)},
        .samples = stats_of(NULL, 0),
        .median = {NAN, NAN, NAN, NAN, NAN},
        .rate = NAN,
        .peak_rate = NAN,
        .speedup = ratio_none,
        .speedup_total = ratio_none,
        .efficiency = ratio_none,
        .ceiling_share = ratio_none,
        .peak_share = NAN,
        .peak_bytes = NAN,
    };
    for (size_t i = 0; i < group->count; i++) {
        const Row *row = group->rows[i];
        if (point->ok && !status_is_right(status_parse(row_field(row, COL_STATUS)))) {
            point->ok = false;
            point->row = point->least_precise = row; /* the row with the failure */
        }
    }
    if (!point->ok) {
        return 0;
    }
    if (summary_rounds(group, COL_KERNEL_S, &point->rounds, error) != 0) {
        return -1;
    }
    point->samples = column_stats(group, COL_KERNEL_S, values);
    for (int m = 0; m < MEDIANS; m++) {
        static const Column columns[MEDIANS] = {COL_H2D_S, COL_D2H_S, COL_INPUT_S, COL_OUTPUT_S, COL_SM_MHZ};
        point->median[m] = column_stats(group, columns[m], values).median;
    }
    const double given = samples_number(last, COL_WORK); /* of a plug-in, and of a program's printed rate */
    const double work =
        (isnan(given) && point->workload != NULL ? workload_work(point->workload, &point->point) : given) /
        1e9;
    point->peak_bytes = largest(group, COL_PEAK_BYTES);
    point->rate = work / point->rounds.kernel.value;
    point->peak_rate = work / point->samples.min;
    return 0;
}

bool summary_has_flag(const PointSummary *point, unsigned flag)
{
    const Variant *variant =
        registry_listed(row_field(point->row, COL_WORKLOAD), row_field(point->row, COL_VARIANT));
    return variant != NULL && (variant->flags & flag) != 0;
}

const char *summary_rate_unit(const PointSummary *point)
{
    const char *given = row_field(point->row, COL_RATE_UNIT);
    return isnan(point->rate)                            ? ""
           : given[0] != '\0' || point->workload == NULL ? given
                                                         : workload_rate_unit(point->workload, &point->point);
}

/* ---- flags: every one has one rule, here, with limits that matter to a reader ----
 *
 * Outliers are no flag: clean samples of a skewed distribution have some by Tukey's fences in most points. */

#define WIDE 0.05
/* Rounds differ if the spread between them, beyond that of their samples, is above this, with a chance of 1 %
 * per point for a false flag. */
#define DIFFERENCE 0.02
#define BY_CHANCE 0.01
/* Two groups of rounds, each with at least a fifth of them, so far apart, which is so many times as far as
 * the rounds of a group lie from each other. */
#define APART 0.05
#define GROUP_SHARE 0.2
#define CLEARLY 3.0
enum { LEAST_FOR_GROUPS = 10 };
/* Steps of the clock: of CUDA's events half a microsecond, of the monotonic clock a nanosecond. */
#define EVENT_STEP_S 0.5e-6
#define CLOCK_STEP_S 1e-9
#define LEAST_STEPS 100.0
/* A share of a ceiling above 1 by more than this indicates noise during the measurement of the ceiling. */
#define CEILING_TOLERANCE 0.02

/* Sum of the squared deviations of the logarithms from their mean. */
static double squares_of(const double *time_s, size_t count)
{
    return count > 1 ? estimate_of(time_s, count).log_variance * ((double)count - 1.0) : 0.0;
}

/* One-way analysis of variance of the samples' logarithms, a group per round. */
static bool rounds_differ(const Group *group, const Rounds *rounds, double *time_s)
{
    const double samples = (double)group->count, above = (double)rounds->count - 1.0,
                 below = samples - (double)rounds->count;
    if (!(above > 0.0 && below > 0.0)) {
        return false;
    }
    for (size_t i = 0; i < group->count; i++) {
        time_s[i] = group->rows[i]->kernel_s;
    }
    double within = 0.0;
    for (size_t r = 0, first = 0; r < rounds->count; first += rounds->rounds[r++].samples) {
        within += squares_of(time_s + first, rounds->rounds[r].samples);
    }
    const double between = squares_of(time_s, group->count) - within;
    const double of_rounds = (between / above - within / below) / (samples / (double)rounds->count);
    return of_rounds > DIFFERENCE * DIFFERENCE &&
           fisher_tail(between / above / (within / below), above, below) < BY_CHANCE;
}

bool summary_is_bimodal(const Rounds *rounds)
{
    size_t count = rounds->count;
    double *sorted = count >= LEAST_FOR_GROUPS ? calloc(count, sizeof *sorted) : NULL;
    bool found = false;
    if (sorted == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = rounds->rounds[i].kernel_s;
    }
    sort_ascending(sorted, count);
    size_t least = (size_t)ceil(GROUP_SHARE * (double)count);
    for (size_t split = least; !found && split + least <= count; split++) {
        const double gap = log(sorted[split] / sorted[split - 1]),
                     low = squares_of(sorted, split) / (double)split,
                     high = squares_of(sorted + split, count - split) / (double)(count - split);
        found = gap > log1p(APART) && gap > CLEARLY * sqrt(fmax(low, high));
    }
    free(sorted);
    return found;
}

static bool inputs_differ(const Group *group)
{
    for (size_t i = 1; i < group->count; i++) {
        if (row_compare(group->rows[i], group->rows[0], COL_INPUT_HASH) != 0) {
            return true;
        }
    }
    return false;
}

/* A repeated kernel is timed as a whole. A printed time has steps of its own. */
static bool is_short(const PointSummary *point)
{
    double repeats = strtod(row_field(point->row, COL_REPEATS), NULL);
    const double step_s =
        strncmp(row_field(point->row, COL_VARIANT), "gpu/", 4) == 0 ? EVENT_STEP_S : CLOCK_STEP_S;
    return point->rounds.kernel.log_resolution == 0.0 &&
           point->rounds.kernel.value * fmax(repeats, 1.0) < LEAST_STEPS * step_s;
}

/* The flags (store/status.h) of a right point with its baseline and ceiling, from its samples and rounds;
 * baselines.c sets that of other runs. */
static unsigned flags_of(const PointSummary *point, double *values)
{
    const Group *group = point->group;
    double half = estimate_noise(&point->rounds.kernel);
    unsigned flags = 0;
    size_t noisy = 0;
    for (size_t i = 0; i < group->count; i++) {
        flags |= group->rows[i]->flags & FLAGS_OF_SAMPLES & ~(unsigned)FLAG_NOISY;
        noisy += (group->rows[i]->flags & FLAG_NOISY) != 0;
    }
    const struct {
        unsigned flag;
        bool raised;
    } rules[] = {
        {FLAG_UNFINISHED, row_field(group->rows[group->count - 1], COL_STOP)[0] == '\0'},
        {FLAG_FEW_ROUNDS, point->rounds.count < ROUNDS_FOR_INTERVAL},
        {FLAG_WIDE, isfinite(half) && half > WIDE},
        {FLAG_ROUNDS_DIFFER, rounds_differ(group, &point->rounds, values)},
        {FLAG_BIMODAL, summary_is_bimodal(&point->rounds)},
        {FLAG_SHORT, is_short(point)},
        {FLAG_COARSE_TIME, point->rounds.kernel.log_resolution > log1p(1.0 / LEAST_STEPS)},
        {FLAG_ABOVE_CEILING, point->ceiling_share.value > 1.0 + CEILING_TOLERANCE},
        {FLAG_UNOPTIMIZED_BASELINE,
         point->baseline != NULL && summary_has_flag(point->baseline, VARIANT_UNOPTIMIZED)},
        {FLAG_NOISY, 2 * noisy >= group->count},
        {FLAG_INPUT_CHANGED, inputs_differ(group)},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        flags |= rules[i].raised ? rules[i].flag : 0u;
    }
    return flags;
}

/* ---- all points ---- */

static int workload_place(const PointSummary *point)
{
    size_t place = 0;
    for (const Workload *at; (at = registry_workload_at(place)) != NULL && at != point->workload;) {
        place++;
    }
    return (int)place;
}

/* The reading order: workload, size, variant, threads. */
static int by_reading_order(const void *a, const void *b)
{
    static const Column columns[] = {COL_WORKLOAD,   COL_MACHINE,  COL_HOST,       COL_TYPE,    COL_N,
                                     COL_PARAMETERS, COL_MATRICES, COL_ITERATIONS, COL_VARIANT, COL_BLOCK,
                                     COL_TILE,       COL_TRANSFER, COL_SCHEDULE};
    const PointSummary *left = a, *right = b;
    const Point *p = &left->point, *q = &right->point;
    int order = workload_place(left) - workload_place(right);
    for (size_t i = 0; order == 0 && i < sizeof columns / sizeof columns[0]; i++) {
        const Column column = columns[i];
        const AxisId axis = (AxisId)(column_table[column].type - COLUMN_AXIS);
        order = column_is_whole(column) || column == COL_TRANSFER
                    ? compare_whole(axis_get(p, axis), axis_get(q, axis))
                : column == COL_PARAMETERS
                    ? strverscmp(row_field(left->row, column), row_field(right->row, column))
                    : row_compare(left->row, right->row, column);
    }
    order = order != 0 ? order : compare_whole(point_workers(p), point_workers(q));
    for (int id = 0; order == 0 && id < AXIS_IDS; id++) {
        order = compare_whole(axis_get(p, (AxisId)id), axis_get(q, (AxisId)id));
    }
    order = order != 0 ? order : compare_whole(left->group->key, right->group->key);
    return order != 0 ? order : compare_whole(right->group->last, left->group->last);
}

int summary_make(const Groups *groups, bool all_builds, const char *baseline, Summary *summary, Error *error)
{
    *summary = (Summary){.groups = groups,
                         .points = calloc(groups->count + 1, sizeof *summary->points),
                         .of_group = calloc(groups->count + 1, sizeof *summary->of_group)};
    double *values = calloc(groups->row_count + 1, sizeof *values);
    if (summary->points == NULL || summary->of_group == NULL || values == NULL) {
        free(values);
        summary_free(summary);
        return error_set(error, "no memory to summarize %zu points", groups->count);
    }
    const Group *newest = NULL;
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < groups->count; i++) {
        const Group *group = &groups->groups[i];
        newest = i == 0 || group->key != newest->key ? group : newest;
        if (newest == group || all_builds) {
            failed = summarize_group(group, values, &summary->points[summary->count++], error);
        } else {
            summary->hidden++;
            summary->hidden_of_other_builds += row_compare(group->rows[0], newest->rows[0], COL_BUILD) != 0;
        }
    }
    qsort(summary->points, summary->count, sizeof *summary->points, by_reading_order);
    failed = failed != 0 ? failed : baselines_points(summary, baseline, error);
    for (size_t i = 0; failed == 0 && i < summary->count; i++) {
        PointSummary *point = &summary->points[i];
        summary->of_group[point->group - groups->groups] = point;
        point->flags |= point->ok ? flags_of(point, values) : 0;
    }
    free(values);
    if (failed != 0) {
        summary_free(summary);
    }
    return failed;
}

const PointSummary *summary_find(const Summary *summary, uint64_t key)
{
    const Group *group = groups_find(summary->groups, key, NULL);
    return group != NULL ? summary->of_group[group - summary->groups->groups] : NULL;
}

void summary_free(Summary *summary)
{
    for (size_t i = 0; summary->points != NULL && i < summary->count; i++) {
        rounds_free(&summary->points[i].rounds);
    }
    free(summary->of_group);
    free(summary->points);
    *summary = (Summary){0};
}

/* ---- as CSV ---- */

static const char *const header =
    "input_hash,samples,kernel_median_s,kernel_ci_low_s,kernel_ci_high_s,"
    "total_median_s,total_ci_low_s,total_ci_high_s,h2d_median_s,d2h_median_s,input_median_s,output_median_s,"
    "rate,rate_unit,baseline,speedup,speedup_low,speedup_high,speedup_total,speedup_total_low,"
    "speedup_total_high,efficiency,efficiency_low,efficiency_high,ceiling,ceiling_share,ceiling_share_low,"
    "ceiling_share_high,peak_share,status,baseline_threads,ceiling_rate,peak_rate,error_relative,error_units,"
    "precision_class,stop,rounds,outliers,"
    "flags,detail,sm_mhz,build,run,started,peak_bytes,operations_per_byte";

bool summary_has_column(const char *parameter)
{
    char sought[TEXT_MOST + 3], all[2048] = ",";
    for (int c = 0; c < COLUMNS; c++) {
        text_append(all, sizeof all, "", "%s,", column_names[c]);
    }
    text_append(all, sizeof all, "", "%s,", header);
    snprintf(sought, sizeof sought, ",%.*s,", (int)strcspn(parameter, "="), parameter);
    return strstr(all, sought) != NULL;
}

/* The names of all parameters, in the order of the points, as ",alpha,file,". 0, or -1 and an error. */
static int parameter_names(const Summary *summary, char *names, size_t size, Error *error)
{
    snprintf(names, size, ",");
    for (size_t i = 0, length; i < summary->count; i++) {
        const char *rest = row_field(summary->points[i].row, COL_PARAMETERS);
        for (const char *item; (item = list_next(&rest, &length)) != NULL;) {
            char sought[TEXT_MOST + 3];
            snprintf(sought, sizeof sought, ",%.*s,", (int)strcspn(item, "="), item);
            if (strstr(names, sought) == NULL && strlen(names) + strlen(sought) > size) {
                return error_set(error,
                                 "the points have too many parameters for one table; name fewer files, "
                                 "or one --experiment");
            }
            text_append(names, size, "", "%s", strstr(names, sought) == NULL ? sought + 1 : "");
        }
    }
    return 0;
}

/* The values of these parameters ("alpha,file,"). */
static void print_parameters(CsvWriter *writer, const char *parameters, const char *names)
{
    for (size_t length; names[0] != '\0'; names += length + 1) {
        char value[TEXT_MOST + 1];
        double number;
        size_t size = 0;
        length = strcspn(names, ",");
        const char *own = list_value(parameters, names, length, &size);
        snprintf(value, sizeof value, "%.*s", (int)size, own != NULL ? own : "");
        if (text_number(value, size, &number) &&
            (writer->json || value[0] == '-')) { /* no text that a spreadsheet computes */
            csv_writer_number(writer, number);
        } else {
            csv_writer_text(writer, value);
        }
    }
}

/* "multiply_add cpu/registers, 2 threads" */
static void ceiling_name(const PointSummary *ceiling, char *text, size_t size)
{
    text[0] = '\0';
    if (ceiling == NULL) {
        return;
    }
    int used = snprintf(text, size, "%s %s", ceiling->workload->name, row_field(ceiling->row, COL_VARIANT));
    if (ceiling->point.threads > 0) {
        snprintf(text + used, size - (size_t)used, ", %u thread%s", ceiling->point.threads,
                 ceiling->point.threads == 1 ? "" : "s");
    }
}

/* Work over the bytes of all inputs, read once, and of the result, written once. NAN for ceilings, for work
 * that is counted in bytes, and where the workload is not known. */
static double operations_per_byte(const PointSummary *point)
{
    const Workload *workload = point->workload;
    if (workload == NULL || workload->ceiling == NULL || strcmp(summary_rate_unit(point), "GB/s") == 0) {
        return NAN;
    }
    const double bytes = (double)workload_all_bytes(workload, &point->point) * (workload->in_place ? 2 : 1);
    return workload_work(workload, &point->point) / point_repetitions(&point->point) / bytes;
}

static void print_times(CsvWriter *writer, const PointSummary *point)
{
    csv_writer_count(writer, point->samples.count);
    const Estimate *both[] = {&point->rounds.kernel, &point->rounds.total};
    for (size_t i = 0; i < 2; i++) {
        csv_writer_interval(writer, both[i]->value, both[i]->low, both[i]->high);
    }
    for (int m = 0; m < MEDIAN_SM_MHZ; m++) {
        csv_writer_number(writer, point->median[m]);
    }
    csv_writer_number(writer, point->rate);
    csv_writer_text(writer, summary_rate_unit(point));
}

static void print_relations(CsvWriter *writer, const PointSummary *point)
{
    char ceiling[128];
    ceiling_name(point->ceiling, ceiling, sizeof ceiling);
    csv_writer_text(writer, point->baseline == NULL ? "" : row_field(point->baseline->row, COL_VARIANT));
    csv_writer_ratio(writer, point->speedup);
    csv_writer_ratio(writer, point->speedup_total);
    csv_writer_ratio(writer, point->efficiency);
    csv_writer_text(writer, ceiling);
    csv_writer_ratio(writer, point->ceiling_share);
    csv_writer_number(writer, point->peak_share);
    csv_writer_text(writer, row_field(point->least_precise, COL_STATUS));
    csv_writer_number(writer,
                      point->baseline == NULL ? NAN : samples_number(point->baseline->row, COL_THREADS));
    csv_writer_number(writer, point->ceiling == NULL ? NAN : point->ceiling->rate);
    csv_writer_number(writer, point->peak_rate);
    csv_writer_number(writer, point->ok ? largest(point->group, COL_ERROR_RELATIVE) : NAN);
    csv_writer_number(writer, point->ok ? largest(point->group, COL_ERROR_UNITS) : NAN);
    csv_writer_text(writer, row_field(point->least_precise, COL_PRECISION_CLASS));
}

int summary_print(CsvWriter *writer, const Summary *summary, const ExperimentIndex *members, Error *error)
{
    const Column *identity = columns_in(ORDER_SUMMARY); /* machine and host, then `experiment` */
    const size_t before_parameters = IDENTITY_COLUMNS - 1;
    char names[1024], last[sizeof names + 2048];
    if (parameter_names(summary, names, sizeof names, error) != 0) {
        return -1;
    }
    snprintf(last, sizeof last, "%s%s", names + 1, header);
    csv_writer_begin_columns(writer, "schema,machine,host,experiment", identity + 2, before_parameters - 2,
                             last);
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        char *experiments = experiment_index_names(members, point->group->key);
        if (experiments == NULL) {
            return error_set(error, "no memory for the experiments of a point");
        }
        csv_writer_field(writer, point->row, COL_SCHEMA);
        csv_writer_field(writer, point->row, COL_MACHINE);
        csv_writer_field(writer, point->row, COL_HOST);
        csv_writer_text(writer, experiments);
        free(experiments);
        for (size_t c = 2; c < before_parameters; c++) {
            csv_writer_field(writer, point->row, identity[c]);
        }
        print_parameters(writer, row_field(point->row, COL_PARAMETERS), names + 1);
        csv_writer_field(writer, point->row, COL_INPUT_HASH);
        print_times(writer, point);
        print_relations(writer, point);
        csv_writer_field(writer, point->row, COL_STOP);
        csv_writer_count(writer, point->rounds.count);
        csv_writer_number(writer, point->ok ? (double)point->samples.outliers : NAN);
        char flags[256];
        flags_names(point->flags, flags, sizeof flags);
        csv_writer_text(writer, flags);
        csv_writer_field(writer, point->row, COL_DETAIL);
        csv_writer_number(writer, point->median[MEDIAN_SM_MHZ]);
        csv_writer_field(writer, point->row, COL_BUILD);
        csv_writer_field(writer, point->row, COL_RUN);
        csv_writer_field(writer, point->row, COL_STARTED);
        csv_writer_number(writer, point->peak_bytes);
        csv_writer_number(writer, operations_per_byte(point));
        csv_writer_end_row(writer);
    }
    csv_writer_end(writer);
    return 0;
}
