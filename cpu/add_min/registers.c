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
#define MIN(x, y) ((((x) < (y)) & (x)) | (((x) >= (y)) & (y)))
#include "cpu/add_min/steps.h"

#ifdef __x86_64__
#include <immintrin.h>

#define LANES 4
#define VECTORS 12
#define TARGET __attribute__((target("sse4.1")))
#define NAME(function) function##_sse41
#define MIN(x, y) (Words_sse41) _mm_min_epi32((__m128i)(x), (__m128i)(y))
#include "cpu/add_min/steps.h"

#define LANES 8
#define VECTORS 12
#define TARGET __attribute__((target("avx2")))
#define NAME(function) function##_avx2
#define MIN(x, y) (Words_avx2) _mm256_min_epi32((__m256i)(x), (__m256i)(y))
#include "cpu/add_min/steps.h"

#define LANES 16
#define VECTORS 16
#define TARGET __attribute__((target("avx512f")))
#define NAME(function) function##_avx512
#define MIN(x, y) (Words_avx512) _mm512_min_epi32((__m512i)(x), (__m512i)(y))
#include "cpu/add_min/steps.h"
#endif

typedef struct Width {
    size_t block; /* elements worked on at a time: vectors x lanes */
    void (*steps)(size_t steps, const int32_t *in, int32_t *out, int32_t w, int32_t z);
} Width;

static const Width widths[] = {
    [ISA_BASELINE] = {12 * 4, steps_baseline},
#ifdef __x86_64__
    [ISA_SSE41] = {12 * 4, steps_sse41},
    [ISA_AVX2] = {12 * 8, steps_avx2},
    [ISA_AVX512] = {16 * 16, steps_avx512},
#endif
};

static void chains(const Width *width, size_t n, const int32_t *a, int32_t *out)
{
    int32_t w = ceilings_weight(a, n), z = ceilings_limit(a, n);
    size_t elements = n * n, block = width->block;
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < elements; first += block) {
        if (elements - first >= block) {
            width->steps(n, a + first, out + first, w, z);
        } else { /* the last elements in a block of their own */
            int32_t rest[MAX_BLOCK] = {0};
            memcpy(rest, a + first, (elements - first) * sizeof *a);
            width->steps(n, rest, rest, w, z);
            memcpy(out + first, rest, (elements - first) * sizeof *a);
        }
    }
}

static int run(const Task *task)
{
    chains(&widths[isa_widest()], task->point->n, task->a, task->out);
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
