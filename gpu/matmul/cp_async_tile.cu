/* Matrix product of wide tiles whose operands are copied to shared memory asynchronously.
 *
 * In register_tile a thread waits for its elements of the next slice before it stores them to shared memory,
 * and they occupy registers meanwhile. There 8 x 8 sums for each thread need 4 reads of 16 bytes a warp for
 * 64 multiply-adds: 16 clocks of the shared memory for 16 clocks of the four schedulers. Here
 *
 *     a thread computes 8 x 16 sums, a warp 64 x 64, a block of 8 warps 128 x 256:
 *         24 clocks of reads for 32 clocks of arithmetic, and fewer reads of global memory
 *     slices of 8 k wait in a ring of 4 stages in shared memory; cp.async fills them without registers,
 *         three slices ahead of the one that is multiplied
 *
 *     stage   0        1        2        3
 *             slice 4  slice 5  slice 2  slice 3      multiplying slice 2; slices 3 to 5 arrive
 *
 * A thread has every eighth row of the warp's 64, the first by lane / 4, and four columns of every 16, the
 * first by lane % 4. It reads two k of a row of A at once and four columns of B. Rows of A have a gap of four
 * words after them, so that the eight rows that a warp reads begin in different banks.
 *
 * Gain on an H200: 1.19 times as fast as register_tile in float32, 1.06 in int32, at n 4096; at n 1000 there
 * are too few of its tiles, and it is slower. (Measured with the kernel of two_ctas_per_sm at this shape.)
 * Bound: all eight warps of a multiprocessor wait at the same barriers; register bank conflicts
 * (two_ctas_per_sm).
 * Limits: compute capability 8.0. Any n: cp.async writes zeros for what lies outside the matrices, and copies
 * 4 bytes at a time in place of 16 where n is no multiple of 4.
 * Source: NVIDIA, CUTLASS; NVIDIA, CUDA C++ Programming Guide, Asynchronous Data Copies. */
#include <stdint.h>

#include "gpu/grid.h"
#include "gpu/instructions.cuh"
#include "gpu/launch.h"
#include "gpu/matmul/kernels/compute_capability.cuh"

enum { ROWS = 128, COLUMNS = 256, SLICE = 8, STAGES = 4, THREADS = 256 };
enum { WARP_SIDE = 64, WARPS_ACROSS = COLUMNS / WARP_SIDE, DOWN = 8, ACROSS = 16, VECTOR = 4 };
enum { GAP = 4 };   /* words after a row of A */
enum { BAND = 16 }; /* tiles: blocks that run at the same time share rows of A and columns of B in L2 */

/* A slice of the block's rows of A and columns of B. */
template <typename Element> struct Stage {
    alignas(16) Element a[ROWS][SLICE + GAP], b[SLICE][COLUMNS];
};

template <typename Element, int COUNT> struct alignas(4 * COUNT) Vector {
    Element item[COUNT];
};

/* WIDTH elements of row y from column x of an n x n matrix to shared memory; zeros outside. */
template <int WIDTH, typename Element>
static __device__ inline void copy(Element *to, const Element *matrix, unsigned n, unsigned y, unsigned x)
{
    const bool inside = y < n && x < n; /* then all of them are: n is a multiple of WIDTH */
    copy_async_some<WIDTH * sizeof(Element)>(shared_address(to), inside ? matrix + (size_t)y * n + x : matrix,
                                             inside ? WIDTH * sizeof(Element) : 0);
}

/* Starts this thread's copies of the slice at k. */
template <int WIDTH, typename Element>
static __device__ inline void copy_slice(Stage<Element> *stage, const Element *a, const Element *b,
                                         unsigned n, unsigned row, unsigned column, unsigned k)
{
    /* Neighbours in a warp copy 16 bytes to eight rows of A, whose banks differ, or 4 bytes along a row. */
    constexpr unsigned A_PARTS = SLICE / WIDTH, B_PARTS = COLUMNS / WIDTH, ROWS_BESIDE = WIDTH == 4 ? 8 : 1;
#pragma unroll
    for (unsigned i = threadIdx.x; i < ROWS * A_PARTS; i += THREADS) {
        const unsigned y = i % ROWS_BESIDE + i / (ROWS_BESIDE * A_PARTS) * ROWS_BESIDE;
        const unsigned x = i / ROWS_BESIDE % A_PARTS * WIDTH;
        copy<WIDTH>(&stage->a[y][x], a, n, row + y, k + x);
    }
#pragma unroll
    for (unsigned i = threadIdx.x; i < SLICE * B_PARTS; i += THREADS) {
        const unsigned y = i / B_PARTS, x = i % B_PARTS * WIDTH;
        copy<WIDTH>(&stage->b[y][x], b, n, k + y, column + x);
    }
}

/* Adds the products of a slice. y, x: the thread's first row and column in the tile. */
template <typename Element>
static __device__ inline void multiply_slice(const Stage<Element> *stage, unsigned y, unsigned x,
                                             Element (&sum)[DOWN][ACROSS])
{
#pragma unroll
    for (unsigned k = 0; k < SLICE; k += 2) {
        Vector<Element, 2> left[DOWN];
        Vector<Element, VECTOR> right[2][ACROSS / VECTOR];
#pragma unroll
        for (int i = 0; i < DOWN; i++) {
            left[i] = *(const Vector<Element, 2> *)&stage->a[y + i * 8][k];
        }
#pragma unroll
        for (int j = 0; j < 2 * ACROSS / VECTOR; j++) {
            right[j % 2][j / 2] = *(const Vector<Element, VECTOR> *)&stage->b[k + j % 2][x + j / 2 * 16];
        }
#pragma unroll
        for (int at = 0; at < 2 * DOWN * ACROSS; at++) {
            const int half = at / (DOWN * ACROSS), i = at / ACROSS % DOWN, j = at % ACROSS;
            sum[i][j] += left[i].item[half] * right[half][j / VECTOR].item[j % VECTOR];
        }
    }
}

/* a, b, out: n x n, row-major. Tiles go down the columns of bands of BAND rows of tiles. */
template <typename Element, int WIDTH>
static __global__ void __launch_bounds__(THREADS, 1)
    multiply(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
             unsigned n)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ uint4 memory[];
    Stage<Element> *stages = (Stage<Element> *)memory;
    const unsigned down = (n + ROWS - 1) / ROWS, across = (n + COLUMNS - 1) / COLUMNS;
    const unsigned band = blockIdx.x / (BAND * across), within = blockIdx.x % (BAND * across);
    const unsigned height = min(down - band * BAND, (unsigned)BAND);
    const unsigned row = (band * BAND + within % height) * ROWS, column = within / height * COLUMNS;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned y = warp / WARPS_ACROSS * WARP_SIDE + lane / 4;
    const unsigned x = warp % WARPS_ACROSS * WARP_SIDE + lane % 4 * VECTOR;
    const unsigned slices = (n + SLICE - 1) / SLICE;

#pragma unroll
    for (unsigned i = 0; i < STAGES - 1; i++) {
        copy_slice<WIDTH>(&stages[i], a, b, n, row, column, i * SLICE);
        copies_end();
    }
    Element sum[DOWN][ACROSS] = {};
    for (unsigned slice = 0; slice < slices; slice++) {
        copies_wait<STAGES - 2>(); /* this thread's copies of the slice have arrived */
        __syncthreads();           /* and all threads', and the stage before is no longer read */
        const unsigned ahead = slice + STAGES - 1;
        copy_slice<WIDTH>(&stages[ahead % STAGES], a, b, n, row, column, ahead * SLICE);
        copies_end();
        multiply_slice(&stages[slice % STAGES], y, x, sum);
    }
#pragma unroll
    for (int i = 0; i < DOWN; i++) {
#pragma unroll
        for (int j = 0; j < ACROSS; j += WIDTH) {
            const unsigned to_y = row + y + i * 8, to_x = column + x + j / VECTOR * 16 + j % VECTOR;
            if (to_y < n && to_x < n) {
                *(Vector<Element, WIDTH> *)&out[(size_t)to_y * n + to_x] =
                    *(const Vector<Element, WIDTH> *)&sum[i][j];
            }
        }
    }
#endif
}

template <typename Element> static int launch(const Task *task)
{
    const void *a = task->a, *b = task->b;
    void *out = task->out;
    unsigned n = (unsigned)task->point->n; /* far below 2^30: n x n elements are in memory */
    const unsigned down = gpu_blocks(n, ROWS), across = gpu_blocks(n, COLUMNS);
    const double square = (double)n * n;
    LaunchShape shape = {.grid = {down * across, 1, 1}, .block = {THREADS, 1, 1}};
    shape.dynamic_shared_bytes = STAGES * sizeof(Stage<Element>);
    shape.operations = gpu_task_work();
    shape.global_accesses = (double)down * across * (ROWS + COLUMNS) * n + square;
    void *arguments[] = {&a, &b, &out, &n};
    return n % VECTOR == 0 ? GPU_LAUNCH(task, (multiply<Element, VECTOR>), &shape, arguments)
                           : GPU_LAUNCH(task, (multiply<Element, 1>), &shape, arguments);
}

static int run(const Task *task)
{
    return task->point->type == TYPE_FLOAT32 ? launch<float>(task) : launch<uint32_t>(task); /* int32 wraps */
}

extern "C" const Variant variant_gpu_matmul_cp_async_tile;
const Variant variant_gpu_matmul_cp_async_tile = {
    .workload = "matmul",
    .name = "gpu/cp_async_tile",
    .idea = "8 x 16 sums a thread, 128 x 256 a block; cp.async fills a ring of slices in shared memory ahead",
    .source = "NVIDIA, CUTLASS; NVIDIA, CUDA C++ Programming Guide, Asynchronous Data Copies",
    .after = "gpu/register_tile",
    .types = INT32 | FLOAT32,
    .missing = cp_async_missing,
    .run = run,
};
