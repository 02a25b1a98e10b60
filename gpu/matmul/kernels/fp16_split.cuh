/* A float32 matrix as a sum of two float16 matrices: how operands are split, their products added and
 * written, and what cannot be split repaired.
 *
 * Each row of A and each column of B is multiplied by the power of two that brings its largest element to
 * [2^14, 2^15), which is exact. Then an element is split into high, the nearest float16, and low, the nearest
 * float16 to the remainder: 22 bits and a sign. Three of the four products of these parts are computed,
 *
 *     a b  ~  high high + high low + low high;
 *
 * the fourth is 2^-22 of the whole at most. The result is multiplied by the two powers of two again.
 *
 * Example: a = 0.1 in a row whose largest element is 0.75, b = -0.3 in a column whose largest is 1.
 *
 *     a 2^15 =  3276.80005 = high  3276 + low 0.80029297
 *     b 2^14 = -4915.20020 = high -4916 + low 0.79980469
 *     high high              -16104816
 *     high low + low high        -1314.08008     (low low, 0.64, is dropped)
 *     their sum times 2^-29         -0.0300000051
 *     exact                         -0.0300000016   error 1.1e-7; of high high alone 8.1e-5
 *
 * LIFT: the tensor core rounds sums toward zero, a quarter of a unit in the last place of a slice's sum on
 * average. Adding 2^-26 of an element to low compensates for that.
 *
 * Limits. Below n 64 the 22 bits of an element show: where a few terms make the sum, errors exceed those of
 * float32 multiply-adds. Elements below 2^-17 of the largest of their row (column) lose relative accuracy, as
 * low has no bits below 2^-24, and below 2^-40 they count as zero; in a sum with the largest element this is
 * no loss. A row or column with NaN or infinity is marked and counts as zero here; its results are repaired.
 *
 * Source: Markidis et al., NVIDIA tensor core programmability, performance and precision, 2018; Ootomo and
 * Yokota, Recovering single precision accuracy from tensor cores, 2022. */
#pragma once

#include <cuda_fp16.h>

#include "gpu/launch.h"
#include "gpu/matmul/kernels/operand_split.cuh"

enum {
    LARGEST_EXPONENT = 14, /* of the largest element of a row or column, after scaling */
    NOT_FINITE = 1 << 14,  /* in place of an exponent: the line holds NaN or infinity */
    SCAN_PARTS = 16,       /* parts of k in which the largest of a column is sought */
    SCAN_COLUMNS = 32,     /* columns of such a search */
};

#define LIFT 0x1p-26f /* of an element: two of them are a quarter of a unit, 2^-23, of their product */

#define INFINITY_BITS 0x7f800000u

/* The operands and what else lies in the workspace. */
typedef struct Fp16Operands {
    unsigned char *a, *b;         /* split, in the layout of operand_split.cuh */
    int *a_exponent, *b_exponent; /* a line each: floor(log2(largest)), or NOT_FINITE */
    uint32_t *largest;            /* of B's columns, SCAN_PARTS x lines: absolute values as bits */
    unsigned *begun;              /* EPOCHS counters, set to zero by the first launch; or NULL */
} Fp16Operands;

static inline size_t fp16_workspace(const Point *point)
{
    const size_t exponents =
        size_mul(slice_lines(point->m) + slice_lines(point->n) * (1 + SCAN_PARTS), sizeof(int));
    return size_add(size_add(slice_workspace(point), exponents), EPOCHS * sizeof(unsigned));
}

static inline Fp16Operands fp16_operands_in(void *workspace, const SliceLayout &layout)
{
    Fp16Operands operands;
    operands.a = (unsigned char *)workspace;
    operands.b = operands.a + slice_bytes(layout.rows, layout.k);
    operands.a_exponent = (int *)(operands.b + slice_bytes(layout.columns, layout.k));
    operands.b_exponent = operands.a_exponent + layout.row_lines;
    operands.largest = (uint32_t *)(operands.b_exponent + layout.column_lines);
    operands.begun = (unsigned *)(operands.largest + (size_t)SCAN_PARTS * layout.column_lines);
    return operands;
}

/* floor(log2) of a positive float given by its bits; of 0: 0. */
static __host__ __device__ __forceinline__ int exponent_of(uint32_t bits)
{
    if (bits >= INFINITY_BITS) {
        return NOT_FINITE;
    }
    if (bits >= 0x00800000u) {
        return (int)(bits >> 23) - 127;
    }
    int exponent = bits == 0 ? 0 : -149; /* subnormal: bits * 2^-149 */
    for (; bits > 1; bits >>= 1) {
        exponent++;
    }
    return exponent;
}

/* 2^exponent, exponent within [-126, 127]. */
static __device__ __forceinline__ float power_of_two(int exponent)
{
    return __uint_as_float((uint32_t)(exponent + 127) << 23);
}

/* Splits eight k of a line and stores them; octet: which eight of the 32. Scales in two steps, as the scale
 * of a subnormal line exceeds float32. */
static __device__ __forceinline__ void store_fp16(unsigned char *piece, unsigned line, unsigned octet,
                                                  const Eight *eight, int exponent)
{
    const int shift = LARGEST_EXPONENT - exponent;
    const float first = exponent == NOT_FINITE ? 0 : power_of_two(shift / 2);
    const float second = exponent == NOT_FINITE ? 0 : power_of_two(shift - shift / 2);
    union {
        __half half[8];
        uint4 chunk;
    } high, low;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const uint32_t bits = exponent == NOT_FINITE ? 0 : eight->word[i];
        const float element = __uint_as_float(bits) * first * second;
        high.half[i] = __float2half_rn(element);
        const float left = element - __half2float(high.half[i]);
        low.half[i] = __float2half_rn(left == 0 ? 0 : left + element * LIFT);
    }
    *(uint4 *)(piece + chunk_offset(line, octet)) = high.chunk;
    *(uint4 *)(piece + chunk_offset(line, 4 + octet)) = low.chunk;
}

static __device__ __forceinline__ uint32_t largest_of(const Eight *eight, uint32_t largest)
{
#pragma unroll
    for (int i = 0; i < 8; i++) {
        largest = max(largest, eight->word[i] & 0x7fffffffu); /* NaN is above infinity */
    }
    return largest;
}

/* A block splits a row of A. The elements that it scans for the largest stay in registers, up to KEPT for
 * each thread; the others are read again. */
static __device__ __forceinline__ void split_row(const uint32_t *__restrict__ a, Fp16Operands operands,
                                                 SliceLayout layout, unsigned row)
{
    constexpr unsigned WARPS = SPLIT_THREADS / 32, KEPT = 4;
    __shared__ uint32_t found[WARPS];
    const unsigned octets = layout.slices * (SLICE / 8);
    Eight kept[KEPT];
    uint32_t largest = 0;
#pragma unroll
    for (unsigned i = 0; i < KEPT; i++) {
        kept[i] = eight_of_row(a, row, (threadIdx.x + i * SPLIT_THREADS) * 8, layout.k, layout.rows);
    }
#pragma unroll
    for (unsigned i = 0; i < KEPT; i++) {
        largest = largest_of(&kept[i], largest);
    }
    for (unsigned octet = threadIdx.x + KEPT * SPLIT_THREADS; octet < octets; octet += SPLIT_THREADS) {
        const Eight eight = eight_of_row(a, row, octet * 8, layout.k, layout.rows);
        largest = largest_of(&eight, largest);
    }
#pragma unroll
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        largest = max(largest, __shfl_xor_sync(~0u, largest, distance));
    }
    if (threadIdx.x % 32 == 0) {
        found[threadIdx.x / 32] = largest;
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < WARPS; i++) {
        largest = max(largest, found[i]);
    }
    const int exponent = exponent_of(largest);
    if (threadIdx.x == 0) {
        operands.a_exponent[row] = exponent;
    }
    const unsigned line = row % SPLIT_LINES, first = row - line;
#pragma unroll
    for (unsigned i = 0; i < KEPT; i++) {
        const unsigned octet = threadIdx.x + i * SPLIT_THREADS;
        if (octet < octets) {
            unsigned char *piece = operands.a + line_offset(octet / 4, first, layout.row_lines);
            store_fp16(piece, line, octet % 4, &kept[i], exponent);
        }
    }
    for (unsigned octet = threadIdx.x + KEPT * SPLIT_THREADS; octet < octets; octet += SPLIT_THREADS) {
        const Eight eight = eight_of_row(a, row, octet * 8, layout.k, layout.rows);
        unsigned char *piece = operands.a + line_offset(octet / 4, first, layout.row_lines);
        store_fp16(piece, line, octet % 4, &eight, exponent);
    }
}

/* A block finds the largest elements of SCAN_COLUMNS columns of B in one part of k. */
static __device__ __forceinline__ void scan_columns(const uint32_t *__restrict__ b, Fp16Operands operands,
                                                    SliceLayout layout, unsigned block)
{
    constexpr unsigned WARPS = SPLIT_THREADS / 32;
    __shared__ uint32_t found[WARPS][SCAN_COLUMNS];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned across = layout.column_lines / SCAN_COLUMNS, part = block / across;
    const unsigned column = block % across * SCAN_COLUMNS + lane;
    const unsigned depth = (layout.k + SCAN_PARTS - 1) / SCAN_PARTS;
    const unsigned end = min((part + 1) * depth, layout.k);

    uint32_t largest = 0;
    if (column < layout.columns) {
#pragma unroll 16
        for (unsigned k = part * depth + warp; k < end; k += WARPS) {
            largest = max(largest, b[(size_t)k * layout.pitch + column] & 0x7fffffffu);
        }
    }
    found[warp][lane] = largest;
    __syncthreads();
    if (warp == 0) {
#pragma unroll
        for (unsigned i = 0; i < WARPS; i++) {
            largest = max(largest, found[i][lane]);
        }
        operands.largest[(size_t)part * layout.column_lines + column] = largest;
    }
}

/* First launch: two independent jobs; the longer one begins first. */
static __global__ void __launch_bounds__(SPLIT_THREADS)
    split_a_scan_b(const uint32_t *__restrict__ a, const uint32_t *__restrict__ b, Fp16Operands operands,
                   SliceLayout layout)
{
    if (operands.begun != NULL && blockIdx.x == 0 && threadIdx.x < EPOCHS) {
        operands.begun[threadIdx.x] = 0;
    }
    if (blockIdx.x < layout.row_lines) {
        split_row(a, operands, layout, blockIdx.x);
    } else {
        scan_columns(b, operands, layout, blockIdx.x - layout.row_lines);
    }
}

/* Second launch: B by columns. A warp reads 8 columns x 32 k, in pieces of 32 bytes. */
static __global__ void __launch_bounds__(SPLIT_THREADS)
    split_b(const uint32_t *__restrict__ b, Fp16Operands operands, SliceLayout layout)
{
    __shared__ int exponents[SPLIT_COLUMNS];
    const unsigned line = threadIdx.x % SPLIT_LINES, octet = threadIdx.x % 32 / SPLIT_LINES;
    const unsigned across = layout.column_lines / SPLIT_COLUMNS;
    const unsigned first_column = blockIdx.x % across * SPLIT_COLUMNS;
    const unsigned first_slice = blockIdx.x / across * SPLIT_SLICES;
    const unsigned first = first_column + threadIdx.x / 32 * SPLIT_LINES; /* of the warp's columns */
    Eight eight[SPLIT_SLICES]; /* loads start before the first wait */
#pragma unroll
    for (unsigned i = 0; i < SPLIT_SLICES; i++) {
        eight[i] = eight_of_column(b, first + line, (first_slice + i) * SLICE + octet * 8, layout.k,
                                   layout.columns, layout.pitch);
    }
    if (threadIdx.x < SPLIT_COLUMNS) {
        const unsigned column = first_column + threadIdx.x;
        uint32_t largest = 0;
#pragma unroll
        for (unsigned part = 0; part < SCAN_PARTS; part++) {
            largest = max(largest, operands.largest[(size_t)part * layout.column_lines + column]);
        }
        const int exponent = exponent_of(largest);
        exponents[threadIdx.x] = exponent;
        if (first_slice == 0) {
            operands.b_exponent[column] = exponent;
        }
    }
    __syncthreads();
    const int exponent = exponents[first - first_column + line];
#pragma unroll
    for (unsigned i = 0; i < SPLIT_SLICES; i++) {
        const unsigned slice = first_slice + i;
        if (slice < layout.slices) {
            store_fp16(operands.b + line_offset(slice, first, layout.column_lines), line, octet, &eight[i],
                       exponent);
        }
    }
}

/* Both operands; only B if the layout has no lines of A, which has been split before. */
static inline int launch_split(const Task *task, Fp16Operands operands, SliceLayout layout)
{
    const double of_a = layout.row_lines > 0 ? (double)layout.rows * layout.k : 0;
    const double of_b = (double)layout.columns * layout.k;
    LaunchShape shape = {.grid = {layout.row_lines + layout.column_lines / SCAN_COLUMNS * SCAN_PARTS, 1, 1},
                         .block = {SPLIT_THREADS, 1, 1}};
    shape.global_accesses = 2 * of_a + of_b; /* A and B, and A split */
    if (GPU_LAUNCH(task, shape, split_a_scan_b, task->a, task->b, operands, layout) != 0) {
        return -1;
    }
    shape.grid[0] = column_blocks(&layout);
    shape.global_accesses = 2 * of_b;
    return GPU_LAUNCH(task, shape, split_b, task->b, operands, layout);
}

/* ---- sums: in the tensor core, outside of it, and on their way out ----
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
    unsigned rows, columns, pitch;
};

/* The result of the task. */
static inline Fp16Result fp16_result(const Task *task, const Fp16Operands &operands,
                                     const SliceLayout &layout)
{
    return {(float *)task->out, operands.a_exponent, operands.b_exponent,
            layout.rows,        layout.columns,      layout.pitch};
}

/* One row of it. Lines are padded to whole tiles, so every row and column of a tile has an exponent. */
typedef struct Fp16Row {
    float *cells;
    int exponent;
    bool inside;
} Fp16Row;

static __device__ __forceinline__ Fp16Row row_of(const Fp16Result &result, unsigned row)
{
    Fp16Row of = {result.out + (size_t)row * result.pitch,
                  __ldg(&result.a_exponent[row]) - 2 * LARGEST_EXPONENT, row < result.rows};
    return of;
}

/* Stores two neighbors. The column is even, and the pitch if EVEN. */
template <bool EVEN>
static __device__ __forceinline__ void store_pair(const Fp16Result &result, const Fp16Row &row,
                                                  unsigned column, float left, float right)
{
    const int2 exponents = __ldg((const int2 *)&result.b_exponent[column]);
    left = scaled_back(left, row.exponent + exponents.x);
    right = scaled_back(right, row.exponent + exponents.y);
    store_neighbors<EVEN>(row.cells, row.inside, column, result.columns, make_float2(left, right));
}

/* ---- results of rows and columns that hold NaN or infinity ----
 *
 * They cannot be split, and are computed again, one by one, by plain multiply-adds. This is right, but slow
 * where there are many. */

enum { REPAIR_SIDE = 128 }; /* of the tile of results that a block checks */

/* The last launch. Where nothing is marked, which is nearly always, a block reads its marks and ends. */
static __global__ void __launch_bounds__(SPLIT_THREADS)
    repair(const float *__restrict__ a, const float *__restrict__ b, Fp16Operands operands,
           float *__restrict__ out, SliceLayout layout)
{
    __shared__ bool row_marked[REPAIR_SIDE], column_marked[REPAIR_SIDE];
    const unsigned tiles = (layout.columns + REPAIR_SIDE - 1) / REPAIR_SIDE;
    const unsigned top = blockIdx.x / tiles * REPAIR_SIDE, left = blockIdx.x % tiles * REPAIR_SIDE;
    const unsigned i = threadIdx.x % REPAIR_SIDE;
    bool marked;
    if (threadIdx.x < REPAIR_SIDE) {
        marked = row_marked[i] = operands.a_exponent[top + i] == NOT_FINITE;
    } else {
        marked = column_marked[i] = operands.b_exponent[left + i] == NOT_FINITE;
    }
    if (!__syncthreads_or(marked)) {
        return;
    }
    for (unsigned cell = threadIdx.x; cell < REPAIR_SIDE * REPAIR_SIDE; cell += SPLIT_THREADS) {
        const unsigned y = cell / REPAIR_SIDE, x = cell % REPAIR_SIDE;
        const unsigned row = top + y, column = left + x;
        if (row < layout.rows && column < layout.columns && (row_marked[y] || column_marked[x])) {
            float sum = 0;
            for (unsigned k = 0; k < layout.k; k++) {
                sum += a[(size_t)row * layout.k + k] * b[(size_t)k * layout.pitch + column];
            }
            out[(size_t)row * layout.pitch + column] = sum;
        }
    }
}

static_assert(SPLIT_THREADS == 2 * REPAIR_SIDE, "half the threads read marks of rows, half of columns");
static_assert(LINES_STEP % REPAIR_SIDE == 0, "marks are there for whole tiles");

static inline int launch_repair(const Task *task, Fp16Operands operands, SliceLayout layout)
{
    const unsigned tiles = gpu_blocks(layout.rows, REPAIR_SIDE) * gpu_blocks(layout.columns, REPAIR_SIDE);
    LaunchShape shape = {.grid = {tiles, 1, 1}, .block = {SPLIT_THREADS, 1, 1}};
    shape.global_accesses = 2.0 * REPAIR_SIDE * tiles;
    return GPU_LAUNCH(task, shape, repair, task->a, task->b, operands, task->out, layout);
}

/* ---- the product by wgmma: wgmma_fp16.cu ---- */

/* Enqueues the product of split operands, by wide tiles where the product of layout `whole`, all panels of
 * it, is sooner done by them. 0 or -1. */
int wgmma_fp16(const Task *task, const Fp16Operands &operands, const SliceLayout &layout,
               const SliceLayout &whole);
