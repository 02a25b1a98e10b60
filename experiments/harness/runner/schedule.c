/* See schedule.h. */
#include "experiments/harness/runner/schedule.h"

#include <math.h>
#include <string.h>

#include "common/random.h"
#include "common/timing.h"

/* The least time that a batch is expected to take. */
#define SHORTEST_BATCH_S 0.2

size_t schedule_batches_left(const PlanPoint *planned, const PointState *state)
{
    const size_t rounds =
        state->rounds < planned->rule.rounds ? planned->rule.rounds : planned->rule.most_rounds;
    if (state->done) {
        return 0;
    }
    return rounds > state->rounds ? rounds - state->rounds : 1;
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

/* Keeps of order[] the points with the fewest rounds. An interrupted round leaves points behind the others:
 * they catch up first, so that all have almost as many rounds wherever a run ends. */
static size_t select_fewest_rounds(const Sweep *sweep, size_t *order)
{
    const size_t fewest = fewest_rounds(sweep);
    size_t count = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[order[i]];
        if (!state->done && state->rounds == fewest) {
            order[count++] = order[i];
        }
    }
    return count;
}

size_t schedule_round(Sweep *sweep, size_t *order)
{
    random_order(random_stream(sweep->options->seed, sweep->round), order, sweep->plan->count);
    const size_t count = select_fewest_rounds(sweep, order);
    const size_t before = count > 0 ? sweep->states[order[0]].rounds : 0;
    size_t most_left = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t left = schedule_batches_left(&sweep->plan->points[order[i]], &sweep->states[order[i]]);
        most_left = left > most_left ? left : most_left;
    }
    progress_round(&sweep->progress, before + 1, before + most_left, count);
    return count;
}

/* Has the point samples of the round sweep->round, and had `rounds` rounds before it? */
static bool has_begun(const Sweep *sweep, const PointState *state, size_t rounds)
{
    const SampleTimes *times = &state->times;
    const size_t before = state->rounds - (state->round != 0);
    return times->count > 0 && times->samples[times->count - 1].round == sweep->round && before == rounds &&
           strcmp(state->run, sweep->run) == 0;
}

bool schedule_is_within_round(const Sweep *sweep)
{
    const size_t fewest = fewest_rounds(sweep);
    bool begun = false;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        if (!state->done && state->rounds == fewest && state->round >= sweep->round) {
            return false;
        }
        begun = begun || has_begun(sweep, state, fewest);
    }
    return begun;
}

bool schedule_is_late(const Sweep *sweep)
{
    return timing_now_s() + fmax(sweep->longest_batch_s, SHORTEST_BATCH_S) > sweep->ends_s;
}
