/* Number of random draws of a statistical test.
 *
 * SPEEDUP_FULL_DRAWS=1 in the environment (make check-truth) selects all of them. Otherwise a fifth is drawn,
 * and a bound on a share is widened such that the binomial distribution crosses it by chance in less than one
 * of 10,000 seeds. Under AddressSanitizer, which slows arithmetic tenfold, a few draws test memory accesses
 * only, not shares. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "tests/unit/sanitized.h"

static inline bool full_draws(void)
{
    const char *full = getenv("SPEEDUP_FULL_DRAWS");
    return !sanitized_build && full != NULL && strcmp(full, "1") == 0;
}

/* The number of draws where the full test makes `full`. */
static inline size_t draws_of(size_t full)
{
    return full_draws() ? full : full / (sanitized_build ? 100 : 5);
}

/* Draws of a generator: its seed and how many bits were drawn. */
typedef struct Draws {
    uint64_t seed, drawn;
} Draws;

/* Between 0 and 1, both excluded. */
static inline double draw_uniform(Draws *draws)
{
    return ((double)(random_bits(draws->seed, draws->drawn++) >> 11) + 0.5) * 0x1p-53;
}

/* Of the standard normal distribution. */
static inline double draw_normal(Draws *draws)
{
    const double radius = sqrt(-2 * log(draw_uniform(draws)));
    return radius * cos(6.283185307179586 * draw_uniform(draws));
}

/* Asserts a condition on shares if there are enough draws. */
#define assert_share(condition)                                                                              \
    do {                                                                                                     \
        if (!sanitized_build) {                                                                              \
            assert_true(condition);                                                                          \
        }                                                                                                    \
    } while (0)
