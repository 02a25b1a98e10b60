/* See laws.h. */
#include "common/statistics/laws.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/statistics/distributions.h"

enum { UNKNOWNS = 3 };

/* ---- least squares ---- */

/* Solves the symmetric system matrix x = right by elimination, x in `right`. False if it is singular. */
static bool solve(double matrix[UNKNOWNS][UNKNOWNS], double right[UNKNOWNS], size_t unknowns)
{
    for (size_t i = 0; i < unknowns; i++) {
        if (!(matrix[i][i] > 0.0)) {
            return false;
        }
        for (size_t row = i + 1; row < unknowns; row++) {
            double factor = matrix[row][i] / matrix[i][i];
            for (size_t column = i; column < unknowns; column++) {
                matrix[row][column] -= factor * matrix[i][column];
            }
            right[row] -= factor * right[i];
        }
    }
    for (size_t i = unknowns; i-- > 0;) {
        for (size_t column = i + 1; column < unknowns; column++) {
            right[i] -= matrix[i][column] * right[column];
        }
        right[i] /= matrix[i][i];
    }
    return true;
}

/* Coefficients of T(1), s T(1) and k T(1) in p T(p), scaled so that all are about 1. */
static void terms(double threads, double most, double term[UNKNOWNS])
{
    term[0] = 1.0;
    term[1] = (threads - 1.0) / most;
    term[2] = threads * (threads - 1.0) / (most * most);
}

/* Gustafson's serial share, in figure[0]. */
static bool fit_scaled(const Curve *curve, const double *time_s, double figure[UNKNOWNS])
{
    double above = 0.0, below = 0.0;
    for (size_t i = 1; i < curve->counts; i++) {
        double part = 1.0 - 1.0 / curve->threads[i];
        above += part * (1.0 - time_s[0] / time_s[i]);
        below += part * part;
    }
    figure[0] = above / below;
    figure[1] = figure[2] = 0.0;
    return true;
}

/* Number of unknowns of a fit: T(1) and s by Amdahl's law, k too by the USL; 1: Gustafson's share alone. */
enum { SCALED = 1, AMDAHL = 2, USL = UNKNOWNS };

/* Fits them to one time per number of threads. Errors are relative to the means of the whole curve, so that
 * all rounds have the same weight. */
static bool fit(const Curve *curve, const double *mean_s, const double *time_s, size_t unknowns,
                double figure[UNKNOWNS])
{
    if (unknowns == SCALED) {
        return fit_scaled(curve, time_s, figure);
    }
    double matrix[UNKNOWNS][UNKNOWNS] = {{0}}, right[UNKNOWNS] = {0};
    const double most = curve->threads[curve->counts - 1];
    for (size_t i = 0; i < curve->counts; i++) {
        double threads = curve->threads[i], term[UNKNOWNS];
        double weight = 1.0 / (threads * mean_s[i] * threads * mean_s[i]);
        terms(threads, most, term);
        for (size_t a = 0; a < unknowns; a++) {
            right[a] += weight * term[a] * threads * time_s[i];
            for (size_t b = 0; b < unknowns; b++) {
                matrix[a][b] += weight * term[a] * term[b];
            }
        }
    }
    if (!solve(matrix, right, unknowns) || !(right[0] > 0.0)) {
        return false;
    }
    figure[0] = right[0];
    figure[1] = right[1] / right[0] / most;
    figure[2] = unknowns == UNKNOWNS ? right[2] / right[0] / (most * most) : 0.0;
    return true;
}

/* ---- intervals ---- */

size_t curve_rounds(const Curve *curve)
{
    if (curve->rounds >= ROUNDS_FOR_INTERVAL) {
        return curve->rounds;
    }
    size_t fewest = curve->apart[0].rounds;
    for (size_t i = 1; i < curve->counts; i++) {
        fewest = curve->apart[i].rounds < fewest ? curve->apart[i].rounds : fewest;
    }
    return fewest;
}

/* Geometric means, as of rounds (rounds.h). */
static void mean_over_rounds(const Curve *curve, double *mean_s)
{
    for (size_t i = 0; i < curve->counts; i++) {
        double sum = 0.0;
        for (size_t r = 0; r < curve->rounds; r++) {
            sum += log(curve->time_s[r * curve->counts + i]);
        }
        mean_s[i] = exp(sum / (double)curve->rounds);
    }
}

/* `room` is scratch memory for counts + UNKNOWNS x rounds values. */
static bool fit_rounds(const Curve *curve, size_t unknowns, double *room, Ratio figure[UNKNOWNS])
{
    double *mean_s = room, *of_rounds = room + curve->counts, of_round[UNKNOWNS] = {0};
    mean_over_rounds(curve, mean_s);
    bool fitted = true;
    for (size_t r = 0; fitted && r < curve->rounds; r++) {
        fitted = fit(curve, mean_s, curve->time_s + r * curve->counts, unknowns, of_round);
        for (size_t f = 0; f < UNKNOWNS; f++) {
            of_rounds[f * curve->rounds + r] = of_round[f];
        }
    }
    for (size_t f = 0; fitted && f < UNKNOWNS; f++) {
        figure[f] = arithmetic_mean(of_rounds + f * curve->rounds, curve->rounds);
    }
    return fitted;
}

/* `room` is scratch memory for (2 + UNKNOWNS) x counts values. */
static bool fit_apart(const Curve *curve, size_t unknowns, double *room, Ratio figure[UNKNOWNS])
{
    const size_t counts = curve->counts;
    double *mean_s = room, *moved_s = mean_s + counts, *square = moved_s + counts;
    double value[UNKNOWNS], above[UNKNOWNS], below[UNKNOWNS];
    for (size_t i = 0; i < counts; i++) {
        mean_s[i] = moved_s[i] = curve->apart[i].value;
    }
    bool fitted = fit(curve, mean_s, mean_s, unknowns, value);
    const bool claimed = curve_rounds(curve) >= ROUNDS_FOR_INTERVAL;
    for (size_t i = 0; fitted && claimed && i < counts; i++) {
        const Estimate *time = &curve->apart[i];
        const double error = exp(sqrt(time->log_variance / (double)time->rounds));
        moved_s[i] = mean_s[i] * error;
        fitted = fit(curve, mean_s, moved_s, unknowns, above);
        moved_s[i] = mean_s[i] / error;
        fitted = fitted && fit(curve, mean_s, moved_s, unknowns, below);
        moved_s[i] = mean_s[i];
        for (size_t f = 0; fitted && f < UNKNOWNS; f++) {
            square[f * counts + i] = (above[f] - below[f]) * (above[f] - below[f]) / 4.0;
        }
    }
    for (size_t f = 0; fitted && f < UNKNOWNS; f++) {
        double sum = 0.0;
        for (size_t i = 0; claimed && i < counts; i++) {
            sum += square[f * counts + i];
        }
        figure[f] = claimed ? mean_with_error(value[f], sqrt(sum),
                                              welch_freedom(square + f * counts, curve->apart, counts))
                            : (Ratio){value[f], NAN, NAN, NAN};
    }
    return fitted;
}

/* False without memory or without a solution. */
static bool fit_curve(const Curve *curve, size_t unknowns, Ratio figure[UNKNOWNS])
{
    double *room = calloc((2 + UNKNOWNS) * curve->counts + UNKNOWNS * curve->rounds, sizeof *room);
    const bool together = curve->rounds >= ROUNDS_FOR_INTERVAL;
    const bool fitted = room != NULL && (together ? fit_rounds : fit_apart)(curve, unknowns, room, figure);
    free(room);
    return fitted;
}

/* ---- lack of fit ---- */

/* Smaller deviations are rounding, not lack of fit. */
#define ROUNDING 1e-9

/* The deviations of times from their fit of Amdahl's law, relative to mean_s. False without a solution. */
static bool residuals(const Curve *curve, const double *mean_s, const double *time_s, double *residual)
{
    double figure[UNKNOWNS];
    if (!fit(curve, mean_s, time_s, AMDAHL, figure)) {
        return false;
    }
    for (size_t i = 0; i < curve->counts; i++) {
        const double threads = curve->threads[i];
        residual[i] = (time_s[i] - figure[0] * (1.0 + figure[1] * (threads - 1.0)) / threads) / mean_s[i];
    }
    return true;
}

/* Is the sum of squares of the mean deviations larger than `explained`, its expectation under the law? */
static bool exceeds(const double *mean, size_t counts, double explained, double above, double below)
{
    double squares = 0.0;
    for (size_t i = 0; i < counts; i++) {
        squares += mean[i] * mean[i];
    }
    return squares > ROUNDING * ROUNDING &&
           !(fisher_tail(squares / explained, above, below) >= LAWS_UNFIT_LEVEL);
}

/* Each round is fitted separately, so that noise that affects a whole round cancels. `room` takes 2 x counts
 * + rounds x counts values. */
static bool unfit_rounds(const Curve *curve, double *room)
{
    const size_t counts = curve->counts, rounds = curve->rounds;
    double *mean_s = room, *mean = mean_s + counts, *residual = mean + counts, within = 0.0;
    mean_over_rounds(curve, mean_s);
    for (size_t r = 0; r < rounds; r++) {
        if (!residuals(curve, mean_s, curve->time_s + r * counts, residual + r * counts)) {
            return false;
        }
        for (size_t i = 0; i < counts; i++) {
            mean[i] += residual[r * counts + i] / (double)rounds;
        }
    }
    for (size_t i = 0; i < rounds * counts; i++) {
        within += pow(residual[i] - mean[i % counts], 2.0);
    }
    const double free = (double)(counts - AMDAHL), others = (double)(rounds - 1);
    return exceeds(mean, counts, within / (others * (double)rounds), free, free * others);
}

/* By the variance of each number of threads; degrees of freedom by Satterthwaite's and Box's approximations,
 * as these variances differ. `room` takes (3 + counts) x counts values. */
static bool unfit_apart(const Curve *curve, double *room)
{
    const size_t counts = curve->counts;
    double *mean_s = room, *residual = mean_s + counts, *moved_s = residual + counts,
           *change = moved_s + counts;
    for (size_t i = 0; i < counts; i++) {
        mean_s[i] = moved_s[i] = curve->apart[i].value;
    }
    double explained = 0.0, of_squares = 0.0, of_estimates = 0.0;
    bool fitted = residuals(curve, mean_s, mean_s, residual);
    for (size_t i = 0; fitted && i < counts; i++) { /* change of the residuals with each time */
        const double variance = curve->apart[i].log_variance / (double)curve->apart[i].rounds;
        moved_s[i] = 2.0 * mean_s[i];
        fitted = residuals(curve, mean_s, moved_s, change + i * counts);
        moved_s[i] = mean_s[i];
        for (size_t j = 0; j < counts; j++) {
            change[i * counts + j] -= residual[j];
        }
        const double part = change[i * counts + i] * variance;
        explained += part;
        of_estimates += part * part / (double)(curve->apart[i].rounds - 1);
        for (size_t j = 0; j <= i; j++) {
            const double other = curve->apart[j].log_variance / (double)curve->apart[j].rounds;
            of_squares += (j < i ? 2.0 : 1.0) * pow(change[i * counts + j], 2.0) * variance * other;
        }
    }
    const double square = explained * explained;
    return fitted && exceeds(residual, counts, explained, square / of_squares, square / of_estimates);
}

/* False without memory, too. */
static bool is_unfit(const Curve *curve)
{
    if (curve->counts >= LAWS_USL_COUNTS || curve_rounds(curve) < ROUNDS_FOR_INTERVAL) {
        return false;
    }
    double *room = calloc((3 + curve->counts + curve->rounds) * curve->counts, sizeof *room);
    const bool together = curve->rounds >= ROUNDS_FOR_INTERVAL;
    const bool unfit = room != NULL && (together ? unfit_rounds : unfit_apart)(curve, room);
    free(room);
    return unfit;
}

static const Law none = {LAW_NONE, NAN, {NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}, NAN};

Law law_fit(const Curve *curve, LawKind kind)
{
    Ratio figure[UNKNOWNS];
    size_t least = kind == LAW_USL ? LAWS_USL_COUNTS : LAWS_LEAST_COUNTS;
    if (curve->counts < least || !fit_curve(curve, kind == LAW_USL ? USL : AMDAHL, figure)) {
        return none;
    }
    return (Law){.kind = kind,
                 .one_s = figure[0].value,
                 .serial = figure[1],
                 .coherency = figure[2],
                 .most_measured = curve->threads[curve->counts - 1]};
}

Law law_choose(const Curve *curve)
{
    Law usl = law_fit(curve, LAW_USL);
    if (usl.kind == LAW_USL && usl.coherency.low > 0.0) {
        return usl;
    }
    Law law = law_fit(curve, LAW_AMDAHL);
    if (law.kind == LAW_AMDAHL && is_unfit(curve)) {
        law = none;
        law.kind = LAW_UNFIT;
    }
    return law;
}

/* ---- predictions of a law ---- */

double law_time_s(const Law *law, double threads)
{
    double s = law->serial.value, k = law->coherency.value;
    return law->one_s * (1.0 + s * (threads - 1.0) + k * threads * (threads - 1.0)) / threads;
}

static double within_reach(const Law *law, double threads)
{
    return threads <= LAWS_REACH * law->most_measured ? threads : NAN;
}

double law_peak(const Law *law)
{
    bool coherent = law->kind == LAW_USL && law->coherency.low > 0.0;
    return coherent ? within_reach(law, sqrt(fmax(1.0 - law->serial.value, 0.0) / law->coherency.value))
                    : NAN;
}

/* 1 + s (p - 1) + k p (p - 1) is 1 / efficiency. */
double law_threads_at(const Law *law, double efficiency)
{
    double s = law->serial.value, k = law->coherency.value, lost = 1.0 / efficiency - 1.0;
    /* The root of k p^2 + (s - k) p - (s + lost) above 1, in a form that is stable for k = 0. */
    double b = s - k, root = b * b + 4.0 * k * (s + lost);
    double below = b + sqrt(root);
    return root >= 0.0 && below > 0.0 ? within_reach(law, 2.0 * (s + lost) / below) : NAN;
}

static double serial_of(double speedup, double threads)
{
    return (1.0 / speedup - 1.0 / threads) / (1.0 - 1.0 / threads);
}

Ratio karp_flatt(const Ratio *speedup, unsigned threads)
{
    return threads < 2 ? ratio_none
                       : (Ratio){serial_of(speedup->value, threads), serial_of(speedup->high, threads),
                                 serial_of(speedup->low, threads), NAN};
}

Ratio gustafson(const Curve *curve)
{
    Ratio figure[UNKNOWNS];
    const bool scaled = curve->counts > 1 && curve->threads[0] == 1;
    return scaled && fit_curve(curve, SCALED, figure) ? figure[0] : ratio_none;
}
