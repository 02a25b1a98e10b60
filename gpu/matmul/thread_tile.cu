/* Matrix product where a thread computes tile x tile elements.
 *
 * For each k a thread reads `tile` elements of a column of A and of a row of B from global memory into
 * registers and multiplies each with each: tile^2 multiply-adds for 2 tile loads, so the loads that bound
 * multi_block shrink by the tile. Where the rows allow it (n and k multiples of the vector) four elements are
 * loaded at once, of A those of the next four k (two at tile 64, one at 16, where registers are short).
 *
 * Bound: adjacent threads are `tile` elements apart, so without wide loads a warp reads with gaps. From tile
 * 16 on the sums exceed the 255 registers of a thread: some of them, from 32 on all, are in local memory, one
 * row at a time in registers. A large tile leaves few threads, at tile 64 and n 1024 only 256; blocks of 8 x
 * 8 spread those over more multiprocessors.
 * Limits: tile up to 64. Any m, n, k: a tile that would leave the matrix is moved back inside, so that two
 * threads compute some elements alike, in the same order of additions and thus with equal results. A tile
 * larger than the result is halved until it fits.
 * Source: course report on the work of one thread in a CUDA matrix product; Volkov, Better Performance at
 * Lower Occupancy, GTC 2010. */
#include <stdio.h>

#include "common/size.h"
#include "gpu/matmul/kernels/multiply.cuh"

enum { MAX_TILE = 64, REGISTER_TILE = 16 }; /* the largest, and the largest whose sums stay in registers */

/* Side of a thread block. */
static constexpr int side_of(size_t tile)
{
    return tile < 8 ? 16 : 8;
}

/* Read and written at once, or as two halves of float64. Matrices begin on a multiple of 16 bytes. */
template <typename Element, int WIDTH>
struct alignas(sizeof(Element) * WIDTH < 16 ? sizeof(Element) * WIDTH : 16) Vector {
    Element item[WIDTH];
};

/* a: m x k, b: k x n, out: m x n, row-major. m and n are TILE or more, n is a multiple of WIDTH, k of STEPS,
 * which are read together. The second launch bound lets the compiler use all 255 registers, which it does not
 * always do otherwise. */
template <typename Element, int TILE, int WIDTH, int STEPS, int SIDE>
static __global__ void __launch_bounds__(SIDE *SIDE, TILE == 16 ? 1 : 0)
    multiply(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
             unsigned m, unsigned n, unsigned k)
{
    typedef Vector<Element, STEPS> Steps;
    typedef Vector<Element, WIDTH> Row;
    size_t row = ((size_t)blockIdx.y * SIDE + threadIdx.y) * TILE;
    size_t column = ((size_t)blockIdx.x * SIDE + threadIdx.x) * TILE;
    if (row >= m || column >= n) {
        return;
    }
    row = row < m - TILE ? row : m - TILE;
    column = column < n - TILE ? column : n - TILE;

    const Element *left = a + row * k, *right = b + column;
    Element sum[TILE][TILE] = {};
    for (unsigned first = 0; first < k; first += STEPS, left += STEPS, right += (size_t)STEPS * n) {
        Row b_part[STEPS][TILE / WIDTH];
#pragma unroll
        for (int s = 0; s < STEPS; s++) {
#pragma unroll
            for (int j = 0; j < TILE / WIDTH; j++) {
                b_part[s][j] = *(const Row *)&right[(size_t)s * n + j * WIDTH];
            }
        }
#pragma unroll(TILE <= REGISTER_TILE ? TILE : 1)
        for (int i = 0; i < TILE; i++) {
            const Steps a_part = *(const Steps *)&left[(size_t)i * k];
#pragma unroll
            for (int s = 0; s < STEPS; s++) {
#pragma unroll
                for (int j = 0; j < TILE; j++) {
                    sum[i][j] += a_part.item[s] * b_part[s][j / WIDTH].item[j % WIDTH];
                }
            }
        }
    }
#pragma unroll(TILE <= REGISTER_TILE ? TILE : 1)
    for (int i = 0; i < TILE; i++) {
#pragma unroll
        for (int j = 0; j < TILE; j += WIDTH) {
            Row part;
#pragma unroll
            for (int w = 0; w < WIDTH; w++) {
                part.item[w] = sum[i][j + w];
            }
            *(Row *)&out[(row + i) * n + column + j] = part;
        }
    }
}

template <int TILE, int WIDTH> static int launch_width(const Task *task)
{
    /* Tile 16 has no register to spare for later steps, the rows of B of tile 64 fit for two. */
    constexpr int STEPS = TILE == 16 ? 1 : TILE == MAX_TILE && WIDTH > 1 ? 2 : WIDTH;
    constexpr int SIDE = side_of(TILE);
    const unsigned across = gpu_blocks(task->point->n, TILE), down = gpu_blocks(task->point->m, TILE);
    LaunchShape shape = {.grid = {gpu_blocks(across, SIDE), gpu_blocks(down, SIDE), 1},
                         .block = {SIDE, SIDE, 1}};
    shape.global_accesses =
        (double)across * down * (2.0 * TILE * (double)task->point->k + (double)TILE * TILE);
    return GPU_BY_TYPE(task, launch_multiply(task, shape, multiply<Element, TILE, WIDTH, STEPS, SIDE>));
}

template <int TILE> static int launch(const Task *task)
{
    constexpr int WIDTH = TILE < 4 ? TILE : 4;
    return task->point->n % WIDTH == 0 && task->point->k % WIDTH == 0 ? launch_width<TILE, WIDTH>(task)
                                                                      : launch_width<TILE, 1>(task);
}

/* The tile, halved until it fits the result. */
static size_t tile_of(const Point *point)
{
    size_t tile = point->tile;
    while (tile > point->m || tile > point->n) {
        tile /= 2;
    }
    return tile;
}

static int accepts(const Point *point, Error *error)
{
    const size_t tile = point->tile;
    if (tile < 1 || tile > MAX_TILE || (tile & (tile - 1)) != 0) {
        return error_set(error, "tile %zu: compiled for 1, 2, 4, 8, 16, 32 and 64 only", tile);
    }
    if (tile == MAX_TILE && type_size(point->type) > sizeof(float)) {
        return error_set(error,
                         "tile %zu: a thread's sums of %s exceed 16 KiB of local memory; use 32 or less",
                         tile, type_name(point->type));
    }
    const size_t rows = gpu_blocks(point->m, tile_of(point));
    if (gpu_blocks(rows, side_of(tile_of(point))) > GPU_MAX_BLOCKS_Y) {
        return error_set(error,
                         "%zu rows in tiles of %zu need more blocks than CUDA has along y; use fewer rows",
                         point->m, tile_of(point));
    }
    return 0;
}

static void describe(const Point *point, char *text, size_t size)
{
    if (tile_of(point) != point->tile) {
        snprintf(text, size, "tile %zu, as %s is %zu", tile_of(point), point->m < point->n ? "m" : "n",
                 size_min(point->m, point->n));
    }
}

static int run(const Task *task)
{
    int (*const launches[])(const Task *) = {launch<1>,  launch<2>,  launch<4>, launch<8>,
                                             launch<16>, launch<32>, launch<64>};
    return launch_side(task, launches, tile_of(task->point));
}

extern "C" const Variant variant_gpu_matmul_thread_tile;
const Variant variant_gpu_matmul_thread_tile = {
    .workload = "matmul",
    .name = "gpu/thread_tile",
    .idea = "a thread computes tile x tile elements: two vectors in registers serve tile^2 multiply-adds",
    .source = "course report on the work of one thread in a CUDA matrix product; Volkov, GTC 2010",
    .after = "gpu/multi_block",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_TILE,
    .tile = 4,
    .accepts = accepts,
    .describe = describe,
    .run = run,
};
