/* See pairs.h. */
#include "experiments/harness/analysis/pairs.h"

#include <math.h>
#include <stdlib.h>

#include "common/random.h"

enum {
    WORDS = PAIRS_MOST / 64,
    PERMUTATIONS = 9999,         /* of a test */
    INTERVAL_PERMUTATIONS = 999, /* of each of the many tests that make an interval */
    BISECTIONS = 20,
};
#define SAME 1e-12 /* effects that differ by less are one */
/* The fastest of each side are outliers if the next lie together in less than this share of the range. */
enum { LONE = 3 };
#define LONE_SHARE 0.5

/* One process. */
typedef struct Time {
    double log_s;
    unsigned pair;
    bool new;
} Time;

/* All processes of both sides, fastest first. */
typedef struct SampleTimes {
    Time time[2 * PAIRS_MOST];
    size_t count;
    unsigned outliers; /* the fastest of each side that are left out as outliers */
} SampleTimes;

static int by_time(const void *a, const void *b)
{
    const Time *left = a, *right = b;
    return left->log_s < right->log_s ? -1 : left->log_s > right->log_s;
}

/* The range, a logarithm, of the fastest of both sides behind the `outliers` fastest. */
static double room_behind(const SampleTimes *times, size_t outliers)
{
    const size_t last = 2 * (outliers + PAIRS_FASTEST) - 1;
    return last < times->count ? times->time[last].log_s - times->time[2 * outliers].log_s : INFINITY;
}

/* Decided by the times of both sides together, so that swapped labels change nothing. */
static unsigned lone_of(const SampleTimes *times)
{
    return room_behind(times, LONE) < LONE_SHARE * room_behind(times, 0) ? LONE : 0;
}

/* Sorts the times, the new ones shifted. False if there are too few or too many pairs. */
static bool sort_times(const Pairs *pairs, double shift, SampleTimes *times)
{
    if (pairs->count < PAIRS_FASTEST || pairs->count > PAIRS_MOST) {
        return false;
    }
    times->count = 2 * pairs->count;
    for (size_t i = 0; i < pairs->count; i++) {
        times->time[2 * i] = (Time){pairs->base[i], (unsigned)i, false};
        times->time[2 * i + 1] = (Time){pairs->new[i] + shift, (unsigned)i, true};
    }
    qsort(times->time, times->count, sizeof times->time[0], by_time);
    times->outliers = lone_of(times);
    return true;
}

/* Of the five fastest of a side, without outliers: logarithms. */
typedef struct Fastest {
    double sum, first, last;
} Fastest;

/* Those of base and of new; pairs whose bit is set have their labels swapped. */
static void find_fastest(const SampleTimes *times, const uint64_t *swapped, Fastest fastest[2])
{
    const unsigned enough = times->outliers + PAIRS_FASTEST;
    unsigned seen[2] = {0, 0};
    fastest[0] = fastest[1] = (Fastest){0};
    for (size_t i = 0; seen[0] < enough || seen[1] < enough; i++) {
        const Time *time = &times->time[i];
        const unsigned side = time->new ^ (unsigned)(swapped[time->pair / 64] >> time->pair % 64 & 1);
        if (seen[side] >= times->outliers && seen[side] < enough) {
            fastest[side].sum += time->log_s;
            fastest[side].first = seen[side] == times->outliers ? time->log_s : fastest[side].first;
            fastest[side].last = time->log_s;
        }
        seen[side]++;
    }
}

/* The mean of new minus that of base. */
static double effect_of(const SampleTimes *times, const uint64_t *swapped)
{
    Fastest fastest[2];
    find_fastest(times, swapped, fastest);
    return (fastest[1].sum - fastest[0].sum) / PAIRS_FASTEST;
}

static const uint64_t none_swapped[WORDS] = {0};

/* Sorts the times; outliers are those of the aligned sides. Apart by a large change, the fastest of both
 * sides would be of one side only, and aligning them for the interval would make others outliers. */
static bool sort_for_effect(const Pairs *pairs, SampleTimes *times)
{
    SampleTimes aligned;
    if (!sort_times(pairs, 0, times)) {
        return false;
    }
    times->outliers = pairs->count >= LONE + PAIRS_FASTEST ? LONE : 0;
    sort_times(pairs, -effect_of(times, none_swapped), &aligned);
    times->outliers = aligned.outliers;
    return true;
}

/* The share of relabelings, the observed one included, with an effect at least as large. Ends where it is
 * certain to reach `most`. */
static double test(const SampleTimes *times, size_t pairs, Tail tail, unsigned permutations, double most,
                   uint64_t seed)
{
    double seen = effect_of(times, none_swapped);
    unsigned as_large = 1;
    size_t words = (pairs + 63) / 64;
    uint64_t swapped[WORDS];
    for (unsigned i = 0; i < permutations && as_large / (permutations + 1.0) < most; i++) {
        for (size_t w = 0; w < words; w++) {
            swapped[w] = random_bits(seed, i * words + w);
        }
        double effect = effect_of(times, swapped);
        as_large += tail == SLOWER_SIDE   ? effect >= seen - SAME
                    : tail == FASTER_SIDE ? effect <= seen + SAME
                                          : fabs(effect) >= fabs(seen) - SAME;
    }
    return as_large / (permutations + 1.0);
}

double pairs_p(const Pairs *pairs, Tail tail, uint64_t seed)
{
    SampleTimes times;
    const double effect = pairs->resolution > 0 ? log(pairs_effect(pairs)) : 0;
    const bool within = pairs->resolution > 0 && !(fabs(effect) > pairs->resolution);
    return within || !sort_times(pairs, -copysign(pairs->resolution, effect), &times)
               ? 1
               : test(&times, pairs->count, tail, PERMUTATIONS, INFINITY, seed);
}

double pairs_effect(const Pairs *pairs)
{
    SampleTimes times;
    return sort_for_effect(pairs, &times) ? exp(effect_of(&times, none_swapped)) : NAN;
}

void pairs_fastest(const Pairs *pairs, double *base_s, double *new_s)
{
    SampleTimes times;
    Fastest fastest[2];
    *base_s = *new_s = NAN;
    if (sort_for_effect(pairs, &times)) {
        find_fastest(&times, none_swapped, fastest);
        *base_s = exp(fastest[0].sum / PAIRS_FASTEST);
        *new_s = exp(fastest[1].sum / PAIRS_FASTEST);
    }
}

/* Does the test reject that new is slower than base by `shift`, a logarithm? */
static bool refused(const Pairs *pairs, double shift, unsigned outliers, uint64_t seed)
{
    SampleTimes times;
    sort_times(pairs, -shift, &times);
    times.outliers = outliers;
    const double level = 1 - ROUNDS_CONFIDENCE;
    return test(&times, pairs->count, BOTH_SIDES, INTERVAL_PERMUTATIONS, level, seed) < level;
}

/* The shift nearest to the effect, on the side of `sign`, that is rejected; NAN if none is. */
static double end_of_interval(const Pairs *pairs, double effect, double sign, unsigned outliers,
                              uint64_t seed)
{
    double held = 0, reach = 1e-4;
    while (!refused(pairs, effect + sign * reach, outliers, seed)) {
        held = reach;
        reach *= 2;
        if (reach > 10) {
            return NAN;
        }
    }
    for (int i = 0; i < BISECTIONS && reach - held > 1e-6; i++) {
        double middle = (held + reach) / 2;
        *(refused(pairs, effect + sign * middle, outliers, seed) ? &reach : &held) = middle;
    }
    return effect + sign * reach;
}

Ratio pairs_ratio(const Pairs *pairs, uint64_t seed)
{
    Ratio ratio = ratio_none;
    SampleTimes times;
    if (sort_for_effect(pairs, &times)) {
        const double effect = effect_of(&times, none_swapped);
        const double low = end_of_interval(pairs, effect, -1, times.outliers, seed);
        const double high = end_of_interval(pairs, effect, 1, times.outliers, seed);
        ratio.value = exp(effect);
        if (pairs->count >= PAIRS_FOR_INTERVAL && low < high) { /* both known */
            ratio.low = exp(low - pairs->resolution);
            ratio.high = exp(high + pairs->resolution);
        }
    }
    return ratio;
}

bool pairs_candidate(double effect, double p, double threshold)
{
    return p < PAIRS_SCREEN_LEVEL && fabs(log(effect)) >= log1p(threshold) / 2;
}

double pairs_disagreement(const Pairs *pairs)
{
    SampleTimes times;
    Fastest fastest[2];
    if (!sort_for_effect(pairs, &times)) {
        return INFINITY;
    }
    find_fastest(&times, none_swapped, fastest);
    return expm1(fmax(fastest[0].last - fastest[0].first, fastest[1].last - fastest[1].first));
}

Verdict pairs_verdict(const Pairs *pairs, const Ratio *ratio, bool confirmed, double threshold,
                      const char **why)
{
    const double most = fmax(PAIRS_DISAGREEMENT, fabs(log(ratio->value)));
    const Ratio judged = {ratio->value, ratio->low, ratio->high, confirmed ? ratio->p : NAN};
    *why = pairs->count < PAIRS_FASTEST       ? "fewer than 5 pairs"
           : isnan(ratio->low)                ? decision_lacks(ratio, 0)
           : pairs_disagreement(pairs) > most ? "the fastest processes disagree"
                                              : "";
    const Verdict verdict = (*why)[0] == '\0' ? decision_of(&judged, threshold) : CANNOT_TELL;
    *why = verdict == CANNOT_TELL && (*why)[0] == '\0' ? decision_lacks(ratio, pairs->resolution) : *why;
    return verdict;
}
