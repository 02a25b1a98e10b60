/* Transpose whose results appear as whole rows, one piece after the other.
 *
 * Tiles are as in gpu/vectorized_tiles, but blocks follow each other down a column of tiles of the input,
 * which is a row of tiles of the output: blocks that run at the same time write pieces of the same 64 rows
 * that join each other, and the memory sees long writes. The reads are the scattered side now, in pieces of
 * 256 bytes, which costs less: a copy of tiles to their transposed places that transposes nothing is as slow,
 * so the pattern is what is left between this and a copy.
 *
 * Where n is no multiple of 4, rows of the output begin anywhere in a sector of the memory (32 bytes). A tile
 * cut straight would write sectors by halves, and without vectors. So each row of the output is cut at its
 * own boundaries of sectors: with s = j n mod 8, the words by which row j begins behind a boundary, it is
 * counted in positions p = i + s, and a block takes positions, not columns. Every write is then a whole
 * aligned vector, but at the ends of the rows. In the input the tile becomes a strip of ROWS + 7 rows whose
 * upper and lower edges are ragged; reads are of single words, which need no alignment, and the edge's
 * sectors are read twice, the second time from a cache.
 *
 * The tiles of both kinds stand in full_row_stores.cuh, as later rungs transpose parts of matrices by them.
 *
 * All accesses of the aligned tiles say that they come once (__ldcs, __stcs), so that more of what the
 * second-level cache holds of the input stays there.
 * Measured on an H200, against cudaMemcpy: 1.05, 0.99, 0.97, 0.97, 0.95 at n 2048, 4096, 8192, 16384, 32768
 * (gpu/vectorized_tiles: 1.01, 0.96, 0.95, 0.94, 0.92); 0.98, 0.96, 0.94, 0.92 at 4097, 5001, 8191, 10001
 * (0.71, 0.68, 0.62, 0.59).
 * Sources: Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA, 2009 (the order of blocks, there
 * for another reason); the cut is ours. */
#include "gpu/transpose/kernels/full_row_stores.cuh"

extern "C" {
extern const Variant variant_gpu_transpose_full_row_stores;
}
const Variant variant_gpu_transpose_full_row_stores = {
    .workload = "transpose",
    .name = "gpu/full_row_stores",
    .idea = "blocks go down the input's tiles, so that results join to whole rows, cut at their own sectors",
    .source = "Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA, 2009",
    .after = "gpu/vectorized_tiles",
    .types = INT32 | FLOAT32,
    .run = transpose_whole,
};
