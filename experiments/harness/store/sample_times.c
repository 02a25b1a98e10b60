/* See sample_times.h. */
#include "experiments/harness/store/sample_times.h"

#include <math.h>
#include <stdlib.h>

#include "common/statistics/stats.h"
#include "common/system/array.h"

int sample_times_add(SampleTimes *times, const TimedSample *sample, Error *error)
{
    return array_append(&times->samples, &times->count, sample, sizeof *sample) == 0
               ? 0
               : error_set(error, "no memory for the times of %zu samples", times->count + 1);
}

void sample_times_free(SampleTimes *times)
{
    free(times->samples);
    *times = (SampleTimes){0};
}

/* The medians of `count` samples of one round; `scratch` takes twice as many values. */
static Round round_of(const TimedSample *sample, size_t count, double *scratch)
{
    double *total_s = scratch + count;
    for (size_t i = 0; i < count; i++) {
        scratch[i] = sample[i].kernel_s;
        total_s[i] = sample[i].total_s;
    }
    return (Round){sample->round, count, stats_of(scratch, count).median, stats_of(total_s, count).median};
}

int rounds_make(const SampleTimes *times, Rounds *rounds, Error *error)
{
    *rounds = (Rounds){.rounds = calloc(times->count + 1, sizeof *rounds->rounds)};
    double *scratch = calloc(2 * times->count + 1, sizeof *scratch);
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
    double *total_s = scratch + rounds->count;
    for (size_t i = 0; i < rounds->count; i++) {
        scratch[i] = rounds->rounds[i].kernel_s;
        total_s[i] = rounds->rounds[i].total_s;
    }
    rounds->kernel = estimate_of(scratch, rounds->count);
    rounds->total = estimate_of(total_s, rounds->count);
    for (size_t i = 0; i < times->count; i++) {
        scratch[i] = times->samples[i].resolution_s;
    }
    if (times->count > 0 && !isnan(scratch[0])) { /* a number without its last zeros seems coarser */
        const double resolution_s = stats_of(scratch, times->count).median;
        estimate_coarsen(&rounds->kernel, log1p(resolution_s / rounds->kernel.value));
    }
    free(scratch);
    return 0;
}

void rounds_free(Rounds *rounds)
{
    free(rounds->rounds);
    *rounds = (Rounds){0};
}
