/* multiply_add cpu/registers: as many multiply-adds as a core can start, nothing else.
 *
 * The rate is lanes x ports x clock, which no product can exceed. cpu/chains.h has the loop and the reason
 * for a dozen chains. The widest vectors of the CPU are selected at run time.
 *
 * Limit: other architectures than x86-64 have 128-bit vectors.
 * Source of the latencies: Agner Fog, Instruction tables; uops.info. */
#include "common/workloads/ceilings.h"
#include "cpu/chains.h"

#define START(x) (x)
#define STEP(x, m, c) ((x) * (m) + (c))

#define TYPE float32
#define ELEMENT float
#define KERNEL "cpu/chain_kernel.h"
#include "cpu/widths.h"

#define TYPE int32
#define ELEMENT uint32_t /* unsigned: products wrap */
#define KERNEL "cpu/chain_kernel.h"
#include "cpu/widths.h"

static ChainSteps *const steps_float32[] = ALL_WIDTHS(steps_float32);
static ChainSteps *const steps_int32[] = ALL_WIDTHS(steps_int32);

static int run(const Task *task)
{
    size_t n = task->point->n;
    if (task->point->type == TYPE_INT32) {
        chains(task, steps_int32, ceilings_factor_int32(task->a), ceilings_addend_int32(task->a, n));
        return 0;
    }
    const float factor = ceilings_factor_float32(task->a), addend = ceilings_addend_float32(task->a, n);
    uint32_t m, c; /* their bits */
    memcpy(&m, &factor, sizeof m);
    memcpy(&c, &addend, sizeof c);
    chains(task, steps_float32, m, c);
    return 0;
}

const Variant variant_cpu_multiply_add_registers = {
    .workload = "multiply_add",
    .name = "cpu/registers",
    .idea = "a dozen independent chains in the widest vectors of this CPU, selected at run time",
    .source = "Agner Fog, Instruction tables",
    .types = INT32 | FLOAT32,
    .axes = AXIS_OPENMP_THREADS,
    .describe = isa_describe,
    .run = run,
};
