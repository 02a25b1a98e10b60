/* Matrix product by wide tiles, operands copied by the hardware while it multiplies.
 *
 * In register_tile a thread waits for its elements of the next slices before it
 * can put them into shared memory, they take registers meanwhile, and 8 x 8 sums
 * read as many words of shared memory as it can give: 4 reads of 16 bytes a
 * warp, 16 clocks of the one shared memory, for 64 multiply-adds, 16 clocks of
 * the four schedulers. Here a thread has 8 x 16 sums, which take 24 clocks of
 * reads against 32 of arithmetic, and a block 128 x 256, so that global memory is
 * read less often. Copies to shared memory are asynchronous (cp.async): nothing
 * waits for them until they are needed, four slices later.
 *
 * Gain on an H200: 1.19 times as fast as register_tile in float32, 1.06 in int32, at
 * n 4096; at n 1000 there are too few of its tiles, and it is slower.
 * What bounds it: all eight warps of a multiprocessor wait at the same barriers,
 * and pairs of registers that lie in one bank (two_ctas_per_sm).
 * Any n: see tile.cuh. Needs compute capability 8.0.
 * Sources: NVIDIA, CUTLASS; NVIDIA, CUDA C++ Programming Guide, Asynchronous
 * Data Copies. */
#include "gpu/matmul/kernels/tile.cuh"

typedef TileShape<128, 256, 8, 4> Shape;

enum { BODY = 4 }; /* a whole slice */

template <typename Element, int WIDTH>
static __global__ void __launch_bounds__(Shape::THREADS, 1) multiply(const TileProduct product)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ uint4 memory[];
    unsigned row, column;
    tile_place<Shape>(product, blockIdx.x, &row, &column);
    Element sum[TILE_DOWN][TILE_ACROSS] = {};
    tile_multiply<Shape, WIDTH, BODY>(product, row, column, 0, product.slices, (Element *)memory, sum);
    tile_store<Shape, WIDTH>(product, row, column, sum);
#endif
}

static int run(const Task *task)
{
    TileProduct product = tile_product<Shape>(task);
    const LaunchShape shape = tile_launch<Shape>(product);
    void *arguments[] = {&product};
    const bool wide = tile_is_wide(product);
    if (task->point->type == TYPE_FLOAT32) {
        return wide ? GPU_LAUNCH(task, (multiply<float, 4>), &shape, arguments)
                    : GPU_LAUNCH(task, (multiply<float, 1>), &shape, arguments);
    }
    return wide ? GPU_LAUNCH(task, (multiply<uint32_t, 4>), &shape, arguments) /* int32 that wraps */
                : GPU_LAUNCH(task, (multiply<uint32_t, 1>), &shape, arguments);
}

extern "C" {
extern const Variant variant_gpu_matmul_cp_async_tile;
}
const Variant variant_gpu_matmul_cp_async_tile = {
    .workload = "matmul",
    .name = "gpu/cp_async_tile",
    .idea =
        "8 x 16 sums a thread, 128 x 256 a block; cp.async brings slices ahead into a ring in shared memory",
    .source = "NVIDIA, CUTLASS; NVIDIA, CUDA C++ Programming Guide, Asynchronous Data Copies",
    .after = "gpu/register_tile",
    .types = INT32 | FLOAT32,
    .missing = tile_missing,
    .run = run,
};
