/* See sweep.h. */
#include "experiments/harness/runner/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/timing.h"
#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/record.h"
#include "experiments/harness/runner/resume.h"
#include "experiments/harness/runner/row.h"
#include "experiments/harness/runner/schedule.h"
#include "experiments/harness/runner/skip.h"

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
    SweepCounts counts = {0};
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        counts.done += state->done;
        counts.skipped += state->done && state->status == STATUS_SKIPPED;
        counts.bad += state->done && state->status != STATUS_SKIPPED && !status_is_right(state->status);
    }
    return counts;
}

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
    const size_t count = schedule_round(sweep, order);
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < count; i++) {
        sweep->planned = &sweep->plan->points[order[i]];
        sweep->state = &sweep->states[order[i]];
        sweep->is_late = schedule_is_late(sweep);
        if (sweep->is_late) {
            failed = error_set(error, "%s", "");
            break;
        }
        const size_t expected = progress->batches_done + schedule_batches_left(sweep->planned, sweep->state);
        failed = measure_point(sweep, pool, error);
        progress->batches += progress->batches_done + schedule_batches_left(sweep->planned, sweep->state);
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
        sweep->progress.batches += schedule_batches_left(&sweep->plan->points[i], &sweep->states[i]);
    }
    int failed = 0;
    loop_cache_read(&sweep->loops, row_host(NULL), machine_speed_hash(""), timing_date_s());
    while (failed == 0 && sweep_counts(sweep).done < sweep->plan->count) {
        sweep->round += !schedule_is_within_round(sweep);
        failed = measure_round(sweep, &pool, order, error);
    }
    progress_end(&sweep->progress);
    loop_cache_write(&sweep->loops, timing_date_s());
    free(order);
    return failed;
}
