/* The product of matrices of float16 or bfloat16 as they are, by wgmma: tensor cores of Hopper (sm_90a).
 *
 * A block has three warpgroups, a ring of stages in shared memory and barriers `full` and `empty`, and it is
 * persistent, as in wgmma.cuh. One thread copies boxes of 64 k of A and B by tensor maps, which write them
 * swizzled and fill what is outside the matrices with zeros. Each of the other two warpgroups computes 64 of
 * the block's 128 rows, all WIDTH columns by one instruction, which reads both operands from shared memory: A
 * along k, B along its columns, as both are stored. All k are added in the tensor core's float32.
 *
 * Clusters have two blocks, one above the other, and each copies half of the columns of B to both. */
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include "common/size.h"
#include "gpu/capability.h"
#include "gpu/launch.h"
#include "gpu/library.h"
#include "gpu/matmul/kernels/element.cuh"
#include "gpu/matmul/kernels/hopper.cuh"

enum {
    DEPTH = 64,                     /* k of a stage: a line of A */
    BOX = 64,                       /* columns of B in a line */
    BOX_BYTES = DEPTH * LINE_BYTES, /* of B */
    STEP_K = 16,                    /* of an instruction */
    RING_BYTES = 192 << 10,         /* at most */
    WARPS = COMPUTING * GROUP_THREADS / 32,
    WARP_ROWS = 16,
    OUT_BYTES = WARP_ROWS * LINE_BYTES, /* a box of results of a warp, which has two */
    VECTOR = 8,                         /* elements in 16 bytes: a tensor map's rows begin at multiples */
    PAD_X = 64,                         /* threads of a block that copies rows */
    PAD_Y = 4,
    PAD_EACH = 4,
};

template <int WIDTH> struct WidthOf {
    static constexpr int STAGE = A_PIECE + WIDTH / BOX * BOX_BYTES;
    static constexpr int RING = RING_BYTES / STAGE;
    static constexpr int SHARED = RING * STAGE + WARPS * 2 * OUT_BYTES + 1024;
};

typedef struct Sides {
    unsigned m, n, k;
} Sides;

/* ---- rows that begin at a multiple of 16 bytes ---- */

/* Copies a matrix whose rows have no gaps, PAD_EACH elements a thread; what stands between the copy's rows is
 * not read. */
static __global__ void __launch_bounds__(PAD_X *PAD_Y)
    pad_rows(const uint16_t *__restrict__ from, uint16_t *__restrict__ to, unsigned rows, unsigned columns,
             unsigned pitch)
{
    const unsigned first = blockIdx.x * PAD_X * PAD_EACH + threadIdx.x;
    for (unsigned row = blockIdx.y * PAD_Y + threadIdx.y; row < rows; row += gridDim.y * PAD_Y) {
#pragma unroll
        for (unsigned x = first; x < first + PAD_X * PAD_EACH; x += PAD_X) {
            if (x < columns) {
                to[(size_t)row * pitch + x] = from[(size_t)row * columns + x];
            }
        }
    }
}

/* Bytes of a copy in the workspace; 0: none is necessary. */
static inline size_t padded_bytes(size_t rows, size_t columns)
{
    return columns % VECTOR == 0 ? 0 : size_mul(rows, size_round_up(columns, VECTOR) * sizeof(uint16_t));
}

/* For Variant.workspace. B's copy follows that of A. */
static inline size_t float16_workspace(const Point *point)
{
    return size_add(padded_bytes(point->m, point->k), padded_bytes(point->k, point->n));
}

/* A map of `matrix`, or of its copy in `space`, whose boxes have `height` rows of 64 elements. 0 or -1. */
static inline int map_matrix(const Task *task, const void *matrix, void *space, size_t rows, size_t columns,
                             unsigned height, CUtensorMap *map)
{
    const size_t pitch = size_round_up(columns, VECTOR);
    if (pitch != columns) {
        LaunchShape shape = {.grid = {gpu_blocks(columns, PAD_X * PAD_EACH), gpu_blocks_y(rows, PAD_Y), 1},
                             .block = {PAD_X, PAD_Y, 1}};
        if (GPU_LAUNCH(task, shape, pad_rows, matrix, space, (unsigned)rows, (unsigned)columns,
                       (unsigned)pitch) != 0) {
            return -1;
        }
        matrix = space;
    }
    if (gpu_is_recording()) {
        return 0;
    }
    const cuuint64_t sides[] = {columns, rows}, pitch_bytes = pitch * sizeof(uint16_t);
    const cuuint32_t box[] = {BOX, height}, steps[] = {1, 1};
    const auto encode = GPU_FIND("libcuda.so.1", cuTensorMapEncodeTiled);
    if (encode == NULL ||
        encode(map, CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, (void *)matrix, sides, &pitch_bytes, box, steps,
               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
        return error_set(task->error, "the driver (of CUDA 12 or later) makes no tensor map of %zu x %zu",
                         rows, columns);
    }
    return 0;
}

/* ---- the kernel ---- */

/* One thread: copies all boxes of all tiles of the block. */
template <int WIDTH>
static __device__ __forceinline__ void copy_tiles(const CUtensorMap *a, const CUtensorMap *b, Sides sides,
                                                  Ring ring)
{
    typedef WidthOf<WIDTH> W;
    const unsigned rank = cluster_rank();
    const unsigned rows = (sides.m - 1) / (CLUSTER * TILE_ROWS) + 1, columns = (sides.n - 1) / WIDTH + 1;
    Place place = {0, 0};
    for (unsigned tile = blockIdx.x / CLUSTER; tile < rows * columns; tile += gridDim.x / CLUSTER) {
        unsigned y, x;
        tile_of(tile, rows, columns, &y, &x);
        const unsigned row = (y * CLUSTER + rank) * TILE_ROWS;
        for (unsigned k = 0; k < sides.k; k += DEPTH) {
            const unsigned to = ring.stages + place.stage * W::STAGE, full = ring.full + place.stage * 8;
            barrier_wait(ring.empty + place.stage * 8, place.parity ^ 1);
            barrier_expect(full, W::STAGE);
            copy_box(to, a, k, row, full);
#pragma unroll 1
            for (unsigned box = rank; box < WIDTH / BOX; box += CLUSTER) {
                copy_box_to_all(to + A_PIECE + box * BOX_BYTES, b, x * WIDTH + box * BOX, k, full,
                                (1u << CLUSTER) - 1);
            }
            advance<W::RING>(&place);
        }
    }
}

/* A warp's 16 rows, by boxes of 64 columns in shared memory, from `boxes` on, which are copied out by a map
 * where rows begin at a multiple of 16 bytes, else by elements. A thread has two rows, eight apart, and of
 * every eight columns two. */
template <typename Element, int WIDTH>
static __device__ __forceinline__ void store_sums(const float (&sum)[WIDTH / 2], unsigned char *boxes,
                                                  const CUtensorMap *map, uint16_t *out, Sides sides,
                                                  unsigned row, unsigned column)
{
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (int box = 0; box < WIDTH / BOX; box++, column += BOX) {
        unsigned char *lines = boxes + box % 2 * OUT_BYTES;
        if (box == 0) { /* the last tile's last box may have been here */
            boxes_wait<0>();
        } else {
            boxes_wait<1>(); /* the last but one, which was here */
        }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < BOX / 2; i += 2) {
            *(uint32_t *)&lines[chunk_offset(lane / 4 + i % 4 * 4, i / 4) + lane % 4 * 4] =
                store_pair(Element(), sum[box * BOX / 2 + i], sum[box * BOX / 2 + i + 1]);
        }
        if (sides.n % VECTOR == 0) {
            box_written();
            __syncwarp();
            if (lane == 0) {
                store_box(map, column, row, shared_address(lines));
            }
        } else {
            __syncwarp();
            for (unsigned i = lane; i < WARP_ROWS * BOX; i += 32) {
                const unsigned y = i / BOX, x = i % BOX;
                if (row + y < sides.m && column + x < sides.n) {
                    out[(size_t)(row + y) * sides.n + column + x] =
                        *(const uint16_t *)&lines[chunk_offset(y, x / VECTOR) + x % VECTOR * 2];
                }
            }
        }
    }
}

/* One warpgroup: computes its rows of all tiles of the block. */
template <typename Element, int WIDTH>
static __device__ __forceinline__ void multiply_stages(const CUtensorMap *map, uint16_t *out, Sides sides,
                                                       Ring ring, unsigned char *stages)
{
    typedef WidthOf<WIDTH> W;
    const unsigned rank = cluster_rank(), warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned rows = (sides.m - 1) / (CLUSTER * TILE_ROWS) + 1, columns = (sides.n - 1) / WIDTH + 1;
    /* A tile's first instruction sets them. Without a value before, ptxas of CUDA 12.4 makes each instruction
     * wait for the last one. */
    float sum[WIDTH / 2] = {};
    Place place = {0, 0};
    for (unsigned tile = blockIdx.x / CLUSTER; tile < rows * columns; tile += gridDim.x / CLUSTER) {
        for (unsigned k = 0; k < sides.k; k += DEPTH) {
            const unsigned stage = ring.stages + place.stage * W::STAGE;
            const unsigned own = stage + warp / 4 * GROUP_ROWS * LINE_BYTES;
            barrier_wait(ring.full + place.stage * 8, place.parity);
            wgmma_fence();
#pragma unroll
            for (int i = 0; i < DEPTH / STEP_K; i++) {
                wgmma(Element(), sum, further(descriptor(own), i * STEP_K * 2),
                      further(descriptor(stage + A_PIECE, BOX_BYTES), i * STEP_K * LINE_BYTES), k + i > 0);
            }
            wgmma_commit();
            wgmma_wait<0>(); /* the other warpgroup's instructions follow */
            if (lane < CLUSTER) {
                barrier_arrive(ring.empty + place.stage * 8, lane);
            }
            advance<W::RING>(&place);
        }
        unsigned y, x;
        tile_of(tile, rows, columns, &y, &x);
        store_sums<Element, WIDTH>(sum, stages + W::RING * W::STAGE + warp * 2 * OUT_BYTES, map, out, sides,
                                   (y * CLUSTER + rank) * TILE_ROWS + warp * WARP_ROWS, x * WIDTH);
    }
    boxes_wait<0>();
}

template <typename Element, int WIDTH>
static __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(WGMMA_THREADS, 1)
    multiply_float16(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                     const __grid_constant__ CUtensorMap map, uint16_t *__restrict__ out, Sides sides)
{
    extern __shared__ unsigned char shared[];
    __shared__ uint64_t barriers[2 * WidthOf<WIDTH>::RING];
    const Ring ring = begin_ring<WidthOf<WIDTH>::RING>(shared, barriers, CLUSTER * WARPS);
    if (threadIdx.x >= COMPUTING * GROUP_THREADS) {
        registers_give<FETCH_REGISTERS>();
        if (threadIdx.x == COMPUTING * GROUP_THREADS) {
            copy_tiles<WIDTH>(&a, &b, sides, ring);
        }
    } else {
        registers_take<COMPUTE_REGISTERS>();
        multiply_stages<Element, WIDTH>(&map, out, sides, ring,
                                        shared + (ring.stages - shared_address(shared)));
    }
    __syncwarp();
    cluster_sync(); /* no block ends while another writes to it */
}

/* ---- the launch ---- */

/* Clusters that compute a tile of that width for each block. */
static inline unsigned float16_tiles(const Point *point, unsigned width)
{
    return gpu_blocks(point->m, CLUSTER * TILE_ROWS) * gpu_blocks(point->n, width);
}

template <typename Element, int WIDTH>
static int launch_float16(const Task *task, const CUtensorMap *maps, unsigned clusters)
{
    const Point *point = task->point;
    const unsigned tiles = float16_tiles(point, WIDTH),
                   blocks = CLUSTER * (tiles < clusters ? tiles : clusters);
    LaunchShape shape = {.grid = {blocks, 1, 1}, .block = {WGMMA_THREADS, 1, 1}};
    const Sides sides = {(unsigned)point->m, (unsigned)point->n, (unsigned)point->k};
    shape.dynamic_shared_bytes = WidthOf<WIDTH>::SHARED;
    shape.operations = gpu_task_work();
    shape.global_accesses = (double)tiles * CLUSTER *
                            ((TILE_ROWS + (double)WIDTH / CLUSTER) * (double)point->k + TILE_ROWS * WIDTH);
    return GPU_LAUNCH(task, shape, multiply_float16<Element, WIDTH>, maps[0], maps[1], maps[2], task->out,
                      sides);
}

/* The widest tiles read least. But narrower ones may fill the last wave: rounds of clusters, times the
 * columns of a tile and those that its other work is worth. In boxes. */
static inline unsigned float16_boxes(const Point *point, unsigned clusters)
{
    unsigned best = 0;
    double least = 0;
    for (unsigned boxes = 4; boxes > 0; boxes--) {
        const double time =
            gpu_blocks(float16_tiles(point, boxes * BOX), clusters) * (boxes * (double)BOX + 32);
        if (best == 0 || time < least) {
            best = boxes;
            least = time;
        }
    }
    return best;
}

template <typename Element> static int run_float16(const Task *task)
{
    static int (*const launches[])(const Task *, const CUtensorMap *,
                                   unsigned) = {launch_float16<Element, 64>, launch_float16<Element, 128>,
                                                launch_float16<Element, 192>, launch_float16<Element, 256>};
    const size_t m = task->point->m, n = task->point->n, k = task->point->k;
    const unsigned clusters = gpu_multiprocessors() / CLUSTER;
    char *space = (char *)task->workspace;
    CUtensorMap maps[3] = {}; /* of a, b, out */
    return map_matrix(task, task->a, space, m, k, TILE_ROWS, &maps[0]) != 0 ||
                   map_matrix(task, task->b, space + padded_bytes(m, k), k, n, DEPTH, &maps[1]) != 0 ||
                   (n % VECTOR == 0 && map_matrix(task, task->out, NULL, m, n, WARP_ROWS, &maps[2]) != 0)
               ? -1
               : launches[float16_boxes(task->point, clusters) - 1](task, maps, clusters);
}

static inline int float16_product(const Task *task)
{
    return task->point->type == TYPE_FLOAT16 ? run_float16<Float16>(task) : run_float16<Bfloat16>(task);
}
