/* The ceilings multiply_add, add_min and add_min_packed: independent chains of arithmetic, nothing else.
 *
 * Vectors are loaded, pass through n steps in registers and are stored. No load, store or branch but the
 * loop's own lies between the steps, so the rate is lanes x ports x clock. 12 chains hide the latency of a
 * step: a fused multiply-add takes 4 cycles on 2 ports (8 chains), an integer multiplication up to 10. With
 * two constants they fit 16 registers; AVX-512 has 32 and takes 16. A slow thread gets less work (guided), as
 * it must not lower the ceiling of kernels that balance theirs. A variant includes cpu/chain_kernel.h by
 * cpu/widths.h and calls chains(). */
#pragma once

#include <string.h>

#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/threads.h"
#include "cpu/unroll.h"

#define CHAIN_VECTORS(bytes) ((bytes) == 64 ? 16 : 12)

/* Minima of vectors by element type and width; baseline: a comparison and a selection. */
#define MIN_int32_baseline(x, y) ((((x) < (y)) & (x)) | (((x) >= (y)) & (y)))
#define MIN_int16_baseline MIN_int32_baseline
#ifdef __x86_64__
#include <immintrin.h>
#define MIN_int32_sse41(x, y) _mm_min_epi32((__m128i)(x), (__m128i)(y))
#define MIN_int16_sse41(x, y) _mm_min_epi16((__m128i)(x), (__m128i)(y))
#define MIN_int32_avx2(x, y) _mm256_min_epi32((__m256i)(x), (__m256i)(y))
#define MIN_int16_avx2(x, y) _mm256_min_epi16((__m256i)(x), (__m256i)(y))
#define MIN_int32_avx512(x, y) _mm512_min_epi32((__m512i)(x), (__m512i)(y))
#define MIN_int16_avx512(x, y) _mm512_min_epi16((__m512i)(x), (__m512i)(y))
#endif

/* The function of chain_kernel.h. */
typedef void ChainSteps(size_t steps, const uint32_t *in, uint32_t *out, uint64_t p, uint64_t q);

/* The bits of an element, as chain_kernel.h needs them. */
static inline uint64_t chain_twice(uint32_t bits)
{
    return (uint64_t)bits << 32 | bits;
}

/* The task's n x n elements through n steps, by all threads. `widths` is a table by Isa (ALL_WIDTHS). */
static void chains(const Task *task, ChainSteps *const widths[], uint64_t p, uint64_t q)
{
    enum { MAX_BLOCK = CHAIN_VECTORS(64) * 64 / sizeof(uint32_t) };
    const Isa isa = isa_widest();
    const size_t bytes = isa_vector_bytes(isa), block = CHAIN_VECTORS(bytes) * bytes / sizeof(uint32_t);
    const uint32_t *a = task->a;
    uint32_t *out = task->out;
    size_t n = task->point->n, words = point_matrix_bytes(task->point) / sizeof *a;
#pragma omp parallel for schedule(guided)
    for (size_t first = 0; first < words; first += block) {
        if (words - first >= block) {
            widths[isa](n, a + first, out + first, p, q);
        } else { /* the last words in a block of their own */
            uint32_t rest[MAX_BLOCK] = {0};
            memcpy(rest, a + first, (words - first) * sizeof *a);
            widths[isa](n, rest, rest, p, q);
            memcpy(out + first, rest, (words - first) * sizeof *a);
        }
    }
}
