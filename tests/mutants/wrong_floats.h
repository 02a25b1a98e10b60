/* Floats with fewer bits than float32, for mutants of products. AS_TF32 and AS_BFLOAT16 round a number to
 * nearest and leave an integer unchanged, so that one rule serves all types of a variant. */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#include <type_traits>
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

#ifdef __CUDACC__

template <typename T> static inline ON_DEVICE T float_with_fewer_bits(T value, unsigned dropped)
{
    return std::is_integral<T>::value ? value : (T)with_fewer_bits((float)value, dropped);
}

#define AS_TF32(value) float_with_fewer_bits(value, 13)
#define AS_BFLOAT16(value) float_with_fewer_bits(value, 16)

#else

/* Adds so many parts of ten thousand. */
static inline float scaled_by(float value, unsigned parts)
{
    return value * (1 + 1e-4f * (float)parts);
}

static inline uint32_t same_integer(uint32_t value, unsigned unused)
{
    (void)unused;
    return value;
}

#define OF_FLOATS(function, value, count)                                                                    \
    _Generic((value), float : function, double : function, default : same_integer)(value, count)
#define AS_TF32(value) OF_FLOATS(with_fewer_bits, value, 13)
#define AS_BFLOAT16(value) OF_FLOATS(with_fewer_bits, value, 16)
#define AS_SCALED(value) OF_FLOATS(scaled_by, value, 1)

#endif
