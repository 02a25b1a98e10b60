/* Two builds interleaved: statistics of pairs of fresh processes.
 *
 * A pair is a process of the base and one of the new build, in random order, right after one another. The
 * value of a process is its fastest sample. A neighbor on the same core slows a process for its whole life,
 * so the effect uses processes without interference: the difference of the mean logarithms of the five
 * fastest processes of each side. Occasionally a process runs faster than all others, when the clock rises
 * while other cores sleep. So the three fastest of each side are left out as outliers if the next ten of both
 * lie together in less than half of the range of the ten fastest. The times of both sides together decide
 * that; for the effect and its interval the sides are aligned first, as a large change sets them apart. If
 * the builds are alike, the random order determines the labels inside a pair. Swapping them then gives
 * effects as likely as the observed one: the test is exact for any noise. An alarm needs an interval that
 * excludes 1 too.
 *
 * A family of points is judged in two stages. The screen takes 20 pairs of every point; those whose two-sided
 * p is below PAIRS_SCREEN_LEVEL are candidates. The confirmation takes 40 fresh pairs of each candidate and
 * tests the side that the screen saw, with Holm's adjustment over the candidates alone. Their pairs are new,
 * so the selection does not bias them, and the chance of any false alarm among all points stays below 5 %.
 * Holm over all points on 60 pairs each would cost as much time again and detect less.
 *
 * The level of the screen balances power (a changed point must become a candidate) against the time of the
 * confirmation and Holm's factor. Resamples of the pools in tests/data (test_resampling.c; families of one or
 * four points, 1,000 each) gave:
 *
 * - two cores: one build with itself, idle or loaded, an alarm in 0.0 %; 3 % slower detected in 100 % idle,
 *   in 88 % loaded, called equal in none; with its labels shuffled an alarm in 1.3 %;
 * - one of sixteen shared cores: 3 % slower detected in 88 %, called equal in none; an alarm in at most 0.4
 * %. Without leaving outliers out it was 13 % of all, as five moments of a raised clock in 207 pairs hid the
 *   change, and 89 % on two loaded cores;
 * - a GPU: 1 % slower detected in 100 %; an alarm in 0.0 %.
 *
 * On loaded cores with the screen at 0.1 a change was detected in 78 %, at 0.3 in 93 %. Alarms are this few
 * because of the threshold; without it the test holds them to 5 %. The loaded pools have 60 to 62 pairs per
 * point, so a resample mostly splits the same pairs anew. Level and disagreement were chosen by the loaded
 * pool, whose figures are therefore optimistic, and the rule for outliers by the sixteen cores. Other pools
 * must confirm both.
 *
 * Limits: at least five pairs; a change that does not affect the fastest runs is not detected, so the change
 * of medians has its own column.
 *
 * Source: Fisher, The Design of Experiments, 1935; Chen and Revels, Robust benchmarking in noisy
 * environments, 2016 (minima). */
#pragma once

#include <stdint.h>

#include "experiments/harness/analysis/comparison.h"

enum {
    PAIRS_FASTEST = 5,
    PAIRS_FOR_INTERVAL = 6, /* of five, 2 of 32 relabelings have the largest effect: over 5 % */
    PAIRS_SCREEN = 20,
    PAIRS_CONFIRM = 40,
    PAIRS_MOST = 1024,
};
#define PAIRS_SCREEN_LEVEL 0.2
#define PAIRS_THRESHOLD 0.005 /* the least change that counts unless one is given */
/* The five fastest of a side may disagree by this, or by the effect if that is larger. */
#define PAIRS_DISAGREEMENT 0.01

/* The fastest sample of each process, in logarithms; base[i] and new[i] are a pair. */
typedef struct Pairs {
    const double *base, *new;
    size_t count;      /* at most PAIRS_MOST */
    double resolution; /* the effect, a logarithm, may be off by this: the digits of printed times */
} Pairs;

typedef enum Tail { BOTH_SIDES, SLOWER_SIDE, FASTER_SIDE } Tail;

/* The effect as a ratio, new over base, and its 95 % interval (the shifts that the test does not reject),
 * without p. The interval is finite, or NAN where no shift is rejected. ratio_none below PAIRS_FASTEST
 * pairs. */
Ratio pairs_ratio(const Pairs *pairs, uint64_t seed);

/* The p of a change beyond the resolution: that of the screen is two-sided. 1 below PAIRS_FASTEST pairs. */
double pairs_p(const Pairs *pairs, Tail tail, uint64_t seed);

/* New over base, without interval and p: cheap. */
double pairs_effect(const Pairs *pairs);

/* Seconds of each side: the geometric mean of its five fastest processes. Their ratio is the effect. NAN
 * below PAIRS_FASTEST pairs. */
void pairs_fastest(const Pairs *pairs, double *base_s, double *new_s);

/* Does a point with this effect and p in the screen need a confirmation? */
bool pairs_candidate(double effect, double p, double threshold);

/* The relative disagreement of the five fastest processes, of the side with the larger one. */
double pairs_disagreement(const Pairs *pairs);

/* The verdict. `confirmed`: ratio->p is the confirmation's, adjusted; else nothing is an alarm. *why is the
 * reason for CANNOT_TELL, else "". */
Verdict pairs_verdict(const Pairs *pairs, const Ratio *ratio, bool confirmed, double threshold,
                      const char **why);
