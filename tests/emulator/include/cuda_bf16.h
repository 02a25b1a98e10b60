/* bfloat16, as far as sums are rounded to it. */
#pragma once

#include "common/float16.h"
#include "cuda_runtime.h"

struct __nv_bfloat16 {
    uint16_t bits;
};

struct alignas(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};

static inline __nv_bfloat16 __float2bfloat16_rn(float value)
{
    return __nv_bfloat16{store_bfloat16(value).bits};
}

static inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return __nv_bfloat162{__float2bfloat16_rn(x), __float2bfloat16_rn(y)};
}
