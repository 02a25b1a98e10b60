/* Matrix product in float32 on tensor cores, each element as two float16.
 *
 * Tensor cores multiply float16 at many times the rate of float32
 * multiply-adds, so three products of halves in the place of one product are
 * still faster (split_fp16.cuh says how and how exact that is). Four launches: A is
 * cut and B's columns are searched for their largest, B is cut, the product,
 * and what holds NaN or infinity again. The product is by mma.sync, which a warp
 * waits for, with operands in registers (mma.cuh).
 * For each 16 x 8 tile and slice of 32 k there are six instructions, small
 * products first, and then four additions outside of the tensor core. Up to
 * n 768 a second kernel multiplies with more care, so that errors stay below
 * those of cuBLAS SGEMM there too.
 * Measured on an H200: 1.7, 2.0 and 2.2 times cuBLAS SGEMM (which may use nothing
 * but float32) at n 2048, 4096 and 8192, cutting included.
 * It needs 8 n^2 bytes of workspace, and cutting reads A once, B twice and writes
 * both.
 * What bounds it on Hopper: mma.sync reaches some six tenths of the tensor
 * cores' rate, every operand goes through registers and the same threads fetch
 * and compute. See wgmma_split_fp16.
 * Sources: Markidis et al., 2018; Ootomo and Yokota, 2022; NVIDIA, PTX ISA. */
#include <stdint.h>

#include "gpu/matmul/kernels/compute_capability.h"
#include "gpu/matmul/kernels/split_fp16.cuh"

#include "gpu/matmul/kernels/mma.cuh"

/* part = the sum of `steps` products of groups of A and of B, small ones first. */
static __device__ __forceinline__ void multiply_groups(float (&part)[MMA_COLUMNS / 8][4],
                                                       const uint32_t (&a)[GROUPS][4],
                                                       const uint32_t (&b)[MMA_COLUMNS / 16][GROUPS][4],
                                                       int steps, const int *of_a, const int *of_b)
{
#pragma unroll
    for (int step = 0; step < steps; step++) {
#pragma unroll
        for (int j = 0; j < MMA_COLUMNS / 8; j++) { /* four chains, so that none is waited for */
            const uint32_t(&pair)[4] = b[j / 2][of_b[step]];
            multiply_halves(part[j], a[of_a[step]], pair[j % 2 * 2], pair[j % 2 * 2 + 1]);
        }
    }
}

/* Groups 0, 1 of a line are high for k 0-15, 16-31; groups 2, 3 are low. */
struct HalvesByMma {
    static constexpr int ROWS = 64;
    typedef float Total;
    typedef HalvesResult Result;

    static __device__ __forceinline__ void multiply(float (&total)[MMA_COLUMNS / 8][4],
                                                    const uint32_t (&a)[GROUPS][4],
                                                    const uint32_t (&b)[MMA_COLUMNS / 16][GROUPS][4])
    {
        const int of_a[] = {2, 3, 0, 1, 0, 1}, of_b[] = {0, 1, 2, 3, 0, 1};
        float part[MMA_COLUMNS / 8][4] = {};
        multiply_groups(part, a, b, 6, of_a, of_b);
#pragma unroll
        for (int j = 0; j < MMA_COLUMNS / 8; j++) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                total[j][i] += part[j][i];
            }
        }
    }

    static __device__ __forceinline__ float value(float total)
    {
        return total;
    }
};

/* With care: sums of 16 k, and four products. */
struct CarefulHalvesByMma {
    static constexpr int ROWS = 32;
    typedef Kept Total;
    typedef HalvesResult Result;

    static __device__ __forceinline__ void multiply(Kept (&total)[MMA_COLUMNS / 8][4],
                                                    const uint32_t (&a)[GROUPS][4],
                                                    const uint32_t (&b)[MMA_COLUMNS / 16][GROUPS][4])
    {
#pragma unroll
        for (int high = 0; high < 2; high++) {
            const int low = 2 + high, of_a[] = {low, low, high, high}, of_b[] = {low, high, low, high};
            float part[MMA_COLUMNS / 8][4] = {};
            multiply_groups(part, a, b, 4, of_a, of_b);
#pragma unroll
            for (int j = 0; j < MMA_COLUMNS / 8; j++) {
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    keep(&total[j][i], part[j][i]);
                }
            }
        }
    }

    static __device__ __forceinline__ float value(Kept total)
    {
        return total.sum + total.rest;
    }
};

template <typename Kind>
static __global__ void __launch_bounds__(MMA_THREADS)
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, HalvesResult result,
             Slices cut)
{
#if __CUDA_ARCH__ >= 800
    multiply_tile<Kind>(a, b, result, cut);
#else
    __trap(); /* missing() does not let it come to this */
#endif
}

template <typename Kind> static int launch(const Task *task, Halves halves, Slices cut)
{
    HalvesResult result = {(float *)task->out, halves.a_exponent, halves.b_exponent, cut.n};
    LaunchShape shape = mma_shape<Kind>(cut);
    void *arguments[] = {&halves.a, &halves.b, &result, &cut};
    return GPU_LAUNCH(task, multiply<Kind>, &shape, arguments);
}

static int run(const Task *task)
{
    Slices cut = slices_of(task->point->n);
    Halves halves = halves_in(task->workspace, &cut);
    if (launch_cuts(task, halves, cut) != 0) {
        return -1;
    }
    const int status = cut.n <= CAREFUL_UP_TO ? launch<CarefulHalvesByMma>(task, halves, cut)
                                              : launch<HalvesByMma>(task, halves, cut);
    return status != 0 ? -1 : launch_repair(task, halves, cut);
}

static const char *missing(void)
{
    return capability_missing("tensor cores", 80, 999);
}

extern "C" {
extern const Variant variant_gpu_matmul_mma_split_fp16;
}
const Variant variant_gpu_matmul_mma_split_fp16 = {
    .workload = "matmul",
    .name = "gpu/mma_split_fp16",
    .idea = "an element as two float16: three products on tensor cores, summed outside of them",
    .source = "Markidis et al. 2018; Ootomo and Yokota 2022; NVIDIA, PTX ISA, mma",
    .after = "gpu/shared",
    .types = FLOAT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = missing,
    .workspace = halves_workspace,
    .run = run,
};
