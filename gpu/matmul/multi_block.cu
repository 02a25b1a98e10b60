/* Matrix product by a grid of thread blocks.
 *
 * Still one element per thread and step, but the grid covers the output: every multiprocessor has blocks, and
 * enough of them to compute with one warp while the others wait for memory. Where the output needs a larger
 * grid than CUDA allows, the grid strides over the rest.
 *
 * Bound: two loads for each multiply-add. The first-level cache serves one load of a warp per clock, while
 * the lanes could multiply and add for four warps: an eighth of the float32 arithmetic of Hopper. A block
 * shares 2 x block rows and columns through that cache; a side below 32 splits a warp over rows and shortens
 * its pieces of B.
 * Limits: a block of at most 32 x 32 threads. Any m, n, k.
 * Source: course report on matrix products with OpenMP and CUDA; Harris, CUDA Pro Tip: Write Flexible Kernels
 * with Grid-Stride Loops, 2013. */
#include "gpu/matmul/kernels/element.cuh"
#include "gpu/matmul/kernels/multiply.cuh"

/* a: m x k, b: k x n, out: m x n, row-major. */
template <typename Element>
static __global__ void __launch_bounds__(MAX_SIDE *MAX_SIDE)
    multiply(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
             unsigned m, unsigned n, unsigned k)
{
    const size_t first_row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    const size_t first_column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t row = first_row; row < m; row += (size_t)gridDim.y * blockDim.y) {
        for (size_t column = first_column; column < n; column += (size_t)gridDim.x * blockDim.x) {
            auto sum = load_element(Element{});
#pragma unroll 8
            for (unsigned i = 0; i < k; i++) {
                sum += load_element(a[row * k + i]) * load_element(b[(size_t)i * n + column]);
            }
            store_element(&out[row * n + column], sum);
        }
    }
}

static int run(const Task *task)
{
    const unsigned side = (unsigned)task->point->block;
    const size_t m = task->point->m, n = task->point->n;
    LaunchShape shape = {.grid = {gpu_blocks(n, side), gpu_blocks_y(m, side), 1}, .block = {side, side, 1}};
    shape.global_accesses = (double)m * (double)n * (2.0 * (double)task->point->k + 1);
    return GPU_BY_ELEMENT_TYPE(task, launch_multiply(task, shape, multiply<Element>));
}

extern "C" const Variant variant_gpu_matmul_multi_block;
const Variant variant_gpu_matmul_multi_block = {
    .workload = "matmul",
    .name = "gpu/multi_block",
    .idea = "a grid of blocks covers the output, one element a thread: every multiprocessor works",
    .source = "course report on matrix products with OpenMP and CUDA; Harris, grid-stride loops, 2013",
    .after = "gpu/single_block",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_BLOCK,
    .block = MAX_SIDE,
    .accepts = accepts_block,
    .run = run,
};
