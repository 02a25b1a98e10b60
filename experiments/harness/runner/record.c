/* See record.h. */
#include "experiments/harness/runner/record.h"

#include <math.h>

#include "common/registry.h"
#include "common/text/text.h"
#include "experiments/harness/runner/resume.h"
#include "experiments/harness/runner/row.h"
#include "experiments/harness/store/flags.h"

/* A reference loop that is this many times as slow as the best one shows a noisy sample. */
#define NOISY 1.25

/* A killed worker is replaced this many times per point and run. */
#define MOST_KILLS 2

/* ---- lines ---- */

/* "1.23 ms ±1.2 %  4.56 GFLOP/s  (7 rounds, precision)" */
static void format_estimate(const Sweep *sweep, const char *stop, char *text, size_t size)
{
    const Point *point = &sweep->planned->point;
    const Workload *workload = registry_workload(sweep->planned->variant->workload);
    char time[32], rate[32], spread[32] = "";
    Rounds rounds;
    Error ignored;
    if (rounds_make(&sweep->state->times, &rounds, &ignored) != 0) {
        text[0] = '\0';
        return;
    }
    const double half = estimate_half_width(&rounds.kernel);
    if (isfinite(half)) {
        snprintf(spread, sizeof spread, " ±%.1f %%", 100.0 * half);
    }
    format_time(rounds.kernel.value, time, sizeof time);
    format_number(workload_work(workload, point) / rounds.kernel.value / 1e9, rate, sizeof rate);
    snprintf(text, size, "%9s%s  %s %s  (%zu round%s, %s)", time, spread, rate,
             workload_rate_unit(workload, point), rounds.count, rounds.count == 1 ? "" : "s", stop);
    rounds_free(&rounds);
}

static void print_batch(Sweep *sweep, const Result *result)
{
    char words[200], estimate[160], line[900] = "";
    point_in_words(sweep->planned, words, sizeof words);
    if (!status_is_right(result->status)) {
        snprintf(line, sizeof line, "%-52s %s: %s", words, status_name(result->status), result->detail);
    } else if (sweep->state->done) {
        format_estimate(sweep, result->stop, estimate, sizeof estimate);
        snprintf(line, sizeof line, "%-52s %s", words, estimate);
    }
    progress_done(&sweep->progress, result->status, line);
}

static void print_retry(Sweep *sweep, const Result *result, const char *what_follows)
{
    char words[200], line[900];
    point_in_words(sweep->planned, words, sizeof words);
    snprintf(line, sizeof line, "%-52s %s; %s", words, result->detail, what_follows);
    progress_print(&sweep->progress, result->status, line);
}

/* ---- the point's state ---- */

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
    const TimedSample sample = {sweep->round, result->phases.kernel_s, result->phases.total_s};
    StopReason reason = sweep->options->profile ? STOP_ROUNDS : STOP_NOT_YET;
    result->noise = loop_cache_slowdown(&sweep->loops, sweep->planned->point.threads,
                                        sweep->progress.batches_done, result->loop_s);
    result->flags |= result->noise > NOISY ? FLAG_NOISY : 0u;
    if (resume_add_sample(sweep->state, &sample, error) != 0 ||
        (result->last && !sweep->options->profile &&
         resume_stop_reason(sweep->planned, sweep->state, false, &reason, error) != 0)) {
        return -1;
    }
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

int record_result(void *context, const Result *received, Error *error)
{
    Sweep *sweep = context;
    Result result = *received;
    const bool right = status_is_right(result.status);
    if (may_retry(sweep, received)) {
        return 0;
    }
    if (result.killed) {
        snprintf(result.stop, sizeof result.stop, "%s", STOP_KILLED);
    } else if (sweep->state->crash[0] != '\0' && right) { /* the row records the crash */
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
