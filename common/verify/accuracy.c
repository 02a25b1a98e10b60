/* Bounds on the rounding errors of a product. See accuracy.h and workload.h.
 *
 * Sums. Generated inputs have random signs, so the sums of a product grow with sqrt(n), and so do their
 * rounding errors. Relative to the root of the sum of squared terms they are u sqrt(n) times a factor that
 * depends on the order of summation. Measured (tests/unit/truth_accuracy.c): 0.3 for a plain loop from n 100
 * on, 0.15 for partial sums, 0.8 below n 66, 1.2 in 100,000 products of n 3. The bound is 4. From n 100 and
 * 300 elements on, over which errors average, it is 1: all CPU variants had at most 0.33 in 1,048 products of
 * 11 sizes and shapes, float32 and float64, all GPU variants 0.32, and two bfloat16 a factor (16 bits)
 * have 3.5. Rounding sums toward zero, as tensor cores do, gives 0.42 sqrt(n), which exceeds float32's class
 * there. Errors are relative to the terms, not to |ab|, which can be near 0 where terms cancel, as at n 2.
 *
 * Factors. Rounding factors to p bits changes each product by up to 2 u_p, u_p = 2^-p. The root mean square
 * is 0.54 u_p for rounding to nearest and 1.4 u_p for truncation, for every n. The bound is 1.5 u_p, and
 * larger for small n, where few factors are averaged. A missing step of k changes a product by 1 / sqrt(n),
 * which exceeds the coarsest bound up to n 29,000.
 *
 * Results. Rounding results to p bits has a root mean square of 0.43 u_p to nearest and of 0.85 u_p toward
 * zero, at n 1 up to 1 and 2: within the bound of factors of p bits. Keeping each sum in float16 has 0.3 u_11
 * sqrt(n), which exceeds it from n 33 on.
 *
 * float64 has the same bounds with u = 2^-53.
 *
 * Single elements may exceed the root mean square: 10 times for sums, 13 times for Strassen's algorithm,
 * whose recursion sums up differences of blocks (n 256, down to blocks of 8), 8 times for rounded factors.
 * The bound is 16 times, and 8 units for smaller errors. */
#include "common/verify/accuracy.h"

static const struct {
    const char *name;
    double sum_unit;    /* u of the sums */
    double factor_unit; /* u_p of the factors, or of a result of 16 bits; 0: not rounded */
} classes[PRECISIONS] = {
    [PRECISION_EXACT] = {"", 0, 0},
    [PRECISION_FLOAT64] = {"float64", 0x1p-53, 0},
    [PRECISION_FLOAT32] = {"float32", 0x1p-24, 0},
    [PRECISION_TF32] = {"tf32", 0x1p-24, 0x1p-11},
    [PRECISION_FLOAT16] = {"float16", 0x1p-24, 0x1p-11},
    [PRECISION_BFLOAT16] = {"bfloat16", 0x1p-24, 0x1p-8},
};

static const double most_units = 4, most_units_large = 1, most_element_units = 8, most_times = 16;

/* Where the tighter bound holds. */
enum { LARGE_SUM = 100, LARGE_RESULT = 300 };

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

bool precision_reduced(const Variant *variant, ElementType type, const Accuracy *accuracy)
{
    Precision declared = variant->precision != PRECISION_EXACT ? variant->precision : type_precision(type);
    return accuracy->precision > declared;
}

double accuracy_unit(Precision precision, size_t n)
{
    return classes[precision].sum_unit * sqrt((double)n);
}

Precision accuracy_class(double relative, size_t n, size_t elements, Precision finest)
{
    const bool large = n >= LARGE_SUM && elements >= LARGE_RESULT;
    for (int precision = (int)finest; precision < PRECISIONS; precision++) {
        const bool own = precision == (int)finest; /* a coarser class is bounded by its factors */
        const double most = large && own ? most_units_large : most_units;
        double factors = 1.5 * classes[precision].factor_unit * (1 + 2 / (double)n);
        if (relative <= factors + most * accuracy_unit((Precision)precision, n)) {
            return (Precision)precision;
        }
    }
    return PRECISIONS;
}

double accuracy_element_bound(Precision precision, double typical, size_t n)
{
    double sums = fmax(most_element_units * accuracy_unit(precision, n), most_times * typical);
    return 12 * classes[precision].factor_unit + sums;
}

Accuracy accuracy_of(double error, double size, size_t n, ElementType type, Precision precision)
{
    const double relative = error == 0 ? 0 : error / size,
                 rounding = classes[type_precision(type)].factor_unit;
    const double unit = rounding > 0 ? rounding : accuracy_unit(type_precision(type), n);
    return (Accuracy){relative, relative / unit, precision};
}
