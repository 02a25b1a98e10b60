/* Matrix product in int32 on tensor cores, each element as four bytes.
 *
 * Tensor cores multiply bytes at many times the rate at which other cores
 * multiply 32-bit integers, so ten products of bytes in the place of one product
 * are still faster, and they are exact modulo 2^32 (int8_limbs.cuh says why). Two
 * launches: both operands are cut, then the product by mma.sync (mma.cuh).
 * For each 16 x 8 tile and slice of 32 k the products are made from the highest
 * weight down, by Horner's rule: four, shifted by a byte, three more, shifted,
 * two, shifted, one. Only three shifts and an addition of each sum are not the
 * tensor core's.
 * Measured on an H200: 1.9, 2.0 and 2.1 times what multiply-adds of 32 bits can do
 * (multiply_add) at n 2048, 4096 and 8192, cutting included.
 * It needs 8 n^2 bytes of workspace. What bounds it on Hopper: mma.sync reaches
 * some six tenths of the tensor cores' rate. See wgmma_int8_limbs.
 * Source: schoolbook multiplication by limbs; NVIDIA, PTX ISA, mma with .u8. */
#include <stdint.h>

#include "gpu/matmul/kernels/compute_capability.h"
#include "gpu/matmul/kernels/int8_limbs.cuh"
#include "gpu/matmul/kernels/mma.cuh"

struct BytesByMma {
    static constexpr int ROWS = 64;
    typedef uint32_t Total;
    typedef BytesResult Result;

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
                for (int j = 0; j < MMA_COLUMNS / 8; j++) { /* four chains, so that none is waited for */
                    const uint32_t(&pair)[4] = b[j / 2][weight - limb];
                    multiply_bytes(part[j], a[limb], pair[j % 2 * 2], pair[j % 2 * 2 + 1]);
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
    multiply(const unsigned char *__restrict__ a, const unsigned char *__restrict__ b, BytesResult result,
             Slices cut)
{
#if __CUDA_ARCH__ >= 800
    multiply_tile<BytesByMma>(a, b, result, cut);
#else
    __trap(); /* missing() does not let it come to this */
#endif
}

static int run(const Task *task)
{
    Slices cut = slices_of(task->point->n);
    void *a_cut = task->workspace, *b_cut = (unsigned char *)task->workspace + cut.bytes;
    BytesResult result = {(uint32_t *)task->out, cut.n};
    LaunchShape shape = mma_shape<BytesByMma>(cut);
    void *arguments[] = {&a_cut, &b_cut, &result, &cut};
    if (launch_cut(task, a_cut, b_cut, cut) != 0) {
        return -1;
    }
    return GPU_LAUNCH(task, multiply, &shape, arguments);
}

static const char *missing(void)
{
    return capability_missing("tensor cores", 80, 999);
}

extern "C" {
extern const Variant variant_gpu_matmul_mma_int8_limbs;
}
const Variant variant_gpu_matmul_mma_int8_limbs = {
    .workload = "matmul",
    .name = "gpu/mma_int8_limbs",
    .idea = "an element as four bytes: ten exact products on tensor cores, Horner's rule in the sums",
    .source = "schoolbook multiplication by limbs; NVIDIA, PTX ISA, mma",
    .after = "gpu/shared",
    .types = INT32,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = missing,
    .workspace = bytes_workspace,
    .run = run,
};
