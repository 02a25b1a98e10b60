/* Matrix products whose last tiles are split along k, for stream_k, which describes the idea, and the rungs
 * after it.
 *
 * Shapes<Element, WIDTH> has three shapes (TileShape): Flat is for products that have no more rows than it,
 * Small for so few tiles that each multiprocessor has one of them at most, Large for more. Products of still
 * fewer rows or columns have no tiles (thin.cuh). */
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>

#include "common/gpu.h"
#include "common/size.h"
#include "gpu/matmul/kernels/thin.cuh"
#include "gpu/matmul/kernels/tile.cuh"

enum { STREAM_K_BODY = 1 };       /* as in two_ctas_per_sm */
enum { STREAM_K_RESIDENT = 256 }; /* threads on a multiprocessor */
enum { STREAM_K_LEAST = 64 };     /* k of a part, at least */

/* GROUPS groups of warps each compute the whole tile for a part of every slice: for products with so few
 * tiles that a multiprocessor has one at most. Their sums are added up at the end. */
template <typename Shape, int GROUPS> struct TileGroups {
    /* Each group holds the final values of an equal part of the rows. */
    static __device__ inline bool owns(int i)
    {
        return i / (TILE_DOWN / GROUPS) == (int)threadIdx.x / (Shape::WARPS * 32);
    }

    template <typename Element> static __device__ inline void join(Element *memory, Element (&sum)[8][16])
    {
        typedef TilePart<Element, TILE_VECTOR> Part;
        const int threads = Shape::WARPS * 32, thread = threadIdx.x % threads, mine = threadIdx.x / threads;
#pragma unroll
        for (int i = 0; i < TILE_DOWN; i++) {
#pragma unroll
            for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
                const int at = ((mine * TILE_DOWN + i) * TILE_ACROSS + j) * threads + thread * TILE_VECTOR;
                *(Part *)&memory[at] = tile_swapped(sum[i], j);
            }
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE_DOWN; i++) {
            if (owns(i)) {
#pragma unroll
                for (int j = 0; j < TILE_ACROSS; j++) {
                    sum[i][j] = 0;
                }
#pragma unroll
                for (int group = 0; group < Shape::GROUPS; group++) {
#pragma unroll
                    for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
                        const int at =
                            ((group * TILE_DOWN + i) * TILE_ACROSS + j) * threads + thread * TILE_VECTOR;
                        const Part part = *(const Part *)&memory[at];
                        sum[i][j] += part.item[1];
                        sum[i][j + 1] += part.item[0];
                        sum[i][j + 2] += part.item[3];
                        sum[i][j + 3] += part.item[2];
                    }
                }
            }
        }
        __syncthreads();
    }
};

/* The tiles that are split come first; their slices, one tile's after the other's, are distributed to
 * workers.
 */
struct StreamKTail {
    unsigned tiles, workers;
    void *sums; /* two tiles for each worker: of its part that begins within a tile, and of the other */
    unsigned *arrived; /* workers, for each tile */

    __host__ __device__ inline size_t part_begin(unsigned slices, unsigned worker) const
    {
        return (size_t)worker * tiles * slices / workers;
    }

    /* The worker that has the slice-th of all slices. */
    __host__ __device__ inline unsigned worker_of(unsigned slices, size_t slice) const
    {
        return (unsigned)(((slice + 1) * workers - 1) / ((size_t)tiles * slices));
    }
};

/* Adds the sums of all workers of a tile, if this block is the last of them to arrive; else false.
 * `mine`: where this block's own go. */
template <typename Shape, typename Element>
static __device__ inline bool stream_k_gather(const StreamKTail &tail, unsigned slices, unsigned tile,
                                              Element *mine, Element (&sum)[TILE_DOWN][TILE_ACROSS])
{
    typedef TilePart<Element, TILE_VECTOR> Part;
    const unsigned threads = Shape::WARPS * 32, thread = threadIdx.x % threads;
    static __shared__ unsigned before;
    const size_t begin = (size_t)tile * slices;
    const unsigned first = tail.worker_of(slices, begin), last = tail.worker_of(slices, begin + slices - 1);
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
        if (!TileGroups<Shape>::owns(i)) {
            continue;
        }
#pragma unroll
        for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
            const unsigned at = (i * TILE_ACROSS + j) * threads + thread * TILE_VECTOR;
            *(Part *)&mine[at] = tile_swapped(sum[i], j);
        }
    }
    __threadfence();
    __syncthreads(); /* all sums of this block are visible */
    if (threadIdx.x == 0) {
        before = atomicAdd(&tail.arrived[tile], 1);
    }
    __syncthreads();
    if (before != last - first) {
        return false;
    }
    __threadfence();
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
#pragma unroll
        for (int j = 0; j < TILE_ACROSS; j++) {
            sum[i][j] = 0;
        }
    }
#pragma unroll 1
    for (unsigned worker = first; worker <= last; worker++) {
        const size_t slot = (size_t)worker * 2 + (tail.part_begin(slices, worker) <= begin);
        const Element *from = (const Element *)tail.sums + slot * (Shape::ROWS * Shape::COLUMNS);
#pragma unroll
        for (int i = 0; i < TILE_DOWN; i++) {
            if (!TileGroups<Shape>::owns(i)) {
                continue;
            }
#pragma unroll
            for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
                const unsigned at = (i * TILE_ACROSS + j) * threads + thread * TILE_VECTOR;
                const uint4 bits =
                    __ldcg((const uint4 *)&from[at]); /* written by other blocks: not from L1 */
                const Part part = *(const Part *)&bits;
                sum[i][j] += part.item[1];
                sum[i][j + 1] += part.item[0];
                sum[i][j + 2] += part.item[3];
                sum[i][j + 3] += part.item[2];
            }
        }
    }
    return true;
}

template <typename Shape, typename Element, int WIDTH, typename Product>
static __global__ void __launch_bounds__(Shape::THREADS, STREAM_K_RESIDENT / Shape::THREADS)
    stream_k_multiply(const Product product, const StreamKTail tail)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ uint4 memory[];
    const unsigned slices = product.slices, block = blockIdx.x;
    unsigned tile = tail.tiles + block - tail.workers, first = 0, left = slices;
    if (block < tail.workers) {
        const size_t begin = tail.part_begin(slices, block);
        tile = (unsigned)(begin / slices);
        first = (unsigned)(begin % slices);
        left = (unsigned)(tail.part_begin(slices, block + 1) - begin);
    }
#pragma unroll 1
    while (true) {
        const unsigned count = left < slices - first ? left : slices - first;
        unsigned row, column;
        tile_place<Shape>(product, tile, &row, &column);
        Element sum[TILE_DOWN][TILE_ACROSS] = {};
        tile_multiply<Shape, WIDTH, STREAM_K_BODY>(product, row, column, first, count, (Element *)memory,
                                                   sum);
        Element *mine =
            (Element *)tail.sums + ((size_t)block * 2 + (first == 0)) * (Shape::ROWS * Shape::COLUMNS);
        if (count == slices || stream_k_gather<Shape>(tail, slices, tile, mine, sum)) {
            tile_store_swapped<Shape, WIDTH>(product, row, column, (Element *)memory, sum);
        }
        left -= count;
        if (left == 0) {
            break;
        }
        first = 0;
        tile++;
        __syncthreads(); /* all results have left shared memory */
    }
#endif
}

/* A product, and how to fill the GPU in use with it. The memory of `tail` is not set. */
template <typename Product> struct StreamKPlan {
    Product product;
    StreamKTail tail;
    size_t sums_bytes, bytes; /* of the workspace */
};

template <typename Shape, typename Product>
static inline StreamKPlan<Product> stream_k_plan(const Product &product)
{
    StreamKPlan<Product> plan = {tile_cut<Shape>(product), {0, 0, NULL, NULL}, 0, 0};
    const unsigned wave = gpu_multiprocessors() * (STREAM_K_RESIDENT / Shape::THREADS);
    const unsigned tiles = plan.product.tiles_down * plan.product.tiles_across, rest = tiles % wave;
    if (rest == 0 || rest > wave - wave / 32) {
        return plan; /* full without a split */
    }
    StreamKTail *tail = &plan.tail;
    tail->tiles = tiles < wave ? rest : rest + wave;
    tail->workers = wave;
    const unsigned whole = wave / rest * rest; /* workers, if all tiles are split alike */
    if (tiles < wave && whole > wave - wave / 8) {
        tail->workers = whole;
    }
    const size_t parts =
        ((size_t)tail->tiles * plan.product.slices * Shape::SLICE + STREAM_K_LEAST - 1) / STREAM_K_LEAST;
    if (parts < tail->workers) {
        tail->workers = (unsigned)parts;
    }
    if (tail->workers <= tail->tiles && tail->workers < wave) {
        tail->tiles = tail->workers = 0; /* too short to be split */
    }
    plan.sums_bytes =
        size_mul(size_mul(tail->workers, 2 * sizeof(uint32_t)), (size_t)Shape::ROWS * Shape::COLUMNS);
    plan.bytes = size_add(plan.sums_bytes, size_mul(tail->tiles, sizeof(unsigned)));
    return plan;
}

template <typename Shape, typename Element, int WIDTH, typename Product>
static inline int stream_k_launch(const Task *task, StreamKPlan<Product> cut)
{
    LaunchShape shape = tile_launch<Shape>(task, cut.product);
    if (cut.tail.tiles > 0) {
        cut.tail.sums = task->workspace;
        cut.tail.arrived = (unsigned *)((char *)task->workspace + cut.sums_bytes);
        if (!gpu_is_recording() &&
            GPU_CHECK(task, cudaMemsetAsync(cut.tail.arrived, 0, cut.tail.tiles * sizeof(unsigned),
                                            (cudaStream_t)task->stream)) != 0) {
            return -1;
        }
        shape.grid[0] += cut.tail.workers - cut.tail.tiles;
        /* A worker writes two parts at most, which are read again. */
        shape.global_accesses += 4.0 * Shape::ROWS * Shape::COLUMNS * cut.tail.workers;
    }
    return GPU_LAUNCH(task, shape, stream_k_multiply<Shape, Element, WIDTH, Product>, cut.product, cut.tail);
}

/* The plan with the best of the shapes, and with `now` its launch. */
template <template <typename, int> class Shapes, typename Element, int WIDTH, typename Product>
static inline int stream_k_choose(const Task *task, const Product &product, bool now,
                                  StreamKPlan<Product> *plan)
{
    typedef typename Shapes<Element, WIDTH>::Large Large;
    typedef typename Shapes<Element, WIDTH>::Small Small;
    typedef typename Shapes<Element, WIDTH>::Flat Flat;
    if (product.rows() <= Flat::ROWS) {
        *plan = stream_k_plan<Flat>(product);
        return now ? stream_k_launch<Flat, Element, WIDTH>(task, *plan) : 0;
    }
    const Product small = tile_cut<Small>(product);
    if (small.tiles_down * small.tiles_across <= gpu_multiprocessors()) {
        *plan = stream_k_plan<Small>(product);
        return now ? stream_k_launch<Small, Element, WIDTH>(task, *plan) : 0;
    }
    *plan = stream_k_plan<Large>(product);
    return now ? stream_k_launch<Large, Element, WIDTH>(task, *plan) : 0;
}

template <template <typename, int> class Shapes, typename Product>
static inline int stream_k_any(const Task *task, const Product &product, bool now, StreamKPlan<Product> *plan)
{
    const bool wide = tile_is_wide(product);
    if (task->point->type == TYPE_FLOAT32) {
        return wide ? stream_k_choose<Shapes, float, 4>(task, product, now, plan)
                    : stream_k_choose<Shapes, float, 1>(task, product, now, plan);
    }
    return wide ? stream_k_choose<Shapes, uint32_t, 4>(task, product, now, plan) /* int32 that wraps */
                : stream_k_choose<Shapes, uint32_t, 1>(task, product, now, plan);
}

template <template <typename, int> class Shapes>
static inline StreamKPlan<TileShaped> stream_k_plan_of(const Point *point)
{
    Task task = {};
    task.point = point;
    StreamKPlan<TileShaped> plan; /* that of square matrices is the same */
    (void)stream_k_any<Shapes>(&task, tile_shaped(&task), false, &plan);
    return plan;
}

template <template <typename, int> class Shapes, typename Product>
static inline int stream_k_product(const Task *task, const Product &product)
{
    StreamKPlan<Product> plan;
    return stream_k_any<Shapes>(task, product, true, &plan);
}

/* For Variant.workspace, describe and run. */
template <template <typename, int> class Shapes> static size_t stream_k_workspace(const Point *point)
{
    return thin_is(point) ? thin_workspace(point) : stream_k_plan_of<Shapes>(point).bytes;
}

template <template <typename, int> class Shapes>
static void stream_k_describe(const Point *point, char *text, size_t size)
{
    const StreamKPlan<TileShaped> plan = stream_k_plan_of<Shapes>(point);
    if (plan.tail.tiles > 0 && !thin_is(point)) {
        snprintf(text, size, "%u of %u tiles split for %u blocks", plan.tail.tiles,
                 plan.product.tiles_down * plan.product.tiles_across, plan.tail.workers);
    }
}

template <template <typename, int> class Shapes> static int stream_k_run(const Task *task)
{
    return thin_is(task->point)           ? thin_run(task)
           : point_is_square(task->point) ? stream_k_product<Shapes>(task, tile_matrices(task))
                                          : stream_k_product<Shapes>(task, tile_shaped(task));
}

/* The shapes of mbarrier_pipeline: as in stream_k, with other slices and stages; more stages were not faster.
 */
template <typename Element, int WIDTH> struct MbarrierShapes {
    typedef TileShape<128, 128, 16, 5, 1, true> Large;
    typedef TileShape<128, 64, WIDTH == 4 ? 64 : 32, 4, 4, true> Small;
    typedef TileShape<64, 128, WIDTH == 4 ? 64 : 32, 4, 4, true> Flat;
};
template <> struct MbarrierShapes<float, 4> {
    typedef TileShape<128, 256, 32, 3, 1, true> Large;
    typedef TileShape<128, 64, 32, 5, 4, true> Small;
    typedef TileShape<64, 128, 32, 5, 4, true> Flat;
};
template <> struct MbarrierShapes<float, 1> {
    typedef TileShape<128, 256, 16, 6, 1, true> Large;
    typedef TileShape<128, 64, 32, 4, 4, true> Small;
    typedef TileShape<64, 128, 32, 4, 4, true> Flat;
};
