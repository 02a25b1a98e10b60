/* Matrix product by one thread block.
 *
 * block x block threads stride over the whole output, one element per thread and step: the shortest way from
 * three loops to a kernel. Neighbouring threads along x compute neighbours in a row, so a warp reads one
 * element of A together and a contiguous piece of B.
 *
 * Bound: a block runs on one multiprocessor, and all others idle; every multiply-add waits for two loads.
 * multi_block removes the first of these.
 * Limits: a block of at most 32 x 32 threads. Any m, n, k.
 * Source: course report on matrix products with OpenMP and CUDA. */
#include "gpu/matmul/kernels/multiply.cuh"

/* a: m x k, b: k x n, out: m x n, row-major. */
template <typename Element>
static __global__ void __launch_bounds__(MAX_SIDE *MAX_SIDE)
    multiply(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
             unsigned m, unsigned n, unsigned k)
{
    for (size_t row = threadIdx.y; row < m; row += blockDim.y) {
        for (size_t column = threadIdx.x; column < n; column += blockDim.x) {
            Element sum = 0;
#pragma unroll 8
            for (unsigned i = 0; i < k; i++) {
                sum += a[row * k + i] * b[(size_t)i * n + column];
            }
            out[row * n + column] = sum;
        }
    }
}

static int run(const Task *task)
{
    const unsigned side = (unsigned)task->point->block;
    const double m = (double)task->point->m, n = (double)task->point->n, k = (double)task->point->k;
    LaunchShape shape = {.grid = {1, 1, 1}, .block = {side, side, 1}};
    shape.global_accesses = 2.0 * m * n * k + m * n;
    return GPU_BY_TYPE(task, launch_multiply(task, shape, multiply<Element>));
}

extern "C" const Variant variant_gpu_matmul_single_block;
const Variant variant_gpu_matmul_single_block = {
    .workload = "matmul",
    .name = "gpu/single_block",
    .idea = "one thread block strides over the whole output: one multiprocessor works, the others idle",
    .source = "course report on matrix products with OpenMP and CUDA",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_BLOCK,
    .block = MAX_SIDE,
    .accepts = accepts_block,
    .run = run,
};
