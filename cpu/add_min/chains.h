/* add_min and add_min_packed: chains of additions and minima in vectors of every width, and which of them
 * this processor takes.
 *
 * A variant defines ELEMENT, what the elements begin with, START(vector), and the names of the instructions'
 * minima, MIN_128, MIN_256 and MIN_512, and includes this once. */
#ifndef SPEEDUP_CPU_ADD_MIN_CHAINS_H
#define SPEEDUP_CPU_ADD_MIN_CHAINS_H

#include <string.h>

#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/threads.h"
#include "cpu/unroll.h"

enum { MAX_BLOCK = 16 * 16 }; /* the most words that a width works on at a time */

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
#define MIN(x, y) MIN_128((__m128i)(x), (__m128i)(y))
#include "cpu/add_min/steps.h"

#define LANES 8
#define VECTORS 12
#define TARGET __attribute__((target("avx2")))
#define NAME(function) function##_avx2
#define MIN(x, y) MIN_256((__m256i)(x), (__m256i)(y))
#include "cpu/add_min/steps.h"

#define LANES 16
#define VECTORS 16
#define TARGET __attribute__((target("avx512f,avx512bw")))
#define NAME(function) function##_avx512
#define MIN(x, y) MIN_512((__m512i)(x), (__m512i)(y))
#include "cpu/add_min/steps.h"
#endif

typedef struct Width {
    size_t block; /* words worked on at a time: vectors x lanes */
    void (*steps)(size_t steps, const uint32_t *in, uint32_t *out, uint32_t w, uint32_t z);
} Width;

static const Width widths[] = {
    [ISA_BASELINE] = {12 * 4, steps_baseline},
#ifdef __x86_64__
    [ISA_SSE41] = {12 * 4, steps_sse41},
    [ISA_AVX2] = {12 * 8, steps_avx2},
    [ISA_AVX512] = {16 * 16, steps_avx512},
#endif
};

/* The task's n x n words through n steps, by all threads. w and z have one element in each place of a word.
 */
static void chains(const Task *task, uint32_t w, uint32_t z)
{
    const Width *width = &widths[isa_widest()];
    const uint32_t *a = task->a;
    uint32_t *out = task->out;
    size_t n = task->point->n, words = n * n, block = width->block;
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < words; first += block) {
        if (words - first >= block) {
            width->steps(n, a + first, out + first, w, z);
        } else { /* the last words in a block of their own */
            uint32_t rest[MAX_BLOCK] = {0};
            memcpy(rest, a + first, (words - first) * sizeof *a);
            width->steps(n, rest, rest, w, z);
            memcpy(out + first, rest, (words - first) * sizeof *a);
        }
    }
}

#endif
