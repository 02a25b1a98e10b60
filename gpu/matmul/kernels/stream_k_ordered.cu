/* The kernel of stream_k_ordered for all types, and how its tiles are split. gpu/matmul/stream_k_ordered.cu
 * describes the idea. */
#include "gpu/matmul/kernels/stream_k_ordered.h"

#include <cuda_runtime.h>

#include "common/size.h"
#include "gpu/matmul/kernels/stream_k.cuh"

/* The tiles that are split come first; their slices, one tile's after the other's, are distributed to
 * workers. There are as many such tiles as workers or more: a part is as long as a tile or longer, and a tile
 * has two workers at most. */
struct OrderedCut {
    unsigned tiles, workers;
    void *sums;     /* a tile for each worker: the last one of its part, if the part ends within it */
    unsigned *left; /* for each worker: nonzero when its sums are written; then the number of workers that
                       have begun */

    __host__ __device__ inline size_t part_begin(unsigned slices, unsigned worker) const
    {
        return (size_t)worker * tiles * slices / workers;
    }
};

static __device__ uint4 ordered_zero __attribute__((unused)); /* never written */

/* Sums begin with those of the worker before, which may still have to write them; those of a new tile begin
 * with a zero that is read from memory as well, so that there is one way to begin. */
template <typename Shape, typename Element>
static __device__ inline void ordered_take(const OrderedCut &relay, const volatile unsigned &worker,
                                           bool is_begun, Element (&sum)[TILE_DOWN][TILE_ACROSS])
{
    typedef TilePart<Element, TILE_VECTOR> Part;
    const Part *from = (const Part *)&ordered_zero;
    unsigned step = 0;
    if (is_begun) {
        if (threadIdx.x == 0) {
            while (atomicAdd(&relay.left[worker - 1], 0) == 0) {
#if __CUDA_ARCH__ >= 700 /* a thread of an older GPU polls without a pause */
                __nanosleep(200);
#endif
            }
            __threadfence();
        }
        __syncthreads();
        const size_t tile = Shape::ROWS * Shape::COLUMNS / TILE_VECTOR;
        from = (const Part *)relay.sums + (worker - 1) * tile + thread_x_now();
        step = Shape::THREADS;
    }
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
#pragma unroll
        for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
            const Part *at = from + (i * TILE_ACROSS + j) / TILE_VECTOR * step;
            const uint4 bits = __ldcg((const uint4 *)at); /* written by another block: not from L1 */
            const Part part = *(const Part *)&bits;
            sum[i][j] = part.item[1];
            sum[i][j + 1] = part.item[0];
            sum[i][j + 2] = part.item[3];
            sum[i][j + 3] = part.item[2];
        }
    }
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
#pragma unroll
        for (int j = 0; j < TILE_ACROSS; j++) {
            hold_here(&sum[i][j]);
        }
    }
}

/* Writes sums for the next worker. */
template <typename Shape, typename Element>
static __device__ inline void ordered_leave(const OrderedCut &relay, const volatile unsigned &worker,
                                            const Element (&sum)[TILE_DOWN][TILE_ACROSS])
{
    typedef TilePart<Element, TILE_VECTOR> Part;
    const size_t tile = Shape::ROWS * Shape::COLUMNS / TILE_VECTOR;
    Part *to = (Part *)relay.sums + worker * tile + thread_x_now();
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
#pragma unroll
        for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
            to[(i * TILE_ACROSS + j) / TILE_VECTOR * Shape::THREADS] = tile_swapped(sum[i], j);
        }
    }
    __threadfence();
    __syncthreads(); /* all sums of this block are visible */
    if (threadIdx.x == 0) {
        atomicExch(&relay.left[worker], 1);
    }
}

/* A worker processes its part backwards: first the tile that the next worker needs, last the one that the
 * worker before has begun. A block that is not a worker has one tile. */
template <typename Shape, typename Element, int WIDTH, typename Product>
static __global__ void __launch_bounds__(Shape::THREADS, STREAM_K_RESIDENT / Shape::THREADS)
    ordered_multiply(const Product product, const OrderedCut relay)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ uint4 memory[];
    static __shared__ volatile unsigned worker; /* not in a register: it is read once a tile */
    const unsigned slices = product.slices;
    unsigned tile = relay.tiles + blockIdx.x - relay.workers, end = slices, left = slices;
    if (blockIdx.x < relay.workers) {
        if (threadIdx.x == 0) { /* in the order in which blocks begin: a worker waits only for running ones */
            worker = atomicAdd(&relay.left[relay.workers], 1);
        }
        __syncthreads();
        const size_t begin = relay.part_begin(slices, worker), next = relay.part_begin(slices, worker + 1);
        tile = (unsigned)((next - 1) / slices);
        end = (unsigned)((next - 1) % slices) + 1;
        left = (unsigned)(next - begin);
    }
#pragma unroll 1
    while (true) {
        const unsigned count = left < end ? left : end;
        unsigned row, column;
        tile_place<Shape>(product, tile, &row, &column);
        Element sum[TILE_DOWN][TILE_ACROSS];
        ordered_take<Shape>(relay, worker, count < end, sum);
        tile_multiply<Shape, WIDTH, STREAM_K_BODY>(product, row, column, end - count, count,
                                                   (Element *)memory, sum);
        if (end < slices) {
            ordered_leave<Shape>(relay, worker, sum);
        } else {
            tile_store_swapped<Shape, WIDTH>(product, row, column, (Element *)memory, sum);
        }
        left -= count;
        if (left == 0) {
            break;
        }
        end = slices;
        tile--;
        __syncthreads(); /* all results have left shared memory */
    }
#endif
}

template <typename Shape> static inline OrderedPlan ordered_plan_of(const TileRectangle &rows)
{
    const TileRectangle product = tile_cut<Shape>(rows);
    const unsigned wave = gpu_multiprocessors() * (STREAM_K_RESIDENT / Shape::THREADS);
    OrderedPlan plan = {};
    plan.tile_columns = Shape::COLUMNS;
    plan.tiles = product.tiles_down * product.tiles_across;
    plan.is_small = plan.tiles < wave;
    if (plan.is_small) {
        return plan;
    }
    const unsigned rest = plan.tiles % wave;
    if (rest > 0 && rest <= wave - wave / 32) { /* else full without a split */
        plan.cut = rest + wave;
        plan.workers = wave;
        plan.sums_bytes = size_mul(wave, (size_t)Shape::ROWS * Shape::COLUMNS * TILE_ELEMENT);
        plan.bytes = size_add(plan.sums_bytes, size_mul((size_t)wave + 1, sizeof(unsigned)));
    }
    const unsigned first = plan.cut > 0 ? plan.cut : wave;
    plan.first_columns =
        size_min(gpu_blocks(first, product.tiles_down) * (size_t)Shape::COLUMNS, product.width);
    return plan;
}

template <typename Shape, typename Element, int WIDTH, typename Product>
static inline int ordered_launch(const Task *task, const OrderedPlan &plan, const Product &rows,
                                 bool is_first)
{
    Product product = tile_cut<Shape>(rows);
    LaunchShape shape = tile_launch<Shape>(task, product);
    OrderedCut relay = {};
    if (is_first && plan.cut > 0) {
        relay.tiles = plan.cut;
        relay.workers = plan.workers;
        relay.sums = task->workspace;
        relay.left = (unsigned *)((char *)task->workspace + plan.sums_bytes);
        const size_t bytes = plan.bytes - plan.sums_bytes;
        if (!gpu_is_recording() &&
            GPU_CHECK(task, cudaMemsetAsync(relay.left, 0, bytes, (cudaStream_t)task->stream)) != 0) {
            return -1;
        }
        shape.grid[0] -= relay.tiles - relay.workers;
        /* A worker writes the sums of a tile and reads as many. */
        shape.global_accesses += 2.0 * Shape::ROWS * Shape::COLUMNS * relay.workers;
    }
    return GPU_LAUNCH(task, shape, ordered_multiply<Shape, Element, WIDTH, Product>, product, relay);
}

/* ---- for all types ---- */

/* The functions for an element type. */
typedef struct Kind {
    OrderedPlan (*plan)(const TileRectangle &rows);
    int (*launch)(const Task *task, const OrderedPlan &plan, const TileRectangle &rows, bool is_first);
    int (*launch_shape)(const Task *task, const OrderedPlan &plan, const TileShaped &product, bool is_first);
} Kind;

template <typename Element, int WIDTH> static Kind kind_of(void)
{
    typedef typename MbarrierShapes<Element, WIDTH>::Large Shape;
    const Kind kind = {ordered_plan_of<Shape>, ordered_launch<Shape, Element, WIDTH, TileRectangle>,
                       ordered_launch<Shape, Element, WIDTH, TileShaped>};
    return kind;
}

static Kind kind_for(const Point *point)
{
    const bool wide = point->n % TILE_VECTOR == 0 && point->k % TILE_VECTOR == 0;
    if (point->type == TYPE_FLOAT32) {
        return wide ? kind_of<float, 4>() : kind_of<float, 1>();
    }
    return wide ? kind_of<uint32_t, 4>() : kind_of<uint32_t, 1>(); /* int32 that wraps */
}

/* How many tiles there are does not depend on the pitch: of a shape, as of squares. */
static TileRectangle rows_of(const Task *task, size_t rows)
{
    return point_is_square(task->point) ? tile_rectangle(task, rows, 0, task->point->n)
                                        : (TileRectangle)tile_shaped(task);
}

OrderedPlan ordered_plan(const Point *point, size_t rows)
{
    Task task = {};
    task.point = point;
    return kind_for(point).plan(rows_of(&task, rows));
}

size_t ordered_small_bytes(const Point *point, size_t rows)
{
    if (!point_is_square(point) || rows == point->n) {
        return stream_k_workspace<MbarrierShapes>(point);
    }
    Task task = {};
    task.point = point;
    StreamKPlan<TileRectangle> plan;
    (void)stream_k_any<MbarrierShapes>(&task, tile_rectangle(&task, rows, 0, point->n), false, &plan);
    return plan.bytes;
}

static int run_small(const Task *task, size_t rows)
{
    const size_t n = task->point->n;
    return !point_is_square(task->point) || rows == n
               ? stream_k_run<MbarrierShapes>(task)
               : stream_k_product<MbarrierShapes>(task, tile_rectangle(task, rows, 0, n));
}

int ordered_run(const Task *task, size_t rows, bool is_small, OrderedPanel panel)
{
    if (is_small) {
        return run_small(task, rows);
    }
    const Kind kind = kind_for(task->point);
    const OrderedPlan plan = kind.plan(rows_of(task, rows));
    if (!point_is_square(task->point)) {
        return kind.launch_shape(task, plan, tile_shaped(task), true);
    }
    return kind.launch(task, plan, tile_rectangle(task, rows, panel.first, panel.columns), panel.first == 0);
}
