/* Multiply and add in float64 by tensor cores: the ceiling of products that use them.
 *
 * An instruction makes 8 multiply-adds of each of its 16 x 8 results. So it takes a block X of 16 x 8
 * elements through 8 steps at once,
 *
 *     X <- X M + C     M: m^8 on the diagonal    C: c (1 + m + ... + m^7)
 *
 * and its result is in the registers where the next one reads it, but for the order of columns, which M
 * restores: lane t of four has columns 2t and 2t + 1 of the result, and the operand's columns t and t + 4.
 * The remaining n modulo 8 steps are one multiply-add each. A warp has one block: the other warps of its
 * scheduler, some twelve, hide the instruction's clocks. With four and eight blocks the last wave of thread
 * blocks costs more: 62.1 and 58.8 in place of 63.4 TFLOP/s at n 4096 on an H200, 63.5 and 60.8 in place of
 * 65.2 at n 8192.
 *
 * Bound: the tensor cores. Of the factors in M seven eighths are zero, which takes less power than a product
 * of matrices does, so clocks may be higher than there.
 * Limits: compute capability 8.0. The definition is in common/workloads/ceilings.h.
 * Source: NVIDIA, PTX ISA, mma.m16n8k8. */
#include "common/workloads/ceilings.h"
#include "gpu/capability.h"
#include "gpu/chains.cuh"
#include "gpu/matmul/kernels/instructions.cuh"

enum { CELLS = 4, STEPS = 8 }; /* of a lane; of an instruction */

/* a, out: n x n. */
static __global__ void __launch_bounds__(THREADS)
    chains(const double *__restrict__ a, double *__restrict__ out, size_t n)
{
#if __CUDA_ARCH__ >= 800
    const size_t elements = n * n, first = (size_t)blockIdx.x * THREADS * CELLS + threadIdx.x;
    const double factor = a[CEILINGS_FACTOR_INDEX], addend = a[CEILINGS_ADDEND_INDEX(n)];
    double power = 1, sum = 0;
    for (int step = 0; step < STEPS; step++) {
        sum = sum * factor + addend;
        power *= factor;
    }
    const unsigned column = threadIdx.x % 32 / 4, row = threadIdx.x % 4;
    const double diagonal[2] = {column == 2 * row ? power : 0, column == 2 * row + 1 ? power : 0};
    double x[CELLS];
#pragma unroll
    for (int i = 0; i < CELLS; i++) {
        const size_t index = first + (size_t)i * THREADS;
        x[i] = index < elements ? a[index] : 0;
    }
    for (unsigned step = 0; step < (unsigned)n / STEPS; step++) {
        const double block[CELLS] = {x[0], x[2], x[1], x[3]};
        double next[CELLS] = {sum, sum, sum, sum};
        mma_float64(next, block, diagonal);
#pragma unroll
        for (int i = 0; i < CELLS; i++) {
            x[i] = next[i];
        }
    }
#pragma unroll
    for (int i = 0; i < CELLS; i++) {
        const size_t index = first + (size_t)i * THREADS;
        for (unsigned step = 0; step < (unsigned)n % STEPS; step++) {
            x[i] = x[i] * factor + addend;
        }
        if (index < elements) {
            out[index] = x[i];
        }
    }
#endif
}

static int run(const Task *task)
{
    return chains_launch(task, chains, CELLS);
}

extern "C" const Variant variant_gpu_multiply_add_mma_float64;
const Variant variant_gpu_multiply_add_mma_float64 = {
    .workload = "multiply_add",
    .name = "gpu/mma_float64",
    .idea = "eight steps of a block of 16 x 8 elements an instruction of the tensor cores",
    .source = "NVIDIA, PTX ISA, mma.m16n8k8",
    .types = FLOAT64,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<80, 999>,
    .run = run,
};
