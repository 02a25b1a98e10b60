/* multiply_add: n steps x <- x * m + c for every element x of a; the ceiling of matmul.
 *
 * The same number of multiply-adds as an n x n product, all in registers: no variant of matmul can exceed
 * this rate. ceilings.h defines m and c.
 *
 * The result has a closed form, so verification costs O(n^2): n steps are one affine map x -> M x + C,
 * computed by repeated squaring. int32 must be equal. For floats let e_k be the error after k steps. A step
 * multiplies it by m and adds at most u (|m x_k| + |m x_k + c|) for the two roundings (one if fused), u = eps
 * / 2. With |x_k| <= |m|^k |x_0| + |c| S and S = sum of |m|^i for i < n this sums to
 *
 *     |e_n| <= u (2 n |m|^n |x_0| + |c| S (1 + 2 |m| S)).
 *
 * Twice that is allowed, plus a term for underflow. As |m|^n vanishes, a float result no longer depends on
 * its start or on the number of steps. int32, a permutation in every step, does, and verify_rate rejects
 * impossible rates. */
#include <float.h>
#include <math.h>

#include "common/verify/accuracy.h"
#include "common/verify/mismatch.h"
#include "common/workloads/ceilings.h"
#include "common/workloads/costs.h"

static int verify_int32(const int32_t *a, const int32_t *out, size_t n, Error *error)
{
    /* x -> factor x + addend is the map of one step, then of 2, 4, 8 ... */
    uint32_t factor = ceilings_factor_int32(a), addend = ceilings_addend_int32(a, n);
    uint32_t all_factor = 1, all_addend = 0;
    for (size_t steps = n; steps > 0; steps /= 2) {
        if (steps % 2 != 0) {
            all_addend = all_addend * factor + addend;
            all_factor *= factor;
        }
        addend *= factor + 1;
        factor *= factor;
    }
    for (size_t i = 0; i < n * n; i++) {
        uint32_t expected = (uint32_t)a[i] * all_factor + all_addend;
        if ((uint32_t)out[i] != expected) {
            return verify_mismatch(out, n, i, TYPE_INT32, expected, NAN, error);
        }
    }
    return 0;
}

/* In long double, so that the error of the expected value is negligible for float64, too. */
static int verify_rounded(const Point *point, const void *a, const void *out, Accuracy *accuracy,
                          Error *error)
{
    const ElementType type = point->type;
    const size_t n = point->n;
    const long double m = verify_element(a, type, CEILINGS_FACTOR_INDEX),
                      c = verify_element(a, type, CEILINGS_ADDEND_INDEX(n));
    long double factor = m, addend = c, all_factor = 1, all_addend = 0;
    for (size_t steps = n; steps > 0; steps /= 2) {
        if (steps % 2 != 0) {
            all_addend = all_addend * factor + addend;
            all_factor *= factor;
        }
        addend *= factor + 1;
        factor *= factor;
    }
    double size = fabs((double)m), power = fabs((double)all_factor);
    double sum = size < 1 ? (1 - power) / (1 - size) : (double)n;
    double eps = type == TYPE_FLOAT64 ? DBL_EPSILON : (double)FLT_EPSILON;
    double smallest = type == TYPE_FLOAT64 ? DBL_MIN : (double)FLT_MIN;
    double fixed = eps * fabs((double)c) * sum * (1 + 2 * size * sum) + smallest * sum;
    double relative = eps * 2 * (double)n * power;
    double errors = 0, values = 0; /* sums of squares */
    for (size_t i = 0; i < n * n; i++) {
        double start = verify_element(a, type, i);
        long double expected = all_factor * start + all_addend;
        double limit = fixed + relative * fabs(start);
        double difference = (double)(verify_element(out, type, i) - expected);
        if (!(fabs(difference) <= limit)) { /* NaN does not pass */
            return verify_mismatch(out, n, i, type, (double)expected, limit, error);
        }
        errors += difference * difference;
        values += (double)(expected * expected);
    }
    *accuracy = accuracy_of(sqrt(errors), sqrt(values), n, type, type_precision(type));
    return 0;
}

static int verify(const Computed *result, Accuracy *accuracy, Error *error)
{
    *accuracy = ACCURACY_EXACT;
    const Point *point = result->point;
    return point->type == TYPE_INT32
               ? verify_int32(result->inputs[OPERAND_A], result->out, point->n, error)
               : verify_rounded(point, result->inputs[OPERAND_A], result->out, accuracy, error);
}

const Workload workload_multiply_add = {
    .name = "multiply_add",
    .idea = "n multiply-adds an element in registers, the ceiling of matmul",
    .types = INT32 | FLOAT32 | FLOAT64,
    .default_type = TYPE_FLOAT32,
    .default_sizes = "1024",
    .inputs = 1,
    .work = cost_of_double_steps,
    .rate_unit = unit_of_arithmetic,
    .verify = verify,
    .step = STEP_MULTIPLY_ADD,
};
