/* Products of a few rows or a few columns, at most THIN of them, for stream_k and mbarrier_pipeline, and for
 * stream_k_ordered where it has fewer tiles than a wave.
 *
 * Tiles would be mostly empty. The wide operand, which is read once, is the bound: 4 bytes for 2 to 32
 * operations. So a warp reads it as it lies, 16 bytes a lane, and the thin operand comes from shared memory.
 *
 *     few rows (m): a lane has four columns of B and all rows of the result; the warps of a block, and the
 *         blocks of a column of blocks, have parts of k, whose sums a second launch adds in the order of k
 *     few columns (n): a lane has four k of some rows of A, and all columns of the result; at the end the
 *         lanes' sums are added
 *
 * Measured on an H200, float32, against cuBLAS: 2.15, 1.12 for 16 rows, 1.13, 1.01 for 16 columns by 4096 and
 * 8192; 0.86, 0.94 for a row, 1.11, 1.43 for a column.
 * Any m, n, k: where rows do not begin at multiples of 16 bytes, elements are read one by one.
 * Source: Chen, Xiong, Xu, Rivera, Huang, et al., "TSM2: optimizing tall-and-skinny matrix-matrix
 * multiplication on GPUs", 2019 (the tall operand as the bound; registers for the thin result). */
#pragma once

#include <stdint.h>

#include "common/size.h"
#include "gpu/capability.h"
#include "gpu/grid.h"
#include "gpu/launch.h"
#include "gpu/matmul/kernels/tile.cuh"

enum { THIN = 16, THIN_FOUR = 4, THIN_LANES = 32 };
enum { THIN_STRIP = THIN_LANES * THIN_FOUR }; /* columns, or k, of a warp */
enum { THIN_WARPS = 8, THIN_THREADS = THIN_WARPS * THIN_LANES };
enum { THIN_DEPTH = 256 }; /* k of a block of few rows */
enum {
    THIN_CHUNK = 256,
    THIN_ROWS = 4,
    THIN_GROUP = 128
}; /* of few columns: k at a time; rows of a warp;
      threads */

template <typename Element> using ThinFour = TilePart<Element, THIN_FOUR>;

/* Elements at to at + 3 of a row of `size`; zeros beyond it. */
template <bool WIDE, typename Element>
static __device__ __forceinline__ ThinFour<Element> thin_read(const Element *row, unsigned at, unsigned size)
{
    if (WIDE && at < size) {
        return *(const ThinFour<Element> *)&row[at];
    }
    ThinFour<Element> four;
#pragma unroll
    for (unsigned i = 0; i < THIN_FOUR; i++) {
        four.item[i] = !WIDE && at + i < size ? row[at + i] : Element(0);
    }
    return four;
}

/* sums: parts of k x m x n. A block has THIN_DEPTH of k for THIN_STRIP columns. */
template <typename Element, int ROWS, bool WIDE>
static __global__ void __launch_bounds__(THIN_THREADS)
    thin_rows(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ sums,
              unsigned m, unsigned n, unsigned k)
{
    __shared__ Element left[THIN_DEPTH][ROWS], total[THIN_WARPS / 2][ROWS][THIN_STRIP];
    const unsigned lane = threadIdx.x % THIN_LANES, warp = threadIdx.x / THIN_LANES;
    const unsigned across = (n + THIN_STRIP - 1) / THIN_STRIP, part = blockIdx.x / across;
    const unsigned column = blockIdx.x % across * THIN_STRIP + lane * THIN_FOUR, first = part * THIN_DEPTH;
    for (unsigned at = threadIdx.x; at < THIN_DEPTH * ROWS; at += THIN_THREADS) {
        const unsigned row = at / THIN_DEPTH, along = first + at % THIN_DEPTH;
        left[at % THIN_DEPTH][row] = row < m && along < k ? a[(size_t)row * k + along] : Element(0);
    }
    constexpr unsigned SHARE = THIN_DEPTH / THIN_WARPS, AT_ONCE = ROWS == 1 ? 16 : 8;
    Element sum[ROWS][THIN_FOUR] = {};
#pragma unroll 1
    for (unsigned s = warp * SHARE; s < (warp + 1) * SHARE; s += AT_ONCE) {
        ThinFour<Element> right[AT_ONCE];
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE; i++) {
            const unsigned row = first + s + i < k ? first + s + i : k - 1; /* its factors are zero */
            right[i] = thin_read<WIDE>(b + (size_t)row * n, column, n);
        }
        if (s == warp * SHARE) {
            __syncthreads(); /* `left` is there; the reads of B are on their way */
        }
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE; i++) {
#pragma unroll
            for (int row = 0; row < ROWS; row++) {
#pragma unroll
                for (int j = 0; j < THIN_FOUR; j++) {
                    sum[row][j] += left[s + i][row] * right[i].item[j];
                }
            }
        }
    }
    /* Halves of the warps add up, until one has the sums. */
#pragma unroll
    for (unsigned half = THIN_WARPS / 2; half > 0; half /= 2) {
        __syncthreads();
#pragma unroll
        for (int row = 0; row < ROWS && warp >= half && warp < 2 * half; row++) {
            *(ThinFour<Element> *)&total[warp - half][row][lane * THIN_FOUR] = {
                {sum[row][0], sum[row][1], sum[row][2], sum[row][3]}};
        }
        __syncthreads();
#pragma unroll
        for (int row = 0; row < ROWS && warp < half; row++) {
            const ThinFour<Element> more = *(const ThinFour<Element> *)&total[warp][row][lane * THIN_FOUR];
#pragma unroll
            for (int j = 0; j < THIN_FOUR; j++) {
                sum[row][j] += more.item[j];
            }
        }
    }
#pragma unroll
    for (int row = 0; row < ROWS && warp == 0; row++) {
#pragma unroll
        for (unsigned j = 0; j < THIN_FOUR; j++) {
            if ((unsigned)row < m && column + j < n) {
                sums[((size_t)part * m + row) * n + column + j] = sum[row][j];
            }
        }
    }
}

template <typename Element>
static __global__ void __launch_bounds__(THIN_THREADS)
    thin_add(const Element *__restrict__ sums, Element *__restrict__ out, size_t results, unsigned parts)
{
    const size_t at = (size_t)blockIdx.x * THIN_THREADS + threadIdx.x;
    if (at >= results) {
        return;
    }
    Element sum = 0;
#pragma unroll 8
    for (unsigned part = 0; part < parts; part++) {
        sum += sums[part * results + at];
    }
    out[at] = sum;
}

/* A thread's parts of a chunk of k on their way: of its rows of A, and of B. */
template <typename Element, int COLUMNS> struct ThinChunk {
    ThinFour<Element> left[THIN_CHUNK / THIN_STRIP][THIN_ROWS];
    Element right[THIN_CHUNK * COLUMNS / THIN_GROUP];
};

template <bool WIDE, typename Element, int COLUMNS>
static __device__ __forceinline__ void
thin_fetch(ThinChunk<Element, COLUMNS> &chunk, const Element *__restrict__ a, const Element *__restrict__ b,
           unsigned row, unsigned first, unsigned m, unsigned n, unsigned k)
{
    const unsigned lane = threadIdx.x % THIN_LANES;
#pragma unroll
    for (unsigned s = 0; s < THIN_CHUNK / THIN_STRIP; s++) {
#pragma unroll
        for (unsigned i = 0; i < THIN_ROWS; i++) {
            const unsigned from = row + i < m ? row + i : m - 1; /* its sums are not stored */
            chunk.left[s][i] =
                thin_read<WIDE>(a + (size_t)from * k, first + s * THIN_STRIP + lane * THIN_FOUR, k);
        }
    }
#pragma unroll
    for (unsigned i = 0; i < THIN_CHUNK * COLUMNS / THIN_GROUP; i++) {
        const unsigned at = i * THIN_GROUP + threadIdx.x, along = first + at / COLUMNS, column = at % COLUMNS;
        chunk.right[i] = along < k && column < n ? b[(size_t)along * n + column] : Element(0);
    }
}

/* A block has THIN_GROUP / THIN_LANES x THIN_ROWS rows. */
template <typename Element, int COLUMNS, bool WIDE>
static __global__ void __launch_bounds__(THIN_GROUP)
    thin_columns(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
                 unsigned m, unsigned n, unsigned k)
{
    __shared__ Element right[COLUMNS][THIN_CHUNK + THIN_FOUR]; /* columns begin in different banks */
    const unsigned lane = threadIdx.x % THIN_LANES, warp = threadIdx.x / THIN_LANES;
    const unsigned row = (blockIdx.x * (THIN_GROUP / THIN_LANES) + warp) * THIN_ROWS;
    Element sum[THIN_ROWS][COLUMNS] = {};
    ThinChunk<Element, COLUMNS> next;
    thin_fetch<WIDE>(next, a, b, row, 0, m, n, k);
    for (unsigned first = 0; first < k; first += THIN_CHUNK) {
        const ThinChunk<Element, COLUMNS> chunk = next;
        __syncthreads(); /* the chunk before was read by all */
#pragma unroll
        for (unsigned i = 0; i < THIN_CHUNK * COLUMNS / THIN_GROUP; i++) {
            const unsigned at = i * THIN_GROUP + threadIdx.x;
            right[at % COLUMNS][at / COLUMNS] = chunk.right[i];
        }
        __syncthreads();
        if (first + THIN_CHUNK < k) {
            thin_fetch<WIDE>(next, a, b, row, first + THIN_CHUNK, m, n, k);
        }
#pragma unroll
        for (unsigned s = 0; s < THIN_CHUNK / THIN_STRIP; s++) {
#pragma unroll
            for (int column = 0; column < COLUMNS; column++) {
                const ThinFour<Element> four =
                    *(const ThinFour<Element> *)&right[column][s * THIN_STRIP + lane * THIN_FOUR];
#pragma unroll
                for (unsigned i = 0; i < THIN_ROWS; i++) {
#pragma unroll
                    for (int j = 0; j < THIN_FOUR; j++) {
                        sum[i][column] += chunk.left[s][i].item[j] * four.item[j];
                    }
                }
            }
        }
    }
#pragma unroll
    for (unsigned i = 0; i < THIN_ROWS; i++) {
#pragma unroll
        for (unsigned column = 0; column < COLUMNS; column++) {
            Element all = sum[i][column];
#pragma unroll
            for (int half = THIN_LANES / 2; half > 0; half /= 2) {
                all += __shfl_xor_sync(~0u, all, half);
            }
            if (lane == column && row + i < m && column < n) {
                out[(size_t)(row + i) * n + column] = all;
            }
        }
    }
}

static inline bool thin_is(const Point *point)
{
    return size_min(point->m, point->n) <= THIN;
}

static inline bool thin_has_few_rows(const Point *point)
{
    return point->m <= point->n;
}

static inline size_t thin_workspace(const Point *point)
{
    const size_t results = size_mul(point->m, point->n);
    return thin_has_few_rows(point)
               ? size_mul(gpu_blocks(point->k, THIN_DEPTH), size_mul(results, type_size(point->type)))
               : 0;
}

/* SIDE: the rows or columns that the kernel has. */
template <typename Element, int SIDE, bool WIDE> static inline int thin_launch(const Task *task)
{
    const Point *point = task->point;
    const unsigned m = (unsigned)point->m, n = (unsigned)point->n, k = (unsigned)point->k;
    const size_t results = (size_t)m * n;
    LaunchShape shape = {.grid = {gpu_blocks(m, THIN_GROUP / THIN_LANES * THIN_ROWS), 1, 1},
                         .block = {THIN_GROUP, 1, 1}};
    shape.operations = gpu_task_work();
    if (!thin_has_few_rows(point)) {
        shape.global_accesses = (double)m * k + (double)k * n * shape.grid[0] + (double)results;
        return GPU_LAUNCH(task, shape, thin_columns<Element, SIDE, WIDE>, task->a, task->b, task->out, m, n,
                          k);
    }
    const unsigned parts = gpu_blocks(k, THIN_DEPTH), across = gpu_blocks(n, THIN_STRIP);
    shape.grid[0] = parts * across;
    shape.block[0] = THIN_THREADS;
    shape.global_accesses = (double)k * n + (double)m * k * across + (double)parts * (double)results;
    if (GPU_LAUNCH(task, shape, thin_rows<Element, SIDE, WIDE>, task->a, task->b, task->workspace, m, n, k) !=
        0) {
        return -1;
    }
    LaunchShape adding = {.grid = {gpu_blocks(results, THIN_THREADS), 1, 1}, .block = {THIN_THREADS, 1, 1}};
    adding.global_accesses = (double)(parts + 1) * (double)results;
    return GPU_LAUNCH(task, adding, thin_add<Element>, task->workspace, task->out, results, parts);
}

template <typename Element, bool WIDE> static inline int thin_side(const Task *task)
{
    const size_t side = size_min(task->point->m, task->point->n);
    return side == 1   ? thin_launch<Element, 1, WIDE>(task)
           : side <= 4 ? thin_launch<Element, 4, WIDE>(task)
                       : thin_launch<Element, THIN, WIDE>(task);
}

static inline int thin_run(const Task *task)
{
    const Point *point = task->point;
    const bool wide = (thin_has_few_rows(point) ? point->n : point->k) % THIN_FOUR == 0;
    if (point->type == TYPE_FLOAT32) {
        return wide ? thin_side<float, true>(task) : thin_side<float, false>(task);
    }
    return wide ? thin_side<uint32_t, true>(task) : thin_side<uint32_t, false>(task); /* int32 that wraps */
}
