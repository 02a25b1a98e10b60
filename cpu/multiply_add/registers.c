/* multiply_add cpu/registers: as many multiply-adds as the core can start, nothing else.
 *
 * A dozen vectors are loaded, go through n steps in registers and are stored: no load, no store and
 * no branch but the loop's own stands beside the arithmetic, so its rate is lanes x ports x
 * clock, which no product can exceed. A dozen, because a step waits for the one before: with 4 cycles
 * and 2 ports for a fused multiply-add 8 chains keep the ports busy, and an integer
 * multiplication takes up to 10 cycles; 12 and the two constants still fit 16 registers, and
 * AVX-512, which has 32, takes 16.
 * Widths from 128 bits to AVX-512 are built, and the widest that the CPU has is
 * taken at run time. Limit: on other architectures than x86-64 vectors have 128 bits.
 * Source of the latencies: Agner Fog, Instruction tables; uops.info. */
#include <string.h>

#include "common/workload.h"
#include "common/workloads/ceilings.h"
#include "cpu/isa.h"
#include "cpu/threads.h"
#include "cpu/unroll.h"

enum { MAX_BLOCK = 16 * 16 }; /* the most elements that a width works on at a time */

#define LANES 4
#define VECTORS 12
#define TARGET
#define NAME(function) function##_baseline
#include "cpu/multiply_add/steps.h"

#ifdef __x86_64__
#define LANES 4
#define VECTORS 12
#define TARGET __attribute__((target("sse4.1")))
#define NAME(function) function##_sse41
#include "cpu/multiply_add/steps.h"

#define LANES 8
#define VECTORS 12
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(function) function##_avx2
#include "cpu/multiply_add/steps.h"

#define LANES 16
#define VECTORS 16
#define TARGET __attribute__((target("avx512f")))
#define NAME(function) function##_avx512
#include "cpu/multiply_add/steps.h"
#endif

typedef struct Width {
    size_t block; /* elements worked on at a time: vectors x lanes */
    void (*float32)(size_t steps, const float *in, float *out, float m, float c);
    void (*int32)(size_t steps, const uint32_t *in, uint32_t *out, uint32_t m, uint32_t c);
} Width;

static const Width widths[] = {
    [ISA_BASELINE] = {12 * 4, steps_float32_baseline, steps_int32_baseline},
#ifdef __x86_64__
    [ISA_SSE41] = {12 * 4, steps_float32_sse41, steps_int32_sse41},
    [ISA_AVX2] = {12 * 8, steps_float32_avx2, steps_int32_avx2},
    [ISA_AVX512] = {16 * 16, steps_float32_avx512, steps_int32_avx512},
#endif
};

static void chains_float32(const Width *width, size_t n, const float *a, float *out)
{
    float m = ceilings_factor_float32(a), c = ceilings_addend_float32(a, n);
    size_t elements = n * n, block = width->block;
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < elements; first += block) {
        if (elements - first >= block) {
            width->float32(n, a + first, out + first, m, c);
        } else { /* the last elements in a block of their own */
            float rest[MAX_BLOCK] = {0};
            memcpy(rest, a + first, (elements - first) * sizeof *a);
            width->float32(n, rest, rest, m, c);
            memcpy(out + first, rest, (elements - first) * sizeof *a);
        }
    }
}

static void chains_int32(const Width *width, size_t n, const int32_t *a, uint32_t *out)
{
    uint32_t m = ceilings_factor_int32(a), c = ceilings_addend_int32(a, n);
    const uint32_t *words = (const uint32_t *)a; /* unsigned: they wrap around */
    size_t elements = n * n, block = width->block;
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < elements; first += block) {
        if (elements - first >= block) {
            width->int32(n, words + first, out + first, m, c);
        } else {
            uint32_t rest[MAX_BLOCK] = {0};
            memcpy(rest, words + first, (elements - first) * sizeof *words);
            width->int32(n, rest, rest, m, c);
            memcpy(out + first, rest, (elements - first) * sizeof *words);
        }
    }
}

static int run(const Task *task)
{
    const Width *width = &widths[isa_widest()];
    if (task->point->type == TYPE_FLOAT32) {
        chains_float32(width, task->point->n, task->a, task->out);
    } else {
        chains_int32(width, task->point->n, task->a, task->out);
    }
    return 0;
}

const Variant variant_cpu_multiply_add_registers = {
    .workload = "multiply_add",
    .name = "cpu/registers",
    .idea = "a dozen independent chains in the widest vectors of this CPU, chosen at run time",
    .source = "Agner Fog, Instruction tables",
    .types = INT32 | FLOAT32,
    .axes = AXIS_OPENMP_THREADS,
    .describe = isa_describe,
    .run = run,
};
