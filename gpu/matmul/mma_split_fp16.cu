/* Matrix product in float32 on tensor cores, each element as the sum of two float16.
 *
 * Tensor cores multiply float16 at many times the rate of float32 multiply-adds, so three products of float16
 * matrices are still faster than one product in float32 (fp16_split.cuh: how, with an example;
 * fp16_split.cuh: how exact). Four launches:
 *
 *     split A, find the largest element of each column of B
 *     split B
 *     multiply, by mma.sync with operands in registers (mma.cuh); a warp waits for each instruction
 *     compute again what NaN or infinity has spoilt (fp16_split.cuh)
 *
 * For each 16 x 8 tile and slice of 32 k there are six instructions, small products first, and then four
 * additions outside of the tensor core. Up to n 768 a second kernel uses compensated sums, so that errors
 * stay below those of cuBLAS SGEMM there too.
 *
 * Measured on an H200: 1.7, 2.0 and 2.2 times cuBLAS SGEMM (which may use float32 only) at n 2048, 4096 and
 * 8192, splitting included.
 * Bound on Hopper: mma.sync reaches some 0.6 of the tensor cores' rate; every operand goes through registers,
 * and the same threads copy and compute. See wgmma_split_fp16.
 * Limits: compute capability 8.0; 8 n^2 bytes of workspace, 4 (m k + k n) of a shape; splitting reads A once
 * and B twice and writes both.
 * Source: Markidis et al., 2018; Ootomo and Yokota, 2022; NVIDIA, PTX ISA. */
#include <stdint.h>

#include "gpu/capability.h"
#include "gpu/matmul/kernels/fp16_split.cuh"
#include "gpu/matmul/kernels/mma.cuh"

/* part = the sum of `steps` products of groups of A and B, small ones first. */
__attribute__((unused)) /* without tensor cores of sm_80 */
static __device__ __forceinline__ void
multiply_groups(float (&part)[MMA_COLUMNS / 8][4], const uint32_t (&a)[GROUPS][4],
                const uint32_t (&b)[MMA_COLUMNS / 16][GROUPS][4], int steps, const int *of_a, const int *of_b)
{
#pragma unroll
    for (int step = 0; step < steps; step++) {
#pragma unroll
        for (int j = 0; j < MMA_COLUMNS / 8; j++) { /* four independent chains hide the latency */
            const uint32_t(&pair)[4] = b[j / 2][of_b[step]];
            mma_fp16(part[j], a[of_a[step]], pair[j % 2 * 2], pair[j % 2 * 2 + 1]);
        }
    }
}

/* Groups 0, 1 of a line are high for k 0-15, 16-31; groups 2, 3 are low. */
struct Fp16ByMma {
    static constexpr int ROWS = 64;
    typedef float Total;
    typedef Fp16Result Result;

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

/* Compensated: sums of 16 k, and four products. */
struct CompensatedFp16ByMma {
    static constexpr int ROWS = 32;
    typedef CompensatedSum Total;
    typedef Fp16Result Result;

    static __device__ __forceinline__ void multiply(CompensatedSum (&total)[MMA_COLUMNS / 8][4],
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
                    compensated_add(&total[j][i], part[j][i]);
                }
            }
        }
    }

    static __device__ __forceinline__ float value(CompensatedSum total)
    {
        return total.sum + total.error;
    }
};

template <typename Kind>
static __global__ void __launch_bounds__(MMA_THREADS)
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, Fp16Result result,
             SliceLayout layout)
{
#if __CUDA_ARCH__ >= 800
    multiply_tile<Kind>(a, b, result, layout);
#else
    __trap(); /* Variant.missing excludes this */
#endif
}

template <typename Kind> static int launch(const Task *task, Fp16Operands operands, SliceLayout layout)
{
    LaunchShape shape = mma_shape<Kind>(layout);
    return GPU_LAUNCH(task, shape, multiply<Kind>, operands.a, operands.b,
                      fp16_result(task, operands, layout), layout);
}

static int run(const Task *task)
{
    const SliceLayout layout = slice_layout(task->point);
    const Fp16Operands operands = fp16_operands_in(task->workspace, layout);
    if (launch_split(task, operands, layout) != 0) {
        return -1;
    }
    const int status = layout.k <= COMPENSATED_UP_TO ? launch<CompensatedFp16ByMma>(task, operands, layout)
                                                     : launch<Fp16ByMma>(task, operands, layout);
    return status != 0 ? -1 : launch_repair(task, operands, layout);
}

extern "C" const Variant variant_gpu_matmul_mma_split_fp16;
const Variant variant_gpu_matmul_mma_split_fp16 = {
    .workload = "matmul",
    .name = "gpu/mma_split_fp16",
    .idea = "an element as two float16: three products on tensor cores, summed outside of them",
    .source = "Markidis et al. 2018; Ootomo and Yokota 2022; NVIDIA, PTX ISA, mma",
    .after = "gpu/shared",
    .types = FLOAT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<80, 999>,
    .workspace = fp16_workspace,
    .run = run,
};
