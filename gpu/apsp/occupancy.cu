/* Registers a thread capped, so that a multiprocessor holds as many threads as it
 * has room for: while some wait for memory or at a barrier, others compute.
 *
 * A multiprocessor has 65536 registers. With more than 32 a thread, a second
 * thread block of 1024 threads does not fit beside the first, and while the one
 * fetches its operands or stores its result nothing is computed. The course
 * report capped the whole program at 22 registers with an option of the
 * compiler. Here the bound names what is wanted, thread blocks resident on a
 * multiprocessor, and the compiler finds the cap: 2 of 1024 threads make 32.
 * Fewer would buy nothing, as no more than 2048 threads can be resident anyway.
 *
 * What bounds it: shared memory, as before, with less time spent waiting.
 * Limits: with fewer registers fewer operands are under way at once, and a cap
 * that is too low makes the compiler keep values in slow local memory. Cards with
 * room for 1024 or 1536 threads hold one block of 1024 with or without the cap.
 * `speedup kernels apsp` shows registers and resident blocks of both rungs.
 * Source: a course report on blocked Floyd-Warshall; the algorithm: blocked.cuh. */
#include "gpu/apsp/kernels/four_cells.cuh"

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

static constexpr unsigned threads_of(unsigned block)
{
    return (block / CELLS) * (block / CELLS);
}

static constexpr unsigned resident_blocks(unsigned threads)
{
    return RESIDENT_THREADS / threads < RESIDENT_BLOCKS ? RESIDENT_THREADS / threads : RESIDENT_BLOCKS;
}

#define BOUNDS(block) __launch_bounds__(threads_of(block), resident_blocks(threads_of(block)))

template <unsigned BLOCK>
static __global__ void BOUNDS(BLOCK) pivot(int32_t *matrix, size_t pitch, unsigned round)
{
    four_cells_pivot<BLOCK>(matrix, pitch, round);
}

template <unsigned BLOCK>
static __global__ void BOUNDS(BLOCK) cross(int32_t *matrix, size_t pitch, unsigned round)
{
    four_cells_cross<BLOCK>(matrix, pitch, round);
}

template <unsigned BLOCK>
static __global__ void BOUNDS(BLOCK) rest(int32_t *matrix, size_t pitch, unsigned round)
{
    four_cells_rest<BLOCK>(matrix, pitch, round);
}

static int run(const Task *task)
{
    switch (task->point->block) {
    case 8:
        return four_cells_run<8>(task, pivot<8>, cross<8>, rest<8>);
    case 16:
        return four_cells_run<16>(task, pivot<16>, cross<16>, rest<16>);
    case 32:
        return four_cells_run<32>(task, pivot<32>, cross<32>, rest<32>);
    case 64:
        return four_cells_run<64>(task, pivot<64>, cross<64>, rest<64>);
    default:
        return four_cells_accepts(task->point, task->error);
    }
}

extern "C" {
extern const Variant variant_gpu_apsp_occupancy;
}

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
    .run = run,
};
