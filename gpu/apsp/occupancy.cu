/* Registers a thread are capped, so that a multiprocessor holds as many threads as it has room for: while
 * some wait for memory or at a barrier, others compute.
 *
 * A multiprocessor has 65536 registers. With more than 32 a thread, a second thread block of 1024 threads
 * does not fit beside the first, and while the one fetches its operands or stores its result nothing is
 * computed. The course report capped the whole program at 22 registers with an option of the compiler.
 * Here the launch bounds name the thread blocks that are to be resident on a multiprocessor, and the
 * compiler derives the cap: 2 of 1024 threads give 32 registers. Fewer would gain nothing, as no more than
 * 2048 threads can be resident.
 *
 * Bound: shared memory, as before, with less time spent waiting.
 * Limits: with fewer registers fewer operands are in flight, and a cap that is too low makes the compiler
 * spill to local memory. GPUs with room for 1024 or 1536 threads hold one block of 1024 with or without
 * the cap. `speedup kernels apsp` shows registers and resident blocks of both rungs.
 * Source: a course report on blocked Floyd-Warshall; the algorithm: blocked.cuh. */

/* Threads and thread blocks that a multiprocessor holds at once, by compute capability. */
#ifndef __CUDA_ARCH__
#define RESIDENT_THREADS 2048
#define RESIDENT_BLOCKS 32
#elif __CUDA_ARCH__ == 750
#define RESIDENT_THREADS 1024
#define RESIDENT_BLOCKS 16
#elif __CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1200
#define RESIDENT_THREADS 1536
#define RESIDENT_BLOCKS 16
#else
#define RESIDENT_THREADS 2048
#define RESIDENT_BLOCKS 32
#endif

constexpr unsigned resident_blocks(unsigned threads)
{
    return RESIDENT_THREADS / threads < RESIDENT_BLOCKS ? RESIDENT_THREADS / threads : RESIDENT_BLOCKS;
}

#define RESIDENT(threads) resident_blocks(threads)

#include "gpu/apsp/kernels/four_cells.cuh"

extern "C" const Variant variant_gpu_apsp_occupancy;
const Variant variant_gpu_apsp_occupancy = {
    .workload = "apsp",
    .name = "gpu/occupancy",
    .idea = "registers a thread capped so that a multiprocessor holds all the threads it can",
    .source = BLOCKED_SOURCE,
    .after = "gpu/large_block",
    .types = INT32,
    .axes = AXIS_BLOCK,
    .block = 64,
    .accepts = four_cells_accepts,
    .workspace = blocked_workspace,
    .run = four_cells_run,
};
