/* Multiply and add in registers: the ceiling of every product on this GPU.
 *
 * A thread loads eight elements and takes each through n steps of x <- x m + c without accessing memory
 * (gpu/chains.cuh). The eight chains do not depend on each other, so a warp always has an instruction
 * ready while the previous ones, which take four clocks, are in flight, even when it is alone on its
 * scheduler. Steps are unrolled: a counter and a jump for every 128 multiply-adds.
 *
 * Bound: arithmetic alone: 128 float32 or 64 int32 lanes a clock and multiprocessor on Hopper, and the
 * clock that the power limit allows. The definition is in common/workloads/ceilings.h. */
#include "common/workloads/ceilings.h"
#include "gpu/chains.cuh"

static __device__ float factor_of(float element)
{
    return element;
}

static __device__ double factor_of(double element)
{
    return element;
}

static __device__ uint32_t factor_of(uint32_t element)
{
    return CEILINGS_FACTOR(element);
}

/* a, out: n x n. */
template <typename Element>
static __global__ void __launch_bounds__(THREADS)
    chains(const Element *__restrict__ a, Element *__restrict__ out, size_t n)
{
    const size_t elements = n * n;
    const size_t first = (size_t)blockIdx.x * THREADS * CHAINS + threadIdx.x;
    const Element factor = factor_of(a[CEILINGS_FACTOR_INDEX]);
    const Element addend = a[CEILINGS_ADDEND_INDEX(n)];

    Element x[CHAINS];
#pragma unroll
    for (int i = 0; i < CHAINS; i++) {
        const size_t index = first + (size_t)i * THREADS;
        x[i] = index < elements ? a[index] : Element(0);
    }
#pragma unroll 16
    for (unsigned step = 0; step < (unsigned)n; step++) {
#pragma unroll
        for (int i = 0; i < CHAINS; i++) {
            x[i] = x[i] * factor + addend;
        }
    }
#pragma unroll
    for (int i = 0; i < CHAINS; i++) {
        const size_t index = first + (size_t)i * THREADS;
        if (index < elements) {
            out[index] = x[i];
        }
    }
}

static int run(const Task *task)
{
    return GPU_BY_TYPE(task, chains_launch(task, chains<Element>));
}

extern "C" const Variant variant_gpu_multiply_add_registers;
const Variant variant_gpu_multiply_add_registers = {
    .workload = "multiply_add",
    .name = "gpu/registers",
    .idea = "eight independent chains a thread, unrolled, nothing but multiply-adds in registers",
    .types = INT32 | FLOAT32 | FLOAT64,
    .run = run,
};
