/* Matrix product whose last tiles are split along k, so that all multiprocessors finish together (Stream-K).
 *
 * two_ctas_per_sm gives each block a tile. 264 blocks fit on 132 multiprocessors at a time; at n 5001 there
 * are 1600 tiles, six waves of blocks and then 16 tiles that have the GPU for themselves, so a seventh of the
 * time is nearly lost. Here the tiles that do not make whole waves, and one wave more, are taken as one long
 * sequence of slices of k, which is split into equal parts, one for each block of the first wave. A block
 * whose part is not a whole tile leaves its sums in the workspace; the block that arrives last at a tile, as
 * an atomic counter shows, adds up all of them, always in the order of k, so that the result is the same
 * every time. No block waits for another. All other tiles follow, one for each block, in whole waves.
 *
 * As few waves are no loss any more, tiles may be large. Where even small tiles are fewer than
 * multiprocessors (n 1000), k is split within the block: four groups of warps take a quarter of each slice
 * and add up their sums in shared memory, which is nearer than the workspace.
 *
 * Measured on an H200, float32, against cuBLAS at its best setting: 0.87, 1.06, 0.95 at n 1000, 3000, 5001
 * (two_ctas_per_sm: 0.52, 0.78, 0.89), 0.97, 1.00, 1.01 at 2048, 4096, 8192 (0.97, 0.97, 0.98).
 * Bound: as two_ctas_per_sm, without the idle multiprocessors at the end.
 * Limits: up to 128 KB of sums are written and read for each tile that is split, some microseconds; the
 * result depends, within rounding, on the number of multiprocessors. Compute capability 8.0.
 * Any m, n, k (tile.cuh).
 * Source: Osama, Merrill, Cecka, Garland, Owens, "Stream-K: work-centric parallel decomposition for dense
 * matrix-matrix multiplication on the GPU", 2023. */
#include "gpu/matmul/kernels/stream_k.cuh"

/* Large, for many tiles: integer multiply-adds take two clocks, and two blocks hide the other instructions;
 * float ones are so fast that the bytes copied count. Copies of 4 bytes take more registers, so slices are
 * shorter. Small, for fewer tiles than multiprocessors: smaller tiles, whose k is split within the block. */
template <typename Element, int WIDTH> struct TailShapes {
    typedef TileShape<128, 128, 16, 3> Large;
    typedef TileShape<128, 64, WIDTH == 4 ? 64 : 32, 3, 4> Small;
    typedef TileShape<64, 128, WIDTH == 4 ? 64 : 32, 3, 4> Flat;
};
template <> struct TailShapes<float, 4> {
    typedef TileShape<128, 256, 32, 3> Large;
    typedef TileShape<128, 64, 64, 3, 4> Small;
    typedef TileShape<64, 128, 64, 3, 4> Flat;
};
template <> struct TailShapes<float, 1> {
    typedef TileShape<128, 256, 16, 3> Large;
    typedef TileShape<128, 64, 32, 3, 4> Small;
    typedef TileShape<64, 128, 32, 3, 4> Flat;
};

extern "C" const Variant variant_gpu_matmul_stream_k;
const Variant variant_gpu_matmul_stream_k = {
    .workload = "matmul",
    .name = "gpu/stream_k",
    .idea = "tiles that do not fill a wave of blocks are split along k, so that all multiprocessors finish "
            "together",
    .source = "Osama, Merrill, Cecka, Garland, Owens: Stream-K, 2023",
    .after = "gpu/two_ctas_per_sm",
    .types = INT32 | FLOAT32,
    .missing = gpu_cp_async_missing,
    .workspace = stream_k_workspace<TailShapes>,
    .describe = stream_k_describe<TailShapes>,
    .run = stream_k_run<TailShapes>,
};
