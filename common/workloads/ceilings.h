/* Definition of the ceiling workloads multiply_add and add_min, for their variants and their verification.
 *
 * Both pass every element x of the input a (n x n) through n steps and write the last value to the same place
 * of out: n^3 steps, as many as an n x n product has, all in registers. The parameters are elements of a, so
 * that no compiler knows them:
 *
 *   multiply_add   x <- x * m + c        m = a[0], c = a[1]
 *                  int32 modulo 2^32 with m made odd, so that no step loses bits;
 *                  floats by a fused or a separate multiply and add, |m| <= 1.
 *   add_min        x <- min(x + w, z)    w = a[2] & 0xff, z = a[1] >> 2
 *                  int32, starting at x >> 2: x + n w stays in range for n < 2^20.
 *
 * A 1 x 1 matrix has one element, which serves as all three. Shifts of negative numbers are arithmetic, as in
 * every supported compiler. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Positions of the parameters in a; macros, for device code. */
#define CEILINGS_FACTOR_INDEX 0
#define CEILINGS_ADDEND_INDEX(n) ((n) > 1 ? 1 : 0)
#define CEILINGS_LIMIT_INDEX(n) ((n) > 1 ? 1 : 0)
#define CEILINGS_WEIGHT_INDEX(n) ((n) > 1 ? 2 : 0)

/* Parameters, and the start of add_min, from elements of a. */
#define CEILINGS_FACTOR(element) ((uint32_t)(element) | 1u)
#define CEILINGS_WEIGHT(element) ((int32_t)((element)&0xff))
#define CEILINGS_LIMIT(element) ((int32_t)(element) >> 2)
#define CEILINGS_START(element) ((int32_t)(element) >> 2)

/* m and c of multiply_add. */
#define CEILINGS_FACTOR_AND_ADDEND(name, Element, FACTOR)                                                    \
    static inline Element ceilings_factor_##name(const void *a)                                              \
    {                                                                                                        \
        return FACTOR(((const Element *)a)[CEILINGS_FACTOR_INDEX]);                                          \
    }                                                                                                        \
    static inline Element ceilings_addend_##name(const void *a, size_t n)                                    \
    {                                                                                                        \
        return ((const Element *)a)[CEILINGS_ADDEND_INDEX(n)];                                               \
    }
CEILINGS_FACTOR_AND_ADDEND(int32, uint32_t, CEILINGS_FACTOR)
CEILINGS_FACTOR_AND_ADDEND(float32, float, )
CEILINGS_FACTOR_AND_ADDEND(float64, double, )

/* w and z of add_min. */
static inline int32_t ceilings_weight(const int32_t *a, size_t n)
{
    return CEILINGS_WEIGHT(a[CEILINGS_WEIGHT_INDEX(n)]);
}

static inline int32_t ceilings_limit(const int32_t *a, size_t n)
{
    return CEILINGS_LIMIT(a[CEILINGS_LIMIT_INDEX(n)]);
}
