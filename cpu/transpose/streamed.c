/* transpose cpu/streamed: blocks transposed in registers, written as whole lines by non-temporal stores.
 * Processor: x86-64
 *
 * cpu/tiled moves one element at a time and reads each line of the result before it overwrites it. Here 16 x
 * 16 elements, 16 whole lines, are loaded into vectors, transposed in four stages of shuffles (pairs, quads,
 * then quarters of lines) and written as 16 whole lines by non-temporal stores, so that no line is read only
 * to be overwritten. Two blocks, one below the other, form a band, which is read from left to right. Its 32
 * rows are as many streams as the hardware prefetcher follows well. The prefetcher stops at the end of a
 * page, so lines 128 elements ahead are prefetched in software.
 *
 * If n is not a multiple of 16, lines of the result begin anywhere in a row. They are assembled in a buffer
 * (transpose_band_anywhere) and still written as whole lines.
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
    BLOCK = 16, /* elements per line, and lines per block */
    BAND = 2,   /* blocks, one below the other */
    AHEAD = 128 /* elements to prefetch ahead */
};

/* Transposes the block at `in`, rows of n elements, to `out`, rows of `stride`. `past`: by non-temporal
 * stores, to whole lines. */
typedef void TransposeBlock(size_t n, const Word *in, size_t stride, Word *out, bool past);

__attribute__((target("avx512f"))) static void transpose_avx512(size_t n, const Word *in, size_t stride,
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
__attribute__((target("avx2"))) static void transpose_avx2(size_t n, const Word *in, size_t stride, Word *out,
                                                           bool past)
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

typedef struct Matrices {
    TransposeBlock *transpose;
    size_t n;
    const Word *in;
    Word *out;
} Matrices;

/* Rows first .. end - 1 of in, columns left .. right - 1, one element at a time. */
static void transpose_rest(const Matrices *m, size_t first, size_t end, size_t left, size_t right)
{
    for (size_t j = left; j < right; j++) {
        for (size_t i = first; i < end; i++) {
            m->out[j * m->n + i] = m->in[i * m->n + j];
        }
    }
}

/* Transposes the blocks of rows first .. end - 1 of in at column j, one below the other; the first one goes
 * to `out`. */
static void transpose_blocks(const Matrices *m, size_t first, size_t end, size_t j, size_t stride, Word *out,
                             bool past)
{
    for (size_t i = first; i < end; i += BLOCK) {
        for (size_t row = i; row < i + BLOCK; row++) {
            _mm_prefetch((const char *)(m->in + row * m->n + j + AHEAD), _MM_HINT_T1);
        }
        m->transpose(m->n, m->in + i * m->n + j, stride, out + (i - first), past);
    }
}

/* A band where n is a multiple of 16: every block of out is 16 whole lines. */
static void transpose_band(const Matrices *m, size_t first, size_t end)
{
    for (size_t j = 0; j < m->n; j += BLOCK) {
        transpose_blocks(m, first, end, j, m->n, m->out + j * m->n + first, true);
    }
}

/* Writes one line by non-temporal stores. SSE2 suffices: four consecutive quarters are combined into one
 * line. */
static void send_line(const Word *from, Word *to)
{
    UNROLL
    for (size_t quarter = 0; quarter < BLOCK; quarter += 4) {
        _mm_stream_si128((void *)(to + quarter), _mm_load_si128((const void *)(from + quarter)));
    }
}

/* A band for any other n. The elements of this band begin anywhere in a line of a row of out. So 16 rows are
 * assembled in a buffer, each at the same offset within a line as in out: rows of the buffer are as long,
 * modulo a line, as rows of out. Complete lines are written. The beginning of the next line is kept in
 * `begun`, one line per row of out, for the band below. */
static void transpose_band_anywhere(const Matrices *m, size_t first, size_t end, bool is_first, Word *begun)
{
    /* The elements of a band, and the preceding ones in their line. */
    enum { LINES = BAND * BLOCK + BLOCK };
    _Alignas(64) Word buffer[BLOCK * (LINES + BLOCK + BLOCK)];
    size_t n = m->n, stride = LINES + BLOCK + n % BLOCK;
    for (size_t j = 0; j < n - n % BLOCK; j += BLOCK) {
        size_t into = (j * n + first) % BLOCK;
        for (size_t row = 0; row < BLOCK; row++) {
            memcpy(buffer + (row * stride + into) / BLOCK * BLOCK, begun + (j + row) * BLOCK,
                   BLOCK * sizeof(Word));
        }
        transpose_blocks(m, first, end, j, stride, buffer + into, false);
        for (size_t row = 0; row < BLOCK; row++) {
            size_t at = row * stride + into, before = at % BLOCK, lines = (before + end - first) / BLOCK;
            const Word *from = buffer + at - before;
            Word *to = m->out + (j + row) * n + first - before;
            size_t line = is_first && before > 0; /* another thread writes its beginning */
            if (line > 0) {
                memcpy(to + before, from + before, (BLOCK - before) * sizeof(Word));
            }
            for (; line < lines; line++) {
                send_line(from + line * BLOCK, to + line * BLOCK);
            }
            memcpy(begun + (j + row) * BLOCK, from + lines * BLOCK, BLOCK * sizeof(Word));
        }
    }
}

/* Rows first .. end - 1 of in, whole blocks, for any n. */
static void transpose_anywhere(const Matrices *m, size_t first, size_t end, Word *begun)
{
    size_t n = m->n, columns = n - n % BLOCK;
    for (size_t i = first; i < end; i += BAND * BLOCK) {
        transpose_band_anywhere(m, i, size_min(end, i + BAND * BLOCK), i == first, begun);
    }
    for (size_t j = 0; j < columns && first < end; j++) { /* lines that no band below completes */
        size_t begun_elements = (j * n + end) % BLOCK;
        memcpy(m->out + j * n + end - begun_elements, begun + j * BLOCK, begun_elements * sizeof(Word));
    }
    transpose_rest(m, first, end, columns, n);
}

static int run(const Task *task)
{
    Matrices m = {isa_widest() == ISA_AVX512 ? transpose_avx512 : transpose_avx2, task->point->n, task->a,
                  task->out};
    size_t whole = m.n - m.n % BLOCK;
#pragma omp parallel
    {
        Range rows = thread_range(whole, BLOCK);
        size_t end = rows.first + rows.count;
        if (whole == m.n) {
            for (size_t i = rows.first; i < end; i += BAND * BLOCK) {
                transpose_band(&m, i, size_min(end, i + BAND * BLOCK));
            }
        } else {
            transpose_anywhere(&m, rows.first, end,
                               (Word *)task->workspace + thread_team().thread * m.n * BLOCK);
        }
        _mm_sfence(); /* makes non-temporal stores visible to other threads */
    }
    transpose_rest(&m, whole, m.n, 0, m.n);
    return 0;
}

static size_t workspace(const Point *point)
{
    return point->n % BLOCK == 0 ? 0 : size_mul(size_mul(point->n, point->threads), BLOCK * sizeof(Word));
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
    .types = INT32 | FLOAT32,
    .axes = AXIS_OPENMP_THREADS,
    .missing = missing,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
