/* Size arithmetic with overflow detection.
 *
 * A size that does not fit becomes SIZE_MAX and stays SIZE_MAX in every further product and sum, so one test
 * at the end of a formula suffices. */
#pragma once

#include <stddef.h>
#include <stdint.h>

static inline size_t size_mul(size_t a, size_t b)
{
    size_t product;
    if (a == SIZE_MAX || b == SIZE_MAX || __builtin_mul_overflow(a, b, &product)) {
        return SIZE_MAX;
    }
    return product;
}

static inline size_t size_add(size_t a, size_t b)
{
    size_t sum;
    return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

static inline size_t size_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The smallest multiple of `step` (not 0) that is >= size. */
static inline size_t size_round_up(size_t size, size_t step)
{
    size_t rest = size % step;
    return rest == 0 ? size : size_add(size, step - rest);
}
