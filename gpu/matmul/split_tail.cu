/* Matrix product whose last tiles are cut along k, so that all multiprocessors end together.
 *
 * two_blocks gives each block a tile. 264 blocks fit on 132 multiprocessors at a
 * time; at n 5001 there are 1600 tiles, six waves of blocks and then 16 that have
 * the GPU for themselves, so a seventh of the time is nearly lost, and at n 1000
 * there are 64 tiles in all. Here as many tiles as do not make whole waves, and
 * one wave more, are taken as one long row of slices of k, which is cut into
 * equal parts, one for each block of the first wave. A block whose part is not a
 * whole tile leaves its sums in the workspace; the last to arrive at a tile, as an
 * atomic counter tells, adds up all of them, in the order of k whoever is last, so
 * that the result is the same every time. Nobody waits for another block. All other
 * tiles follow, one a block, in whole waves.
 *
 * GAIN
 * Limits: 64 KB of sums are written and read for each tile that is cut, some
 * microseconds; the result depends, within rounding, on the number of
 * multiprocessors. Needs compute capability 8.0.
 * Source: Osama, Merrill, Cecka, Garland, Owens, "Stream-K: work-centric parallel
 * decomposition for dense matrix-matrix multiplication on the GPU", 2023. */
#include <cuda_runtime.h>
#include <stdio.h>

#include "common/size.h"
#include "gpu/matmul/tile.cuh"

/* For many tiles: multiply-adds of integers take two clocks, and two blocks hide what is between them; those
 * of floats are so fast that the bytes copied count. Copies of 4 bytes take more registers, so slices are
 * shorter. For fewer tiles than multiprocessors: smaller ones, k of which is shared out within the block. */
template <typename Element, int WIDTH> struct Shapes {
    typedef TileShape<128, 128, 16, 3> Large;
    typedef TileShape<128, 64, WIDTH == 4 ? 64 : 32, 3, 4> Small;
};
template <> struct Shapes<float, 4> {
    typedef TileShape<128, 256, 32, 3> Large;
    typedef TileShape<128, 64, 64, 3, 4> Small;
};
template <> struct Shapes<float, 1> {
    typedef TileShape<128, 256, 16, 3> Large;
    typedef TileShape<128, 64, 32, 3, 4> Small;
};

enum { BODY = 1 };       /* as in two_blocks */
enum { RESIDENT = 256 }; /* threads on a multiprocessor */
enum { LEAST = 64 };     /* k of a part */

/* The tiles that are cut come first; their slices, one tile's after the other's, are dealt to workers. */
struct Tail {
    unsigned tiles, workers;
    void *sums;        /* of each worker two tiles: of its part that begins within a tile, and of the other */
    unsigned *arrived; /* workers, for each tile */

    __host__ __device__ inline size_t part_begin(unsigned slices, unsigned worker) const
    {
        return (size_t)worker * tiles * slices / workers;
    }

    /* Who has the slice-th of all slices. */
    __host__ __device__ inline unsigned worker_of(unsigned slices, size_t slice) const
    {
        return (unsigned)(((slice + 1) * workers - 1) / ((size_t)tiles * slices));
    }
};

/* Adds the sums of all workers of a tile, if this block is the last of them to arrive; else false.
 * `mine`: where this block's own go. */
template <typename Shape, typename Element>
static __device__ inline bool gather(const Tail &tail, unsigned slices, unsigned tile, Element *mine,
                                     Element (&sum)[TILE_DOWN][TILE_ACROSS])
{
    typedef TilePart<Element, TILE_VECTOR> Part;
    const unsigned threads = Shape::WARPS * 32, thread = threadIdx.x % threads;
    static __shared__ unsigned before;
    const size_t begin = (size_t)tile * slices;
    const unsigned first = tail.worker_of(slices, begin), last = tail.worker_of(slices, begin + slices - 1);
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
        if (!tile_own<Shape>(i)) {
            continue;
        }
#pragma unroll
        for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
            const unsigned at = (i * TILE_ACROSS + j) * threads + thread * TILE_VECTOR;
            *(Part *)&mine[at] = tile_swapped(sum[i], j);
        }
    }
    __threadfence();
    __syncthreads(); /* all sums of this block can be seen */
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
            if (!tile_own<Shape>(i)) {
                continue;
            }
#pragma unroll
            for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
                const unsigned at = (i * TILE_ACROSS + j) * threads + thread * TILE_VECTOR;
                const uint4 bits = __ldcg((const uint4 *)&from[at]); /* others wrote it: not from L1 */
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

template <typename Shape, typename Element, int WIDTH>
static __global__ void __launch_bounds__(Shape::THREADS, RESIDENT / Shape::THREADS)
    multiply(const TileProduct product, const Tail tail)
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
        tile_multiply<Shape, WIDTH, BODY>(product, row, column, first, count, (Element *)memory, sum);
        Element *mine =
            (Element *)tail.sums + ((size_t)block * 2 + (first == 0)) * (Shape::ROWS * Shape::COLUMNS);
        if (count == slices || gather<Shape>(tail, slices, tile, mine, sum)) {
            tile_store_swapped<Shape, WIDTH>(product, row, column, (Element *)memory, sum);
        }
        left -= count;
        if (left == 0) {
            break;
        }
        first = 0;
        tile++;
        __syncthreads(); /* nobody's results are in the shared memory any more */
    }
#endif
}

/* A product, and how to fill the GPU in use with it. The memory of `tail` is not set. */
struct Plan {
    TileProduct product;
    Tail tail;
    size_t sums_bytes, bytes; /* of the workspace */
};

static unsigned multiprocessors(void)
{
    GpuInfo info = {};
    Error error;
    const unsigned known = gpu_info(&info, &error) == 0 ? info.multiprocessors : 0;
    return known > 0 ? known : 1;
}

template <typename Shape> static Plan plan(const Task *task)
{
    Plan plan = {tile_product<Shape>(task), {0, 0, NULL, NULL}, 0, 0};
    const unsigned wave = multiprocessors() * (RESIDENT / Shape::THREADS);
    const unsigned tiles = plan.product.tiles_down * plan.product.tiles_across, rest = tiles % wave;
    if (rest == 0 || rest > wave - wave / 32) {
        return plan; /* full as it is */
    }
    Tail *tail = &plan.tail;
    tail->tiles = tiles < wave ? rest : rest + wave;
    tail->workers = wave;
    const unsigned whole = wave / rest * rest; /* workers, if all tiles are cut alike */
    if (tiles < wave && whole > wave - wave / 8) {
        tail->workers = whole;
    }
    const size_t parts = ((size_t)tail->tiles * plan.product.slices * Shape::SLICE + LEAST - 1) / LEAST;
    if (parts < tail->workers) {
        tail->workers = (unsigned)parts;
    }
    if (tail->workers <= tail->tiles && tiles < wave) {
        tail->tiles = tail->workers = 0; /* too short to be cut */
    }
    plan.sums_bytes =
        size_mul(size_mul(tail->workers, 2 * sizeof(uint32_t)), (size_t)Shape::ROWS * Shape::COLUMNS);
    plan.bytes = size_add(plan.sums_bytes, size_mul(tail->tiles, sizeof(unsigned)));
    return plan;
}

template <typename Shape, typename Element, int WIDTH> static int launch(const Task *task)
{
    Plan cut = plan<Shape>(task);
    LaunchShape shape = tile_launch<Shape>(cut.product);
    if (cut.tail.tiles > 0) {
        cut.tail.sums = task->workspace;
        cut.tail.arrived = (unsigned *)((char *)task->workspace + cut.sums_bytes);
        if (!gpu_is_dry() &&
            GPU_CHECK(task, cudaMemsetAsync(cut.tail.arrived, 0, cut.tail.tiles * sizeof(unsigned),
                                            (cudaStream_t)task->stream)) != 0) {
            return -1;
        }
        shape.grid[0] += cut.tail.workers - cut.tail.tiles;
        /* Two parts of a worker at most are left and read again. */
        shape.global_accesses += 4.0 * Shape::ROWS * Shape::COLUMNS * cut.tail.workers;
    }
    void *arguments[] = {&cut.product, &cut.tail};
    return GPU_LAUNCH(task, (multiply<Shape, Element, WIDTH>), &shape, arguments);
}

/* What is to be done, with the shape that suits. */
enum Order { PLAN, RUN };

template <typename Element, int WIDTH> static int choose(const Task *task, Order order, Plan *out)
{
    typedef typename Shapes<Element, WIDTH>::Large Large;
    typedef typename Shapes<Element, WIDTH>::Small Small;
    const TileProduct small = tile_product<Small>(task);
    if (small.tiles_down * small.tiles_across <= multiprocessors()) {
        *out = plan<Small>(task);
        return order == PLAN ? 0 : launch<Small, Element, WIDTH>(task);
    }
    *out = plan<Large>(task);
    return order == PLAN ? 0 : launch<Large, Element, WIDTH>(task);
}

static int choose_type(const Task *task, Order order, Plan *out)
{
    const bool wide = task->point->n % 4 == 0;
    if (task->point->type == TYPE_FLOAT32) {
        return wide ? choose<float, 4>(task, order, out) : choose<float, 1>(task, order, out);
    }
    return wide ? choose<uint32_t, 4>(task, order, out) /* int32 that wraps */
                : choose<uint32_t, 1>(task, order, out);
}

static Plan plan_of(const Point *point)
{
    Task task = {};
    task.point = point;
    Plan plan;
    (void)choose_type(&task, PLAN, &plan);
    return plan;
}

static size_t workspace(const Point *point)
{
    return plan_of(point).bytes;
}

static void describe(const Point *point, char *text, size_t size)
{
    const Plan plan = plan_of(point);
    if (plan.tail.tiles > 0) {
        snprintf(text, size, "%u of %u tiles cut for %u blocks", plan.tail.tiles,
                 plan.product.tiles_down * plan.product.tiles_across, plan.tail.workers);
    }
}

static int run(const Task *task)
{
    Plan plan;
    return choose_type(task, RUN, &plan);
}

extern "C" {
extern const Variant variant_gpu_matmul_split_tail;
}
const Variant variant_gpu_matmul_split_tail = {
    .workload = "matmul",
    .name = "gpu/split_tail",
    .idea =
        "tiles that do not fill a wave of blocks are cut along k, so that all multiprocessors end together",
    .source = "Osama, Merrill, Cecka, Garland, Owens: Stream-K, 2023",
    .after = "gpu/two_blocks",
    .types = INT32 | FLOAT32,
    .missing = tile_missing,
    .workspace = workspace,
    .describe = describe,
    .run = run,
};
