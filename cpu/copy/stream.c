/* copy cpu/stream: vector loads and non-temporal stores.
 *
 * An ordinary store reads its cache line before it overwrites it. A non-temporal store collects a whole line
 * in a buffer and sends it to memory without reading it. So two bytes move for two that count, not three: up
 * to 1.5 times the rate once matrices exceed the caches. While they fit, it is slower, because the result
 * leaves the caches. A fence at the end makes the stores visible to other threads. The widest vectors are
 * selected at run time. Other architectures than x86-64 have no such store in C and use memcpy.
 * Source: McCalpin, STREAM; Intel, Optimization Reference Manual, non-temporal stores. */
#include <string.h>

#include "common/workload.h"
#include "cpu/isa.h"
#include "cpu/threads.h"

#ifdef __x86_64__
#include <immintrin.h>

/* All three copy whole cache lines, `bytes` bytes; both pointers are 64-byte aligned. */

__attribute__((target("avx512f"))) static void stream_avx512(const char *in, char *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64) {
        _mm512_stream_si512((void *)(out + i), _mm512_load_si512((const void *)(in + i)));
    }
}

__attribute__((target("avx2"))) static void stream_avx2(const char *in, char *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64) {
        for (size_t j = i; j < i + 64; j += 32) {
            _mm256_stream_si256((void *)(out + j), _mm256_load_si256((const void *)(in + j)));
        }
    }
}

static void stream_sse2(const char *in, char *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64) {
        for (size_t j = i; j < i + 64; j += 16) {
            _mm_stream_si128((void *)(out + j), _mm_load_si128((const void *)(in + j)));
        }
    }
}

static void stream(const char *in, char *out, size_t bytes)
{
    size_t whole = bytes - bytes % 64;
    switch (isa_widest()) {
    case ISA_AVX512:
        stream_avx512(in, out, whole);
        break;
    case ISA_AVX2:
        stream_avx2(in, out, whole);
        break;
    case ISA_SSE41:
    case ISA_BASELINE:
        stream_sse2(in, out, whole);
        break;
    }
    memcpy(out + whole, in + whole, bytes - whole);
    _mm_sfence();
}

#else

static void stream(const char *in, char *out, size_t bytes)
{
    memcpy(out, in, bytes);
}

#endif

static int run(const Task *task)
{
    size_t bytes = point_matrix_bytes(task->point);
#pragma omp parallel
    {
        Range share = thread_range(bytes, 64);
        stream((const char *)task->a + share.first, (char *)task->out + share.first, share.count);
    }
    return 0;
}

const Variant variant_cpu_copy_stream = {
    .workload = "copy",
    .name = "cpu/stream",
    .idea = "non-temporal stores: overwritten lines are not read first",
    .source = "McCalpin, STREAM",
    .after = "cpu/memcpy",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_OPENMP_THREADS,
    .describe = isa_describe,
    .run = run,
};
