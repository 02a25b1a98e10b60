/* Two builds interleaved: statistics of pairs of fresh processes.
 *
 * A pair is a process of the base and one of the new build, in random order, right after one another; what a
 * process says is its fastest sample. A neighbour on the same core slows a process for all its life, so the
 * effect is taken without interference: the difference of the mean logarithms of the five fastest processes
 * of each side. Now and then one runs faster than all others for a moment, where the clock rises while other
 * cores sleep: the three fastest of each side are left out where the next ten of both lie together in less
 * than half of the room that the ten fastest take. That is decided by the times of both sides together. If
 * the builds are alike, the labels inside a pair are what the random order made them, so swapping them gives
 * an effect as likely as the one that was seen: the test is exact whatever the noise is.
 *
 * A family of points is judged in two stages. The screen takes 20 pairs of every point; those whose two-sided
 * p is below PAIRS_SCREEN_LEVEL are candidates. The confirmation takes 40 fresh pairs of each candidate and
 * tests one side, the one that the screen saw, with Holm's adjustment over the candidates alone: their pairs
 * are new, so what chose them does not matter, and the chance of any false alarm among all points stays below
 * 5 %. Holm over all points on 60 pairs each would cost as much time again and find less.
 *
 * The level of the screen weighs power (a changed point must become a candidate) against the confirmation's
 * time and Holm's factor. Replays of the pools in tests/data (test_resampling.c; families of one or four
 * points, 1,000 each) gave:
 *
 * - two cores: one build with itself, calm or loaded, an alarm in 0.0 %; 3 % slower found in 100 % calm,
 *   in 86 % loaded, called equal in none; with its labels shuffled an alarm in 0.6 %;
 * - one of sixteen shared cores: 3 % slower found in 83 %, called equal in none; an alarm in at most 0.4 %.
 * Without leaving lone ones out it was 13 % of all, as five moments of a raised clock in 207 pairs hid the
 * change, and 89 % on two loaded cores;
 * - a GPU: 1 % slower found in 100 %; an alarm in 0.0 %.
 *
 * On loaded cores with the screen at 0.1 a change was found in 78 %, at 0.3 in 93 %. That alarms are this few
 * is the threshold's work; without it the test holds them to 5 %. The loaded pools have 60 to 62 pairs a
 * point, so that a resample of them does little but split the same pairs anew, and level and disagreement
 * were chosen by the loaded one: its figures flatter. Other pools must confirm them; so must those of lone
 * ones, chosen by the sixteen cores.
 *
 * Limits: five pairs at least; a change that leaves the fastest runs as they were is not seen, which is why
 * the change of medians has a column of its own.
 *
 * Source: Fisher, The Design of Experiments, 1935; Chen and Revels, Robust benchmarking in noisy
 * environments, 2016 (minima). */
#ifndef SPEEDUP_PAIRS_H
#define SPEEDUP_PAIRS_H

#include <stdint.h>

#include "experiments/harness/analysis/decision.h"

enum {
    PAIRS_FASTEST = 5,
    PAIRS_SCREEN = 20,
    PAIRS_CONFIRM = 40,
    PAIRS_MOST = 1024,
};
#define PAIRS_SCREEN_LEVEL 0.2
#define PAIRS_THRESHOLD 0.005 /* the least change that counts unless one is given */
/* The five fastest of a side may disagree by this, or by the effect, where that is more. */
#define PAIRS_DISAGREEMENT 0.01

/* The fastest sample of each process, in logarithms; base[i] and new[i] are a pair. */
typedef struct Pairs {
    const double *base, *new;
    size_t count; /* at most PAIRS_MOST */
} Pairs;

/* The effect as a ratio, new over base, its 95 % interval (the shifts that the test does not refuse) and the
 * two-sided p. ratio_none below PAIRS_FASTEST pairs. */
Ratio pairs_ratio(const Pairs *pairs, uint64_t seed);

/* The p of the screen alone, two-sided; 1 below PAIRS_FASTEST pairs. */
double pairs_p(const Pairs *pairs, uint64_t seed);

/* The p that new is slower (slower true) or faster. */
double pairs_p_one_side(const Pairs *pairs, bool slower, uint64_t seed);

/* New over base, without interval and p: cheap. */
double pairs_effect(const Pairs *pairs);

/* Seconds of each side: the geometric mean of its five fastest processes. Their ratio is the effect. NAN
 * below PAIRS_FASTEST pairs. */
void pairs_fastest(const Pairs *pairs, double *base_s, double *new_s);

/* Is a point with this effect and p in the screen worth a confirmation? */
bool pairs_candidate(double effect, double p, double threshold);

/* By how much the five fastest processes disagree, as a share, on the side where they do so more. */
double pairs_disagreement(const Pairs *pairs);

/* The verdict. `confirmed`: ratio->p is the confirmation's, adjusted; else nothing is an alarm. *why says why
 * is the reason for CANNOT_TELL, else "". */
Verdict pairs_verdict(const Pairs *pairs, const Ratio *ratio, bool confirmed, double threshold,
                      const char **why);

#endif
