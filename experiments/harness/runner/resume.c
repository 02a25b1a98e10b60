/* See resume.h. */
#include "experiments/harness/runner/resume.h"

#include <stdlib.h>
#include <string.h>

#include "common/text/hash.h"
#include "experiments/harness/runner/skip.h"

int resume_stop_reason(const PlanPoint *planned, PointState *state, bool stopped, StopReason *reason,
                       Error *error)
{
    Rounds rounds;
    if (rounds_make(&state->times, &rounds, error) != 0) {
        return -1;
    }
    state->kernel = rounds.kernel;
    *reason = stop_point(&planned->rule, &state->kernel, state->spent_s, stopped);
    rounds_free(&rounds);
    return 0;
}

int resume_add_sample(PointState *state, const TimedSample *sample, Error *error)
{
    state->rounds += state->times.count == 0 || sample->round != state->round;
    state->round = sample->round;
    state->spent_s += sample->total_s;
    return sample_times_add(&state->times, sample, error);
}

void resume_interrupt_round(PointState *state)
{
    state->rounds--;
    state->round = 0;
}

/* Are there fewer samples in the last round than the batch was to have? */
static bool is_round_interrupted(const PointState *state, const StopRule *rule)
{
    const SampleTimes *times = &state->times;
    size_t samples = 0;
    double spent_s = 0.0;
    while (samples < times->count && times->samples[times->count - 1 - samples].round == state->round) {
        spent_s += times->samples[times->count - 1 - samples].total_s;
        samples++;
    }
    return samples > 0 && !stop_batch(rule, samples, spent_s);
}

static bool was_killed(const Row *last)
{
    return strcmp(row_field(last, COL_STOP), STOP_KILLED) == 0;
}

/* Takes over the samples of an earlier run. Whether the point is done depends on this run's stopping rule,
 * which may be stricter. */
static int adopt(PointState *state, const PlanPoint *planned, const Group *group, Error *error)
{
    bool stopped = false;
    snprintf(state->run, sizeof state->run, "%.39s", row_field(group->rows[0], COL_RUN));
    for (size_t i = 0; i < group->count; i++) {
        const Row *row = group->rows[i];
        const Status status = status_parse(row_field(row, COL_STATUS));
        const TimedSample sample = {row->round, row->kernel_s, row->total_s,
                                    samples_number(row, COL_RESOLUTION_S)};
        stopped = row_field(row, COL_STOP)[0] != '\0';
        state->last_number = strtoul(row_field(row, COL_SAMPLE), NULL, 10);
        if (!status_is_right(status)) {
            state->done = true;
            state->status = status;
        } else if (resume_add_sample(state, &sample, error) != 0) {
            return -1;
        }
    }
    StopReason reason = STOP_NOT_YET;
    if (!state->done && resume_stop_reason(planned, state, stopped, &reason, error) != 0) {
        return -1;
    }
    state->done = state->done || (stopped && reason != STOP_NOT_YET);
    if (!stopped && !state->done && is_round_interrupted(state, &planned->rule)) {
        resume_interrupt_round(state);
    }
    return 0;
}

static size_t points_of(const Sweep *sweep, const char *run)
{
    size_t count = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        count += strcmp(sweep->states[i].run, run) == 0;
    }
    return count;
}

/* Resumes the interrupted run with the most points: a point that was skipped and tried again has a run of its
 * own. Rounds are numbered on from the last one in the files, which may belong to a point outside the plan:
 * samples of one round and run must have been measured close in time. */
static void resume_run(Sweep *sweep, const Rows *files, size_t file_count)
{
    size_t most = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        const size_t points = !state->done && state->times.count > 0 ? points_of(sweep, state->run) : 0;
        if (points > most) {
            most = points;
            snprintf(sweep->run, sizeof sweep->run, "%s", state->run);
        }
    }
    for (size_t f = 0; most > 0 && f < file_count; f++) {
        for (size_t i = 0; i < files[f].count; i++) {
            sweep->round = files[f].rows[i].round > sweep->round ? files[f].rows[i].round : sweep->round;
        }
    }
    for (size_t i = 0; i < sweep->plan->count; i++) {
        PointState *state = &sweep->states[i];
        if (state->run[0] == '\0') {
            snprintf(state->run, sizeof state->run, "%s", sweep->run);
        }
    }
}

/* ---- a work is measured whole ---- */

static uint64_t hash_work(const char *const *field)
{
    uint64_t hash = HASH_START;
    for (int c = 0; c < COLUMNS; c++) {
        if (column_table[c].role == ROLE_WORK) {
            hash = hash_text(hash, field[c]);
        }
    }
    return hash;
}

/* The largest number of a sample of the point in any run: the run that goes on may have some. */
static size_t last_number(const Groups *groups, uint64_t key)
{
    size_t last = 0;
    const Group *end = groups->groups + groups->count, *group = groups_find(groups, key, NULL);
    for (; group != NULL && group < end && group->key == key; group++) {
        const size_t number = strtoul(row_field(group->rows[group->count - 1], COL_SAMPLE), NULL, 10);
        last = number > last ? number : last;
    }
    return last;
}

/* Has the work a point that is new or in its first round? */
static bool begins(const Sweep *sweep, uint64_t work)
{
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        if (state->work == work && (state->is_new ? sweep->plan->points[i].refused[0] == '\0'
                                                  : !state->done && state->rounds == 1)) {
            return true;
        }
    }
    return false;
}

/* A ratio needs common rounds: where points of a work begin, those that an earlier command measured begin
 * again beside them, if they have the rounds of an interval and get them again. A run that was interrupted
 * has no such points, as its first round visits all of its points before any has five. */
static void remeasure_works(Sweep *sweep, const Groups *groups)
{
    for (size_t i = 0; i < sweep->plan->count; i++) {
        PointState *state = &sweep->states[i];
        if (status_is_right(state->status) && state->rounds >= ROUNDS_FOR_INTERVAL &&
            sweep->plan->points[i].rule.rounds >= ROUNDS_FOR_INTERVAL && begins(sweep, state->work)) {
            sample_times_free(&state->times);
            *state = (PointState){.key = state->key, .last_number = last_number(groups, state->key)};
            sweep->again++;
        }
    }
}

int resume_points(Sweep *sweep, const Rows *files, size_t file_count, bool any_host, Error *error)
{
    Groups groups;
    EarlierTimes times = {0};
    RowText row;
    int failed = groups_make(files, file_count, &groups, error);
    failed = failed != 0 ? failed : earlier_times_make(&times, &groups, error);
    for (size_t i = 0; failed == 0 && i < sweep->plan->count; i++) {
        const PlanPoint *planned = &sweep->plan->points[i];
        PointState *state = &sweep->states[i];
        row_identity(&row, planned);
        if (any_host) {
            row.text[COL_HOST][0] = '\0';
        }
        state->key = samples_key(row.field);
        state->work = hash_work(row.field);
        const Group *group =
            sweep->options->fresh ? NULL : groups_find(&groups, state->key, plan_build(planned));
        const Row *last = group != NULL ? group->rows[group->count - 1] : NULL;
        /* A point that was skipped, or whose worker was killed, is measured again: more memory or time may be
         * available. */
        if (last != NULL && status_parse(row_field(last, COL_STATUS)) != STATUS_SKIPPED &&
            !was_killed(last)) {
            failed = adopt(state, planned, group, error);
            continue;
        }
        state->is_new = group == NULL;
        state->was_skipped = last != NULL && !was_killed(last);
        if (last != NULL) { /* not the run of its old rows */
            snprintf(state->run, sizeof state->run, "%s", sweep->run);
        }
        earlier_times_predict(&times, planned, &row, state);
    }
    free(times.times);
    remeasure_works(sweep, &groups);
    groups_free(&groups);
    resume_run(sweep, files, file_count);
    return failed;
}

size_t resume_describe(const Sweep *sweep, char *text, size_t size)
{
    const char *first = "", *last = "";
    size_t reused = 0, done = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        if (!state->done && state->times.count == 0) {
            continue;
        }
        first = reused == 0 || strcmp(state->run, first) < 0 ? state->run : first;
        last = strcmp(state->run, last) > 0 ? state->run : last;
        reused++;
        done += state->done;
    }
    const bool one = strcmp(first, last) == 0;
    snprintf(text, size,
             "%zu of %zu points are reused (%zu finished), of run %s%s%s; --fresh measures them again",
             reused, sweep->plan->count, done, first, one ? "" : " to ", one ? "" : last);
    return reused;
}
