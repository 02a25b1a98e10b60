/* Add and take the minimum in registers: the ceiling of shortest paths on this GPU.
 *
 * A thread loads eight elements and takes each through n steps of x <- min(x + w, z), the operation of a
 * relaxation, without accessing memory (gpu/chains.cuh). From compute capability 9.0 on a step is one
 * instruction, VIADDMNMX (of DPX, the set for dynamic programming); before, the compiler emits an
 * addition and a minimum.
 *
 * Bound: the integer lanes, 64 a clock and multiprocessor on Hopper, half of those for float32. The
 * definition is in common/workloads/ceilings.h.
 * Source: NVIDIA, CUDA C++ Programming Guide, Dynamic Programming eXtension. */
#include "common/workloads/ceilings.h"
#include "gpu/chains.cuh"

/* a, out: n x n. */
static __global__ void __launch_bounds__(THREADS)
    chains(const int32_t *__restrict__ a, int32_t *__restrict__ out, size_t n)
{
    const size_t elements = n * n;
    const size_t first = (size_t)blockIdx.x * THREADS * CHAINS + threadIdx.x;
    const int32_t weight = CEILINGS_WEIGHT(a[CEILINGS_WEIGHT_INDEX(n)]);
    const int32_t limit = CEILINGS_LIMIT(a[CEILINGS_LIMIT_INDEX(n)]);

    int32_t x[CHAINS];
#pragma unroll
    for (int i = 0; i < CHAINS; i++) {
        const size_t index = first + (size_t)i * THREADS;
        x[i] = index < elements ? CEILINGS_START(a[index]) : 0;
    }
#pragma unroll 16
    for (unsigned step = 0; step < (unsigned)n; step++) {
#pragma unroll
        for (int i = 0; i < CHAINS; i++) {
            x[i] = min(x[i] + weight, limit);
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
    return chains_launch(task, chains);
}

extern "C" const Variant variant_gpu_add_min_registers;
const Variant variant_gpu_add_min_registers = {
    .workload = "add_min",
    .name = "gpu/registers",
    .idea = "eight independent chains a thread, unrolled, one add-then-min instruction a step",
    .source = "NVIDIA, CUDA C++ Programming Guide, Dynamic Programming eXtension",
    .types = INT32,
    .run = run,
};
