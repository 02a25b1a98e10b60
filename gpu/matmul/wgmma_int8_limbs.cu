/* Matrix product in int32 on tensor cores of Hopper, each element as four bytes.
 *
 * Architecture: sm_90a
 *
 * The products of mma_int8_limbs, by the instructions that reach the full rate of
 * Hopper's tensor cores (wgmma.cuh: a warpgroup multiplies, another thread
 * fetches, blocks share columns of B). All ten products of a slice are made while
 * it is in shared memory: in three batches, one for each weight 2^24, 2^16 and 2^8,
 * whose sums leave the tensor core times their weight. What has weight 1 it adds
 * to the totals itself.
 * Tiles of 128 x 256 where they keep the multiprocessors busy, else of 128 x 128.
 * Measured on an H200: 3.7, 4.3 and 4.5 times what multiply-adds of 32 bits can do
 * (multiply_add) at n 2048, 4096 and 8192, cutting included; 1.9, 2.1 and 2.2 times
 * mma_int8_limbs.
 * It needs 8 n^2 bytes of workspace. What bounds it is power: the clock falls
 * while tensor cores work.
 * Source: schoolbook multiplication by limbs; NVIDIA, PTX ISA, wgmma with .u8. */
#include <stdint.h>

#include "gpu/matmul/kernels/compute_capability.h"
#include "gpu/matmul/kernels/int8_limbs.cuh"
#include "gpu/matmul/kernels/wgmma.cuh"

struct BytesByWgmma {
    typedef uint32_t Sum, Total;
    typedef BytesResult Result;
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
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, BytesResult result,
             Slices cut)
{
    multiply_tiles<BytesByWgmma, T>(a, b, result, cut);
}

template <typename T>
static int launch(const Task *task, void *a_cut, void *b_cut, Slices cut, unsigned multiprocessors)
{
    BytesResult result = {(uint32_t *)task->out, cut.n};
    LaunchShape shape = wgmma_shape<T>(cut, multiprocessors);
    void *arguments[] = {&a_cut, &b_cut, &result, &cut};
    return GPU_LAUNCH(task, multiply<T>, &shape, arguments);
}

static int run(const Task *task)
{
    Slices cut = slices_of(task->point->n);
    void *a_cut = task->workspace, *b_cut = (unsigned char *)task->workspace + cut.bytes;
    unsigned multiprocessors;
    if (wgmma_multiprocessors(task, &multiprocessors) != 0 || launch_cut(task, a_cut, b_cut, cut) != 0) {
        return -1;
    }
    return wgmma_prefers_wide(cut, multiprocessors)
               ? launch<WideTile>(task, a_cut, b_cut, cut, multiprocessors)
               : launch<NarrowTile>(task, a_cut, b_cut, cut, multiprocessors);
}

static const char *missing(void)
{
    return capability_missing("tensor cores", 90, 90);
}

extern "C" {
extern const Variant variant_gpu_matmul_wgmma_int8_limbs;
}
const Variant variant_gpu_matmul_wgmma_int8_limbs = {
    .workload = "matmul",
    .name = "gpu/wgmma_int8_limbs",
    .idea = "an element as four bytes, by the asynchronous instructions of Hopper's tensor cores",
    .source = "schoolbook multiplication by limbs; NVIDIA, PTX ISA, wgmma",
    .after = "gpu/mma_int8_limbs",
    .types = INT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = missing,
    .workspace = bytes_workspace,
    .run = run,
};
