/* See isa.h. */
#include "cpu/isa.h"

#include <stdio.h>

Isa isa_limit = ISA_AVX512;

static Isa widest_here(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) {
        return ISA_AVX512;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return ISA_AVX2;
    }
    if (__builtin_cpu_supports("sse4.1")) {
        return ISA_SSE41;
    }
#endif
    return ISA_BASELINE;
}

Isa isa_widest(void)
{
    Isa widest = widest_here();
    return widest < isa_limit ? widest : isa_limit;
}

size_t isa_vector_bytes(Isa isa)
{
    static const size_t bytes[] = {16, 16, 32, 64};
    return bytes[isa];
}

void isa_describe(const Point *point, char *text, size_t size)
{
    static const char *const names[] = {"baseline vectors", "SSE4.1", "AVX2", "AVX-512"};
    (void)point;
    snprintf(text, size, "%s", names[isa_widest()]);
}
