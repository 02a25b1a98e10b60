/* Matrix product in int32 on tensor cores, each element as four bytes.
 *
 * Tensor cores multiply bytes at many times the rate at which other cores multiply 32-bit integers, so ten
 * products of byte matrices are still faster than one product, and they are exact modulo 2^32
 * (int8_limbs.cuh: why, with an example). Two launches: both operands are split, then multiplied by mma.sync
 * (mma.cuh). For each 16 x 8 tile and slice of 32 k the products are added from the highest weight down, by
 * Horner's rule: four products, a shift by a byte, three more, a shift, two, a shift, one. Only three shifts
 * and an addition of each sum are done outside of the tensor core.
 *
 * Measured on an H200: 1.9, 2.0 and 2.1 times the rate of 32-bit multiply-adds (multiply_add) at n 2048, 4096
 * and 8192, splitting included.
 * Bound on Hopper: mma.sync reaches some 0.6 of the tensor cores' rate. See wgmma_int8_limbs.
 * Limits: 8 n^2 bytes of workspace, 4 (m k + k n) of a shape; compute capability 8.0.
 * Source: schoolbook multiplication by limbs; NVIDIA, PTX ISA, mma with .u8. */
#include <stdint.h>

#include "gpu/capability.h"
#include "gpu/matmul/kernels/int8_limbs.cuh"
#include "gpu/matmul/kernels/mma.cuh"

struct LimbsByMma {
    static constexpr int ROWS = 64;
    typedef uint32_t Total;
    typedef LimbsResult Result;

    /* Group i of a line is limb i of its 32 k. */
    static __device__ __forceinline__ void multiply(uint32_t (&total)[MMA_COLUMNS / 8][4],
                                                    const uint32_t (&a)[GROUPS][4],
                                                    const uint32_t (&b)[MMA_COLUMNS / 16][GROUPS][4])
    {
        uint32_t part[MMA_COLUMNS / 8][4] = {};
#pragma unroll
        for (int weight = GROUPS - 1; weight >= 0; weight--) {
#pragma unroll
            for (int limb = 0; limb <= weight; limb++) {
#pragma unroll
                for (int j = 0; j < MMA_COLUMNS / 8; j++) { /* four independent chains hide the latency */
                    const uint32_t(&pair)[4] = b[j / 2][weight - limb];
                    mma_u8(part[j], a[limb], pair[j % 2 * 2], pair[j % 2 * 2 + 1]);
                }
            }
#pragma unroll
            for (int j = 0; j < MMA_COLUMNS / 8; j++) {
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    if (weight > 0) {
                        part[j][i] <<= 8;
                    } else {
                        total[j][i] += part[j][i];
                    }
                }
            }
        }
    }

    static __device__ __forceinline__ uint32_t value(uint32_t total)
    {
        return total;
    }
};

static __global__ void __launch_bounds__(MMA_THREADS)
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, LimbsResult result,
             SliceLayout layout)
{
#if __CUDA_ARCH__ >= 800
    multiply_tile<LimbsByMma>(a, b, result, layout);
#else
    __trap(); /* Variant.missing excludes this */
#endif
}

static int run(const Task *task)
{
    SliceLayout layout = slice_layout(task->point);
    unsigned char *a_split = (unsigned char *)task->workspace,
                  *b_split = a_split + slice_bytes(layout.rows, layout.k);
    const LimbsResult result = {(uint32_t *)task->out, layout.rows, layout.columns};
    LaunchShape shape = mma_shape<LimbsByMma>(layout);
    if (launch_limb_split(task, a_split, b_split, layout) != 0) {
        return -1;
    }
    return GPU_LAUNCH(task, shape, multiply, a_split, b_split, result, layout);
}

extern "C" const Variant variant_gpu_matmul_mma_int8_limbs;
const Variant variant_gpu_matmul_mma_int8_limbs = {
    .workload = "matmul",
    .name = "gpu/mma_int8_limbs",
    .idea = "an element as four bytes: ten exact products on tensor cores, Horner's rule in the sums",
    .source = "schoolbook multiplication by limbs; NVIDIA, PTX ISA, mma",
    .after = "gpu/shared",
    .types = INT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<80, 999>,
    .workspace = slice_workspace,
    .run = run,
};
