/* Floats with fewer bits than float32, for mutants of products. AS_TF32 and AS_BFLOAT16 round a number to
 * nearest and leave an integer unchanged, so that one rule serves all types of a variant. */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define ON_DEVICE __device__
#else
#define ON_DEVICE
#endif

/* Rounds off the last `dropped` of 23 bits. */
static inline ON_DEVICE float with_fewer_bits(float value, unsigned dropped)
{
    union {
        float value;
        uint32_t bits;
    } both = {value};
    both.bits = (both.bits + (1u << (dropped - 1))) & ~((1u << dropped) - 1);
    return both.value;
}

static inline ON_DEVICE float tf32_of(float value)
{
    return with_fewer_bits(value, 13);
}

static inline ON_DEVICE float bfloat16_of(float value)
{
    return with_fewer_bits(value, 16);
}

static inline ON_DEVICE float scaled_of(float value)
{
    return value * 1.0001f;
}

#ifdef __CUDACC__

static inline ON_DEVICE double tf32_of(double value)
{
    return tf32_of((float)value);
}

static inline ON_DEVICE double bfloat16_of(double value)
{
    return bfloat16_of((float)value);
}

static inline ON_DEVICE uint32_t tf32_of(uint32_t value)
{
    return value;
}

static inline ON_DEVICE uint32_t bfloat16_of(uint32_t value)
{
    return value;
}

#define AS_TF32(value) tf32_of(value)
#define AS_BFLOAT16(value) bfloat16_of(value)

#else

static inline uint32_t same_integer(uint32_t value)
{
    return value;
}

#define AS_TF32(value) _Generic((value), float : tf32_of, double : tf32_of, default : same_integer)(value)
#define AS_BFLOAT16(value)                                                                                   \
    _Generic((value), float : bfloat16_of, double : bfloat16_of, default : same_integer)(value)
#define AS_SCALED(value)                                                                                     \
    _Generic((value), float : scaled_of, double : scaled_of, default : same_integer)(value)

#endif
