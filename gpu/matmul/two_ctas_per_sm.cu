/* Matrix product of tiles that are copied asynchronously, by two small thread blocks on a multiprocessor.
 *
 * In register_tile a thread waits for its elements of the next slice before it stores them to shared memory,
 * and they occupy registers meanwhile. There 8 x 8 sums a thread need 4 reads of 16 bytes a warp for 64
 * multiply-adds: 16 clocks of the shared memory for 16 clocks of the four schedulers. Here a thread computes
 * 8 x 16 sums, 24 clocks of reads for 32 clocks of arithmetic. Slices of 16 k wait in a ring of 3 stages in
 * shared memory; cp.async fills them without registers, two slices ahead of the one that is multiplied:
 *
 *     stage   0        1        2
 *             slice 3  slice 4  slice 2      multiplying slice 2; slices 3 and 4 arrive
 *
 * These sums take half of the register file for 128 threads. So two blocks of 128 threads fit on a
 * multiprocessor: while one is at a barrier, begins or stores, the other computes, as each scheduler has a
 * warp of either. They share no operands, which costs traffic of the second-level cache, where bandwidth is
 * left. One block of 256 threads with a tile of 128 x 256 takes 1.07 to 1.12 times as long from n 2000 to
 * 8100 and twice as long from 250 to 1000.
 *
 * The rest of the gain is in the machine code. A multiply-add reads three registers, and registers of equal
 * parity are in one bank, which delivers one per clock; an operand in the same position as in the
 * instruction before comes from a small cache instead (SASS: .reuse). So rows are walked there and back, and
 * the sums leave through shared memory with neighbours swapped, which makes the assembler place a sum in the
 * other bank than its operand of B (tile_swapped). Of 256 multiply-adds 24 wait for a bank, without it 50.
 * The loop is two k long, 4.4 KB of code that stay in the instruction cache; unrolled for four k and more,
 * the assembler moves sums between registers, and banks conflict again.
 *
 * Gain on an H200: in float32 1.26, 1.24, 1.14 times as fast as register_tile at n 1000, 4000, 8100; in int32
 * 1.07 at 4096.
 * Bound: instruction issue (0.92 of the loop's instructions are multiply-adds, and a read of shared memory
 * between two of them empties the small cache), and the last blocks, which leave multiprocessors idle
 * (stream_k).
 * Limits: compute capability 8.0. Any m, n, k (tile.cuh).
 * Source: Gray, maxas, wiki page on SGEMM (banks and the reuse cache); NVIDIA, CUTLASS; NVIDIA, CUDA C++
 * Programming Guide, Asynchronous Data Copies. */
#include "gpu/matmul/kernels/tile.cuh"

typedef TileShape<128, 128, 16, 3> Shape;

enum { BODY = 1, BLOCKS = 256 / Shape::THREADS }; /* pairs of k in the loop; blocks on a multiprocessor */

template <typename Element, int WIDTH, typename Product>
static __global__ void __launch_bounds__(Shape::THREADS, BLOCKS) multiply(const Product product)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ uint4 memory[];
    unsigned row, column;
    tile_place<Shape>(product, blockIdx.x, &row, &column);
    Element sum[TILE_DOWN][TILE_ACROSS] = {};
    tile_multiply<Shape, WIDTH, BODY>(product, row, column, 0, product.slices, (Element *)memory, sum);
    tile_store_swapped<Shape, WIDTH>(product, row, column, (Element *)memory, sum);
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

extern "C" const Variant variant_gpu_matmul_two_ctas_per_sm;
const Variant variant_gpu_matmul_two_ctas_per_sm = {
    .workload = "matmul",
    .name = "gpu/two_ctas_per_sm",
    .idea = "8 x 16 sums a thread; cp.async fills a ring of slices ahead; two blocks of 128 threads a "
            "multiprocessor",
    .source = "Gray, maxas: SGEMM; NVIDIA, CUTLASS",
    .after = "gpu/register_tile",
    .types = INT32 | FLOAT32,
    .missing = gpu_cp_async_missing,
    .run = run,
};
