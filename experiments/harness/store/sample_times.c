/* See sample_times.h. */
#include "experiments/harness/store/sample_times.h"

#include <stdlib.h>

#include "common/statistics/stats.h"

int sample_times_add(SampleTimes *times, const TimedSample *sample, Error *error)
{
    if (times->count == times->room) {
        size_t room = 2 * times->room + 16;
        TimedSample *larger = realloc(times->samples, room * sizeof *larger);
        if (larger == NULL) {
            return error_set(error, "no memory for the times of %zu samples", room);
        }
        times->samples = larger;
        times->room = room;
    }
    times->samples[times->count++] = *sample;
    return 0;
}

void sample_times_free(SampleTimes *times)
{
    free(times->samples);
    *times = (SampleTimes){0};
}

bool round_is_calm(const Round *round)
{
    return 2 * round->calm >= round->samples;
}

/* The medians of `count` samples of one round; `scratch` takes as many values. */
static Round round_of(const TimedSample *sample, size_t count, double *scratch)
{
    Round round = {.number = sample->round, .samples = count};
    for (size_t i = 0; i < count; i++) {
        round.calm += !sample[i].disturbed;
    }
    round.calm_only = round.calm < count && round_is_calm(&round);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!round.calm_only || !sample[i].disturbed) {
            scratch[kept++] = sample[i].kernel_s;
        }
    }
    round.kernel_s = stats_of(scratch, kept).median;
    kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!round.calm_only || !sample[i].disturbed) {
            scratch[kept++] = sample[i].total_s;
        }
    }
    round.total_s = stats_of(scratch, kept).median;
    return round;
}

static size_t count_rounds(const SampleTimes *times)
{
    size_t count = 0;
    for (size_t i = 0; i < times->count; i++) {
        count += i == 0 || times->samples[i].round != times->samples[i - 1].round;
    }
    return count;
}

int rounds_make(const SampleTimes *times, Rounds *rounds, Error *error)
{
    *rounds = (Rounds){.rounds = calloc(count_rounds(times) + 1, sizeof *rounds->rounds)};
    double *scratch = calloc(times->count + 1, sizeof *scratch);
    if (rounds->rounds == NULL || scratch == NULL) {
        free(scratch);
        rounds_free(rounds);
        return error_set(error, "no memory for the rounds of %zu samples", times->count);
    }
    for (size_t first = 0, end; first < times->count; first = end) {
        for (end = first; end < times->count && times->samples[end].round == times->samples[first].round;) {
            end++;
        }
        rounds->rounds[rounds->count++] = round_of(&times->samples[first], end - first, scratch);
    }
    for (size_t i = 0; i < rounds->count; i++) {
        scratch[i] = rounds->rounds[i].kernel_s;
    }
    rounds->kernel = estimate_of(scratch, rounds->count);
    for (size_t i = 0; i < rounds->count; i++) {
        scratch[i] = rounds->rounds[i].total_s;
    }
    rounds->total = estimate_of(scratch, rounds->count);
    size_t calm = 0;
    for (size_t i = 0; i < rounds->count; i++) {
        if (round_is_calm(&rounds->rounds[i])) {
            scratch[calm++] = rounds->rounds[i].kernel_s;
        }
    }
    rounds->calm = estimate_of(scratch, calm);
    free(scratch);
    return 0;
}

void rounds_free(Rounds *rounds)
{
    free(rounds->rounds);
    *rounds = (Rounds){0};
}
