/* How far do threads take a piece of work? Laws fitted to its times on several numbers of threads.
 *
 * With T(p) the time on p threads, p T(p) / T(1) is 1 + s (p - 1) by Amdahl's law and
 * 1 + s (p - 1) + k p (p - 1) by the universal scalability law: s is the share that does not scale (the
 * serial part, or waiting for what is shared), k the price of keeping pairs of threads coherent. Both are
 * linear in their unknowns, so that there is one best fit (least squares of relative errors). Where at least
 * ROUNDS_FOR_INTERVAL rounds visited every number of threads, each of these is fitted by itself and Student's
 * t over rounds gives the intervals: what disturbed a whole round cancels. Else the times over all rounds of
 * each number of threads are fitted, and Welch's t gives the intervals from how far each time's standard
 * error moves the fit; none where a number of threads has fewer rounds than that. A ratio of two points is
 * judged by the same rule. A clock that falls with active cores looks like s: both are apparent.
 * Sources: Amdahl, AFIPS 1967; Gustafson, CACM 31, 1988; Karp and Flatt, CACM 33, 1990; Gunther, Guerrilla
 * Capacity Planning, 2007. */
#ifndef SPEEDUP_LAWS_H
#define SPEEDUP_LAWS_H

#include <stddef.h>

#include "common/statistics/rounds.h"

enum {
    LAWS_LEAST_COUNTS = 5, /* numbers of threads below which nothing is fitted ... */
    LAWS_USL_COUNTS = 6,   /* ... and k is not */
    LAWS_REACH = 2,        /* nothing is said of more than so many times the most threads measured */
};

/* The times of one piece of work. */
typedef struct Curve {
    const unsigned *threads; /* [counts], from the least to the most, each once */
    const double *time_s;    /* [rounds][counts], above 0, of the rounds that visited all of them */
    size_t counts, rounds;
    const Estimate *apart; /* [counts], of all rounds of each */
} Curve;

/* The rounds that a fit and its intervals are of: those that visited all numbers of threads, or where these
 * are too few for an interval, the fewest of a number of threads. */
size_t curve_rounds(const Curve *curve);

/* A value with its 95 % interval; NAN where there is none. */
typedef struct Interval {
    double value, low, high;
} Interval;

typedef enum LawKind { LAW_NONE, LAW_AMDAHL, LAW_USL } LawKind;

/* As fitted: neither s nor k is kept above 0, so that their means and intervals are without bias. */
typedef struct Law {
    LawKind kind;         /* LAW_NONE: too few numbers of threads, or times that no law gives */
    double one_s;         /* on one thread */
    Interval serial;      /* s */
    Interval coherency;   /* k; 0 by Amdahl's law */
    double most_measured; /* threads */
} Law;

/* Fits one of the laws. */
Law law_fit(const Curve *curve, LawKind kind);

/* The law to go by: Amdahl's, unless k is above 0 with its whole interval. */
Law law_choose(const Curve *curve);

/* Seconds on so many threads. */
double law_time_s(const Law *law, double threads);

/* The number of threads on which the work is fastest, from where on more only hinder. NAN where there is none
 * within reach, or k may be 0. */
double law_peak(const Law *law);

/* The number of threads from which on the efficiency T(1) / (p T(p)) is below `efficiency`, between 0 and 1.
 * NAN where that is beyond reach. */
double law_threads_at(const Law *law, double efficiency);

/* The serial share that a speedup on so many threads implies (Karp and Flatt): it grows with the threads
 * where more than a serial part is in the way. NAN on one thread. */
Interval karp_flatt(const Ratio *speedup, unsigned threads);

/* The serial share of scaled work (Gustafson), from times of work that grows with the threads: on p threads
 * 1 - T(1) / T(p) is s (p - 1) / p of the time. The curve begins with one thread. */
Interval gustafson(const Curve *curve);

#endif
