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

#define TYPE int32
#define ELEMENT uint32_t /* unsigned: products wrap */
#define KERNEL "cpu/chain_kernel.h"
#include "cpu/widths.h"

#define TYPE float32
#define ELEMENT float
#define KERNEL "cpu/chain_kernel.h"
#include "cpu/widths.h"

#define TYPE float64
#define ELEMENT double
#define KERNEL "cpu/chain_kernel.h"
#include "cpu/widths.h"

/* The bits of the parameters of each element type, in all lanes of 64 bits. */
#define CHAINS(name, NAME, Element, ...)                                                                     \
    static void chains_##name(const Task *task)                                                              \
    {                                                                                                        \
        static ChainSteps *const steps[] = ALL_WIDTHS(steps_##name);                                         \
        const size_t lanes = sizeof(uint64_t) / sizeof(Element);                                             \
        uint64_t m, c;                                                                                       \
        for (size_t lane = 0; lane < lanes; lane++) {                                                        \
            const Element factor = ceilings_factor_##name(task->a),                                          \
                          addend = ceilings_addend_##name(task->a, task->point->n);                          \
            memcpy((char *)&m + lane * sizeof factor, &factor, sizeof factor);                               \
            memcpy((char *)&c + lane * sizeof addend, &addend, sizeof addend);                               \
        }                                                                                                    \
        chains(task, steps, m, c);                                                                           \
    }
FOR_EACH_TYPE(CHAINS, )

static int run(const Task *task)
{
    CALL_BY_TYPE(task->point->type, chains, task)
    return 0;
}

const Variant variant_cpu_multiply_add_registers = {
    .workload = "multiply_add",
    .name = "cpu/registers",
    .idea = "a dozen independent chains in the widest vectors of this CPU, selected at run time",
    .source = "Agner Fog, Instruction tables",
    .types = INT32 | FLOAT32 | FLOAT64,
    .axes = AXIS_OPENMP_THREADS,
    .describe = isa_describe,
    .run = run,
};
