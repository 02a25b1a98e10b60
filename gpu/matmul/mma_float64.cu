/* Matrix product in float64 on tensor cores.
 *
 * Tensor cores multiply float64 too, each product and sum rounded to float64, at twice the rate of the CUDA
 * cores. So nothing is split: this is the product of register_tile by another instruction.
 *
 *     a block computes a tile of 128 x 128 results, a warp 64 x 32 of them; 96 x 64 and 48 x 32, or 64 x 64
 *         and 32 x 32, two blocks a multiprocessor, where the last tiles would leave more of them idle
 *     slices of 16 k of A and B wait in a ring of stages in shared memory, which cp.async fills
 *     an instruction multiplies 16 x 8 by 8 x 8: while a warp multiplies eight k, it reads the next eight
 *         into registers, and starts a few copies of a later slice after each row of instructions
 *
 * The tensor cores never wait for a warp that reads or copies if its instructions lie between theirs.
 *
 * The result is multiplied as its transpose: the instruction's 16 rows are columns of B. For it wants two
 * rows of one k in neighbouring registers, and two neighbours of a row of B are that by one read of 16 bytes:
 * its rows r and r + 8 are the columns 2r and 2r + 1. It gives a lane the k t and 4 + t (t: the lane modulo
 * 4). Any other order of k is as good if A and B agree: a lane takes 2t and 2t + 1, one read of a row of A.
 * Otherwise each operand is moved to its register; moves were two of five instructions.
 *
 * In shared memory a row of A is 128 bytes, all banks; in odd rows its halves are exchanged, so that the two
 * rows that eight lanes read at once are in different banks. Rows of B have a gap of 16 bytes, for the same.
 *
 * Measured on an H200, against cuBLAS 13.1 in its default mode: 1.01, 0.97 at n 1000, 1024; 1.00, 0.96, 1.00,
 * 0.96, 1.00 at 2048, 3000, 4096, 5000, 8192; 1.35, 1.22, 1.24, 1.25 at 2047, 2049, 3001, 5001.
 * Bound: the tensor cores, whose clock the power limit lowers: 0.97, 0.96 of the ceiling (multiply_add
 * gpu/mma_float64) at n 4096, 8192.
 * Limits: compute capability 8.0. Any m, n, k: elements outside of the matrices are zero in shared memory.
 * Where n or k is odd, rows begin at odd multiples of 8 bytes, and copies are half as wide.
 * Source: NVIDIA, PTX ISA, mma.m16n8k8, cp.async, mbarrier; NVIDIA, CUTLASS (tiles, ring of stages, operands
 * read ahead). */
#include "gpu/capability.h"
#include "gpu/grid.h"
#include "gpu/launch.h"
#include "gpu/matmul/kernels/instructions.cuh"
#include "gpu/matmul/kernels/multiply.cuh"
#include "gpu/matmul/kernels/operand_split.cuh"

enum { SLICE_K = 16, STEP_K = 8, LANES = 32, PAIR = 2, B_GAP = 2 }; /* elements; B_GAP: after a row of B */

/* WARP_ROWS x WARP_COLUMNS results of a warp, DOWN x ACROSS warps of a block. */
template <int WARP_ROWS, int WARP_COLUMNS, int DOWN, int ACROSS_, int STAGES_, int BLOCKS_> struct Tile {
    static constexpr int ACROSS = ACROSS_, STAGES = STAGES_,
                         BLOCKS = BLOCKS_; /* BLOCKS: on a multiprocessor */
    static constexpr int ROWS = DOWN * WARP_ROWS, COLUMNS = ACROSS * WARP_COLUMNS;
    static constexpr int DEEP = WARP_ROWS / 8, WIDE = WARP_COLUMNS / 16; /* of a warp, in instructions */
    static constexpr int THREADS = DOWN * ACROSS * LANES;
    static constexpr int B_PITCH = COLUMNS + B_GAP, A_WORDS = ROWS * SLICE_K;
    static constexpr int STAGE = A_WORDS + SLICE_K * B_PITCH; /* elements */
    static constexpr size_t BYTES = sizeof(double) * STAGES * STAGE;
};
typedef Tile<64, 32, 2, 4, 5, 1> Large;
typedef Tile<48, 32, 2, 2, 5, 2> Medium;
typedef Tile<32, 32, 2, 2, 5, 2> Small;

/* A thread's copies of each slice: WIDTH elements of a row each, zeros outside of the matrices. */
template <typename Shape, int WIDTH> struct Copies {
    static constexpr int A_PARTS = SLICE_K / WIDTH, B_PARTS = Shape::COLUMNS / WIDTH;          /* of a row */
    static constexpr int A_STEP = Shape::THREADS / A_PARTS, B_STEP = Shape::THREADS / B_PARTS; /* rows */
    static constexpr int A_COPIES = Shape::ROWS / A_STEP, ALL = A_COPIES + SLICE_K / B_STEP;
    static_assert(A_STEP % 2 == 0 && Shape::ROWS % A_STEP == 0 && SLICE_K % B_STEP == 0, "not a shape");

    const double *a_at, *b_at; /* of the slice that is copied next; b_at: of its next copy */
    size_t a_step, b_step;
    unsigned a_to, b_to;  /* bytes in a stage */
    int a_rows, a_k, b_k; /* left: rows of A, of this thread's first one on; k */

    __device__ __forceinline__ Copies(const double *a, const double *b, unsigned m, unsigned n, unsigned k,
                                      unsigned row, unsigned column)
    {
        const unsigned a_down = threadIdx.x / A_PARTS, a_along = threadIdx.x % A_PARTS * WIDTH;
        const unsigned b_down = threadIdx.x / B_PARTS, b_along = threadIdx.x % B_PARTS * WIDTH;
        a_to = (a_down * SLICE_K + (a_along ^ a_down % 2 * STEP_K)) * sizeof(double);
        b_to = (Shape::A_WORDS + b_down * Shape::B_PITCH + b_along) * sizeof(double);
        a_at = a + (size_t)(row + a_down) * k + a_along;
        b_at = b + (size_t)b_down * n + column + b_along;
        a_step = (size_t)A_STEP * k;
        b_step = (size_t)B_STEP * n;
        a_rows = (int)m - (int)(row + a_down);
        a_k = (int)k - (int)a_along;
        b_k = column + b_along < n ? (int)k - (int)b_down : 0;
    }

    /* Of PARTS parts of the next slice one, in their order, into the stage at that address. */
    template <int PARTS> __device__ __forceinline__ void copy(int part, unsigned stage)
    {
        constexpr int BYTES = WIDTH * sizeof(double);
#pragma unroll
        for (int i = 0; i < A_COPIES; i++) {
            if (i * PARTS / ALL == part) {
                copy_async_some<BYTES>(stage + a_to + i * A_STEP * SLICE_K * (unsigned)sizeof(double),
                                       a_at + i * a_step, i * A_STEP < a_rows && a_k > 0 ? BYTES : 0);
            }
        }
#pragma unroll
        for (int i = 0; i < ALL - A_COPIES; i++) {
            if ((A_COPIES + i) * PARTS / ALL == part) {
                copy_async_some<BYTES>(stage + b_to + i * B_STEP * Shape::B_PITCH * (unsigned)sizeof(double),
                                       b_at, i * B_STEP < b_k ? BYTES : 0);
                b_at += b_step;
            }
        }
        if (part == PARTS - 1) {
            a_at += SLICE_K;
            a_k -= SLICE_K;
            b_k -= SLICE_K;
        }
    }
};

/* Stages in shared memory, filled and read in turns. Each has two barriers: one completes when all threads'
 * copies have arrived, the other when all threads have read it. No warp waits for all others at each slice.
 */
template <typename Shape> struct Ring {
    const double *memory;
    unsigned filled, emptied;               /* addresses of the barriers, 8 bytes a stage */
    unsigned read, reading, write, writing; /* stages; the parities of their phases */
    unsigned behind;                        /* the stage that this thread releases next */

    __device__ __forceinline__ explicit Ring(const double *stages)
        : memory(stages), read(0), reading(0), write(0), writing(1), behind(0)
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

    /* The address of the stage for the next copies, as soon as it is empty. */
    __device__ __forceinline__ unsigned empty(void) const
    {
        barrier_wait(emptied + 8 * write, writing);
        return shared_address(memory + write * Shape::STAGE);
    }

    /* This thread has started all its copies to it. */
    __device__ __forceinline__ void copied(void)
    {
        barrier_copied(filled + 8 * write);
        write = write + 1 == Shape::STAGES ? 0 : write + 1;
        writing ^= write == 0;
    }

    /* The next slice, as soon as it is there. */
    __device__ __forceinline__ const double *next(void)
    {
        barrier_wait(filled + 8 * read, reading);
        const double *stage = memory + read * Shape::STAGE;
        read = read + 1 == Shape::STAGES ? 0 : read + 1;
        reading ^= read == 0;
        return stage;
    }

    /* This thread has read a slice, the oldest one. */
    __device__ __forceinline__ void release(void)
    {
        barrier_arrive(emptied + 8 * behind);
        behind = behind + 1 == Shape::STAGES ? 0 : behind + 1;
    }
};

/* A warp's operands for eight k of a slice. */
template <typename Shape> struct Operands {
    double a[Shape::DEEP][2], b[Shape::WIDE][4];

    /* half: of the slice. row, column: of the tile, the warp's first ones. */
    __device__ __forceinline__ void read(const double *stage, unsigned half, unsigned row, unsigned column)
    {
        const unsigned group = threadIdx.x % LANES / 4, k = half * STEP_K + PAIR * (threadIdx.x % 4);
        const double *b_from = stage + Shape::A_WORDS + k * Shape::B_PITCH + column + PAIR * group;
#pragma unroll
        for (int i = 0; i < Shape::WIDE * PAIR; i++) {
            const double2 two = *(const double2 *)&b_from[i % PAIR * Shape::B_PITCH + i / PAIR * 16];
            b[i / PAIR][i % PAIR * 2] = two.x;
            b[i / PAIR][i % PAIR * 2 + 1] = two.y;
        }
        const double *a_from = stage + (row + group) * SLICE_K + (k ^ group % 2 * STEP_K);
#pragma unroll
        for (int i = 0; i < Shape::DEEP; i++) {
            const double2 two = *(const double2 *)&a_from[i * 8 * SLICE_K];
            a[i][0] = two.x;
            a[i][1] = two.y;
        }
    }

    /* Adds their products; after those of row i of instructions calls between(i). */
    template <typename Between>
    __device__ __forceinline__ void multiply(double (&sum)[Shape::DEEP][Shape::WIDE][4],
                                             Between between) const
    {
#pragma unroll
        for (int i = 0; i < Shape::DEEP; i++) {
#pragma unroll
            for (int j = 0; j < Shape::WIDE; j++) {
                mma_float64(sum[i][j], b[j], a[i]);
            }
            between(i);
        }
    }
};

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
    const unsigned down = warp / Shape::ACROSS * Shape::DEEP * 8,
                   across = warp % Shape::ACROSS * Shape::WIDE * 16;
    double sum[Shape::DEEP][Shape::WIDE][4] = {};
    Copies<Shape, WIDTH> copies(a, b, m, n, k, row, column);
    Ring<Shape> ring(memory);
#pragma unroll 1
    for (int s = 0; s < Shape::STAGES - 2; s++) {
        copies.template copy<1>(0, ring.empty());
        ring.copied();
    }
    Operands<Shape> first, second;
    const double *stage = ring.next();
    first.read(stage, 0, down, across);
    for (unsigned slice = 0; slice < (k + SLICE_K - 1) / SLICE_K; slice++) { /* beyond the last: zeros */
        const unsigned to = ring.empty();
        second.read(stage, 1, down, across);
        first.multiply(sum, [&](int i) { copies.template copy<2 * Shape::DEEP>(i, to); });
        stage = ring.next();
        first.read(stage, 0, down, across);
        second.multiply(sum, [&](int i) { copies.template copy<2 * Shape::DEEP>(Shape::DEEP + i, to); });
        ring.release();
        ring.copied();
    }
    for (int s = 0; s < Shape::STAGES - 3; s++) {
        ring.next(); /* no copy arrives when this memory is another block's */
    }
    const unsigned group = threadIdx.x % LANES / 4, t = threadIdx.x % 4;
#pragma unroll
    for (int i = 0; i < Shape::DEEP * PAIR; i++) {
        const unsigned to_row = row + down + i / PAIR * 8 + PAIR * t + i % PAIR;
#pragma unroll
        for (int j = 0; j < Shape::WIDE; j++) {
            const unsigned to = column + across + j * 16 + PAIR * group;
            const double2 two = make_double2(sum[i / PAIR][j][i % PAIR], sum[i / PAIR][j][i % PAIR + 2]);
            double *at = &out[(size_t)to_row * n + to];
            if (to_row >= m || to >= n) {
                continue;
            }
            if (WIDTH == PAIR) {
                *(double2 *)at = two;
            } else {
                at[0] = two.x;
                if (to + 1 < n) {
                    at[1] = two.y;
                }
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
template <typename Shape> static double time_of(const Point *point)
{
    const size_t at_once = (size_t)gpu_multiprocessors() * Shape::BLOCKS;
    const size_t waves = (tiles_of<Shape>(point) + at_once - 1) / at_once;
    return (double)(waves * Shape::BLOCKS * Shape::ROWS * Shape::COLUMNS);
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

/* Smaller tiles read more for a result: where waves are as full, they took 1.08 and 1.11 times as long. */
static int run(const Task *task)
{
    const double large = time_of<Large>(task->point), medium = 1.08 * time_of<Medium>(task->point),
                 small = 1.11 * time_of<Small>(task->point);
    return small < large && small < medium ? launch<Small>(task)
           : medium < large                ? launch<Medium>(task)
                                           : launch<Large>(task);
}

extern "C" const Variant variant_gpu_matmul_mma_float64;
const Variant variant_gpu_matmul_mma_float64 = {
    .workload = "matmul",
    .name = "gpu/mma_float64",
    .idea = "the tile of a block by float64 tensor cores: 64 x 32 results a warp, cp.async fills a ring",
    .source = "NVIDIA, PTX ISA, mma.m16n8k8; NVIDIA, CUTLASS",
    .after = "gpu/register_tile",
    .types = FLOAT64,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<80, 999>,
    .run = run,
};
