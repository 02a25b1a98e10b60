/* Scaling laws: fits of times over numbers of threads.
 *
 * With T(p) the time on p threads, p T(p) / T(1) is 1 + s (p - 1) by Amdahl's law and 1 + s (p - 1) + k p (p
 * - 1) by the universal scalability law (USL). s is the share that does not scale (serial part or
 * contention), k the cost of coherency between pairs of threads. Both laws are linear in their unknowns, so
 * the least-squares fit of relative errors is unique.
 * If at least ROUNDS_FOR_INTERVAL rounds cover every number of threads, each round is fitted separately, and
 * Student's t over rounds gives the intervals: noise that affects a whole round cancels. Otherwise the times
 * over all rounds of each number of threads are fitted. Welch's t then gives the intervals, from the change
 * of the fit with each time's standard error. There is none if any number of threads has fewer rounds. Ratios
 * of two points follow the same rule.
 * With fewer numbers of threads than LAWS_USL_COUNTS k is unknown, and the curve of a cost k looks like s
 * with a narrow interval. There a law is only chosen if its lack of fit is within the noise of the rounds. A
 * clock that falls with the number of active cores looks like s: s and k are apparent values. Sources:
 * Amdahl, AFIPS 1967; Gustafson, CACM 31, 1988; Karp and Flatt, CACM 33, 1990; Gunther, Guerrilla Capacity
 * Planning, 2007. */
#pragma once

#include <stddef.h>

#include "common/statistics/rounds.h"

/* The share of curves by Amdahl's law that law_choose rejects. */
#define LAWS_UNFIT_LEVEL 0.01

enum {
    LAWS_LEAST_COUNTS = 5, /* fewest numbers of threads for any fit ... */
    LAWS_USL_COUNTS = 6,   /* ... and for a fit of k */
    LAWS_REACH = 2,        /* predictions end at this multiple of the largest measured number of threads */
};

/* Times of one piece of work over numbers of threads. */
typedef struct Curve {
    const unsigned *threads; /* [counts], ascending, distinct */
    const double *time_s;    /* [rounds][counts], above 0, of rounds that cover all numbers of threads */
    size_t counts, rounds;
    const Estimate *apart; /* [counts], over all rounds of each number of threads */
} Curve;

/* Number of rounds of a fit and its intervals: those that cover all numbers of threads or, if they are too
 * few for an interval, the fewest rounds of any number of threads. */
size_t curve_rounds(const Curve *curve);

typedef enum LawKind { LAW_NONE, LAW_AMDAHL, LAW_USL, LAW_UNFIT } LawKind;

/* A fitted law. s and k are not restricted to positive values, so that means and intervals are unbiased. */
typedef struct Law {
    LawKind kind;         /* LAW_NONE: too few numbers of threads, or no solution; LAW_UNFIT: law_choose */
    double one_s;         /* on one thread */
    Ratio serial;         /* s; without p, as all ratios here */
    Ratio coherency;      /* k; 0 by Amdahl's law */
    double most_measured; /* number of threads */
} Law;

/* Fits the given law; LAW_NONE if impossible. */
Law law_fit(const Curve *curve, LawKind kind);

/* Selects a law: USL if the whole interval of k is above 0, else Amdahl's. With fewer than LAWS_USL_COUNTS
 * numbers of threads and five rounds or more it is LAW_UNFIT, without values, if an F test at
 * LAWS_UNFIT_LEVEL rejects Amdahl's law: the deviation from it is larger than the differences between rounds
 * explain. */
Law law_choose(const Curve *curve);

/* Predicted seconds on `threads` threads. */
double law_time_s(const Law *law, double threads);

/* Number of threads of the shortest time; more threads slow the work down. NAN beyond LAWS_REACH, or if k may
 * be 0. */
double law_peak(const Law *law);

/* Number of threads from which the efficiency T(1) / (p T(p)) is below `efficiency`, 0 < efficiency < 1. NAN
 * beyond LAWS_REACH. */
double law_threads_at(const Law *law, double efficiency);

/* Serial share implied by a speedup on `threads` threads (Karp and Flatt). It increases with threads if more
 * than a serial part limits scaling. NAN on one thread. */
Ratio karp_flatt(const Ratio *speedup, unsigned threads);

/* Serial share of scaled work (Gustafson), from times of work that grows with the threads: 1 - T(1) / T(p) is
 * s (p - 1) / p. The curve begins with one thread. */
Ratio gustafson(const Curve *curve);
