/* Matrix product by one thread block.
 *
 * block x block threads stride over the whole output, one element per thread and step: the shortest way from
 * three loops to a kernel. Neighbouring threads along x compute neighbours in a row, so a warp reads one
 * element of A together and a contiguous piece of B.
 *
 * Bound: a block runs on one multiprocessor, and all others idle; every multiply-add waits for two loads.
 * multi_block removes the first of these.
 * Limits: a block of at most 32 x 32 threads. Any n.
 * Source: course report on matrix products with OpenMP and CUDA. */
#include "gpu/matmul/kernels/multiply.cuh"

/* a, b, out: n x n, row-major. */
template <typename Element>
static __global__ void __launch_bounds__(MAX_SIDE *MAX_SIDE)
    multiply(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
             size_t n)
{
    for (size_t row = threadIdx.y; row < n; row += blockDim.y) {
        for (size_t column = threadIdx.x; column < n; column += blockDim.x) {
            Element sum = 0;
#pragma unroll 8
            for (size_t k = 0; k < n; k++) {
                sum += a[row * n + k] * b[k * n + column];
            }
            out[row * n + column] = sum;
        }
    }
}

static int run(const Task *task)
{
    const unsigned side = (unsigned)task->point->block;
    const double n = (double)task->point->n;
    LaunchShape shape = {.grid = {1, 1, 1}, .block = {side, side, 1}};
    shape.global_accesses = 2.0 * n * n * n + n * n;
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
