/* A counter-based random generator: value = f(seed, index).
 *
 * It has no state: any thread can compute any element, and a seed gives the same input on every machine and
 * with every thread count. The mixing function is SplitMix64's (Steele, Lea, Flood: Fast Splittable
 * Pseudorandom Number Generators, 2014). */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>

#include "common/float16.h"
#include "common/timing.h"

/* 64 random bits of element `index` of stream `seed`. */
static inline uint64_t random_bits(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The seed of an independent stream: matrix `which` of input `seed`. The mixing prevents streams that are
 * shifted copies of each other. */
static inline uint64_t random_stream(uint64_t seed, uint64_t which)
{
    return random_bits(random_bits(seed, which), 0x5eed);
}

/* A seed that no variant can know before. */
static inline uint64_t random_secret(void)
{
    uint64_t secret = (uint64_t)(timing_date_s() * 1e9); /* where the kernel has no random bits */
    (void)!getrandom(&secret, sizeof secret, 0);
    return secret;
}

/* Uniform in [0, bound), bound > 0, by Lemire's multiply-shift (2019). The bias is below 2^-32 for bounds up
 * to 2^32. */
static inline uint64_t random_below(uint64_t bits, uint64_t bound)
{
    return (uint64_t)(((unsigned __int128)bits * bound) >> 64);
}

/* The full range of int32. */
static inline int32_t random_int32(uint64_t bits)
{
    return (int32_t)(uint32_t)(bits >> 32);
}

/* [-1, 1) in steps of 2^-23, exact in float32. */
static inline float random_float32(uint64_t bits)
{
    return (float)(int32_t)(bits >> 40) * 0x1p-23f - 1.0f;
}

/* [-1, 1) in steps of 2^-52, exact in float64. */
static inline double random_float64(uint64_t bits)
{
    return (double)(int64_t)(bits >> 11) * 0x1p-52 - 1.0;
}

/* [-1, 1) in steps of 2^-11, exact in float16. */
static inline Float16 random_float16(uint64_t bits)
{
    return store_float16((float)(int32_t)(bits >> 52) * 0x1p-11f - 1.0f);
}

/* [-1, 1) in steps of 2^-8, exact in bfloat16. */
static inline Bfloat16 random_bfloat16(uint64_t bits)
{
    return store_bfloat16((float)(int32_t)(bits >> 55) * 0x1p-8f - 1.0f);
}

/* A random permutation of 0 .. count - 1 (Fisher-Yates, inside out). */
static inline void random_order(uint64_t stream, size_t *order, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t j = random_below(random_bits(stream, i), i + 1);
        order[i] = j < i ? order[j] : i;
        order[j] = i;
    }
}
