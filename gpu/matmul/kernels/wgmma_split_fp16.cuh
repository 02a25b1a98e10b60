/* Products of halves by wgmma: what wgmma_split_fp16 and peer_split_fp16 share. The idea is told in
 * wgmma_split_fp16, and that only Hopper (sm_90a) has it. */
#ifndef SPEEDUP_GPU_MATMUL_KERNELS_WGMMA_SPLIT_FP16_CUH
#define SPEEDUP_GPU_MATMUL_KERNELS_WGMMA_SPLIT_FP16_CUH

#include <stdint.h>

#include "gpu/matmul/kernels/split_fp16.cuh"
#include "gpu/matmul/kernels/wgmma.cuh"

/* Groups 0, 1 of a line are high for k 0-15, 16-31; groups 2, 3 are low. */
template <typename Result_> struct HalvesByWgmma {
    typedef float Sum, Total;
    typedef Result_ Result;
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
template <typename Result_> struct CarefulHalvesByWgmma {
    typedef float Sum;
    typedef Kept Total;
    typedef Result_ Result;
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

template <typename Kind, typename T, typename Cut>
static __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(WGMMA_THREADS, 1)
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b,
             typename Kind::Result result, Cut cut)
{
    multiply_tiles<Kind, T>(a, b, result, cut);
}

template <typename Kind, typename T, typename Cut>
static int launch(const Task *task, Halves halves, typename Kind::Result result, Cut cut,
                  unsigned multiprocessors)
{
    LaunchShape shape = wgmma_shape<T>(cut, multiprocessors);
    void *arguments[] = {&halves.a, &halves.b, &result, &cut};
    return GPU_LAUNCH(task, (multiply<Kind, T, Cut>), &shape, arguments);
}

/* The product of what is cut, by the kernel that suits n, and by wide tiles if they are said to suit. */
template <typename Result, typename Cut>
static int launch_product(const Task *task, Halves halves, Result result, Cut cut, bool prefers_wide,
                          unsigned multiprocessors)
{
    if (cut.n <= CAREFUL_UP_TO) { /* what it keeps leaves room for no more sums than a narrow tile's */
        return launch<CarefulHalvesByWgmma<Result>, NarrowTile>(task, halves, result, cut, multiprocessors);
    }
    if (prefers_wide) {
        return launch<HalvesByWgmma<Result>, WideTile>(task, halves, result, cut, multiprocessors);
    }
    return launch<HalvesByWgmma<Result>, NarrowTile>(task, halves, result, cut, multiprocessors);
}

#endif
