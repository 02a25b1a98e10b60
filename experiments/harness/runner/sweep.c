/* See sweep.h. */
#include "experiments/harness/runner/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/random.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/resume.h"
#include "experiments/harness/runner/row.h"
#include "experiments/harness/runner/skip.h"

/* The least time that a batch is expected to take. */
#define SHORTEST_BATCH_S 0.2

int sweep_begin(Sweep *sweep, const RunOptions *options, const Plan *plan, const Rows *files,
                size_t file_count, bool any_host, Error *error)
{
    char now[25];
    timing_utc(timing_date_s(), now);
    *sweep = (Sweep){.options = options, .plan = plan, .ends_s = INFINITY};
    snprintf(sweep->run, sizeof sweep->run, "%s-%ld", now, (long)getpid());
    sweep->states = calloc(plan->count + 1, sizeof *sweep->states);
    return sweep->states != NULL ? resume_points(sweep, files, file_count, any_host, error)
                                 : error_set(error, "no memory for %zu points", plan->count);
}

void sweep_end(Sweep *sweep)
{
    for (size_t i = 0; sweep->states != NULL && i < sweep->plan->count; i++) {
        sample_times_free(&sweep->states[i].times);
    }
    free(sweep->states);
    sweep->states = NULL;
}

SweepCounts sweep_counts(const Sweep *sweep)
{
    SweepCounts counts = {.rounds = sweep->round};
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        counts.done += state->done;
        counts.skipped += state->done && state->status == STATUS_SKIPPED;
        counts.bad += state->done && state->status != STATUS_SKIPPED && !status_is_right(state->status);
        const size_t rounds = sweep->plan->points[i].rule.rounds;
        counts.rounds = rounds > counts.rounds ? rounds : counts.rounds;
    }
    return counts;
}

/* ---- the schedule: which points a round measures, in which order, and when the sweep must end ---- */

/* The number of batches that the point is expected to need still. */
static size_t batches_left(const PlanPoint *planned, const PointState *state)
{
    const size_t rounds =
        state->rounds < planned->rule.rounds ? planned->rule.rounds : planned->rule.most_rounds;
    return state->done ? 0 : rounds > state->rounds ? rounds - state->rounds : 1;
}

/* Over the points that are not done. */
static size_t fewest_rounds(const Sweep *sweep)
{
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        fewest = !state->done && state->rounds < fewest ? state->rounds : fewest;
    }
    return fewest;
}

/* Fills order[plan->count] with the points of the round sweep->round, those with the fewest rounds, and
 * begins it in the progress display. An interrupted round leaves points behind the others: they catch up
 * first, so that all have almost as many rounds wherever a run ends. The number of points. */
static size_t order_round(Sweep *sweep, size_t *order)
{
    const size_t fewest = fewest_rounds(sweep);
    size_t count = 0, most_left = 0;
    random_order(random_stream(sweep->options->seed, sweep->round), order, sweep->plan->count);
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[order[i]];
        if (!state->done && state->rounds == fewest) {
            const size_t left = batches_left(&sweep->plan->points[order[i]], state);
            most_left = left > most_left ? left : most_left;
            order[count++] = order[i];
        }
    }
    progress_round(&sweep->progress, fewest + 1, fewest + most_left, count);
    return count;
}

/* Does a point lack the samples of the round that others have? A run was interrupted within it, or a worker
 * ended. Then the sweep continues that round in its order. */
static bool is_within_round(const Sweep *sweep)
{
    const size_t fewest = fewest_rounds(sweep);
    bool begun = false;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        if (!state->done && state->rounds == fewest && state->round >= sweep->round) {
            return false;
        }
        const SampleTimes *times = &state->times;
        const size_t before = state->rounds - (state->round != 0); /* rounds before this one */
        begun = begun || (times->count > 0 && times->samples[times->count - 1].round == sweep->round &&
                          before == fewest && strcmp(state->run, sweep->run) == 0);
    }
    return begun;
}

/* A reference loop that is this many times as slow as the best one shows a noisy sample. */
#define NOISY 1.25

/* A killed worker is replaced this many times per point and run. */
#define MOST_KILLS 2

/* ---- recording: the lines of batches ---- */

/* "1.23 ms ±1.2 %  4.56 GFLOP/s  (7 rounds, precision)" */
static void format_estimate(const Sweep *sweep, const char *stop, char *text, size_t size)
{
    const char *unit;
    const Estimate *kernel = &sweep->state->kernel;
    const double work = row_work(sweep->planned, &unit), half = estimate_half_width(kernel);
    char time[32], rate[32], spread[32] = "";
    if (isfinite(half)) {
        snprintf(spread, sizeof spread, " ±%.1f %%", 100.0 * half);
    }
    format_time(kernel->value, time, sizeof time);
    format_number(work / kernel->value / 1e9, rate, sizeof rate);
    snprintf(text, size, "%9s%s  %s %s  (%zu round%s, %s)", time, spread, rate, unit, kernel->rounds,
             kernel->rounds == 1 ? "" : "s", stop);
}

static void print_batch(Sweep *sweep, const Result *result)
{
    char estimate[160], line[900] = "";
    if (!status_is_right(result->status)) {
        snprintf(line, sizeof line, "%-52s %s: %s", point_in_words(sweep->planned),
                 status_name(result->status), result->detail);
    } else if (sweep->state->done) {
        format_estimate(sweep, result->stop, estimate, sizeof estimate);
        snprintf(line, sizeof line, "%-52s %s", point_in_words(sweep->planned), estimate);
    }
    progress_done(&sweep->progress, result->status, line);
}

static void print_retry(Sweep *sweep, const Result *result, const char *what_follows)
{
    char line[900];
    snprintf(line, sizeof line, "%-52s %s; %s", point_in_words(sweep->planned), result->detail, what_follows);
    progress_print(&sweep->progress, result->status, line);
}

/* ---- recording: the point's state and its row ---- */

/* Does the end of the worker have no row? A kill has an outside cause: the worker is replaced at once,
 * MOST_KILLS times. A crash may have an outside cause too, so it is tried once more, after the round's other
 * points. After the last sample a kill, while memory is freed, is ignored; a crash shows that the variant
 * corrupted memory. */
static bool may_retry(Sweep *sweep, const Result *result)
{
    PointState *state = sweep->state;
    if (result->killed && state->done) {
        print_retry(sweep, result, "all its samples are recorded");
        return true;
    }
    if (result->killed && state->kills < MOST_KILLS) {
        state->kills++;
        print_retry(sweep, result, "it is measured again");
        return true;
    }
    if (result->crashed && !state->done && state->crash[0] == '\0') {
        snprintf(state->crash, sizeof state->crash, "%.150s", result->detail);
        print_retry(sweep, result, "it is tried once more after the other points");
        if (state->round == sweep->round) {
            resume_interrupt_round(state);
        }
        sweep->progress.batches++;
        sweep->progress.batches_done++;
        return true;
    }
    return false;
}

/* Adds a right sample to the point's state. After the batch's last one the point may be done. */
static int add_sample(Sweep *sweep, Result *result, Error *error)
{
    const TimedSample sample = {sweep->round, result->phases.kernel_s, result->phases.total_s,
                                result->phases.resolution_s};
    StopReason reason = STOP_NOT_YET;
    result->noise = loop_cache_slowdown(&sweep->loops, sweep->planned->point.threads,
                                        sweep->progress.batches_done, result->loop_s);
    result->flags |= result->noise > NOISY ? FLAG_NOISY : 0u;
    if (resume_add_sample(sweep->state, &sample, error) != 0 ||
        (result->last && resume_stop_reason(sweep->planned, sweep->state, false, &reason, error) != 0)) {
        return -1;
    }
    reason = sweep->options->profile ? STOP_ROUNDS : reason;
    snprintf(result->stop, sizeof result->stop, "%s", stop_name(reason));
    return 0;
}

static int write_row(Sweep *sweep, const Result *result, Error *error)
{
    PointState *state = sweep->state;
    if (result->status != STATUS_SKIPPED || !state->was_skipped) { /* a repeated skip has no row */
        RowText row;
        row_identity(&row, sweep->planned);
        row_result(&row, state->run, sweep->round, state->last_number + 1, result);
        if (csv_file_append(sweep->file, row.field, result->last, error) != 0) {
            return -1;
        }
        state->last_number++;
    }
    if (result->stop[0] != '\0') {
        state->done = true;
        state->status = result->status;
    }
    return 0;
}

/* Records a result of sweep->planned. 0, or -1 and an error. A ResultHandler. */
static int record_result(void *context, const Result *received, Error *error)
{
    Sweep *sweep = context;
    Result result = *received;
    const bool right = status_is_right(result.status);
    if (may_retry(sweep, received)) {
        return 0;
    }
    if (!right) {
        snprintf(result.stop, sizeof result.stop, "%s",
                 result.killed ? STOP_KILLED : status_name(result.status));
    } else if (sweep->state->crash[0] != '\0') { /* the row records the crash */
        snprintf(result.detail, sizeof result.detail, "second try, the first %s%s%.280s", sweep->state->crash,
                 received->detail[0] != '\0' ? "; " : "", received->detail);
    }
    if ((result.sampled && right && add_sample(sweep, &result, error) != 0) ||
        write_row(sweep, &result, error) != 0) {
        return -1;
    }
    if (result.last) {
        print_batch(sweep, &result);
    }
    return 0;
}

/* ---- measuring ---- */

/* Skips the point, or measures a batch of it. */
static int measure_point(Sweep *sweep, WorkerPool *pool, Error *error)
{
    const ResultHandler handler = {record_result, &sweep->progress, sweep};
    const double start_s = timing_now_s();
    Result skipped;
    progress_current(&sweep->progress, sweep->planned);
    int failed = skip_point(sweep, pool, &skipped, error);
    if (failed != 0) {
        return failed < 0 ? failed : record_result(sweep, &skipped, error);
    }
    failed = dispatch_batch(sweep, pool, &handler, error);
    sweep->longest_batch_s = fmax(sweep->longest_batch_s, timing_now_s() - start_s);
    return failed;
}

static int measure_round(Sweep *sweep, WorkerPool *pool, size_t *order, Error *error)
{
    Progress *progress = &sweep->progress;
    const size_t count = order_round(sweep, order);
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < count; i++) {
        sweep->planned = &sweep->plan->points[order[i]];
        sweep->state = &sweep->states[order[i]];
        /* Would a batch as long as the longest so far end after the time limit? */
        sweep->is_late = timing_now_s() + fmax(sweep->longest_batch_s, SHORTEST_BATCH_S) > sweep->ends_s;
        if (sweep->is_late) {
            failed = error_set(error, "%s", "");
            break;
        }
        const size_t expected = progress->batches_done + batches_left(sweep->planned, sweep->state);
        failed = measure_point(sweep, pool, error);
        progress->batches += progress->batches_done + batches_left(sweep->planned, sweep->state);
        progress->batches -= expected;
    }
    worker_pool_dismiss(pool); /* new processes in each round: the placement of pages and threads is noise */
    return failed;
}

int sweep_measure(Sweep *sweep, Error *error)
{
    WorkerPool pool = {0};
    size_t *order = calloc(sweep->plan->count + 1, sizeof *order);
    if (order == NULL) {
        return error_set(error, "no memory to order the points");
    }
    progress_begin(&sweep->progress, sweep->options->quiet, sweep->options->color);
    for (size_t i = 0; i < sweep->plan->count; i++) {
        sweep->progress.batches += batches_left(&sweep->plan->points[i], &sweep->states[i]);
    }
    int failed = 0;
    loop_cache_read(&sweep->loops, row_host(NULL), machine_speed_hash(""), timing_date_s());
    while (failed == 0 && sweep_counts(sweep).done < sweep->plan->count) {
        sweep->round += !is_within_round(sweep);
        failed = measure_round(sweep, &pool, order, error);
    }
    progress_end(&sweep->progress);
    loop_cache_write(&sweep->loops, timing_date_s());
    free(order);
    return failed;
}
