/* add_min_packed cpu/registers: add_min cpu/registers with two 16-bit elements in each word.
 *
 * The same instructions on twice as many elements per vector take the same time. They bound shortest paths
 * whose distances fit 16 bits. */
#include "common/workloads/add_min_packed.h"
#include "cpu/chains.h"

#define TYPE int16
#define ELEMENT int16_t
#define START(x) ADD_MIN_PACKED_START((NAME(Words))(x))
#define STEP(x, w, z) NAME(MIN)((x) + (w), z)
#define KERNEL "cpu/chain_kernel.h"
#include "cpu/widths.h"

static ChainSteps *const steps_int16[] = ALL_WIDTHS(steps_int16);

static int run(const Task *task)
{
    const uint32_t *a = task->a;
    size_t n = task->point->n;
    chains(task, steps_int16, chain_twice(ADD_MIN_PACKED_WEIGHT(a[ADD_MIN_PACKED_WEIGHT_INDEX(n)])),
           chain_twice(ADD_MIN_PACKED_LIMIT(a[ADD_MIN_PACKED_LIMIT_INDEX(n)])));
    return 0;
}

const Variant variant_cpu_add_min_packed_registers = {
    .workload = "add_min_packed",
    .name = "cpu/registers",
    .idea = "a dozen independent chains of additions and minima of 16 bits in the widest vectors of this CPU",
    .source = "Agner Fog, Instruction tables",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .describe = isa_describe,
    .run = run,
};
