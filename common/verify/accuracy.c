/* See accuracy.h and workload.h.
 *
 * Inputs from the generator have random signs, so that the sums of a product grow with sqrt(n), and so do
 * their rounding errors: they are u sqrt(n) times what the terms amount to, times a number that says
 * how the sums were made. Measured (tests/truth/truth_accuracy.c): 0.3 for a plain loop from n 100 on, 0.15
 * for sums in parts, 0.8 below n 66 and 1.2 in 100,000 products of n 3. The bound is 4. Adding up toward
 * zero, as tensor cores do, gives 0.42 sqrt(n), which is no float32 of the usual kind from n of
 * about 100 on. The terms, not |ab|, are what errors are measured by where terms cancel: |ab| of n 2
 * can be near 0.
 *
 * Factors rounded to p bits change each product by up to 2 u_p, u_p = 2^-p, 0.54 u_p in the root mean square
 * for rounding to nearest and 1.4 u_p for cutting off, whatever n is. The bound is 1.5 u_p, and
 * more for small n, where a mean is over few factors. A missing step of k changes a product by 1 / sqrt(n),
 * which is more than the coarsest bound up to n 29,000.
 *
 * Single elements may be further off than their mean: up to 10 times for sums in float32 (8 units where the
 * mean is below 1), 8 times for rounded factors. */
#include "common/verify/accuracy.h"

static const struct {
    const char *name;
    double factor_unit; /* u_p of the factors; 0: they are not rounded */
} classes[PRECISIONS] = {
    [PRECISION_EXACT] = {"", 0},
    [PRECISION_FLOAT32] = {"float32", 0},
    [PRECISION_TF32] = {"tf32", 0x1p-11},
    [PRECISION_BFLOAT16] = {"bfloat16", 0x1p-8},
};

static const double most_units = 4, most_element_units = 8;

const char *precision_name(Precision precision)
{
    return classes[precision].name;
}

Accuracy accuracy_worse(Accuracy left, Accuracy right)
{
    if (left.precision != right.precision) {
        return left.precision > right.precision ? left : right;
    }
    return left.relative >= right.relative ? left : right;
}

bool precision_reduced(const Variant *variant, const Accuracy *accuracy)
{
    Precision declared = variant->precision != PRECISION_EXACT ? variant->precision : PRECISION_FLOAT32;
    return accuracy->precision > declared;
}

double accuracy_unit(size_t n)
{
    return 0x1p-24 * sqrt((double)n);
}

Precision accuracy_class(double relative, size_t n)
{
    for (int precision = PRECISION_FLOAT32; precision < PRECISIONS; precision++) {
        double factors = 1.5 * classes[precision].factor_unit * (1 + 2 / (double)n);
        if (relative <= factors + most_units * accuracy_unit(n)) {
            return (Precision)precision;
        }
    }
    return PRECISIONS;
}

double accuracy_element_bound(Precision precision, double typical, size_t n)
{
    double sums = most_element_units * fmax(accuracy_unit(n), typical);
    return 12 * classes[precision].factor_unit + sums;
}

Accuracy accuracy_of(double error, double size, size_t n, Precision precision)
{
    double relative = error == 0 ? 0 : error / size;
    return (Accuracy){relative, relative / accuracy_unit(n), precision};
}
