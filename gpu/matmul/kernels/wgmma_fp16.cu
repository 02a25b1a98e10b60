/* Products of split float16 operands by wgmma, compiled once for wgmma_split_fp16, which describes the idea,
 * and peer_split_fp16.
 *
 * Architecture: sm_90a */
#include <stdint.h>

#include "gpu/matmul/kernels/fp16_split.cuh"
#include "gpu/matmul/kernels/wgmma.cuh"

/* Groups 0, 1 of a line are high for k 0-15, 16-31; groups 2, 3 are low. */
struct Fp16ByWgmma {
    typedef float Sum, Total;
    typedef Fp16Result Result;
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

/* Compensated: a batch is 16 k, and four products. */
struct CompensatedFp16ByWgmma {
    typedef float Sum;
    typedef CompensatedSum Total;
    typedef Fp16Result Result;
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

    template <int BATCH> static __device__ __forceinline__ void promote(CompensatedSum *total, float part)
    {
        compensated_add(total, part);
    }

    static __device__ __forceinline__ float value(CompensatedSum total)
    {
        return total.sum + total.error;
    }
};

template <typename Kind, typename T>
static __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(WGMMA_THREADS, 1)
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, unsigned *begun,
             Fp16Result result, SliceLayout layout)
{
    multiply_tiles<Kind, T>(a, b, begun, result, layout);
}

template <typename Kind, typename T>
static int launch(const Task *task, Fp16Operands operands, Fp16Result result, SliceLayout layout)
{
    LaunchShape shape = wgmma_shape<T>(task, layout);
    return GPU_LAUNCH(task, shape, multiply<Kind, T>, operands.a, operands.b, operands.begun, result, layout);
}

int wgmma_fp16(const Task *task, const Fp16Operands &operands, const SliceLayout &layout,
               const SliceLayout &whole)
{
    const Fp16Result result = fp16_result(task, operands, layout);
    if (layout.k <= COMPENSATED_UP_TO) { /* compensation takes the registers of a wide tile's sums */
        return launch<CompensatedFp16ByWgmma, NarrowTile>(task, operands, result, layout);
    }
    return wgmma_prefers_wide(whole) ? launch<Fp16ByWgmma, WideTile>(task, operands, result, layout)
                                     : launch<Fp16ByWgmma, NarrowTile>(task, operands, result, layout);
}
