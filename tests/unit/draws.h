/* How many random draws a statistical test makes.
 *
 * SPEEDUP_FULL_DRAWS=1 in the environment (make check-truth) asks for all of them. Otherwise it is a fifth,
 * and a bound on a share is moved where the binomial distribution would cross it by chance in more than one
 * of 10,000 seeds. Under AddressSanitizer, which slows arithmetic tenfold, a few draws show that memory is
 * used correctly; they say nothing about a share. */
#ifndef SPEEDUP_TESTS_DRAWS_H
#define SPEEDUP_TESTS_DRAWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/sanitized.h"

static inline bool full_draws(void)
{
    const char *full = getenv("SPEEDUP_FULL_DRAWS");
    return !sanitized_build && full != NULL && strcmp(full, "1") == 0;
}

/* The number of draws to make where the full test makes `full`. */
static inline size_t draws_of(size_t full)
{
    return full_draws() ? full : full / (sanitized_build ? 100 : 5);
}

/* Asserts what follows from the shares of enough draws. */
#define assert_share(condition)                                                                              \
    do {                                                                                                     \
        if (!sanitized_build) {                                                                              \
            assert_true(condition);                                                                          \
        }                                                                                                    \
    } while (0)

#endif
