/* Matrix product through tiles in shared memory.
 *
 * A thread block walks along the rows of A and the columns of B that it needs, one block x block tile of each
 * at a time: every thread loads one element of either into shared memory, and after a barrier all threads
 * read them from there. An element that was loaded is used `block` times, so global memory is read `block`
 * times less than in multi_block. A block of 1 shows the cost of the detour where nothing is shared.
 *
 * Bound: still one element per thread: each multiply-add reads an element of either tile, four of A in one
 * wide load. Shared memory serves one load of a warp per clock: a fifth of the float32 arithmetic of Hopper.
 * A thread that computes several elements loads less (thread_tile).
 * Limits: a block of at most 32 x 32 threads. Any m, n, k: elements outside the matrices are zero in the
 * tiles.
 * Source: course reports on matrix products with OpenMP and CUDA and on the work of one thread; NVIDIA, CUDA
 * C++ Programming Guide, Shared Memory. */
#include "gpu/matmul/kernels/element.cuh"
#include "gpu/matmul/kernels/multiply.cuh"

/* a: m x k, b: k x n, out: m x n, row-major. The side of a tile is known to the compiler, which unrolls the
 * product. */
template <typename Element, int SIDE>
static __global__ void __launch_bounds__(SIDE *SIDE)
    multiply(const Element *__restrict__ a, const Element *__restrict__ b, Element *__restrict__ out,
             unsigned m, unsigned n, unsigned k)
{
    __shared__ Element a_tile[SIDE][SIDE], b_tile[SIDE][SIDE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const unsigned column = blockIdx.x * SIDE + x;

    /* The same number of iterations for all threads of a block: all must reach the barriers. */
    for (unsigned top = blockIdx.y * SIDE; top < m; top += gridDim.y * SIDE) {
        const unsigned row = top + y;
        auto sum = load_element(Element{});
        for (unsigned first = 0; first < k; first += SIDE) {
            a_tile[y][x] = row < m && first + x < k ? a[(size_t)row * k + first + x] : Element{};
            b_tile[y][x] = column < n && first + y < k ? b[(size_t)(first + y) * n + column] : Element{};
            __syncthreads(); /* the tiles are complete */
#pragma unroll
            for (int i = 0; i < SIDE; i++) {
                sum += load_element(a_tile[y][i]) * load_element(b_tile[i][x]);
            }
            __syncthreads(); /* all threads have read them */
        }
        if (row < m && column < n) {
            store_element(&out[(size_t)row * n + column], sum);
        }
    }
}

template <int SIDE> static int launch(const Task *task)
{
    const Point *point = task->point;
    LaunchShape shape = {.grid = {gpu_blocks(point->n, SIDE), gpu_blocks_y(point->m, SIDE), 1},
                         .block = {SIDE, SIDE, 1}};
    shape.global_accesses = multiply_accesses(point, SIDE);
    return GPU_BY_ELEMENT_TYPE(task, launch_multiply(task, shape, multiply<Element, SIDE>));
}

static int accepts(const Point *point, Error *error)
{
    const size_t side = point->block;
    if (side == 1 || side == 2 || side == 4 || side == 8 || side == 16 || side == 32) {
        return 0;
    }
    if (side > 32) {
        return error_set(error,
                         "block %zu: %zu x %zu = %.0f threads exceed 1024 a block; use 1, 2, 4, 8, 16 or 32",
                         side, side, side, (double)side * (double)side);
    }
    return error_set(error, "block %zu: compiled for 1, 2, 4, 8, 16 and 32 only", side);
}

static int run(const Task *task)
{
    int (*const launches[])(const Task *) = {launch<1>, launch<2>,  launch<4>,
                                             launch<8>, launch<16>, launch<32>};
    return launch_side(task, launches, task->point->block);
}

extern "C" const Variant variant_gpu_matmul_shared;
const Variant variant_gpu_matmul_shared = {
    .workload = "matmul",
    .name = "gpu/shared",
    .idea = "tiles of A and B in shared memory: an element that was fetched is used block times",
    .source = "course reports on matrix products in CUDA; NVIDIA, CUDA C++ Programming Guide, Shared Memory",
    .after = "gpu/multi_block",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_BLOCK,
    .block = 32,
    .accepts = accepts,
    .run = run,
};
