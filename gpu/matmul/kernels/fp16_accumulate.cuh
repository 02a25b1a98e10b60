/* Sums of products of split float16 operands: in the tensor core, outside of it, and on their way out.
 *
 * The tensor core's own errors come on top of those of the split: it rounds sums toward zero. So small
 * products are added before large ones, and after every slice of k the sums leave the tensor core for
 * registers, where they are added to float32 totals with rounding to nearest.
 *
 * Up to n 768 (of a shape, k) a library's sums are short too, and its errors small. There all four products
 * are computed, sums leave the tensor core after 16 k, and totals are compensated: they keep what rounding
 * takes from them.
 *
 * Source: Ootomo and Yokota, 2022; Kahan, Further remarks on reducing truncation errors, 1965. */
#pragma once

#include "gpu/matmul/kernels/fp16_split.cuh"

enum { COMPENSATED_UP_TO = 768 }; /* n; of a shape, k */

/* A total, and what rounding has taken from it. */
typedef struct CompensatedSum {
    float sum, error;
} CompensatedSum;

/* Exact where the total is larger than what is added. */
static __device__ __forceinline__ void compensated_add(CompensatedSum *total, float part)
{
    const float sum = total->sum + part;
    total->error += part - (sum - total->sum);
    total->sum = sum;
}

/* A sum of the product, times the power of two that was divided out: in two steps, as it may exceed float32
 * where the result does not. Below the limit the result is 0 in any case. */
static __device__ __forceinline__ float scaled_back(float sum, int exponent)
{
    const int shift = max(exponent, -252), half = shift >> 1;
    return sum * power_of_two(half) * power_of_two(shift - half);
}

/* Where a product of split operands writes its results. */
struct Fp16Result {
    float *out;
    const int *a_exponent, *b_exponent;
    unsigned n;

    __device__ __forceinline__ unsigned rows(void) const
    {
        return n;
    }

    __device__ __forceinline__ unsigned columns(void) const
    {
        return n;
    }
};

/* Of some rows and columns, n elements from row to row, or of any shape: a type of its own for the reason of
 * SliceLayoutPart. */
struct Fp16ResultPart {
    float *out;
    const int *a_exponent, *b_exponent;
    unsigned height, width, n;

    __device__ __forceinline__ unsigned rows(void) const
    {
        return height;
    }

    __device__ __forceinline__ unsigned columns(void) const
    {
        return width;
    }
};

/* The result of the task. */
static inline Fp16Result fp16_result(const Task *task, const Fp16Operands &operands,
                                     const SliceLayout &layout)
{
    return {(float *)task->out, operands.a_exponent, operands.b_exponent, layout.n};
}

static inline Fp16ResultPart fp16_result(const Task *task, const Fp16Operands &operands,
                                         const SliceLayoutPart &layout)
{
    return {(float *)task->out, operands.a_exponent, operands.b_exponent,
            layout.height,      layout.width,        layout.row_pitch};
}

/* One row of it. Lines are padded to whole tiles, so every row and column of a tile has an exponent. */
typedef struct Fp16Row {
    float *cells;
    int exponent;
    bool inside;
} Fp16Row;

template <typename Result>
static __device__ __forceinline__ Fp16Row row_of(const Result &result, unsigned row)
{
    Fp16Row of = {result.out + (size_t)row * result.n, __ldg(&result.a_exponent[row]) - 2 * LARGEST_EXPONENT,
                  row < result.rows()};
    return of;
}

/* Stores two neighbors. The column is even, and n if EVEN. */
template <bool EVEN, typename Result>
static __device__ __forceinline__ void store_pair(const Result &result, const Fp16Row &row, unsigned column,
                                                  float left, float right)
{
    const int2 exponents = __ldg((const int2 *)&result.b_exponent[column]);
    left = scaled_back(left, row.exponent + exponents.x);
    right = scaled_back(right, row.exponent + exponents.y);
    store_neighbors<EVEN>(row.cells, row.inside, column, result.columns(), make_float2(left, right));
}
