/* add_min_packed cpu/registers: as add_min cpu/registers, with two elements of 16 bits in each word.
 *
 * The same instructions on twice as many elements in a vector take the same time, and so bound shortest paths
 * whose distances fit 16 bits. */
#define ELEMENT int16_t
#define START(x) ADD_MIN_PACKED_START((NAME(Words))(x))
#define MIN_128 _mm_min_epi16
#define MIN_256 _mm256_min_epi16
#define MIN_512 _mm512_min_epi16
#include "common/workloads/add_min_packed.h"
#include "cpu/add_min/chains.h"

static int run(const Task *task)
{
    const uint32_t *a = task->a;
    size_t n = task->point->n;
    chains(task, ADD_MIN_PACKED_WEIGHT(a[ADD_MIN_PACKED_WEIGHT_INDEX(n)]),
           ADD_MIN_PACKED_LIMIT(a[ADD_MIN_PACKED_LIMIT_INDEX(n)]));
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
