/* See pairs.h. */
#include "experiments/harness/judge/pairs.h"

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

/* One process. */
typedef struct Time {
    double log_s;
    unsigned pair;
    bool new;
} Time;

typedef enum Tail { BOTH_SIDES, SLOWER_SIDE, FASTER_SIDE } Tail;

static int by_time(const void *a, const void *b)
{
    const Time *left = a;
    const Time *right = b;
    return left->log_s < right->log_s ? -1 : left->log_s > right->log_s;
}

/* All processes of both sides, fastest first, the new ones shifted. Returns how many. */
static size_t sort_times(const Pairs *pairs, double shift, Time times[2 * PAIRS_MOST])
{
    for (size_t i = 0; i < pairs->count; i++) {
        times[2 * i] = (Time){pairs->base[i], (unsigned)i, false};
        times[2 * i + 1] = (Time){pairs->new[i] + shift, (unsigned)i, true};
    }
    /* cppcheck-suppress uninitvar ; all are filled, for there are pairs */
    qsort(times, 2 * pairs->count, sizeof *times, by_time);
    return 2 * pairs->count;
}

/* Mean of the five fastest of new minus that of base; pairs whose bit is set have their labels swapped. */
static double effect_of(const Time *times, const uint64_t *swapped)
{
    double sum[2] = {0, 0};
    unsigned taken[2] = {0, 0};
    for (size_t i = 0; taken[0] + taken[1] < 2 * PAIRS_FASTEST; i++) {
        unsigned pair = times[i].pair;
        unsigned side = times[i].new ^ (unsigned)(swapped[pair / 64] >> pair % 64 & 1);
        if (taken[side] < PAIRS_FASTEST) {
            sum[side] += times[i].log_s;
            taken[side]++;
        }
    }
    return (sum[1] - sum[0]) / PAIRS_FASTEST;
}

static double observed_effect(const Time *times)
{
    static const uint64_t none[WORDS] = {0};
    return effect_of(times, none);
}

/* The share of relabelings, the one that was seen among them, with an effect at least as large. */
static double test(const Time *times, size_t pairs, Tail tail, unsigned permutations, uint64_t seed)
{
    double seen = observed_effect(times);
    unsigned as_large = 1;
    size_t words = (pairs + 63) / 64;
    uint64_t swapped[WORDS];
    for (unsigned i = 0; i < permutations; i++) {
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

static double p_of(const Pairs *pairs, Tail tail, uint64_t seed)
{
    Time times[2 * PAIRS_MOST];
    if (pairs->count < PAIRS_FASTEST || pairs->count > PAIRS_MOST) {
        return 1;
    }
    sort_times(pairs, 0, times);
    return test(times, pairs->count, tail, PERMUTATIONS, seed);
}

double pairs_p(const Pairs *pairs, uint64_t seed)
{
    return p_of(pairs, BOTH_SIDES, seed);
}

double pairs_p_one_side(const Pairs *pairs, bool slower, uint64_t seed)
{
    return p_of(pairs, slower ? SLOWER_SIDE : FASTER_SIDE, seed);
}

double pairs_effect(const Pairs *pairs)
{
    Time times[2 * PAIRS_MOST];
    if (pairs->count < PAIRS_FASTEST || pairs->count > PAIRS_MOST) {
        return NAN;
    }
    sort_times(pairs, 0, times);
    return exp(observed_effect(times));
}

/* Would the test refuse that new is slower than base by `shift`, a logarithm? */
static bool refused(const Pairs *pairs, double shift, uint64_t seed)
{
    Time times[2 * PAIRS_MOST];
    sort_times(pairs, -shift, times);
    return test(times, pairs->count, BOTH_SIDES, INTERVAL_PERMUTATIONS, seed) < 1 - ROUNDS_CONFIDENCE;
}

/* The shift nearest to the effect, on the side of `sign`, that is refused; infinite where none is. */
static double end_of_interval(const Pairs *pairs, double effect, double sign, uint64_t seed)
{
    double held = 0, reach = 1e-4;
    while (!refused(pairs, effect + sign * reach, seed)) {
        held = reach;
        reach *= 2;
        if (reach > 10) {
            return sign * INFINITY;
        }
    }
    for (int i = 0; i < BISECTIONS && reach - held > 1e-6; i++) {
        double middle = (held + reach) / 2;
        *(refused(pairs, effect + sign * middle, seed) ? &reach : &held) = middle;
    }
    return effect + sign * reach;
}

Ratio pairs_ratio(const Pairs *pairs, uint64_t seed)
{
    Ratio ratio = ratio_none;
    if (pairs->count >= PAIRS_FASTEST && pairs->count <= PAIRS_MOST) {
        double effect = log(pairs_effect(pairs));
        ratio.value = exp(effect);
        ratio.low = exp(end_of_interval(pairs, effect, -1, seed));
        ratio.high = exp(end_of_interval(pairs, effect, 1, seed));
        ratio.p = pairs_p(pairs, seed);
    }
    return ratio;
}

bool pairs_candidate(double effect, double p, double threshold)
{
    return p < PAIRS_SCREEN_LEVEL && fabs(log(effect)) >= log1p(threshold) / 2;
}

/* How far the five fastest of one side lie apart, a logarithm. */
static double spread_of(const Time *times, size_t count, bool new)
{
    double first = NAN, last = NAN;
    unsigned taken = 0;
    for (size_t i = 0; i < count && taken < PAIRS_FASTEST; i++) {
        if (times[i].new == new) {
            first = taken == 0 ? times[i].log_s : first;
            last = times[i].log_s;
            taken++;
        }
    }
    return last - first;
}

double pairs_disagreement(const Pairs *pairs)
{
    Time times[2 * PAIRS_MOST];
    if (pairs->count < PAIRS_FASTEST || pairs->count > PAIRS_MOST) {
        return INFINITY;
    }
    size_t count = sort_times(pairs, 0, times);
    return expm1(fmax(spread_of(times, count, false), spread_of(times, count, true)));
}

Verdict pairs_verdict(const Pairs *pairs, const Ratio *ratio, bool confirmed, bool calm, double threshold,
                      const char **why)
{
    *why = "";
    if (isnan(ratio->low)) {
        *why = "fewer than 5 pairs";
        return CANNOT_TELL;
    }
    if (pairs_disagreement(pairs) > fmax(PAIRS_DISAGREEMENT, fabs(log(ratio->value)))) {
        *why = "the fastest processes disagree";
        return CANNOT_TELL;
    }
    if (confirmed && verdict_alarms(ratio, threshold)) {
        return ratio->value > 1 ? SLOWER : FASTER;
    }
    if (!calm || !verdict_excludes_change(ratio, threshold)) {
        *why = calm ? "wide interval" : "the machine was not calm";
        return CANNOT_TELL;
    }
    return NO_CHANGE;
}
