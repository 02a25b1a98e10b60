/* Matrix product in float64 on tensor cores.
 *
 * Tensor cores multiply float64 too, each product and sum rounded to float64, at twice the rate of the CUDA
 * cores. So nothing is split: this is the product of register_tile by another instruction.
 *
 *     a block computes a tile of 128 x 64 results, a warp 64 x 32 of them, two blocks a multiprocessor;
 *         64 x 64 and 32 x 32 where the last tiles would leave more multiprocessors idle
 *     slices of 16 k of A and B wait in a ring of stages in shared memory, which cp.async fills
 *     an instruction multiplies 16 x 16 of A by 16 x 8 of B; a warp reads its part of B of a slice into
 *         registers, then of A 16 rows at a time
 *
 * The instruction gives a lane the k t, 4 + t, 8 + t, 12 + t (t: the lane modulo 4). Any other order of k is
 * as good if A and B agree, so a lane takes 2t, 2t + 1, 8 + 2t, 9 + 2t: two neighbours of a row of A are one
 * read of 16 bytes. Of B, two instructions share 16 columns: the first has the even, the second the odd ones,
 * and two neighbours are one read again. Their results are four neighbours of a row.
 *
 * In shared memory a row of A is 128 bytes, all banks; in odd rows its halves are exchanged, so that the two
 * rows that eight lanes read at once are in different banks. Rows of B have a gap of 16 bytes, for the same.
 *
 * Measured on an H200, against cuBLAS: 1.01, 1.04, 0.98 at n 2048, 4096, 8192, 1.07, 1.10 at 3000, 5000,
 * 0.97, 0.84, 0.96 at 2047, 2049, 3001, 0.84 at 1024 (register_tile: 0.4). Bound: the tensor cores
 * (multiply_add gpu/mma_float64), whose clock the power limit lowers. Limits: compute capability 8.0. Any m,
 * n, k: elements outside of the matrices are zero in shared memory. Where n or k is odd, rows begin at odd
 * multiples of 8 bytes, and copies are half as wide. Source: NVIDIA, PTX ISA, mma.m16n8k16, cp.async,
 * mbarrier; NVIDIA, CUTLASS (tiles, ring of stages). */
#include "gpu/capability.h"
#include "gpu/grid.h"
#include "gpu/launch.h"
#include "gpu/matmul/kernels/instructions.cuh"
#include "gpu/matmul/kernels/multiply.cuh"
#include "gpu/matmul/kernels/operand_split.cuh"

enum { SLICE_K = 16, LANES = 32, PAIR = 2, B_GAP = 2 }; /* elements; B_GAP: after a row of B */

/* WARP_ROWS x WARP_COLUMNS results of a warp, DOWN x ACROSS warps of a block. */
template <int WARP_ROWS_, int WARP_COLUMNS_, int DOWN, int ACROSS_, int STAGES_, int BLOCKS_> struct Tile {
    static constexpr int WARP_ROWS = WARP_ROWS_, WARP_COLUMNS = WARP_COLUMNS_, ACROSS = ACROSS_;
    static constexpr int STAGES = STAGES_, BLOCKS = BLOCKS_; /* BLOCKS: on a multiprocessor */
    static constexpr int ROWS = DOWN * WARP_ROWS, COLUMNS = ACROSS * WARP_COLUMNS;
    static constexpr int THREADS = DOWN * ACROSS * LANES;
    static constexpr int B_PITCH = COLUMNS + B_GAP, A_WORDS = ROWS * SLICE_K;
    static constexpr int STAGE = A_WORDS + SLICE_K * B_PITCH; /* elements */
    static constexpr size_t BYTES = sizeof(double) * STAGES * STAGE;
};
typedef Tile<64, 32, 2, 2, 4, 2> Large;
typedef Tile<32, 32, 2, 2, 5, 2> Small;

/* A thread's copies of each slice: WIDTH elements of a row each, zeros outside of the matrices. */
template <typename Shape, int WIDTH> struct Copies {
    static constexpr int A_PARTS = SLICE_K / WIDTH, B_PARTS = Shape::COLUMNS / WIDTH;          /* of a row */
    static constexpr int A_STEP = Shape::THREADS / A_PARTS, B_STEP = Shape::THREADS / B_PARTS; /* rows */
    static constexpr int A_COPIES = Shape::ROWS / A_STEP, B_COPIES = SLICE_K / B_STEP;
    static_assert(A_STEP % 2 == 0 && B_STEP > 0, "not a shape");

    const double *a_at, *b_at; /* of the slice that is copied next */
    size_t a_step, b_step;
    unsigned a_to, b_to;  /* bytes in a stage */
    int a_rows, a_k, b_k; /* left: rows of A, of this thread's first one on; k */
    bool whole, b_inside;

    __device__ __forceinline__ Copies(const double *a, const double *b, unsigned m, unsigned n, unsigned k,
                                      unsigned row, unsigned column)
    {
        const unsigned a_down = threadIdx.x / A_PARTS, a_along = threadIdx.x % A_PARTS * WIDTH;
        const unsigned b_down = threadIdx.x / B_PARTS, b_along = threadIdx.x % B_PARTS * WIDTH;
        a_to = (a_down * SLICE_K + (a_along ^ a_down % 2 * (SLICE_K / 2))) * sizeof(double);
        b_to = (Shape::A_WORDS + b_down * Shape::B_PITCH + b_along) * sizeof(double);
        a_at = a + (size_t)(row + a_down) * k + a_along;
        b_at = b + (size_t)b_down * n + column + b_along;
        a_step = (size_t)A_STEP * k;
        b_step = (size_t)B_STEP * n;
        a_rows = (int)m - (int)(row + a_down);
        a_k = (int)k - (int)a_along;
        b_k = (int)k - (int)b_down;
        b_inside = column + b_along < n;
        whole = row + Shape::ROWS <= m && column + Shape::COLUMNS <= n;
    }

    /* The next slice, into the stage at the address `stage`. `any`: a valid address of global memory. */
    __device__ __forceinline__ void copy(unsigned stage, const double *any)
    {
        constexpr int BYTES = WIDTH * sizeof(double);
        const bool checks = !whole || a_k < SLICE_K || b_k < SLICE_K;
#pragma unroll
        for (int i = 0; i < A_COPIES; i++) {
            const unsigned to = stage + a_to + i * A_STEP * SLICE_K * (unsigned)sizeof(double);
            const bool inside = i * A_STEP < a_rows && a_k > 0;
            if (checks) {
                copy_async_some<BYTES>(to, inside ? a_at + i * a_step : any, inside ? BYTES : 0);
            } else {
                copy_async<BYTES>(to, a_at + i * a_step);
            }
        }
#pragma unroll
        for (int i = 0; i < B_COPIES; i++) {
            const unsigned to = stage + b_to + i * B_STEP * Shape::B_PITCH * (unsigned)sizeof(double);
            const bool inside = b_inside && i * B_STEP < b_k;
            if (checks) {
                copy_async_some<BYTES>(to, inside ? b_at + i * b_step : any, inside ? BYTES : 0);
            } else {
                copy_async<BYTES>(to, b_at + i * b_step);
            }
        }
        a_at += SLICE_K;
        b_at += b_step * B_COPIES;
        a_k -= SLICE_K;
        b_k -= SLICE_K;
    }
};

/* Stages in shared memory, filled and read in turns. Each has two barriers: one completes when all threads'
 * copies have arrived, the other when all threads have read it. No warp waits for all others at each slice.
 */
template <typename Shape> struct Ring {
    const double *memory;
    unsigned filled, emptied;               /* addresses of the barriers, 8 bytes a stage */
    unsigned read, reading, write, writing; /* stages; the parities of their phases */

    __device__ __forceinline__ explicit Ring(const double *stages)
        : memory(stages), read(0), reading(0), write(0), writing(1)
    {
        __shared__ uint64_t barriers[2 * Shape::STAGES];
        filled = shared_address(barriers);
        emptied = filled + 8 * Shape::STAGES;
        if (threadIdx.x == 0) {
            for (int i = 0; i < Shape::STAGES; i++) {
                barrier_begin(filled + 8 * i, Shape::THREADS);
                barrier_begin(emptied + 8 * i, Shape::THREADS);
            }
        }
        __syncthreads();
    }

    /* Starts the copies of the next slice. */
    template <typename Given> __device__ __forceinline__ void fill(Given &copies, const double *any)
    {
        barrier_wait(emptied + 8 * write, writing);
        copies.copy(shared_address(memory + write * Shape::STAGE), any);
        barrier_copied(filled + 8 * write);
        write = write + 1 == Shape::STAGES ? 0 : write + 1;
        writing ^= write == 0;
    }

    /* The next slice, as soon as it is there. */
    __device__ __forceinline__ const double *wait(void) const
    {
        barrier_wait(filled + 8 * read, reading);
        return memory + read * Shape::STAGE;
    }

    /* This thread has read it. */
    __device__ __forceinline__ void release(void)
    {
        barrier_arrive(emptied + 8 * read);
        read = read + 1 == Shape::STAGES ? 0 : read + 1;
        reading ^= read == 0;
    }
};

/* Adds a slice to the warp's results, whose first row and column of the tile are given. */
template <typename Shape>
static __device__ __forceinline__ void
multiply_slice(double (&sum)[Shape::WARP_ROWS / 16][Shape::WARP_COLUMNS / 8][4], const double *stage,
               unsigned row, unsigned column)
{
    const unsigned group = threadIdx.x % LANES / 4, t = threadIdx.x % 4;
    const double *b_from = stage + Shape::A_WORDS + PAIR * t * Shape::B_PITCH + column + PAIR * group;
    double b[Shape::WARP_COLUMNS / 8][4];
#pragma unroll
    for (int j = 0; j < Shape::WARP_COLUMNS / 8; j += PAIR) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const double2 two =
                *(const double2 *)&b_from[(i / 2 * (SLICE_K / 2) + i % 2) * Shape::B_PITCH + j * 8];
            b[j][i] = two.x;
            b[j + 1][i] = two.y;
        }
    }
    const double *a_from = stage + (row + group) * SLICE_K;
    const unsigned swap = group % 2 * (SLICE_K / 2); /* rows eight apart are both even or both odd */
#pragma unroll
    for (int i = 0; i < Shape::WARP_ROWS / 16; i++) {
        double a[8];
#pragma unroll
        for (int part = 0; part < 4; part++) { /* upper and lower row, of the slice's halves */
            const double2 two = *(const double2 *)&a_from[(i * 16 + part % 2 * 8) * SLICE_K +
                                                          ((part / 2 * (SLICE_K / 2) + PAIR * t) ^ swap)];
            a[part / 2 * 4 + part % 2] = two.x;
            a[part / 2 * 4 + part % 2 + 2] = two.y;
        }
#pragma unroll
        for (int j = 0; j < Shape::WARP_COLUMNS / 8; j++) {
            mma_float64(sum[i][j], a, b[j]);
        }
    }
}

/* a: m x k, b: k x n, out: m x n, row-major. WIDTH elements are copied and stored at once. */
template <typename Shape, int WIDTH>
static __global__ void __launch_bounds__(Shape::THREADS, Shape::BLOCKS)
    multiply(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ out, unsigned m,
             unsigned n, unsigned k)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) double memory[];
    unsigned y, x;
    tile_of(blockIdx.x, (m + Shape::ROWS - 1) / Shape::ROWS, (n + Shape::COLUMNS - 1) / Shape::COLUMNS, &y,
            &x);
    const unsigned row = y * Shape::ROWS, column = x * Shape::COLUMNS, warp = threadIdx.x / LANES;
    const unsigned down = warp / Shape::ACROSS * Shape::WARP_ROWS,
                   across = warp % Shape::ACROSS * Shape::WARP_COLUMNS;
    double sum[Shape::WARP_ROWS / 16][Shape::WARP_COLUMNS / 8][4] = {};
    Copies<Shape, WIDTH> copies(a, b, m, n, k, row, column);
    const unsigned slices = (k + SLICE_K - 1) / SLICE_K;
    Ring<Shape> ring(memory);
#pragma unroll
    for (int s = 0; s < Shape::STAGES - 1; s++) {
        if (s < slices) {
            ring.fill(copies, a);
        }
    }
    for (unsigned slice = 0; slice < slices; slice++) {
        const double *stage = ring.wait();
        multiply_slice<Shape>(sum, stage, down, across);
        ring.release();
        if (slice + Shape::STAGES - 1 < slices) {
            ring.fill(copies, a);
        }
    }
    const unsigned group = threadIdx.x % LANES / 4, t = threadIdx.x % 4;
#pragma unroll
    for (int i = 0; i < Shape::WARP_ROWS / 8; i++) {
        const unsigned to_row = row + down + i * 8 + group;
#pragma unroll
        for (int j = 0; j < Shape::WARP_COLUMNS / 4; j++) { /* even and odd columns in turns */
            const unsigned to = column + across + j / 4 * 16 + 4 * t + j % 4;
            if (to_row < m && to < n && WIDTH == 1) {
                out[(size_t)to_row * n + to] = sum[i / 2][j / 4 * 2 + j % 2][i % 2 * 2 + j % 4 / 2];
            } else if (to_row < m && to < n && j % 2 == 0) {
                *(double2 *)&out[(size_t)to_row * n + to] =
                    make_double2(sum[i / 2][j / 4 * 2][i % 2 * 2 + j % 4 / 2],
                                 sum[i / 2][j / 4 * 2 + 1][i % 2 * 2 + j % 4 / 2]);
            }
        }
    }
#endif
}

template <typename Shape> static size_t tiles_of(const Point *point)
{
    return (size_t)gpu_blocks(point->m, Shape::ROWS) * gpu_blocks(point->n, Shape::COLUMNS);
}

/* Time in that of one result: the last tiles occupy a multiprocessor as long as the first. */
template <typename Shape> static size_t time_of(const Point *point)
{
    const size_t at_once = (size_t)gpu_multiprocessors() * Shape::BLOCKS;
    return (tiles_of<Shape>(point) + at_once - 1) / at_once * Shape::BLOCKS * Shape::ROWS * Shape::COLUMNS;
}

template <typename Shape> static int launch(const Task *task)
{
    const Point *point = task->point;
    LaunchShape shape = {.grid = {(unsigned)tiles_of<Shape>(point), 1, 1}, .block = {Shape::THREADS, 1, 1}};
    shape.dynamic_shared_bytes = Shape::BYTES;
    shape.global_accesses = multiply_accesses(point, Shape::ROWS);
    const bool wide = point->n % PAIR == 0 && point->k % PAIR == 0;
    return launch_multiply(task, shape, wide ? multiply<Shape, PAIR> : multiply<Shape, 1>);
}

static int run(const Task *task)
{
    return time_of<Small>(task->point) < time_of<Large>(task->point) ? launch<Small>(task)
                                                                     : launch<Large>(task);
}

extern "C" const Variant variant_gpu_matmul_mma_float64;
const Variant variant_gpu_matmul_mma_float64 = {
    .workload = "matmul",
    .name = "gpu/mma_float64",
    .idea = "the tile of a block by float64 tensor cores: 64 x 32 results a warp, cp.async fills a ring",
    .source = "NVIDIA, PTX ISA, mma.m16n8k16; NVIDIA, CUTLASS",
    .after = "gpu/register_tile",
    .types = FLOAT64,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<80, 999>,
    .run = run,
};
