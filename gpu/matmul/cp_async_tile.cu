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
 * The layout, the copies and the loop are in kernels/tile.cuh, which the rungs after this one share. A loop
 * written for this rung alone, without that file's order of reads, copies and multiply-adds, was measured on
 * an H100: 1.18 times as long in float32 at n 4096 and 8192, slower than register_tile.
 *
 * Gain on an H200: 1.19 times as fast as register_tile in float32, 1.06 in int32, at n 4096; at n 1000 there
 * are too few of its tiles, and it is slower.
 * Bound: all eight warps of a multiprocessor wait at the same barriers; register bank conflicts
 * (two_ctas_per_sm).
 * Limits: compute capability 8.0. Any m, n, k (tile.cuh).
 * Source: NVIDIA, CUTLASS; NVIDIA, CUDA C++ Programming Guide, Asynchronous Data Copies. */
#include "gpu/matmul/kernels/tile.cuh"

typedef TileShape<128, 256, 8, 4> Shape;

enum { BODY = 4 }; /* pairs of k in the loop: a whole slice */

/* Stores a thread's sums directly. */
template <int WIDTH, typename Product, typename Element>
static __device__ inline void store(const Product &product, unsigned row, unsigned column,
                                    const Element (&sum)[TILE_DOWN][TILE_ACROSS])
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, pitch = product.pitch();
    row += warp / Shape::WARPS_ACROSS * TILE_WARP + lane / 4;
    column += warp % Shape::WARPS_ACROSS * TILE_WARP + lane % 4 * TILE_VECTOR;
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
#pragma unroll
        for (int j = 0; j < TILE_ACROSS; j += WIDTH) {
            const unsigned y = row + i * 8, x = column + j / 4 * 16 + j % 4;
            Element *to = (Element *)product.out + (size_t)y * pitch + x;
            if (y < product.rows() && x < product.columns() && WIDTH == 4) {
                const TilePart<Element, TILE_VECTOR> vector = {
                    {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]}};
                *(TilePart<Element, TILE_VECTOR> *)to = vector;
            } else if (y < product.rows() && x < product.columns()) {
                *to = sum[i][j];
            }
        }
    }
}

template <typename Element, int WIDTH, typename Product>
static __global__ void __launch_bounds__(Shape::THREADS, 1) multiply(const Product product)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ uint4 memory[];
    unsigned row, column;
    tile_place<Shape>(product, blockIdx.x, &row, &column);
    Element sum[TILE_DOWN][TILE_ACROSS] = {};
    tile_multiply<Shape, WIDTH, BODY>(product, row, column, 0, product.slices, (Element *)memory, sum);
    store<WIDTH>(product, row, column, sum);
#endif
}

template <typename Product> static int run_product(const Task *task, const Product &product)
{
    static void (*const instances[2][2])(Product) = {
        {multiply<float, 4, Product>, multiply<float, 1, Product>},
        {multiply<uint32_t, 4, Product>, multiply<uint32_t, 1, Product>}};
    return tile_run<Shape>(task, product, instances);
}

static int run(const Task *task)
{
    return point_is_square(task->point) ? run_product(task, tile_matrices(task))
                                        : run_product(task, tile_shaped(task));
}

extern "C" const Variant variant_gpu_matmul_cp_async_tile;
const Variant variant_gpu_matmul_cp_async_tile = {
    .workload = "matmul",
    .name = "gpu/cp_async_tile",
    .idea = "8 x 16 sums a thread, 128 x 256 a block; cp.async fills a ring of slices in shared memory ahead",
    .source = "NVIDIA, CUTLASS; NVIDIA, CUDA C++ Programming Guide, Asynchronous Data Copies",
    .after = "gpu/register_tile",
    .types = INT32 | FLOAT32,
    .missing = gpu_cp_async_missing,
    .run = run,
};
