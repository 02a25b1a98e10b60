/* float16, as far as it is converted. */
#pragma once

#include "cuda_runtime.h"

struct __half {
    uint16_t bits;
};

static inline float __half2float(__half half)
{
    const int exponent = half.bits >> 10 & 31, fraction = half.bits & 1023;
    const double sign = half.bits >> 15 != 0 ? -1 : 1;
    if (exponent == 31) {
        return fraction != 0 ? NAN : (float)(sign * HUGE_VAL);
    }
    return (float)(sign * (exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25)));
}

/* To nearest, ties to even. */
static inline __half __float2half_rn(float value)
{
    const uint16_t sign = signbit(value) ? 0x8000 : 0;
    int exponent = 0;
    if (isnan(value)) {
        return __half{(uint16_t)(sign | 0x7fff)};
    }
    (void)frexp(value, &exponent); /* value is at least 2^(exponent - 1) */
    const int step = exponent - 11 > -24 ? exponent - 11 : -24;
    const double steps = nearbyint(ldexp(fabs((double)value), -step));
    const double rounded = ldexp(steps, step);
    if (rounded >= 65536) {
        return __half{(uint16_t)(sign | 0x7c00)};
    }
    if (rounded < 0x1p-14) {
        return __half{(uint16_t)(sign | (uint16_t)ldexp(rounded, 24))};
    }
    (void)frexp(rounded, &exponent);
    return __half{(uint16_t)(sign | (uint16_t)((exponent + 14) << 10) |
                             ((uint16_t)ldexp(rounded, 11 - exponent) & 1023))};
}

static inline __half __ushort_as_half(uint16_t bits)
{
    return __half{bits};
}

struct alignas(4) __half2 {
    __half x, y;
};

static inline __half2 __floats2half2_rn(float x, float y)
{
    return __half2{__float2half_rn(x), __float2half_rn(y)};
}
