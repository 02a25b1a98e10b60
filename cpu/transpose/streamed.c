/* transpose cpu/streamed: blocks transposed in registers, written as whole lines by non-temporal stores.
 * Processor: x86-64
 *
 * cpu/tiled moves one element at a time and reads each line of the result before it overwrites it. Here 16 x
 * 16 elements, 16 whole lines, are loaded into vectors, transposed in four stages of shuffles (pairs, quads,
 * then quarters of lines) and written as 16 whole lines by non-temporal stores, so that no line is read only
 * to be overwritten. Blocks one below the other form a band of 32 rows, which is read from left to right.
 * They are as many streams as the hardware prefetcher follows well. The prefetcher stops at the end of a
 * page, so lines 512 bytes ahead are prefetched in software.
 *
 * If a row is not a whole number of lines, lines of the result begin anywhere in a row. They are assembled in
 * a buffer (transpose_band_anywhere) and still written as whole lines.
 *
 * Elements of 64 bits are 8 x 8 to a block of 8 lines, in three stages: 3.2 +- 0.2 times cpu/openmp_tiled on
 * one thread of an EPYC with AVX-512, n 4096, twelve rounds.
 *
 * Elements of 16 bits are interleaved to words in a buffer first. In eleven rounds on one thread of the EPYC:
 * 3.6 +- 0.7 and 6.7 +- 2 times cpu/openmp_tiled at n 8192 and 5001, 0.6 to 0.7 of the bytes per second of
 * words.
 *
 * Measured on two cores of a Xeon (Sapphire Rapids): 10 and 6 times cpu/openmp_tiled at n 8192 and 5001,
 * within a tenth of copy cpu/stream. Bands of 48 rows lose a fifth where n is a power of two, bands of 96
 * rows three quarters.
 *
 * Limits: every line of the result is in another page; where n is a power of two all are in few memory
 * channels. Matrices that fit the caches are written to memory as well.
 *
 * Source: Intel, Optimization Reference Manual, transposing with shuffles; McCalpin, STREAM. */
#include <immintrin.h>
#include <string.h>

#include "common/size.h"
#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/threads.h"
#include "cpu/unroll.h"
#include "cpu/word.h"

enum {
    BLOCK = 16, /* words of 32 bits per line, and lines per block */
    BAND = 32,  /* rows of the blocks that lie one below the other */
    AHEAD = 512 /* bytes to prefetch ahead */
};

/* The kernels transpose the block at `in`, rows of n elements, to `out`, rows of `stride`. `past`: by
 * non-temporal stores, to whole lines. */

__attribute__((target("avx512f"))) static void transpose_avx512_32(size_t n, const Word *in, size_t stride,
                                                                   Word *out, bool past)
{
    __m512i row[BLOCK], pair[BLOCK];
    UNROLL
    for (size_t i = 0; i < BLOCK; i++) {
        row[i] = _mm512_loadu_si512((const void *)(in + i * n));
    }
    UNROLL
    for (size_t i = 0; i < BLOCK; i += 2) { /* pairs from two rows */
        pair[i] = _mm512_unpacklo_epi32(row[i], row[i + 1]);
        pair[i + 1] = _mm512_unpackhi_epi32(row[i], row[i + 1]);
    }
    UNROLL
    for (size_t i = 0; i < BLOCK; i += 4) { /* quads from four rows */
        row[i] = _mm512_unpacklo_epi64(pair[i], pair[i + 2]);
        row[i + 1] = _mm512_unpackhi_epi64(pair[i], pair[i + 2]);
        row[i + 2] = _mm512_unpacklo_epi64(pair[i + 1], pair[i + 3]);
        row[i + 3] = _mm512_unpackhi_epi64(pair[i + 1], pair[i + 3]);
    }
    UNROLL
    for (size_t i = 0; i < 4; i++) { /* quarters of lines from eight rows ... */
        pair[i] = _mm512_shuffle_i32x4(row[i], row[i + 4], 0x88);
        pair[i + 4] = _mm512_shuffle_i32x4(row[i], row[i + 4], 0xdd);
        pair[i + 8] = _mm512_shuffle_i32x4(row[i + 8], row[i + 12], 0x88);
        pair[i + 12] = _mm512_shuffle_i32x4(row[i + 8], row[i + 12], 0xdd);
    }
    UNROLL
    for (size_t i = 0; i < 8; i++) { /* ... and from all */
        row[i] = _mm512_shuffle_i32x4(pair[i], pair[i + 8], 0x88);
        row[i + 8] = _mm512_shuffle_i32x4(pair[i], pair[i + 8], 0xdd);
    }
    if (past) {
        UNROLL
        for (size_t i = 0; i < BLOCK; i++) {
            _mm512_stream_si512((void *)(out + i * stride), row[i]);
        }
    } else {
        UNROLL
        for (size_t i = 0; i < BLOCK; i++) {
            _mm512_storeu_si512((void *)(out + i * stride), row[i]);
        }
    }
}

/* 8 x 8 elements, because AVX2 has 16 registers of 8. */
__attribute__((target("avx2"))) static inline void transpose_quarter(size_t n, const Word *in, __m256i row[8])
{
    __m256i pair[8];
    UNROLL
    for (size_t i = 0; i < 8; i++) {
        row[i] = _mm256_loadu_si256((const void *)(in + i * n));
    }
    UNROLL
    for (size_t i = 0; i < 8; i += 2) {
        pair[i] = _mm256_unpacklo_epi32(row[i], row[i + 1]);
        pair[i + 1] = _mm256_unpackhi_epi32(row[i], row[i + 1]);
    }
    UNROLL
    for (size_t i = 0; i < 8; i += 4) {
        row[i] = _mm256_unpacklo_epi64(pair[i], pair[i + 2]);
        row[i + 1] = _mm256_unpackhi_epi64(pair[i], pair[i + 2]);
        row[i + 2] = _mm256_unpacklo_epi64(pair[i + 1], pair[i + 3]);
        row[i + 3] = _mm256_unpackhi_epi64(pair[i + 1], pair[i + 3]);
    }
    UNROLL
    for (size_t i = 0; i < 4; i++) {
        pair[i] = _mm256_permute2x128_si256(row[i], row[i + 4], 0x20);
        pair[i + 4] = _mm256_permute2x128_si256(row[i], row[i + 4], 0x31);
    }
    UNROLL
    for (size_t i = 0; i < 8; i++) {
        row[i] = pair[i];
    }
}

/* Both halves of a line of out are stored consecutively, so that write combining makes one line of them. */
__attribute__((target("avx2"))) static void transpose_avx2_32(size_t n, const Word *in, size_t stride,
                                                              Word *out, bool past)
{
    for (size_t half = 0; half < BLOCK; half += 8) { /* 8 columns of in: 8 lines of out */
        __m256i upper[8], lower[8];
        transpose_quarter(n, in + half, upper);
        transpose_quarter(n, in + half + 8 * n, lower);
        for (size_t i = 0; i < 8; i++) {
            Word *line = out + (half + i) * stride;
            if (past) {
                _mm256_stream_si256((void *)line, upper[i]);
                _mm256_stream_si256((void *)(line + 8), lower[i]);
            } else {
                _mm256_storeu_si256((void *)line, upper[i]);
                _mm256_storeu_si256((void *)(line + 8), lower[i]);
            }
        }
    }
}

/* 8 x 8 elements of 64 bits: pairs, then halves of quarters of lines. */
__attribute__((target("avx512f"))) static void transpose_avx512_64(size_t n, const Word64 *in, size_t stride,
                                                                   Word64 *out, bool past)
{
    __m512i row[8], pair[8];
    UNROLL
    for (size_t i = 0; i < 8; i++) {
        row[i] = _mm512_loadu_si512((const void *)(in + i * n));
    }
    UNROLL
    for (size_t i = 0; i < 8; i += 2) { /* pairs from two rows */
        pair[i] = _mm512_unpacklo_epi64(row[i], row[i + 1]);
        pair[i + 1] = _mm512_unpackhi_epi64(row[i], row[i + 1]);
    }
    UNROLL
    for (size_t i = 0; i < 2; i++) { /* quarters of lines from four rows ... */
        row[i] = _mm512_shuffle_i64x2(pair[i], pair[i + 2], 0x88);
        row[i + 2] = _mm512_shuffle_i64x2(pair[i], pair[i + 2], 0xdd);
        row[i + 4] = _mm512_shuffle_i64x2(pair[i + 4], pair[i + 6], 0x88);
        row[i + 6] = _mm512_shuffle_i64x2(pair[i + 4], pair[i + 6], 0xdd);
    }
    UNROLL
    for (size_t i = 0; i < 4; i++) { /* ... and from all */
        pair[i] = _mm512_shuffle_i64x2(row[i], row[i + 4], 0x88);
        pair[i + 4] = _mm512_shuffle_i64x2(row[i], row[i + 4], 0xdd);
    }
    UNROLL
    for (size_t i = 0; i < 8; i++) {
        if (past) {
            _mm512_stream_si512((void *)(out + i * stride), pair[i]);
        } else {
            _mm512_storeu_si512((void *)(out + i * stride), pair[i]);
        }
    }
}

/* 4 x 4 elements of 64 bits. */
__attribute__((target("avx2"))) static inline void transpose_quarter_64(size_t n, const Word64 *in,
                                                                        __m256i row[4])
{
    __m256i pair[4];
    UNROLL
    for (size_t i = 0; i < 4; i++) {
        row[i] = _mm256_loadu_si256((const void *)(in + i * n));
    }
    UNROLL
    for (size_t i = 0; i < 4; i += 2) {
        pair[i] = _mm256_unpacklo_epi64(row[i], row[i + 1]);
        pair[i + 1] = _mm256_unpackhi_epi64(row[i], row[i + 1]);
    }
    UNROLL
    for (size_t i = 0; i < 2; i++) {
        row[i] = _mm256_permute2x128_si256(pair[i], pair[i + 2], 0x20);
        row[i + 2] = _mm256_permute2x128_si256(pair[i], pair[i + 2], 0x31);
    }
}

/* Both halves of a line of out are stored consecutively, as by transpose_avx2_32. */
__attribute__((target("avx2"))) static void transpose_avx2_64(size_t n, const Word64 *in, size_t stride,
                                                              Word64 *out, bool past)
{
    for (size_t half = 0; half < 8; half += 4) { /* 4 columns of in: 4 lines of out */
        __m256i upper[4], lower[4];
        transpose_quarter_64(n, in + half, upper);
        transpose_quarter_64(n, in + half + 4 * n, lower);
        for (size_t i = 0; i < 4; i++) {
            Word64 *line = out + (half + i) * stride;
            if (past) {
                _mm256_stream_si256((void *)line, upper[i]);
                _mm256_stream_si256((void *)(line + 4), lower[i]);
            } else {
                _mm256_storeu_si256((void *)line, upper[i]);
                _mm256_storeu_si256((void *)(line + 4), lower[i]);
            }
        }
    }
}

/* 32 x 32 elements of 16 bits by a kernel of words, which moves the elements of two rows in pairs. Rows of
 * `out` begin at any element, unless `past`. */
#define TRANSPOSE_PAIRS(width, TARGET)                                                                       \
    __attribute__((target(TARGET))) static void transpose_##width##_16(                                      \
        size_t n, const Word16 *in, size_t stride, Word16 *out, bool past)                                   \
    {                                                                                                        \
        _Alignas(64) Word pairs[BLOCK][2 * BLOCK], lines[2 * BLOCK][BLOCK];                                  \
        for (size_t i = 0; i < BLOCK; i++) {                                                                 \
            for (size_t j = 0; j < 2 * BLOCK; j++) {                                                         \
                pairs[i][j] = in[2 * i * n + j] | (Word)in[(2 * i + 1) * n + j] << 16;                       \
            }                                                                                                \
        }                                                                                                    \
        for (size_t half = 0; half < 2 * BLOCK; half += BLOCK) {                                             \
            if (past) {                                                                                      \
                transpose_##width##_32(2 * BLOCK, pairs[0] + half, stride / 2,                               \
                                       (void *)(out + half * stride), true);                                 \
            } else {                                                                                         \
                transpose_##width##_32(2 * BLOCK, pairs[0] + half, BLOCK, lines[half], false);               \
            }                                                                                                \
        }                                                                                                    \
        for (size_t i = 0; i < 2 * BLOCK && !past; i++) {                                                    \
            memcpy(out + i * stride, lines[i], sizeof lines[i]);                                             \
        }                                                                                                    \
    }
TRANSPOSE_PAIRS(avx512, "avx512f,avx512bw")
TRANSPOSE_PAIRS(avx2, "avx2")

#define BITS Word16
#define NAME(name) name##_16
#include "cpu/transpose/streamed_bands.h"

#define BITS Word
#define NAME(name) name##_32
#include "cpu/transpose/streamed_bands.h"

#define BITS Word64
#define NAME(name) name##_64
#include "cpu/transpose/streamed_bands.h"

static int run(const Task *task)
{
    CALL_BY_WORD(task->point->type, transpose, task)
    return 0;
}

static size_t workspace(const Point *point)
{
    const size_t line = 64, elements = line / type_size(point->type);
    return point->m % elements == 0 && point->n % elements == 0
               ? 0
               : size_mul(size_mul(point->n, point->threads), line);
}

static const char *missing(void)
{
    return isa_widest() < ISA_AVX2 ? "this CPU has no AVX2" : NULL;
}

const Variant variant_cpu_transpose_streamed = {
    .workload = "transpose",
    .name = "cpu/streamed",
    .idea = "16 x 16 elements transposed in registers, written as whole lines by non-temporal stores",
    .source = "Intel, Optimization Reference Manual; McCalpin, STREAM",
    .after = "cpu/openmp_tiled",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_OPENMP_THREADS,
    .missing = missing,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
