/* Matrix product with tiles in shared memory and sums in registers.
 *
 * shared reads an element of a tile from shared memory for every multiply-add and a half; thread_tile has its
 * sums in registers, but reads global memory. Here both: a block loads slices of A and B, 128 x 8 and 8 x
 * 128, into shared memory, and a thread computes 8 x 8 sums: for each k it reads 8 elements of either, in
 * four reads of 16 bytes, and multiplies each with each, 64 multiply-adds. Rows and columns of a thread come
 * in fours, 64 apart, so that a warp reads neighbouring words. A is transposed as it is stored, with a gap
 * after each k, so that the threads of a warp store to different banks. The next slices are loaded into
 * registers while the sums of these are computed.
 *
 * Gain on an H200: 0.75 of cuBLAS's rate in float32, 0.85 of the rate of integer multiply-adds (multiply_add)
 * in int32, both at n 4096.
 * Bound: 4 reads of shared memory take a warp 16 clocks, as long as its 64 multiply-adds on the four
 * schedulers; and all threads wait at two barriers a slice.
 * Limits: none. Any m, n, k: elements outside the matrices are zero in the slices.
 * Source: Volkov and Demmel, "Benchmarking GPUs to tune dense linear algebra", 2008; Boehm, How to optimize a
 * CUDA matmul kernel for cuBLAS-like performance, 2022. */
#include "gpu/matmul/kernels/multiply.cuh"

enum { TILE = 128, SLICE = 8, SIDE = 16, THREADS = SIDE * SIDE, PATCH = TILE / SIDE, VECTOR = 4 };
enum {
    GAP = 4,
    FETCHES = TILE * SLICE / THREADS
}; /* words after a row of transposed A; loads of A, and of B, of a thread */

template <typename Element> struct alignas(16) Vector {
    Element item[VECTOR];
};

/* The thread's elements of the slices from k `first` on; zeros outside. Of A along rows, of B along columns.
 */
template <typename Element>
static __device__ inline void fetch(const Element *__restrict__ a, const Element *__restrict__ b, unsigned m,
                                    unsigned n, unsigned k, unsigned row, unsigned column, unsigned first,
                                    Element (&a_part)[FETCHES], Element (&b_part)[FETCHES])
{
#pragma unroll
    for (int i = 0; i < FETCHES; i++) {
        const unsigned at = i * THREADS + threadIdx.x;
        const unsigned y = row + at / SLICE, a_k = first + at % SLICE;
        a_part[i] = y < m && a_k < k ? a[(size_t)y * k + a_k] : Element(0);
        const unsigned x = column + at % TILE, b_k = first + at / TILE;
        b_part[i] = x < n && b_k < k ? b[(size_t)b_k * n + x] : Element(0);
    }
}

/* 8 elements in registers: four from `from` on and four 64 later. */
template <typename Element> static __device__ inline void read(Element (&part)[PATCH], const Element *from)
{
#pragma unroll
    for (int half = 0; half < 2; half++) {
        const Vector<Element> vector = *(const Vector<Element> *)&from[half * TILE / 2];
#pragma unroll
        for (int i = 0; i < VECTOR; i++) {
            part[half * VECTOR + i] = vector.item[i];
        }
    }
}

/* a: m x k, b: k x n, out: m x n, row-major. */
template <typename Element>
static __global__ void
__launch_bounds__(THREADS, sizeof(Element) > 4 ? 1 : 2) /* 64 sums of float64 are 128 registers */
    multiply(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
             unsigned m, unsigned n, unsigned k)
{
    __shared__ alignas(16) Element a_slice[SLICE][TILE + GAP], b_slice[SLICE][TILE];
    const unsigned x = threadIdx.x % SIDE * VECTOR, y = threadIdx.x / SIDE * VECTOR;
    const unsigned column = blockIdx.x * TILE;

    for (unsigned row = blockIdx.y * TILE; row < m; row += gridDim.y * TILE) {
        Element sum[PATCH][PATCH] = {}, a_part[FETCHES], b_part[FETCHES];
        fetch(a, b, m, n, k, row, column, 0, a_part, b_part);
        for (unsigned first = 0; first < k; first += SLICE) {
            __syncthreads(); /* all threads have read the slices before */
#pragma unroll
            for (int i = 0; i < FETCHES; i++) {
                const unsigned at = i * THREADS + threadIdx.x;
                a_slice[at % SLICE][at / SLICE] = a_part[i];
                b_slice[at / TILE][at % TILE] = b_part[i];
            }
            __syncthreads(); /* the slices are complete */
            fetch(a, b, m, n, k, row, column, first + SLICE, a_part, b_part);
#pragma unroll
            for (int s = 0; s < SLICE; s++) {
                Element left[PATCH], right[PATCH];
                read(left, &a_slice[s][y]);
                read(right, &b_slice[s][x]);
#pragma unroll
                for (int i = 0; i < PATCH; i++) {
#pragma unroll
                    for (int j = 0; j < PATCH; j++) {
                        sum[i][j] += left[i] * right[j];
                    }
                }
            }
        }
#pragma unroll
        for (int i = 0; i < PATCH; i++) {
#pragma unroll
            for (int j = 0; j < PATCH; j++) {
                const unsigned down = row + y + i / VECTOR * TILE / 2 + i % VECTOR;
                const unsigned across = column + x + j / VECTOR * TILE / 2 + j % VECTOR;
                if (down < m && across < n) {
                    out[(size_t)down * n + across] = sum[i][j];
                }
            }
        }
    }
}

static int run(const Task *task)
{
    const Point *point = task->point;
    LaunchShape shape = {.grid = {gpu_blocks(point->n, TILE), gpu_blocks_y(point->m, TILE), 1},
                         .block = {THREADS, 1, 1}};
    shape.global_accesses = multiply_accesses(point, TILE);
    return GPU_BY_TYPE(task, launch_multiply(task, shape, multiply<Element>));
}

extern "C" const Variant variant_gpu_matmul_register_tile;
const Variant variant_gpu_matmul_register_tile = {
    .workload = "matmul",
    .name = "gpu/register_tile",
    .idea = "8 x 8 sums a thread from slices in shared memory: 4 wide reads serve 64 multiply-adds",
    .source = "Volkov and Demmel 2008; Boehm, How to optimize a CUDA matmul kernel, 2022",
    .after = "gpu/shared",
    .types = INT32 | FLOAT32 | FLOAT64,
    .run = run,
};
