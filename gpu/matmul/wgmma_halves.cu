/* Matrix product in float32 on tensor cores of Hopper, each element as two float16.
 *
 * Architecture: sm_90a
 *
 * The products of mma_halves, by the instructions that reach the full rate of
 * Hopper's tensor cores (wgmma.cuh: a warpgroup multiplies, another thread
 * fetches, blocks share columns of B). For each slice of 32 k there are six
 * instructions a part, small products first, and a slice is all that the tensor
 * core sums: it adds toward zero, and the fewer and the smaller its sums are, the
 * less is lost. Totals of such sums are rounded to nearest.
 * Tiles of 128 x 256 where they keep the multiprocessors busy, else of 128 x 128.
 * Up to n 768 a kernel of its own multiplies with more care (halves.cuh).
 * Measured on an H200: 2.9, 4.3 and 4.9 times cuBLAS SGEMM at n 2048, 4096 and
 * 8192, cutting included, in turns (the power limit slows both from n 4096 on);
 * 1.8, 2.1 and 2.2 times mma_halves. Errors, median and largest, are smaller than
 * SGEMM's, from n 2048 on less than half of them, but for one of 72 cases: with
 * zeros among the elements the largest at n 1500 is 1.07 times SGEMM's.
 * It needs 8 n^2 bytes of workspace. What bounds it is power: the clock falls
 * while tensor cores work.
 * Sources: Ootomo and Yokota, 2022; NVIDIA, PTX ISA; DeepSeek, DeepGEMM. */
#include <stdint.h>

#include "gpu/matmul/capability.h"
#include "gpu/matmul/halves.cuh"
#include "gpu/matmul/wgmma.cuh"

/* Groups 0, 1 of a line are high for k 0-15, 16-31; groups 2, 3 are low. */
struct HalvesByWgmma {
    typedef float Sum, Total;
    typedef HalvesResult Result;
    static constexpr int BATCHES = 1;

    template <int BATCH>
    static __device__ __forceinline__ void issue(Total (&)[SUMS], float (&part)[SUMS],
                                                 const uint32_t (&a)[GROUPS][4], uint64_t b)
    {
        wgmma(part, a[2], further(b, 0), 0);
        wgmma(part, a[3], further(b, 32), 1);
        wgmma(part, a[0], further(b, 64), 1);
        wgmma(part, a[1], further(b, 96), 1);
        wgmma(part, a[0], further(b, 0), 1);
        wgmma(part, a[1], further(b, 32), 1);
    }

    template <int BATCH> static __device__ __forceinline__ void promote(float *total, float part)
    {
        *total += part;
    }

    static __device__ __forceinline__ float value(float total)
    {
        return total;
    }
};

/* With care: a batch is 16 k, and four products. */
struct CarefulHalvesByWgmma {
    typedef float Sum;
    typedef Kept Total;
    typedef HalvesResult Result;
    static constexpr int BATCHES = 2;

    template <int BATCH>
    static __device__ __forceinline__ void issue(Total (&)[SUMS], float (&part)[SUMS],
                                                 const uint32_t (&a)[GROUPS][4], uint64_t b)
    {
        const uint64_t high = further(b, BATCH * 32), low = further(b, 64 + BATCH * 32);
        wgmma(part, a[2 + BATCH], low, 0);
        wgmma(part, a[2 + BATCH], high, 1);
        wgmma(part, a[BATCH], low, 1);
        wgmma(part, a[BATCH], high, 1);
    }

    template <int BATCH> static __device__ __forceinline__ void promote(Kept *total, float part)
    {
        keep(total, part);
    }

    static __device__ __forceinline__ float value(Kept total)
    {
        return total.sum + total.rest;
    }
};

template <typename Kind, typename T>
static __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(WGMMA_THREADS, 1)
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, HalvesResult result,
             Slices cut)
{
    multiply_tiles<Kind, T>(a, b, result, cut);
}

template <typename Kind, typename T>
static int launch(const Task *task, Halves halves, Slices cut, unsigned multiprocessors)
{
    HalvesResult result = {(float *)task->out, halves.a_exponent, halves.b_exponent, cut.n};
    LaunchShape shape = wgmma_shape<T>(cut, multiprocessors);
    void *arguments[] = {&halves.a, &halves.b, &result, &cut};
    return GPU_LAUNCH(task, (multiply<Kind, T>), &shape, arguments);
}

static int run(const Task *task)
{
    Slices cut = slices_of(task->point->n);
    Halves halves = halves_in(task->workspace, &cut);
    unsigned multiprocessors;
    if (wgmma_multiprocessors(task, &multiprocessors) != 0 || launch_cuts(task, halves, cut) != 0) {
        return -1;
    }
    int status;
    if (cut.n <= CAREFUL_UP_TO) { /* what it keeps leaves room for no more sums than a narrow tile's */
        status = launch<CarefulHalvesByWgmma, NarrowTile>(task, halves, cut, multiprocessors);
    } else if (wgmma_prefers_wide(cut, multiprocessors)) {
        status = launch<HalvesByWgmma, WideTile>(task, halves, cut, multiprocessors);
    } else {
        status = launch<HalvesByWgmma, NarrowTile>(task, halves, cut, multiprocessors);
    }
    return status != 0 ? -1 : launch_repair(task, halves, cut);
}

static const char *missing(void)
{
    return capability_missing("tensor cores", 90, 90);
}

extern "C" {
extern const Variant variant_gpu_matmul_wgmma_halves;
}
const Variant variant_gpu_matmul_wgmma_halves = {
    .workload = "matmul",
    .name = "gpu/wgmma_halves",
    .idea = "an element as two float16, by the asynchronous instructions of Hopper's tensor cores",
    .source = "Ootomo and Yokota 2022; NVIDIA, PTX ISA, wgmma; DeepSeek, DeepGEMM",
    .after = "gpu/mma_halves",
    .types = FLOAT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = missing,
    .workspace = halves_workspace,
    .run = run,
};
