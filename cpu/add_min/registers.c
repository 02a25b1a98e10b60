/* add_min cpu/registers: as many pairs of an addition and a minimum as a core can start, nothing else.
 *
 * A relaxation of a shortest path is one addition and one minimum. Both run on the vector integer ports, so
 * the rate is lanes x ports x clock / 2. No min-plus product and no Floyd-Warshall can exceed it.
 * cpu/chains.h has the loop. The widest vectors of the CPU are selected at run time.
 *
 * Limit: other architectures than x86-64 have 128-bit vectors, and their minimum is a comparison and a
 * selection. Source: Agner Fog, Instruction tables. */
#include "common/workloads/ceilings.h"
#include "cpu/chains.h"

#define TYPE int32
#define ELEMENT int32_t
#define START(x) ((x) >> 2) /* CEILINGS_START of every element */
#define STEP(x, w, z) NAME(MIN)((x) + (w), z)
#define KERNEL "cpu/chain_kernel.h"
#include "cpu/widths.h"

static ChainSteps *const steps_int32[] = ALL_WIDTHS(steps_int32);

static int run(const Task *task)
{
    const int32_t *a = task->a;
    size_t n = task->point->n;
    chains(task, steps_int32, chain_twice((uint32_t)ceilings_weight(a, n)),
           chain_twice((uint32_t)ceilings_limit(a, n)));
    return 0;
}

const Variant variant_cpu_add_min_registers = {
    .workload = "add_min",
    .name = "cpu/registers",
    .idea = "a dozen independent chains of additions and minima in the widest vectors of this CPU",
    .source = "Agner Fog, Instruction tables",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .describe = isa_describe,
    .run = run,
};
