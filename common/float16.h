/* Elements as C computes with them: load_NAME and store_NAME of each element type.
 *
 * Floats of 16 bits become float32, exactly, and are rounded to nearest, ties to even. Compilers have types
 * for them on some processors only, so their bits are converted here. Other types are not changed. */
#pragma once

#include <string.h>

#include "common/workload.h"

static inline float float16_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t float16_to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

enum { FLOAT16_INFINITY = 0x7c00, FLOAT16_NAN = 0x7e00, FLOAT16_SHIFT = 23 - 10 };

/* The exponent's bias is 15, of float32 127: a factor of 2^112, which normalizes subnormal numbers too. */
static inline float load_float16(Float16 element)
{
    const uint32_t sign = (uint32_t)(element.bits & 0x8000) << 16, magnitude = element.bits & 0x7fff;
    const float finite = float16_from_bits(magnitude << FLOAT16_SHIFT) * 0x1p112f;
    const uint32_t special = magnitude << FLOAT16_SHIFT | 0x7f800000u;
    return float16_from_bits(sign | (magnitude < FLOAT16_INFINITY ? float16_to_bits(finite) : special));
}

static inline Float16 store_float16(float value)
{
    const uint32_t bits = float16_to_bits(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffffu;
    uint32_t result;
    if (magnitude > 0x7f800000u) {
        result = FLOAT16_NAN;
    } else if (magnitude >= 0x477ff000u) { /* 65520, the middle between 65504 and 2^16 */
        result = FLOAT16_INFINITY;
    } else if (magnitude < 0x38800000u) { /* 2^-14: a sum with 0.5 has the step of subnormal numbers, 2^-24 */
        result = float16_to_bits(float16_from_bits(magnitude) + 0.5f) - float16_to_bits(0.5f);
    } else {
        const uint32_t half = (1u << (FLOAT16_SHIFT - 1)) - 1, odd = magnitude >> FLOAT16_SHIFT & 1;
        result = (magnitude - (112u << 23) + half + odd) >> FLOAT16_SHIFT;
    }
    const Float16 stored = {(uint16_t)(sign | result)};
    return stored;
}

static inline float load_bfloat16(Bfloat16 element)
{
    return float16_from_bits((uint32_t)element.bits << 16);
}

static inline Bfloat16 store_bfloat16(float value)
{
    const uint32_t bits = float16_to_bits(value);
    const bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
    const Bfloat16 stored = {(uint16_t)(nan ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
    return stored;
}

#define FLOAT16_UNCHANGED(name, NAME, Element, ...)                                                          \
    static inline Element load_##name(Element element)                                                       \
    {                                                                                                        \
        return element;                                                                                      \
    }                                                                                                        \
    static inline Element store_##name(Element value)                                                        \
    {                                                                                                        \
        return value;                                                                                        \
    }
FOR_EACH_TYPE(FLOAT16_UNCHANGED, )
