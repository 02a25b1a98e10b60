/* See laws.h. */
#include "common/laws.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/distributions.h"

enum { UNKNOWNS = 3 };

/* ---- intervals ---- */

/* Mean and interval of a value a round. */
static Interval interval_of(const double *value, size_t rounds)
{
    double sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < rounds; i++) {
        sum += value[i];
    }
    double mean = sum / (double)rounds;
    for (size_t i = 0; i < rounds; i++) {
        squares += (value[i] - mean) * (value[i] - mean);
    }
    if (rounds < ROUNDS_FOR_INTERVAL) {
        return (Interval){mean, NAN, NAN};
    }
    double error = sqrt(squares / (double)(rounds - 1) / (double)rounds);
    double reach = student_quantile(ROUNDS_CONFIDENCE, (double)rounds - 1) * error;
    return (Interval){mean, mean - reach, mean + reach};
}

/* ---- least squares ---- */

/* Solves the symmetric equations matrix x = right in place, x in `right`. False where they have no one
 * solution. */
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

/* What T(1), s T(1) and k T(1) are multiplied by in p T(p), in units in which all are about 1. */
static void terms(double threads, double most, double term[UNKNOWNS])
{
    term[0] = 1.0;
    term[1] = (threads - 1.0) / most;
    term[2] = threads * (threads - 1.0) / (most * most);
}

/* Fits one round: errors are relative to the mean over all rounds, so that all rounds weigh alike. */
static bool fit_round(const Curve *curve, const double *mean_s, const double *time_s, size_t unknowns,
                      double *one_s, double *serial, double *coherency)
{
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
    *one_s = right[0];
    *serial = right[1] / right[0] / most;
    *coherency = unknowns == UNKNOWNS ? right[2] / right[0] / (most * most) : 0.0;
    return true;
}

/* Geometric, as that of rounds is (rounds.h). */
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

Law law_fit(const Curve *curve, LawKind kind)
{
    const Law none = {LAW_NONE, NAN, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN};
    size_t least = kind == LAW_USL ? LAWS_USL_COUNTS : LAWS_LEAST_COUNTS;
    if (kind == LAW_NONE || curve->counts < least || curve->rounds == 0) {
        return none;
    }
    double *room = calloc(curve->counts + 3 * curve->rounds, sizeof *room);
    if (room == NULL) {
        return none;
    }
    double *mean_s = room, *one_s = mean_s + curve->counts, *serial = one_s + curve->rounds;
    double *coherency = serial + curve->rounds;
    mean_over_rounds(curve, mean_s);
    bool fitted = true;
    for (size_t r = 0; fitted && r < curve->rounds; r++) {
        fitted = fit_round(curve, mean_s, curve->time_s + r * curve->counts,
                           kind == LAW_USL ? UNKNOWNS : UNKNOWNS - 1, &one_s[r], &serial[r], &coherency[r]);
    }
    Law law = none;
    if (fitted) {
        law = (Law){.kind = kind,
                    .one_s = interval_of(one_s, curve->rounds).value,
                    .serial = interval_of(serial, curve->rounds),
                    .coherency = interval_of(coherency, curve->rounds),
                    .most_measured = curve->threads[curve->counts - 1]};
    }
    free(room);
    return law;
}

Law law_choose(const Curve *curve)
{
    Law usl = law_fit(curve, LAW_USL);
    return usl.kind == LAW_USL && usl.coherency.low > 0.0 ? usl : law_fit(curve, LAW_AMDAHL);
}

/* ---- what a law says ---- */

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
    if (law->kind == LAW_NONE) {
        return NAN;
    }
    /* The root of k p^2 + (s - k) p - (s + lost) above 1, in a form that k = 0 does not harm. */
    double b = s - k, root = b * b + 4.0 * k * (s + lost);
    double below = b + sqrt(root);
    return root >= 0.0 && below > 0.0 ? within_reach(law, 2.0 * (s + lost) / below) : NAN;
}

static double serial_of(double speedup, double threads)
{
    return (1.0 / speedup - 1.0 / threads) / (1.0 - 1.0 / threads);
}

Interval karp_flatt(const Ratio *speedup, unsigned threads)
{
    if (threads < 2) {
        return (Interval){NAN, NAN, NAN};
    }
    return (Interval){serial_of(speedup->value, threads), serial_of(speedup->high, threads),
                      serial_of(speedup->low, threads)};
}

Interval gustafson(const Curve *curve)
{
    double *serial = curve->counts > 1 && curve->threads[0] == 1 && curve->rounds > 0
                         ? calloc(curve->rounds, sizeof *serial)
                         : NULL;
    if (serial == NULL) {
        return (Interval){NAN, NAN, NAN};
    }
    for (size_t r = 0; r < curve->rounds; r++) {
        const double *time_s = curve->time_s + r * curve->counts;
        double above = 0.0, below = 0.0;
        for (size_t i = 1; i < curve->counts; i++) {
            double part = 1.0 - 1.0 / curve->threads[i];
            above += part * (1.0 - time_s[0] / time_s[i]);
            below += part * part;
        }
        serial[r] = above / below;
    }
    Interval interval = interval_of(serial, curve->rounds);
    free(serial);
    return interval;
}
