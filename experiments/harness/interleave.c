/* See interleave.h; analysis/pairs.h describes the method.
 *
 * A rehearsal first runs each point once in both programs: it finds points that one of them cannot measure,
 * fills the file cache, and gives the number of samples that fit a process. Each pass over all points then is
 * shuffled, so that the pairs of a point are spread over time. */
#include "experiments/harness/interleave.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "experiments/harness/analysis/pairs.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/cli/plugin.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/runner/interrupt.h"
#include "experiments/harness/runner/process.h"
#include "experiments/harness/runner/row.h"

enum { MOST_SAMPLES = 200, LEAST_SAMPLES = 3 };
#define PROCESS_S 0.05    /* total time of the samples of a process, if they are short */
#define LONG_SAMPLE_S 0.2 /* one sample of this length is enough */

typedef enum Side { BASE, NEW, SIDES } Side;
typedef enum PairStage { SCREEN, CONFIRM } PairStage;

static const char *const side_names[SIDES] = {"base", "new"};
static const char *const stage_names[] = {"screen", "confirm"};

typedef struct PairedPoint {
    const PlanPoint *planned;
    Row row;
    size_t samples; /* per process; 0: a program cannot measure it */
    bool active;    /* measured in this stage */
    double log_min[SIDES][PAIRS_MOST], median[SIDES][PAIRS_MOST]; /* of this stage's pairs */
    double log_resolution[SIDES];                                 /* of the last pair */
    size_t pairs;
    bool slower;               /* in the screen */
    double p, confirmed_p;     /* of the screen; of the confirmation, adjusted to the family */
    char status[16], why[400]; /* of a failed process; "" for none */
} PairedPoint;

/* ---- points ---- */

static int make_points(Paired *paired, const Plan *plan, Error *error)
{
    RowText text;
    bool made = paired->points != NULL && paired->comparison.points != NULL;
    for (size_t i = 0; made && i < plan->count; i++) {
        PairedPoint *point = &paired->points[i];
        point->planned = &plan->points[i];
        row_identity(&text, point->planned);
        made = series_add(&paired->series, text.field, samples_key(text.field), &point->row) == 0;
    }
    return made ? 0 : error_set(error, "no memory for the pairs of %zu points", plan->count);
}

static int run_side(Paired *paired, const PairedPoint *point, Side side, size_t samples, Process *process,
                    Error *error)
{
    const Interleave *options = paired->options;
    PlanPoint planned = *point->planned;
    progress_current(&paired->progress, point->planned);
    if (side == NEW && planned.program != NULL) {
        planned.program = planned.program->other;
    }
    if (side == NEW && options->plugin != NULL) {
        planned.plugin = options->plugin;
    }
    const PluginFile *file;
    for (size_t i = 0; (file = plugin_file_at(planned.plugin, planned.variant->workload, i)) != NULL; i++) {
        if (!plugin_file_unchanged(file)) {
            error_set(error, "the plug-in %s was replaced while it was measured; start again", file->path);
            return -1; /* the analyzer does not know that error_set returns it */
        }
    }
    const bool own = planned.program != NULL || options->plugin != NULL;
    return process_run(own            ? NULL
                       : side == BASE ? options->base
                                      : options->new,
                       &planned, samples, process, error);
}

static void print_reason(Paired *paired, const PairedPoint *point, Status status, const char *what)
{
    char line[900];
    snprintf(line, sizeof line, "%s%s: %s", point_in_words(point->planned), what, point->why);
    progress_print(&paired->progress, status, line);
}

/* ---- the rehearsal ---- */

/* Leaves out a point that a program cannot measure. A point that only the new program gets wrong is broken.
 */
static int rehearse(Paired *paired, PairedPoint *point, Error *error)
{
    Process process[SIDES];
    if (point->planned->refused[0] != '\0') {
        snprintf(point->why, sizeof point->why, "%s", point->planned->refused);
        return 0;
    }
    for (int side = 0; side < SIDES; side++) {
        if (run_side(paired, point, (Side)side, 1, &process[side], error) != 0) {
            return -1;
        }
        if (process[side].end != PROCESS_MEASURED && (side == BASE || process[side].end != PROCESS_BAD)) {
            snprintf(point->why, sizeof point->why, "%s: %.390s", side_names[side], process[side].why);
            return 0;
        }
    }
    point->active = process[NEW].end == PROCESS_MEASURED;
    /* A program may take far longer than the time that it prints. */
    const Interleave *options = paired->options;
    const double time_s = point->planned->program != NULL ? process[BASE].least_total_s : process[BASE].min_s;
    point->samples = options->samples != 0 ? options->samples
                     : time_s > LONG_SAMPLE_S
                         ? 1
                         : (size_t)fmax(LEAST_SAMPLES, fmin(MOST_SAMPLES, PROCESS_S / time_s));
    snprintf(point->status, sizeof point->status, "%s", process[NEW].status);
    return 0;
}

static int rehearse_all(Paired *paired, Error *error)
{
    const char *first = NULL;
    size_t left_out = 0;
    paired->progress.batches = paired->count;
    progress_round(&paired->progress, 1, 1, paired->count);
    for (size_t i = 0; i < paired->count; i++) {
        PairedPoint *point = &paired->points[i];
        if (rehearse(paired, point, error) != 0) {
            return -1;
        }
        if (point->samples == 0) {
            print_reason(paired, point, STATUS_SKIPPED, " is left out");
            first = first == NULL ? point->why : first;
            left_out++;
        }
        progress_done(&paired->progress, STATUS_OK, "");
    }
    return left_out < paired->count
               ? 0
               : error_set(error, "no point can be measured by both programs; of the first, %s", first);
}

/* ---- pairs ---- */

static void write_pair(Paired *paired, const PairedPoint *point, PairStage stage,
                       const Process process[SIDES], Side first)
{
    CsvWriter *writer = &paired->pairs;
    for (int i = 0; writer->stream != NULL && i < SIDES; i++) {
        const int side = i == 0 ? (int)first : 1 - (int)first;
        comparison_identity(writer, &point->row);
        csv_writer_text(writer, stage_names[stage]);
        csv_writer_count(writer, point->pairs);
        csv_writer_count(writer, (size_t)i + 1);
        csv_writer_text(writer, side_names[side]);
        csv_writer_number(writer, process[side].min_s);
        csv_writer_number(writer, process[side].median_s);
        csv_writer_count(writer, process[side].samples);
        csv_writer_end_row(writer);
        fflush(writer->stream);
    }
}

/* Ends a point of which a process failed. */
static void drop_point(Paired *paired, PairedPoint *point, const Process process[SIDES])
{
    const Side side = process[BASE].end != PROCESS_MEASURED ? BASE : NEW;
    const Process *failed = &process[side];
    point->active = false;
    paired->dropped++;
    snprintf(point->why, sizeof point->why, "%.399s", failed->why);
    if (side == NEW && failed->end == PROCESS_BAD) {
        snprintf(point->status, sizeof point->status, "%s", failed->status);
    }
    if (paired->options->quiet) { /* not progress: without it the verdict cannot be understood */
        log_info("%s, %s: %s", point_in_words(point->planned), side_names[side], point->why);
    } else {
        print_reason(paired, point, STATUS_FAILED, side == BASE ? ", base" : ", new");
    }
}

static int measure_pair(Paired *paired, PairedPoint *point, PairStage stage, uint64_t bits, Error *error)
{
    Process process[SIDES];
    const Side first = (bits & 1) != 0 ? NEW : BASE;
    for (int i = 0; i < SIDES; i++) {
        const Side side = i == 0 ? first : 1 - first;
        if (run_side(paired, point, side, point->samples, &process[side], error) != 0) {
            return -1;
        }
    }
    if (process[BASE].end != PROCESS_MEASURED || process[NEW].end != PROCESS_MEASURED) {
        drop_point(paired, point, process);
        return 0;
    }
    for (int side = 0; side < SIDES; side++) {
        point->log_min[side][point->pairs] = log(process[side].min_s);
        point->median[side][point->pairs] = process[side].median_s;
        point->log_resolution[side] = process[side].log_resolution;
    }
    write_pair(paired, point, stage, process, first);
    point->pairs++;
    return 0;
}

/* Measures a pair of each active point per pass, each pass in an order of its own. */
static int measure_stage(Paired *paired, PairStage stage, size_t pairs, Error *error)
{
    size_t *order = calloc(paired->count + 1, sizeof *order), active = 0;
    if (order == NULL) {
        return error_set(error, "no memory for the order of %zu points", paired->count);
    }
    for (size_t i = 0; i < paired->count; i++) {
        PairedPoint *point = &paired->points[i];
        active += point->active;
        point->pairs = point->active ? 0 : point->pairs;
    }
    progress_begin(&paired->progress, paired->options->quiet, paired->options->color);
    paired->progress.batches = active * pairs;
    int failed = 0;
    for (size_t pass = 0; failed == 0 && pass < pairs; pass++) {
        const uint64_t stream = random_stream(paired->options->seed, ((uint64_t)stage << 32) + pass);
        random_order(stream, order, paired->count);
        progress_round(&paired->progress, pass + 1, pairs, active);
        for (size_t i = 0; failed == 0 && i < paired->count; i++) {
            PairedPoint *point = &paired->points[order[i]];
            if (point->active) {
                failed = measure_pair(paired, point, stage, random_bits(~stream, order[i]) >> 17, error);
                active -= !point->active;
                progress_done(&paired->progress, STATUS_OK, "");
            }
        }
    }
    progress_end(&paired->progress);
    free(order);
    return failed;
}

/* ---- verdicts ---- */

static Pairs pairs_of(const PairedPoint *point)
{
    return (Pairs){point->log_min[BASE], point->log_min[NEW], point->pairs,
                   point->log_resolution[BASE] + point->log_resolution[NEW]};
}

/* The seed of a point's relabelings. */
static uint64_t test_seed(const Paired *paired, size_t point, PairStage stage)
{
    return random_stream(paired->options->seed ^ 0x7e57, 2 * point + stage);
}

static Compared judge(const Paired *paired, size_t at)
{
    PairedPoint *point = &paired->points[at];
    const Pairs pairs = pairs_of(point);
    Compared compared = {.row = &point->row,
                         .base = estimate_of(point->median[BASE], point->pairs),
                         .new = estimate_of(point->median[NEW], point->pairs),
                         .ratio = ratio_none,
                         .median_ratio = NAN,
                         .rounds = point->pairs,
                         .verdict = BROKEN,
                         .why = ""};
    estimate_coarsen(&compared.base, point->log_resolution[BASE]);
    estimate_coarsen(&compared.new, point->log_resolution[NEW]);
    pairs_fastest(&pairs, &compared.base_s, &compared.new_s);
    if (point->status[0] != '\0') {
        point->row.own = point->status;
        point->row.own_columns = UINT64_C(1) << COL_STATUS;
    } else if (point->why[0] != '\0') {
        compared.verdict = CANNOT_TELL;
        compared.why = "a process failed";
    } else {
        compared.median_ratio = compared.new.value / compared.base.value;
        compared.ratio = pairs_ratio(&pairs, test_seed(paired, at, point->active ? CONFIRM : SCREEN));
        compared.ratio.p = point->active ? point->confirmed_p : point->p;
        compared.verdict =
            pairs_verdict(&pairs, &compared.ratio, point->active, paired->options->threshold, &compared.why);
    }
    return compared;
}

/* The points that need a confirmation stay active. Returns their number. */
static size_t choose_candidates(Paired *paired)
{
    size_t candidates = 0;
    for (size_t i = 0; i < paired->count; i++) {
        PairedPoint *point = &paired->points[i];
        if (point->active) {
            const Pairs pairs = pairs_of(point);
            const double effect = pairs_effect(&pairs);
            point->p = pairs_p(&pairs, BOTH_SIDES, test_seed(paired, i, SCREEN));
            point->slower = effect > 1;
            point->active = pairs_candidate(effect, point->p, paired->options->threshold);
            candidates += point->active;
        }
    }
    return candidates;
}

/* Tests the candidates by their fresh pairs, with p adjusted to their family, and judges all points. */
static int confirm(Paired *paired, Error *error)
{
    for (size_t i = 0; i < paired->count; i++) {
        PairedPoint *point = &paired->points[i];
        const Tail tail = point->slower ? SLOWER_SIDE : FASTER_SIDE;
        const Pairs pairs = pairs_of(point);
        point->confirmed_p = point->active ? pairs_p(&pairs, tail, test_seed(paired, i, CONFIRM)) : NAN;
    }
    if (holm_adjust(&paired->points->confirmed_p, paired->count, sizeof *paired->points) != 0) {
        return error_set(error, "no memory to judge %zu points", paired->count);
    }
    Comparison *comparison = &paired->comparison;
    for (size_t i = 0; i < paired->count; i++) {
        if (paired->points[i].samples > 0) {
            comparison->points[comparison->count++] = judge(paired, i);
        }
    }
    return 0;
}

static int screen_and_confirm(Paired *paired, Error *error)
{
    if (measure_stage(paired, SCREEN, PAIRS_SCREEN, error) != 0) {
        return -1;
    }
    const size_t candidates = choose_candidates(paired);
    if (!paired->options->quiet) {
        log_info("screen: %zu of %zu points may have changed; %d fresh pairs of each confirm it", candidates,
                 paired->count, PAIRS_CONFIRM);
    }
    return candidates > 0 && measure_stage(paired, CONFIRM, PAIRS_CONFIRM, error) != 0
               ? -1
               : confirm(paired, error);
}

/* ---- the whole ---- */

static int open_pairs(Paired *paired, Error *error)
{
    const char *path = paired->options->pairs;
    if (path == NULL) {
        return 0;
    }
    paired->pairs.stream = fopen(path, "wxe");
    if (paired->pairs.stream == NULL) {
        return error_set(error, "cannot make %s: %s; name a new file with --pairs", path, strerror(errno));
    }
    csv_writer_begin_columns(&paired->pairs, "", columns_in(ORDER_TABLES), TABLE_COLUMNS,
                             "stage,pair,order,side,min_s,median_s,samples");
    return 0;
}

/* Returns `failed`, or -1 and an error if the file is not whole. */
static int close_pairs(const Paired *paired, int failed, Error *error)
{
    FILE *stream = paired->pairs.stream;
    bool bad = stream != NULL && ferror(stream) != 0;
    bad = (stream != NULL && fclose(stream) != 0) || bad;
    return failed == 0 && bad
               ? error_set(error, "cannot write %s; make room or name another file", paired->options->pairs)
               : failed;
}

int interleave(const Interleave *options, const Plan *plan, Paired *paired, Error *error)
{
    *paired = (Paired){.options = options,
                       .points = calloc(plan->count + 1, sizeof *paired->points),
                       .count = plan->count,
                       .comparison = {.points = calloc(plan->count + 1, sizeof(Compared)),
                                      .base = options->base,
                                      .new = options->new,
                                      .threshold = options->threshold,
                                      .pairs = true,
                                      .seed = options->seed}};
    environment_limit_blas(); /* spinning threads of a program would disturb its own first sample */
    interrupt_watch();
    progress_begin(&paired->progress, options->quiet, options->color);
    if (make_points(paired, plan, error) != 0 || open_pairs(paired, error) != 0) {
        return -1;
    }
    int failed = rehearse_all(paired, error);
    progress_end(&paired->progress);
    failed = failed != 0          ? failed
             : options->pool != 0 ? measure_stage(paired, SCREEN, options->pool, error)
                                  : screen_and_confirm(paired, error);
    return close_pairs(paired, failed, error);
}
