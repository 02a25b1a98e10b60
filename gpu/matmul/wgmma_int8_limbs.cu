/* Matrix product in int32 on the tensor cores of Hopper, each element as four bytes.
 *
 * Architecture: sm_90a
 *
 * The products of mma_int8_limbs, by the instructions that reach the full rate of Hopper's tensor cores
 * (wgmma.cuh: a warpgroup multiplies, another thread copies, blocks share columns of B). All ten products of
 * a slice are computed while it is in shared memory: in three batches, one for each weight 2^24, 2^16 and
 * 2^8, whose sums leave the tensor core and are multiplied by their weight. The products of weight 1 it adds
 * to the totals itself. Tiles are 128 x 256 where these keep the multiprocessors busy, else 128 x 128.
 *
 * Measured on an H200: 3.7, 4.3 and 4.5 times the rate of 32-bit multiply-adds (multiply_add) at n 2048, 4096
 * and 8192, splitting included; 1.9, 2.1 and 2.2 times mma_int8_limbs.
 * Bound: power; the clock falls while tensor cores work.
 * Limits: 8 n^2 bytes of workspace, 4 (m k + k n) of a shape; Hopper only.
 * Source: schoolbook multiplication by limbs; NVIDIA, PTX ISA, wgmma with .u8. */
#include <stdint.h>

#include "gpu/capability.h"
#include "gpu/matmul/kernels/int8_limbs.cuh"
#include "gpu/matmul/kernels/wgmma.cuh"

struct LimbsByWgmma {
    typedef uint32_t Sum, Total;
    typedef LimbsResult Result;
    static constexpr int BATCHES = GROUPS - 1; /* weights but 1, the highest first */

    /* Group i of a line is limb i of its 32 k. */
    template <int BATCH>
    static __device__ __forceinline__ void issue(uint32_t (&total)[SUMS], uint32_t (&part)[SUMS],
                                                 const uint32_t (&a)[GROUPS][4], uint64_t b)
    {
        constexpr int WEIGHT = GROUPS - 1 - BATCH;
        if (BATCH == 0) {
            wgmma(total, a[0], b, 1);
        }
#pragma unroll
        for (int limb = 0; limb <= WEIGHT; limb++) {
            wgmma(part, a[limb], further(b, 32 * (WEIGHT - limb)), limb > 0);
        }
    }

    template <int BATCH> static __device__ __forceinline__ void promote(uint32_t *total, uint32_t part)
    {
        *total += part << 8 * (GROUPS - 1 - BATCH);
    }

    static __device__ __forceinline__ uint32_t value(uint32_t total)
    {
        return total;
    }
};

template <typename T>
static __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(WGMMA_THREADS, 1)
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, LimbsResult result,
             SliceLayout layout)
{
    multiply_tiles<LimbsByWgmma, T>(a, b, NULL, result, layout);
}

template <typename T>
static int launch(const Task *task, unsigned char *a_split, unsigned char *b_split, SliceLayout layout)
{
    LaunchShape shape = wgmma_shape<T>(task, layout);
    const LimbsResult result = {(uint32_t *)task->out, layout.rows, layout.columns};
    return GPU_LAUNCH(task, shape, multiply<T>, a_split, b_split, result, layout);
}

static int run(const Task *task)
{
    const SliceLayout layout = slice_layout(task->point);
    unsigned char *a_split = (unsigned char *)task->workspace,
                  *b_split = a_split + slice_bytes(layout.rows, layout.k);
    return launch_limb_split(task, a_split, b_split, layout) != 0 ? -1
           : wgmma_prefers_wide(layout) ? launch<WideTile>(task, a_split, b_split, layout)
                                        : launch<NarrowTile>(task, a_split, b_split, layout);
}

extern "C" const Variant variant_gpu_matmul_wgmma_int8_limbs;
const Variant variant_gpu_matmul_wgmma_int8_limbs = {
    .workload = "matmul",
    .name = "gpu/wgmma_int8_limbs",
    .idea = "an element as four bytes, by the asynchronous instructions of Hopper's tensor cores",
    .source = "schoolbook multiplication by limbs; NVIDIA, PTX ISA, wgmma",
    .after = "gpu/mma_int8_limbs",
    .types = INT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<90, 90>,
    .workspace = slice_workspace,
    .run = run,
};
