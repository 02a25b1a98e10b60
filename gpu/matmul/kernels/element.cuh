/* Elements as kernels compute with them: those of 16 bits in float32, others in their own type. */
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "common/workload.h"

template <typename Element> static __device__ __forceinline__ Element load_element(Element element)
{
    return element;
}

template <typename Element> static __device__ __forceinline__ void store_element(Element *to, Element sum)
{
    *to = sum;
}

/* store_pair: two sums, rounded to nearest, in one word, the first below. */
#define ELEMENT_16BIT(Element, float_of, Pair, pair_of)                                                      \
    static __device__ __forceinline__ float load_element(Element element)                                    \
    {                                                                                                        \
        return float_of;                                                                                     \
    }                                                                                                        \
    static __device__ __forceinline__ uint32_t store_pair(Element, float first, float second)                \
    {                                                                                                        \
        const Pair pair = pair_of(first, second);                                                            \
        return *(const uint32_t *)&pair;                                                                     \
    }                                                                                                        \
    static __device__ __forceinline__ void store_element(Element *to, float sum)                             \
    {                                                                                                        \
        to->bits = (uint16_t)store_pair(Element(), sum, 0);                                                  \
    }
ELEMENT_16BIT(Float16, __half2float(__ushort_as_half(element.bits)), __half2, __floats2half2_rn)
ELEMENT_16BIT(Bfloat16, __uint_as_float((uint32_t)element.bits << 16), __nv_bfloat162, __floats2bfloat162_rn)
