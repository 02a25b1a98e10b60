/* A float32 matrix as a sum of two float16 matrices, and products of such.
 *
 * Each row of A and each column of B is multiplied by the power of two that
 * brings its largest element to [2^14, 2^15), which no error is made by. Then an
 * element is cut into high, the nearest float16, and low, the nearest float16 to
 * what is left: 22 bits and a sign. Of the four products of parts three are
 * made,
 *
 *     a b  ~  high high + high low + low high;
 *
 * the fourth is 2^-22 of the whole at most. The result is multiplied by the two
 * powers of two again.
 *
 * Its errors, beside those of the cut, are the tensor core's own, which cuts sums
 * toward zero. So small products come before large ones, and after every slice of
 * k the sums leave the tensor core for registers, where they are added to
 * float32 totals rounded to nearest. What cutting takes is a quarter of a unit in
 * the last place of a slice's sum at least, always toward zero: that much is added
 * to low beforehand (LIFT).
 *
 * Up to n 768 a library's sums are short too, and its errors small. There
 * the product is made with care, which costs little: all four products, sums that
 * leave after 16 k, and totals that keep what rounding takes from them.
 *
 * Limits. Below n 64 the 22 bits of an element show: where a few terms make the
 * sum, errors exceed those of float32 multiply-adds. Elements below 2^-17 of the
 * largest of their row (column) lose relative accuracy, as low has no bits left
 * below 2^-24; in a sum with the largest element that is no loss. NaN and infinity
 * cannot be cut: rows and columns that hold one are marked, count as zero in the
 * product, and their results are computed again one by one by plain multiply-adds,
 * which is right but slow where there are many.
 *
 * Sources: Markidis et al., NVIDIA tensor core programmability, performance and
 * precision, 2018; Ootomo and Yokota, Recovering single precision accuracy from
 * tensor cores, 2022. */
#ifndef SPEEDUP_GPU_MATMUL_KERNELS_SPLIT_FP16_CUH
#define SPEEDUP_GPU_MATMUL_KERNELS_SPLIT_FP16_CUH

#include <cuda_fp16.h>

#include "gpu/launch.h"
#include "gpu/matmul/kernels/operand_split.cuh"

enum {
    LARGEST_EXPONENT = 14, /* of the largest element of a row or column, after scaling */
    NOT_FINITE = 1 << 14,  /* in the place of an exponent: the line holds NaN or infinity */
    PARTS_OF_K = 16,       /* the largest of a column is sought in so many parts */
    STRIP = 32,            /* columns of such a search */
    REPAIR_SIDE = 128,     /* of the tile of results that a block looks after */
    CAREFUL_UP_TO = 768,   /* n */
};

#define LIFT 0x1p-26f /* of an element; two elements' makes a quarter of a unit, 2^-23, of their product */

#define INFINITY_BITS 0x7f800000u

/* What lies in the workspace beside the operands. */
typedef struct Halves {
    unsigned char *a, *b;         /* cut, as operand_split.cuh says */
    int *a_exponent, *b_exponent; /* a line each: floor(log2(largest)), or NOT_FINITE */
    uint32_t *largest;            /* of B's columns, PARTS_OF_K x lines: absolute values as bits */
} Halves;

static inline size_t halves_workspace(const Point *point)
{
    const Slices cut = slices_of(point->n);
    const size_t exponents = size_mul(cut.lines, (2 + PARTS_OF_K) * sizeof(int));
    return size_add(size_mul(2, cut.bytes), exponents);
}

static inline Halves halves_in(void *workspace, const Slices *cut)
{
    Halves halves;
    halves.a = (unsigned char *)workspace;
    halves.b = halves.a + cut->bytes;
    halves.a_exponent = (int *)(halves.b + cut->bytes);
    halves.b_exponent = halves.a_exponent + cut->lines;
    halves.largest = (uint32_t *)(halves.b_exponent + cut->lines);
    return halves;
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

/* Cuts eight k of a line and stores them; octet: which eight of the 32. In two steps, as the scale of a
 * subnormal line exceeds float32. */
static __device__ __forceinline__ void store_halves(unsigned char *piece, unsigned line, unsigned octet,
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

/* A block cuts a row of A. What it looks through for the largest stays in registers as far as they reach, and
 * is read again beyond. */
template <typename Cut>
static __device__ __forceinline__ void cut_row(const uint32_t *__restrict__ a, Halves halves, Cut cut,
                                               unsigned row)
{
    constexpr unsigned WARPS = CUT_THREADS / 32, KEPT = 4;
    __shared__ uint32_t found[WARPS];
    const unsigned octets = cut.slices * (SLICE / 8);
    Eight kept[KEPT];
    uint32_t largest = 0;
#pragma unroll
    for (unsigned i = 0; i < KEPT; i++) {
        kept[i] = eight_of_row(a, row, (threadIdx.x + i * CUT_THREADS) * 8, cut.n, cut.rows());
    }
#pragma unroll
    for (unsigned i = 0; i < KEPT; i++) {
        largest = largest_of(&kept[i], largest);
    }
    for (unsigned octet = threadIdx.x + KEPT * CUT_THREADS; octet < octets; octet += CUT_THREADS) {
        const Eight eight = eight_of_row(a, row, octet * 8, cut.n, cut.rows());
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
        halves.a_exponent[row] = exponent;
    }
    const unsigned line = row % CUT_LINES, first = row - line;
#pragma unroll
    for (unsigned i = 0; i < KEPT; i++) {
        const unsigned octet = threadIdx.x + i * CUT_THREADS;
        if (octet < octets) {
            unsigned char *piece = halves.a + line_offset(octet / 4, first, cut.row_lines());
            store_halves(piece, line, octet % 4, &kept[i], exponent);
        }
    }
    for (unsigned octet = threadIdx.x + KEPT * CUT_THREADS; octet < octets; octet += CUT_THREADS) {
        const Eight eight = eight_of_row(a, row, octet * 8, cut.n, cut.rows());
        unsigned char *piece = halves.a + line_offset(octet / 4, first, cut.row_lines());
        store_halves(piece, line, octet % 4, &eight, exponent);
    }
}

/* A block looks for the largest of STRIP columns of B in one part of k. */
template <typename Cut>
static __device__ __forceinline__ void seek_columns(const uint32_t *__restrict__ b, Halves halves, Cut cut,
                                                    unsigned block)
{
    constexpr unsigned WARPS = CUT_THREADS / 32;
    __shared__ uint32_t found[WARPS][STRIP];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned strips = cut.lines / STRIP, part = block / strips;
    const unsigned column = block % strips * STRIP + lane;
    const unsigned depth = (cut.n + PARTS_OF_K - 1) / PARTS_OF_K;
    const unsigned end = min((part + 1) * depth, cut.n);

    uint32_t largest = 0;
    if (column < cut.columns()) {
#pragma unroll 16
        for (unsigned k = part * depth + warp; k < end; k += WARPS) {
            largest = max(largest, b[(size_t)k * cut.n + column] & 0x7fffffffu);
        }
    }
    found[warp][lane] = largest;
    __syncthreads();
    if (warp == 0) {
#pragma unroll
        for (unsigned i = 0; i < WARPS; i++) {
            largest = max(largest, found[i][lane]);
        }
        halves.largest[(size_t)part * cut.lines + column] = largest;
    }
}

/* First launch: what needs nothing of each other; what takes longer begins first. */
template <typename Cut>
static __global__ void __launch_bounds__(CUT_THREADS)
    cut_a_seek_b(const uint32_t *__restrict__ a, const uint32_t *__restrict__ b, Halves halves, Cut cut)
{
    if (blockIdx.x < cut.row_lines()) {
        cut_row(a, halves, cut, blockIdx.x);
    } else {
        seek_columns(b, halves, cut, blockIdx.x - cut.row_lines());
    }
}

/* Second launch: B by columns. A warp reads 8 columns x 32 k, in pieces of 32 bytes. */
template <typename Cut>
static __global__ void __launch_bounds__(CUT_THREADS)
    cut_b(const uint32_t *__restrict__ b, Halves halves, Cut cut)
{
    __shared__ int exponents[CUT_COLUMNS];
    const unsigned line = threadIdx.x % CUT_LINES, octet = threadIdx.x % 32 / CUT_LINES;
    const unsigned strips = cut.lines / CUT_COLUMNS;
    const unsigned first_column = blockIdx.x % strips * CUT_COLUMNS;
    const unsigned first_slice = blockIdx.x / strips * CUT_SLICES;
    const unsigned first = first_column + threadIdx.x / 32 * CUT_LINES; /* of the warp's columns */
    Eight eight[CUT_SLICES]; /* asked for before anything is waited for */
#pragma unroll
    for (unsigned i = 0; i < CUT_SLICES; i++) {
        eight[i] =
            eight_of_column(b, first + line, (first_slice + i) * SLICE + octet * 8, cut.n, cut.columns());
    }
    if (threadIdx.x < CUT_COLUMNS) {
        const unsigned column = first_column + threadIdx.x;
        uint32_t largest = 0;
#pragma unroll
        for (unsigned part = 0; part < PARTS_OF_K; part++) {
            largest = max(largest, halves.largest[(size_t)part * cut.lines + column]);
        }
        const int exponent = exponent_of(largest);
        exponents[threadIdx.x] = exponent;
        if (first_slice == 0) {
            halves.b_exponent[column] = exponent;
        }
    }
    __syncthreads();
    const int exponent = exponents[first - first_column + line];
#pragma unroll
    for (unsigned i = 0; i < CUT_SLICES; i++) {
        const unsigned slice = first_slice + i;
        if (slice < cut.slices) {
            store_halves(halves.b + line_offset(slice, first, cut.lines), line, octet, &eight[i], exponent);
        }
    }
}

/* Last launch: what a row or column with NaN or infinity has spoilt, by plain multiply-adds. Where nothing
 * is marked, which is nearly always, a block reads its marks and ends. */
template <typename Cut>
static __global__ void __launch_bounds__(CUT_THREADS)
    repair(const float *__restrict__ a, const float *__restrict__ b, Halves halves, float *__restrict__ out,
           Cut cut)
{
    const unsigned n = cut.n;
    __shared__ bool row_marked[REPAIR_SIDE], column_marked[REPAIR_SIDE];
    const unsigned tiles = (cut.columns() + REPAIR_SIDE - 1) / REPAIR_SIDE;
    const unsigned top = blockIdx.x / tiles * REPAIR_SIDE, left = blockIdx.x % tiles * REPAIR_SIDE;
    const unsigned i = threadIdx.x % REPAIR_SIDE;
    bool marked;
    if (threadIdx.x < REPAIR_SIDE) {
        marked = row_marked[i] = halves.a_exponent[top + i] == NOT_FINITE;
    } else {
        marked = column_marked[i] = halves.b_exponent[left + i] == NOT_FINITE;
    }
    if (!__syncthreads_or(marked)) {
        return;
    }
    for (unsigned cell = threadIdx.x; cell < REPAIR_SIDE * REPAIR_SIDE; cell += CUT_THREADS) {
        const unsigned y = cell / REPAIR_SIDE, x = cell % REPAIR_SIDE;
        const unsigned row = top + y, column = left + x;
        if (row < cut.rows() && column < cut.columns() && (row_marked[y] || column_marked[x])) {
            float sum = 0;
            for (unsigned k = 0; k < n; k++) {
                sum += a[(size_t)row * n + k] * b[(size_t)k * n + column];
            }
            out[(size_t)row * n + column] = sum;
        }
    }
}

static_assert(CUT_THREADS == 2 * REPAIR_SIDE, "half the threads read marks of rows, half of columns");
static_assert(LINES_STEP % REPAIR_SIDE == 0, "marks are there for whole tiles");

/* Both operands. A has been cut before if there are no lines of it. */
template <typename Cut> static inline int launch_cuts(const Task *task, Halves halves, Cut cut)
{
    const void *a = task->a, *b = task->b;
    const double of_a = cut.row_lines() > 0 ? (double)cut.rows() * cut.n : 0;
    const double of_b = (double)cut.columns() * cut.n;
    void *both[] = {&a, &b, &halves, &cut}, *second[] = {&b, &halves, &cut};
    LaunchShape shape = {.grid = {cut.row_lines() + cut.lines / STRIP * PARTS_OF_K, 1, 1},
                         .block = {CUT_THREADS, 1, 1}};
    shape.global_accesses = 2 * of_a + of_b; /* A and B, and what is cut of A */
    if (GPU_LAUNCH(task, cut_a_seek_b<Cut>, &shape, both) != 0) {
        return -1;
    }
    shape.grid[0] = column_blocks(&cut);
    shape.global_accesses = 2 * of_b;
    return GPU_LAUNCH(task, cut_b<Cut>, &shape, second);
}

template <typename Cut> static inline int launch_repair(const Task *task, Halves halves, Cut cut)
{
    const void *a = task->a, *b = task->b;
    void *out = task->out;
    const unsigned tiles = gpu_blocks(cut.rows(), REPAIR_SIDE) * gpu_blocks(cut.columns(), REPAIR_SIDE);
    LaunchShape shape = {.grid = {tiles, 1, 1}, .block = {CUT_THREADS, 1, 1}};
    shape.global_accesses = 2.0 * REPAIR_SIDE * tiles;
    void *arguments[] = {&a, &b, &halves, &out, &cut};
    return GPU_LAUNCH(task, repair<Cut>, &shape, arguments);
}

/* A total that keeps what rounding takes from it. */
typedef struct Kept {
    float sum, rest;
} Kept;

/* Which is exact where the total is larger than what is added. */
static __device__ __forceinline__ void keep(Kept *total, float part)
{
    const float sum = total->sum + part;
    total->rest += part - (sum - total->sum);
    total->sum = sum;
}

/* A sum of the product, times the power of two that was divided out: in two steps, as it may exceed float32
 * where the result does not. Below the limit the result is 0 anyhow. */
static __device__ __forceinline__ float scaled_back(float sum, int exponent)
{
    const int shift = max(exponent, -252), half = shift >> 1;
    return sum * power_of_two(half) * power_of_two(shift - half);
}

/* What a product of halves writes, and where. */
typedef struct HalvesResult {
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
} HalvesResult;

/* Some rows and columns of it. */
typedef struct HalvesResultPart {
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
} HalvesResultPart;

/* One row of it. Lines are filled up to whole tiles, so exponents are there for every row and column of a
 * tile. */
typedef struct HalvesRow {
    float *cells;
    int exponent;
    bool inside;
} HalvesRow;

template <typename Result>
static __device__ __forceinline__ HalvesRow row_of(const Result &result, unsigned row)
{
    HalvesRow of = {result.out + (size_t)row * result.n,
                    __ldg(&result.a_exponent[row]) - 2 * LARGEST_EXPONENT, row < result.rows()};
    return of;
}

/* Stores two neighbours. The column is even, and n if EVEN. */
template <bool EVEN, typename Result>
static __device__ __forceinline__ void store_pair(const Result &result, const HalvesRow &row, unsigned column,
                                                  float left, float right)
{
    const int2 exponents = __ldg((const int2 *)&result.b_exponent[column]);
    left = scaled_back(left, row.exponent + exponents.x);
    right = scaled_back(right, row.exponent + exponents.y);
    if (EVEN) {
        if (row.inside && column < result.columns()) {
            *(float2 *)&row.cells[column] = make_float2(left, right);
        }
        return;
    }
    if (row.inside && column < result.columns()) {
        row.cells[column] = left;
    }
    if (row.inside && column + 1 < result.columns()) {
        row.cells[column + 1] = right;
    }
}

#endif
