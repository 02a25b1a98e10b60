/* Matrix product whose last tiles are cut along k, so that all multiprocessors end together.
 *
 * two_ctas_per_sm gives each block a tile. 264 blocks fit on 132 multiprocessors at a
 * time; at n 5001 there are 1600 tiles, six waves of blocks and then 16 that have
 * the GPU for themselves, so a seventh of the time is nearly lost. Here as many
 * tiles as do not make whole waves, and one wave more, are taken as one long row of
 * slices of k, which is cut into equal parts, one for each block of the first wave.
 * A block whose part is not a whole tile leaves its sums in the workspace; the last
 * to arrive at a tile, as an atomic counter tells, adds up all of them, in the order
 * of k whoever is last, so that the result is the same every time. Nobody waits for
 * another block. All other tiles follow, one a block, in whole waves.
 *
 * So few waves are no loss any more, and tiles may be as large as suits. And where
 * even small tiles are fewer than multiprocessors (n 1000), k is shared out within
 * the block: four groups of warps take a quarter of each slice and add up their sums
 * in shared memory, which is nearer than the workspace.
 *
 * Measured on an H200, float32, against cuBLAS at its best setting: 0.87, 1.06, 0.95 at n 1000, 3000,
 * 5001 (two_ctas_per_sm: 0.52, 0.78, 0.89), 0.97, 1.00, 1.01 at 2048, 4096, 8192 (0.97, 0.97, 0.98).
 * Limits: up to 128 KB of sums are written and read for each tile that is cut, some
 * microseconds; the result depends, within rounding, on the number of
 * multiprocessors. Needs compute capability 8.0.
 * Source: Osama, Merrill, Cecka, Garland, Owens, "Stream-K: work-centric parallel
 * decomposition for dense matrix-matrix multiplication on the GPU", 2023. */
#include "gpu/matmul/kernels/stream_k.cuh"

/* For many tiles: multiply-adds of integers take two clocks, and two blocks hide what is between them; those
 * of floats are so fast that the bytes copied count. Copies of 4 bytes take more registers, so slices are
 * shorter. For fewer tiles than multiprocessors: smaller ones, k of which is shared out within the block. */
template <typename Element, int WIDTH> struct TailShapes {
    typedef TileShape<128, 128, 16, 3> Large;
    typedef TileShape<128, 64, WIDTH == 4 ? 64 : 32, 3, 4> Small;
};
template <> struct TailShapes<float, 4> {
    typedef TileShape<128, 256, 32, 3> Large;
    typedef TileShape<128, 64, 64, 3, 4> Small;
};
template <> struct TailShapes<float, 1> {
    typedef TileShape<128, 256, 16, 3> Large;
    typedef TileShape<128, 64, 32, 3, 4> Small;
};

extern "C" {
extern const Variant variant_gpu_matmul_stream_k;
}
const Variant variant_gpu_matmul_stream_k = {
    .workload = "matmul",
    .name = "gpu/stream_k",
    .idea =
        "tiles that do not fill a wave of blocks are cut along k, so that all multiprocessors end together",
    .source = "Osama, Merrill, Cecka, Garland, Owens: Stream-K, 2023",
    .after = "gpu/two_ctas_per_sm",
    .types = INT32 | FLOAT32,
    .missing = tile_missing,
    .workspace = stream_k_workspace<TailShapes>,
    .describe = stream_k_describe<TailShapes>,
    .run = stream_k_run<TailShapes>,
};
