/* Multiply and add in float64 by tensor cores: the ceiling of products that use them.
 *
 * An instruction makes 8 multiply-adds of each of its 16 x 8 results. So it takes a block X of 16 x 8
 * elements through 8 steps at once,
 *
 *     X <- X M + C     M: m^8 on the diagonal    C: c (1 + m + ... + m^7)
 *
 * and its result is in the registers where the next one reads it, but for the order of columns, which M
 * restores: lane t of four has columns 2t and 2t + 1 of the result, and the operand's columns t and t + 4.
 * The remaining n modulo 8 steps are one multiply-add each. A warp has eight blocks, as the instruction
 * takes some 32 clocks.
 *
 * Bound: the tensor cores. Of the factors in M seven eighths are zero, which takes less power than a product
 * of matrices does, so clocks may be higher than there.
 * Limits: compute capability 8.0. The definition is in common/workloads/ceilings.h.
 * Source: NVIDIA, PTX ISA, mma.m16n8k8. */
#include "common/workloads/ceilings.h"
#include "gpu/capability.h"
#include "gpu/chains.cuh"
#include "gpu/matmul/kernels/instructions.cuh"

enum { BLOCKS = 8, CELLS = 4, STEPS = 8 }; /* of a warp; of a lane in each; of an instruction */

/* a, out: n x n. */
static __global__ void __launch_bounds__(THREADS)
    chains(const double *__restrict__ a, double *__restrict__ out, size_t n)
{
#if __CUDA_ARCH__ >= 800
    const size_t elements = n * n, first = (size_t)blockIdx.x * THREADS * BLOCKS * CELLS + threadIdx.x;
    const double factor = a[CEILINGS_FACTOR_INDEX], addend = a[CEILINGS_ADDEND_INDEX(n)];
    double power = 1, sum = 0;
    for (int step = 0; step < STEPS; step++) {
        sum = sum * factor + addend;
        power *= factor;
    }
    const unsigned column = threadIdx.x % 32 / 4, row = threadIdx.x % 4;
    const double diagonal[2] = {column == 2 * row ? power : 0, column == 2 * row + 1 ? power : 0};
    double x[BLOCKS][CELLS];
#pragma unroll
    for (int i = 0; i < BLOCKS * CELLS; i++) {
        const size_t index = first + (size_t)i * THREADS;
        x[i / CELLS][i % CELLS] = index < elements ? a[index] : 0;
    }
    for (unsigned step = 0; step < (unsigned)n / STEPS; step++) {
#pragma unroll
        for (int i = 0; i < BLOCKS; i++) {
            const double block[CELLS] = {x[i][0], x[i][2], x[i][1], x[i][3]};
            double next[CELLS] = {sum, sum, sum, sum};
            mma_float64(next, block, diagonal);
#pragma unroll
            for (int cell = 0; cell < CELLS; cell++) {
                x[i][cell] = next[cell];
            }
        }
    }
#pragma unroll
    for (int i = 0; i < BLOCKS * CELLS; i++) {
        const size_t index = first + (size_t)i * THREADS;
        double last = x[i / CELLS][i % CELLS];
        for (unsigned step = 0; step < (unsigned)n % STEPS; step++) {
            last = last * factor + addend;
        }
        if (index < elements) {
            out[index] = last;
        }
    }
#endif
}

static int run(const Task *task)
{
    return chains_launch(task, chains, BLOCKS * CELLS);
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
