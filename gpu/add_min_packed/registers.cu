/* Add and take the minimum of two 16-bit lanes at once, in registers: the ceiling of gpu/int16.
 *
 * As in gpu/add_min, a thread takes eight elements through n steps of x <- min(x + w, z) without accessing
 * memory, but each element holds two lanes of 16 bits and one instruction of DPX relaxes both: twice the
 * relaxations for the same instructions.
 *
 * Bound: the integer lanes, as in gpu/add_min.
 * Limits: distances must fit 16 bits. One instruction from compute capability 9.0 on; before, it is
 * several, and the result is right but no ceiling, which the row's detail states. The definition is in
 * common/workloads/add_min_packed.h.
 * Source: NVIDIA, CUDA C++ Programming Guide, Dynamic Programming eXtension. */
#include <stdio.h>
#include <stdlib.h>

#include "common/gpu.h"
#include "common/workloads/add_min_packed.h"
#include "gpu/chains.cuh"

/* a, out: n x n. */
static __global__ void __launch_bounds__(THREADS)
    chains(const uint32_t *__restrict__ a, uint32_t *__restrict__ out, size_t n)
{
    const size_t elements = n * n;
    const size_t first = (size_t)blockIdx.x * THREADS * CHAINS + threadIdx.x;
    const uint32_t weight = ADD_MIN_PACKED_WEIGHT(a[ADD_MIN_PACKED_WEIGHT_INDEX(n)]);
    const uint32_t limit = ADD_MIN_PACKED_LIMIT(a[ADD_MIN_PACKED_LIMIT_INDEX(n)]);

    uint32_t x[CHAINS];
#pragma unroll
    for (int i = 0; i < CHAINS; i++) {
        const size_t index = first + (size_t)i * THREADS;
        x[i] = index < elements ? ADD_MIN_PACKED_START(a[index]) : 0;
    }
#pragma unroll 16
    for (unsigned step = 0; step < (unsigned)n; step++) {
#pragma unroll
        for (int i = 0; i < CHAINS; i++) {
            x[i] = __vmins2(__vadd2(x[i], weight), limit);
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

static void describe(const Point *, char *text, size_t size)
{
    GpuInfo info;
    Error error;
    const bool one_instruction = gpu_info(&info, &error) == 0 && atof(info.compute_capability) >= 9.0;
    snprintf(text, size, "%s",
             one_instruction ? "" : "several instructions a step: below compute capability 9.0");
}

extern "C" const Variant variant_gpu_add_min_packed_registers;
const Variant variant_gpu_add_min_packed_registers = {
    .workload = "add_min_packed",
    .name = "gpu/registers",
    .idea = "eight chains a thread, one instruction adds and takes the minimum in two 16-bit lanes",
    .source = "NVIDIA, CUDA C++ Programming Guide, Dynamic Programming eXtension",
    .types = INT32,
    .describe = describe,
    .run = run,
};
