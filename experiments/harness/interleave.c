/* See interleave.h; judge/pairs.h has the method.
 *
 * Each point is first run once by both programs: that shows what either cannot do, warms the files and tells
 * how many samples a process can take. Then come passes over all points, shuffled, so that the pairs of one
 * point are spread over time. */
#include "experiments/harness/interleave.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "experiments/harness/analysis/pairs.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/runner/interrupt.h"
#include "experiments/harness/runner/process.h"
#include "experiments/harness/runner/progress.h"
#include "experiments/harness/runner/row.h"
#include "experiments/harness/store/csv_writer.h"

enum { MOST_SAMPLES = 200, LEAST_SAMPLES = 3 };
#define PROCESS_S 0.05    /* that the samples of a process take, where they are short */
#define LONG_SAMPLE_S 0.2 /* of such one is enough */

typedef enum Side { BASE, NEW, SIDES } Side;
typedef enum PairStage { SCREEN, CONFIRM } PairStage;

static const char *const side_names[SIDES] = {"base", "new"};
static const char *const stage_names[] = {"screen", "confirm"};

typedef struct PairedPoint {
    const PlanPoint *planned;
    Row row;
    Series *series; /* of the row */
    size_t samples;
    bool active;                            /* visited in the passes */
    double *log_min[SIDES], *median[SIDES]; /* of this stage's pairs */
    size_t pairs;
    bool candidate, slower; /* of a change, as the screen saw it */
    bool confirmed;         /* it was tested by fresh pairs */
    double p;
    Compared compared;
    bool left_out;
    char status[16], why[400];
} PairedPoint;

/* What all steps need. */
typedef struct Bench {
    const Interleave *wish;
    PairedPoint *points;
    size_t count;
    char folder[4096];
    FILE *pairs;
    Progress progress;
} Bench;

/* ---- points ---- */

static int make_points(Bench *bench, const Plan *plan, size_t room, Error *error)
{
    RowText *text = malloc(sizeof *text);
    bool made = text != NULL && bench->points != NULL;
    for (size_t i = 0; made && i < plan->count; i++) {
        PairedPoint *point = &bench->points[i];
        *point = (PairedPoint){.planned = &plan->points[i], .left_out = true};
        row_identity(text, point->planned);
        point->series = series_new(text->field, samples_key(text->field));
        point->row = (Row){.series = point->series, .own = ""};
        made = point->series != NULL;
        for (int side = 0; side < SIDES; side++) {
            point->log_min[side] = calloc(room, sizeof(double));
            point->median[side] = calloc(room, sizeof(double));
            made = made && point->log_min[side] != NULL && point->median[side] != NULL;
        }
    }
    free(text);
    return made ? 0 : error_set(error, "no memory for the pairs of %zu points", plan->count);
}

void paired_free(Paired *paired)
{
    for (size_t i = 0; paired->points != NULL && i < paired->planned; i++) {
        PairedPoint *point = &paired->points[i];
        free(point->series);
        for (int side = 0; side < SIDES; side++) {
            free(point->log_min[side]);
            free(point->median[side]);
        }
    }
    free(paired->points);
    free(paired->compared);
    *paired = (Paired){0};
}

static int run_side(Bench *bench, const PairedPoint *point, Side side, size_t samples, Process *process,
                    Error *error)
{
    char words[160];
    point_in_words(point->planned, words, sizeof words);
    progress_current(&bench->progress, words);
    return process_run(side == BASE ? bench->wish->base : bench->wish->new, point->planned, samples,
                       bench->folder, process, error);
}

/* ---- the rehearsal ---- */

static size_t samples_of(const Interleave *wish, double time_s)
{
    double fit = PROCESS_S / time_s;
    return wish->samples != 0           ? wish->samples
           : time_s > LONG_SAMPLE_S     ? 1
           : fit < LEAST_SAMPLES        ? LEAST_SAMPLES
           : fit > (double)MOST_SAMPLES ? MOST_SAMPLES
                                        : (size_t)fit;
}

/* A point that one side cannot do has nothing to be compared; where only the new one is wrong it is broken.
 */
static int rehearse(Bench *bench, PairedPoint *point, Error *error)
{
    Process process[SIDES];
    if (point->planned->refused[0] != '\0') {
        snprintf(point->why, sizeof point->why, "%s", point->planned->refused);
        return 0;
    }
    for (int side = 0; side < SIDES; side++) {
        if (run_side(bench, point, (Side)side, 1, &process[side], error) != 0) {
            return -1;
        }
        if (process[side].end != PROCESS_MEASURED && (side == BASE || process[side].end != PROCESS_BAD)) {
            snprintf(point->why, sizeof point->why, "%s: %.390s", side_names[side], process[side].why);
            return 0;
        }
    }
    point->left_out = false;
    point->active = process[NEW].end == PROCESS_MEASURED;
    point->samples = samples_of(bench->wish, process[BASE].min_s);
    if (!point->active) {
        snprintf(point->status, sizeof point->status, "%s", process[NEW].status);
    }
    return 0;
}

static int rehearse_all(Bench *bench, Error *error)
{
    const char *first = NULL;
    size_t left = 0;
    bench->progress.batches = bench->count;
    progress_round(&bench->progress, 1, 1, bench->count);
    for (size_t i = 0; i < bench->count; i++) {
        PairedPoint *point = &bench->points[i];
        if (rehearse(bench, point, error) != 0) {
            return -1;
        }
        if (point->left_out) {
            char words[160], line[900];
            point_in_words(point->planned, words, sizeof words);
            snprintf(line, sizeof line, "%s is left out: %s", words, point->why);
            progress_print(&bench->progress, STATUS_SKIPPED, line);
            first = first == NULL ? point->why : first;
            left++;
        }
        progress_done(&bench->progress, STATUS_OK, "");
    }
    return left < bench->count
               ? 0
               : error_set(error, "no point can be measured by both programs; of the first, %s", first);
}

/* ---- pairs ---- */

static void keep_pair(Bench *bench, const PairedPoint *point, PairStage stage, const Process process[SIDES],
                      Side first)
{
    for (int i = 0; bench->pairs != NULL && i < SIDES; i++) {
        int side = i == 0 ? (int)first : 1 - (int)first;
        comparison_csv_identity(bench->pairs, &point->row);
        fprintf(bench->pairs, "%s,%zu,%d,%s,%.9g,%.9g,%zu\n", stage_names[stage], point->pairs, i + 1,
                side_names[side], process[side].min_s, process[side].median_s, process[side].samples);
    }
    if (bench->pairs != NULL) {
        fflush(bench->pairs);
    }
}

/* What became of a pair that is none. */
static void give_up(Bench *bench, PairedPoint *point, const Process process[SIDES])
{
    bool base = process[BASE].end != PROCESS_MEASURED;
    const Process *bad = &process[base ? BASE : NEW];
    char words[160], line[900];
    point->active = false;
    snprintf(point->why, sizeof point->why, "%.399s", bad->why);
    if (!base && bad->end == PROCESS_BAD) {
        snprintf(point->status, sizeof point->status, "%s", bad->status);
    }
    point_in_words(point->planned, words, sizeof words);
    snprintf(line, sizeof line, "%s, %s: %s", words, side_names[base ? BASE : NEW], point->why);
    progress_print(&bench->progress, STATUS_FAILED, line);
}

static int measure_pair(Bench *bench, PairedPoint *point, PairStage stage, uint64_t bits, Error *error)
{
    Process process[SIDES];
    Side first = (bits & 1) != 0 ? NEW : BASE;
    for (int i = 0; i < SIDES; i++) {
        Side side = i == 0 ? first : first == BASE ? NEW : BASE;
        if (run_side(bench, point, side, point->samples, &process[side], error) != 0) {
            return -1;
        }
    }
    if (process[BASE].end != PROCESS_MEASURED || process[NEW].end != PROCESS_MEASURED) {
        give_up(bench, point, process);
        return 0;
    }
    for (int side = 0; side < SIDES; side++) {
        point->log_min[side][point->pairs] = log(process[side].min_s);
        point->median[side][point->pairs] = process[side].median_s;
    }
    keep_pair(bench, point, stage, process, first);
    point->pairs++;
    return 0;
}

/* Passes over all active points, each pass in an order of its own. */
static int measure_stage(Bench *bench, PairStage stage, size_t pairs, Error *error)
{
    size_t *order = calloc(bench->count + 1, sizeof *order), active = 0;
    if (order == NULL) {
        return error_set(error, "no memory for the order of %zu points", bench->count);
    }
    for (size_t i = 0; i < bench->count; i++) {
        PairedPoint *point = &bench->points[i];
        active += point->active;
        point->pairs = point->active ? 0 : point->pairs;
    }
    progress_begin(&bench->progress, bench->wish->quiet, bench->wish->color);
    bench->progress.batches = active * pairs;
    int failed = 0;
    for (size_t pass = 0; failed == 0 && pass < pairs; pass++) {
        uint64_t stream = random_stream(bench->wish->seed, ((uint64_t)stage << 32) + pass);
        random_order(stream, order, bench->count);
        progress_round(&bench->progress, pass + 1, pairs, active);
        for (size_t i = 0; failed == 0 && i < bench->count; i++) {
            PairedPoint *point = &bench->points[order[i]];
            if (point->active) {
                failed = measure_pair(bench, point, stage, random_bits(~stream, order[i]) >> 17, error);
                active -= !point->active;
                progress_done(&bench->progress, STATUS_OK, "");
            }
        }
    }
    progress_end(&bench->progress);
    free(order);
    return failed;
}

/* ---- verdicts ---- */

static Pairs pairs_of(const PairedPoint *point)
{
    return (Pairs){point->log_min[BASE], point->log_min[NEW], point->pairs};
}

/* Every point gets the seed of its relabelings. */
static uint64_t test_seed(const Bench *bench, size_t point, PairStage stage)
{
    return random_stream(bench->wish->seed ^ 0x7e57, 2 * point + stage);
}

static void judge(const Bench *bench, size_t at, PairStage stage)
{
    PairedPoint *point = &bench->points[at];
    Pairs pairs = pairs_of(point);
    Compared *compared = &point->compared;
    *compared = (Compared){.row = &point->row, .ratio = ratio_none, .median_ratio = NAN, .why = ""};
    compared->base = estimate_of(point->median[BASE], point->pairs);
    compared->new = estimate_of(point->median[NEW], point->pairs);
    pairs_fastest(&pairs, &compared->base_s, &compared->new_s);
    compared->rounds = point->pairs;
    if (point->status[0] != '\0') {
        point->row.own = point->status;
        point->row.own_columns = UINT64_C(1) << COL_STATUS;
        compared->verdict = BROKEN;
        return;
    }
    if (point->why[0] != '\0') {
        compared->verdict = CANNOT_TELL;
        compared->why = "a process failed";
        return;
    }
    compared->median_ratio = compared->new.value / compared->base.value;
    compared->ratio = pairs_ratio(&pairs, test_seed(bench, at, stage));
    compared->ratio.p = point->p;
    compared->verdict =
        pairs_verdict(&pairs, &compared->ratio, point->confirmed, bench->wish->threshold, &compared->why);
}

/* Judges what needs no confirmation and leaves the candidates active. Returns how many there are. */
static size_t choose_candidates(Bench *bench)
{
    size_t candidates = 0;
    for (size_t i = 0; i < bench->count; i++) {
        PairedPoint *point = &bench->points[i];
        if (point->left_out) {
            continue;
        }
        Pairs pairs = pairs_of(point);
        if (point->active) {
            double effect = pairs_effect(&pairs);
            point->p = pairs_p(&pairs, test_seed(bench, i, SCREEN));
            point->slower = effect > 1;
            point->active = pairs_candidate(effect, point->p, bench->wish->threshold);
        }
        point->candidate = point->active;
        if (point->candidate) {
            candidates++;
        } else {
            judge(bench, i, SCREEN);
        }
    }
    return candidates;
}

/* Adjusts the candidates' p to their family. */
static int confirm(Bench *bench, Error *error)
{
    double *p = calloc(bench->count + 1, sizeof *p);
    if (p == NULL) {
        return error_set(error, "no memory to judge %zu points", bench->count);
    }
    for (size_t i = 0; i < bench->count; i++) {
        PairedPoint *point = &bench->points[i];
        Pairs pairs = pairs_of(point);
        p[i] = point->active ? pairs_p_one_side(&pairs, point->slower, test_seed(bench, i, CONFIRM)) : NAN;
    }
    int failed = holm_adjust(p, bench->count);
    for (size_t i = 0; failed == 0 && i < bench->count; i++) {
        PairedPoint *point = &bench->points[i];
        if (point->active) {
            point->p = p[i];
            point->confirmed = true;
        }
    }
    free(p);
    return failed == 0 ? 0 : error_set(error, "no memory to judge %zu points", bench->count);
}

static int screen_and_confirm(Bench *bench, Error *error)
{
    if (measure_stage(bench, SCREEN, PAIRS_SCREEN, error) != 0) {
        return -1;
    }
    size_t candidates = choose_candidates(bench);
    if (!bench->wish->quiet) {
        log_info("screen: %zu of %zu points may have changed; %d fresh pairs of each confirm it", candidates,
                 bench->count, PAIRS_CONFIRM);
    }
    if ((candidates > 0 && measure_stage(bench, CONFIRM, PAIRS_CONFIRM, error) != 0) ||
        confirm(bench, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < bench->count; i++) {
        if (bench->points[i].candidate) {
            judge(bench, i, CONFIRM);
        }
    }
    return 0;
}

static int open_pairs(Bench *bench, Error *error)
{
    const char *path = bench->wish->pairs;
    if (path == NULL) {
        return 0;
    }
    bench->pairs = fopen(path, "wxe");
    if (bench->pairs == NULL) {
        return error_set(error, "cannot make %s: %s; name a new file with --pairs", path, strerror(errno));
    }
    comparison_csv_names(bench->pairs);
    fputs("stage,pair,order,side,min_s,median_s,samples\n", bench->pairs);
    return 0;
}

static int close_pairs(Bench *bench, Error *error)
{
    bool bad = bench->pairs != NULL && ferror(bench->pairs) != 0;
    bad = (bench->pairs != NULL && fclose(bench->pairs) != 0) || bad;
    return bad ? error_set(error, "cannot write %s; make room or name another file", bench->wish->pairs) : 0;
}

/* The points that both programs have, in the plan's order. */
static int collect(const Bench *bench, Paired *paired, Error *error)
{
    paired->compared = calloc(bench->count + 1, sizeof *paired->compared);
    if (paired->compared == NULL) {
        return error_set(error, "no memory for %zu points", bench->count);
    }
    for (size_t i = 0; i < bench->count; i++) {
        if (!bench->points[i].left_out) {
            paired->compared[paired->count++] = bench->points[i].compared;
        }
    }
    return 0;
}

int interleave(const Interleave *wish, const Plan *plan, Paired *paired, Error *error)
{
    size_t room = wish->pool > PAIRS_CONFIRM ? wish->pool : PAIRS_CONFIRM;
    Bench bench = {.wish = wish, .count = plan->count};
    *paired = (Paired){.points = calloc(plan->count + 1, sizeof *paired->points), .planned = plan->count};
    bench.points = paired->points;
    environment_limit_blas(); /* a program's spinning threads would disturb its own first sample */
    interrupt_watch();
    progress_begin(&bench.progress, wish->quiet, wish->color);
    if (make_points(&bench, plan, room, error) != 0 || open_pairs(&bench, error) != 0) {
        return -1;
    }
    int failed = process_folder_make(bench.folder, sizeof bench.folder, error);
    if (failed == 0) {
        failed = rehearse_all(&bench, error);
        progress_end(&bench.progress);
        failed = failed != 0       ? failed
                 : wish->pool != 0 ? measure_stage(&bench, SCREEN, wish->pool, error)
                                   : screen_and_confirm(&bench, error);
        process_folder_remove(bench.folder);
    }
    Error of_file;
    if (close_pairs(&bench, &of_file) != 0 && failed == 0) {
        *error = of_file;
        failed = -1;
    }
    return failed != 0 || wish->pool != 0 ? failed : collect(&bench, paired, error);
}
