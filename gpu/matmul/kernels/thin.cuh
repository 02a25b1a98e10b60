/* Products of a few rows or a few columns, at most THIN of them, for stream_k and mbarrier_pipeline.
 *
 * Tiles would be mostly empty. The wide operand, which is read once, is the bound: 4 bytes for 2 to 32
 * operations. So a warp reads it as it lies, 16 bytes a lane, and the thin operand comes from shared memory.
 *
 *     few rows (m): a lane has four columns of B and all rows of the result; the warps of a block, and the
 *         blocks of a column of blocks, have parts of k; the last of these blocks to arrive adds all their
 *         sums in the order of k
 *     one row: a block has fewer columns and all k, so no block waits for the sums of others
 *     few columns (n): a lane has four k of some rows of A, and all columns of the result; at the end the
 *         lanes' sums are added
 *
 * Measured on an H200, float32, against cuBLAS: 2.00, 1.47 for 16 rows, 1.14, 1.01 for 16 columns by 4096 and
 * 8192; 1.02, 1.06 for a row, 1.12, 1.43 for a column. By 1000: 0.72 for 16 rows, 2.17 for one.
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
enum { THIN_DEPTH = 256 };                           /* k at a time of a block of few rows */
enum { THIN_ROW_LANES = 8, THIN_ROW_THREADS = 512 }; /* of one row: lanes of a row of B; threads */
enum { THIN_PARTS = 128 };                           /* such blocks that share a column, at most */
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

/* How blocks divide B: into `across` columns of blocks of THIN_STRIP columns, each into parts of `depth` k.
 */
struct ThinCut {
    unsigned across, parts, depth;
    size_t sums_bytes;
};

static inline ThinCut thin_cut(const Point *point)
{
    ThinCut cut = {gpu_blocks(point->n, THIN_STRIP), 1, 0, 0};
    const size_t chunks = gpu_blocks(point->k, THIN_DEPTH);
    /* On a multiprocessor; two are resident, but of more than four rows short parts are worth two waves. */
    const size_t blocks = point->m > THIN_FOUR ? 4 : 2;
    const size_t most = blocks * gpu_multiprocessors() / cut.across;
    const size_t each = gpu_blocks(chunks, size_min(chunks, most < 1 ? 1 : size_min(most, THIN_PARTS)));
    cut.depth = (unsigned)(each * THIN_DEPTH);
    cut.parts = gpu_blocks(chunks, each);
    cut.sums_bytes = size_mul(cut.parts, size_mul(size_mul(point->m, point->n), type_size(point->type)));
    return cut;
}

/* Adds the sums of a column of blocks if this block is the last of them to arrive. count: two words, equal
 * before and after a launch; the first counts arrivals from there on. `shared` is for one more word. */
template <typename Element, int ROWS>
static __device__ __forceinline__ void thin_gather(const Element *sums, Element *__restrict__ out,
                                                   unsigned *count, volatile unsigned *shared, unsigned m,
                                                   unsigned n, unsigned column, unsigned parts)
{
    __threadfence();
    __syncthreads(); /* all sums of this block are visible */
    if (threadIdx.x == 0) {
        *shared = atomicAdd(&count[0], 1) - count[1];
    }
    __syncthreads();
    if (*shared + 1 != parts) {
        return;
    }
    __threadfence();
    if (threadIdx.x == 0) {
        count[0] = count[1];
    }
    constexpr unsigned DOWN = THIN_THREADS / THIN_STRIP, EACH = (ROWS + DOWN - 1) / DOWN;
    constexpr unsigned AT_ONCE = 64 / EACH;
    const unsigned first = threadIdx.x / THIN_STRIP;
    Element sum[EACH] = {};
    for (unsigned part = 0; part < parts; part += AT_ONCE) {
        Element some[AT_ONCE][EACH];
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE * EACH; i++) { /* written by other blocks: not from L1 */
            const unsigned from = part + i / EACH, row = first + i % EACH * DOWN;
            const bool is_there = from < parts && row < m && column < n;
            some[i / EACH][i % EACH] =
                is_there ? __ldcg(&sums[((size_t)from * m + row) * n + column]) : Element(0);
        }
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE * EACH; i++) {
            sum[i % EACH] += some[i / EACH][i % EACH];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < EACH; i++) {
        const unsigned row = first + i * DOWN;
        if (row < m && column < n) {
            out[(size_t)row * n + column] = sum[i];
        }
    }
}

/* sums: parts of k x m x n. A block has `depth` k for THIN_STRIP columns. */
template <typename Element, int ROWS, bool WIDE>
static __global__ void __launch_bounds__(THIN_THREADS, 2)
    thin_rows(const Element *__restrict__ a, const Element *__restrict__ b, Element *sums,
              Element *__restrict__ out, unsigned *counts, unsigned m, unsigned n, unsigned k, ThinCut cut)
{
    __shared__ Element left[THIN_DEPTH][ROWS], total[THIN_WARPS / 2][ROWS][THIN_STRIP];
    const unsigned lane = threadIdx.x % THIN_LANES, warp = threadIdx.x / THIN_LANES;
    const unsigned part = blockIdx.x / cut.across, strip = blockIdx.x % cut.across;
    const unsigned column = strip * THIN_STRIP + lane * THIN_FOUR, begin = part * cut.depth;
    constexpr unsigned SHARE = THIN_DEPTH / THIN_WARPS, AT_ONCE = 8;
    Element sum[ROWS][THIN_FOUR] = {};
#pragma unroll 1
    for (unsigned first = begin; first < min(k, begin + cut.depth); first += THIN_DEPTH) {
        __syncthreads(); /* `left` was read by all */
        for (unsigned at = threadIdx.x; at < THIN_DEPTH * ROWS; at += THIN_THREADS) {
            const unsigned row = at / THIN_DEPTH, along = first + at % THIN_DEPTH;
            left[at % THIN_DEPTH][row] = row < m && along < k ? a[(size_t)row * k + along] : Element(0);
        }
#pragma unroll 1
        for (unsigned s = warp * SHARE; s < (warp + 1) * SHARE; s += AT_ONCE) {
            ThinFour<Element> right[AT_ONCE];
#pragma unroll
            for (unsigned i = 0; i < AT_ONCE; i++) {
                right[i] = thin_read<WIDE>(b + (size_t)min(first + s + i, k - 1) * n, column, n);
            }
            if (s == warp * SHARE) {
                __syncthreads(); /* `left` is there; the reads of B are on their way */
            }
#pragma unroll
            for (unsigned i = 0; i < AT_ONCE && first + s + i < k; i++) {
#pragma unroll
                for (int row = 0; row < ROWS; row++) {
#pragma unroll
                    for (int j = 0; j < THIN_FOUR; j++) {
                        sum[row][j] += left[s + i][row] * right[i].item[j];
                    }
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
    Element *to = cut.parts == 1 ? out : sums + (size_t)part * m * n;
#pragma unroll
    for (int row = 0; row < ROWS && warp == 0; row++) {
#pragma unroll
        for (unsigned j = 0; j < THIN_FOUR; j++) {
            if ((unsigned)row < m && column + j < n) {
                to[(size_t)row * n + column + j] = sum[row][j];
            }
        }
    }
    if (cut.parts > 1) {
        thin_gather<Element, ROWS>(sums, out, &counts[2 * strip], (volatile unsigned *)left, m, n,
                                   strip * THIN_STRIP + threadIdx.x % THIN_STRIP, cut.parts);
    }
}

/* A block has THIN_ROW_LANES * THIN_FOUR columns. */
template <typename Element, bool WIDE>
static __global__ void __launch_bounds__(THIN_ROW_THREADS, 2)
    thin_row(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
             unsigned n, unsigned k)
{
    constexpr unsigned DOWN = THIN_ROW_THREADS / THIN_ROW_LANES, AT_ONCE = 8;
    constexpr unsigned STRIP = THIN_ROW_LANES * THIN_FOUR, WARPS = THIN_ROW_THREADS / THIN_LANES;
    __shared__ Element total[WARPS][STRIP];
    const unsigned across = threadIdx.x % THIN_ROW_LANES * THIN_FOUR, column = blockIdx.x * STRIP + across;
    Element sum[THIN_FOUR] = {};
#pragma unroll 1
    for (unsigned first = threadIdx.x / THIN_ROW_LANES; first < k; first += DOWN * AT_ONCE) {
        ThinFour<Element> right[AT_ONCE];
        Element left[AT_ONCE];
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE; i++) {
            const unsigned along = first + i * DOWN, from = min(along, k - 1);
            right[i] = thin_read<WIDE>(b + (size_t)from * n, along < k ? column : n, n);
            left[i] = along < k ? a[from] : Element(0);
        }
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE * THIN_FOUR; i++) {
            sum[i % THIN_FOUR] += left[i / THIN_FOUR] * right[i / THIN_FOUR].item[i % THIN_FOUR];
        }
    }
#pragma unroll
    for (unsigned j = 0; j < THIN_FOUR; j++) {
#pragma unroll
        for (int half = THIN_LANES / 2; half >= THIN_ROW_LANES; half /= 2) {
            sum[j] += __shfl_xor_sync(~0u, sum[j], half);
        }
        total[threadIdx.x / THIN_LANES][across + j] = sum[j]; /* the same from all lanes of these columns */
    }
    __syncthreads();
    if (threadIdx.x < STRIP && blockIdx.x * STRIP + threadIdx.x < n) {
        Element all = 0;
#pragma unroll
        for (unsigned warp = 0; warp < WARPS; warp++) {
            all += total[warp][threadIdx.x];
        }
        out[blockIdx.x * STRIP + threadIdx.x] = all;
    }
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

/* Of fewer columns for as many k, too few blocks would have all k. */
static inline bool thin_is_row(const Point *point)
{
    return point->m == 1 && point->k / 4 <= point->n;
}

static inline size_t thin_workspace(const Point *point)
{
    const ThinCut cut = thin_cut(point);
    return thin_has_few_rows(point) && !thin_is_row(point)
               ? size_add(cut.sums_bytes, size_mul(cut.across, 2 * sizeof(unsigned)))
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
    if (thin_is_row(point)) {
        shape.grid[0] = gpu_blocks(n, THIN_ROW_LANES * THIN_FOUR);
        shape.block[0] = THIN_ROW_THREADS;
        shape.global_accesses = (double)k * n + (double)k * shape.grid[0] + (double)results;
        return GPU_LAUNCH(task, shape, thin_row<Element, WIDE>, task->a, task->b, task->out, n, k);
    }
    const ThinCut cut = thin_cut(point);
    unsigned *counts = (unsigned *)((char *)task->workspace + cut.sums_bytes);
    shape.grid[0] = cut.parts * cut.across;
    shape.block[0] = THIN_THREADS;
    shape.global_accesses =
        (double)k * n + (double)m * k * cut.across + 2.0 * cut.parts * (double)results + (double)results;
    return GPU_LAUNCH(task, shape, thin_rows<Element, SIDE, WIDE>, task->a, task->b, task->workspace,
                      task->out, counts, m, n, k, cut);
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
