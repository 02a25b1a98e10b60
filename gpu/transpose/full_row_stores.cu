/* Transpose whose results are written as whole rows, one piece after the other.
 *
 * Tiles are those of gpu/vectorized_tiles, but blocks follow each other down a column of tiles of the input,
 * which is a row of tiles of the output: blocks that run at the same time write adjacent pieces of the same
 * 64 rows, and the memory receives long writes. The reads are now scattered, in pieces of 256 bytes, which
 * costs less: a copy of tiles to their transposed places without transposing them is as slow, so this pattern
 * is the only difference from a copy.
 *
 * Where m or n is no multiple of 4, rows of the output begin anywhere in a sector of the memory (32 bytes). A
 * plain tile would write partial sectors, and without vectors. So each row of the output is divided at its
 * own sector boundaries: with s = j m mod 8, the words by which row j begins behind a boundary, it is counted
 * in positions p = i + s, and a block takes positions, not columns. Every write is then a whole aligned
 * vector, except at the ends of the rows. In the input the tile becomes a strip of ROWS + 7 rows whose upper
 * and lower edges are ragged; reads are of single words, which need no alignment, and the edge's sectors are
 * read twice, the second time from a cache.
 *
 * The tiles of both kinds are in kernels/full_row_stores.cuh, for the rungs over several GPUs. All accesses
 * of the aligned tiles are marked as streaming (__ldcs, __stcs), so that the second-level cache retains more
 * of the input.
 *
 * Measured on an H200, against cudaMemcpy: 1.05, 0.99, 0.97, 0.97, 0.95 at n 2048, 4096, 8192, 16384, 32768
 * (gpu/vectorized_tiles: 1.01, 0.96, 0.95, 0.94, 0.92); 0.98, 0.96, 0.94, 0.92 at 4097, 5001, 8191, 10001
 * (0.71, 0.68, 0.62, 0.59).
 * Bound: memory bandwidth, with scattered reads.
 * Limits: none. Any m and n.
 * Source: Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA, 2009 (the order of blocks, there for
 * another reason); the division at sectors is our own. */
#include "gpu/transpose/kernels/full_row_stores.cuh"

extern "C" const Variant variant_gpu_transpose_full_row_stores;
const Variant variant_gpu_transpose_full_row_stores = {
    .workload = "transpose",
    .name = "gpu/full_row_stores",
    .idea = "blocks go down the input's tiles, so that writes form whole rows, divided at their own sectors",
    .source = "Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA, 2009",
    .after = "gpu/vectorized_tiles",
    .types = INT32 | FLOAT32,
    .run = transpose_whole,
};
