/* add_min cpu/registers: as many add-then-min pairs as the core can start, nothing else.
 *
 * A relaxation of a shortest path is one addition and one minimum. A dozen vectors are loaded,
 * go through n of them in registers and are stored: no load and no store stands in between, so
 * the rate is lanes x ports x clock / 2, for both run on the vector integer ports. No
 * min-plus product and no Floyd-Warshall can exceed it. Twelve independent chains
 * hide that each step waits for the one before, and fit 16 registers with the two constants; AVX-512,
 * which has 32, takes 16.
 * Widths from 128 bits to AVX-512 are built, and the widest that the CPU has is
 * taken at run time. Limit: on other architectures than x86-64 vectors have 128 bits and
 * the minimum is a comparison and a selection. */
#define ELEMENT int32_t
#define START(x) ((x) >> 2) /* CEILINGS_START of every element */
#define MIN_128 _mm_min_epi32
#define MIN_256 _mm256_min_epi32
#define MIN_512 _mm512_min_epi32
#include "common/workloads/ceilings.h"
#include "cpu/add_min/chains.h"

static int run(const Task *task)
{
    const int32_t *a = task->a;
    size_t n = task->point->n;
    chains(task, (uint32_t)ceilings_weight(a, n), (uint32_t)ceilings_limit(a, n));
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
