/* See isa.h. */
#include "cpu/isa.h"

#include <stdio.h>

Isa isa_most = ISA_AVX512;

static Isa widest_here(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) {
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
    return widest < isa_most ? widest : isa_most;
}

const char *isa_name(Isa isa)
{
    switch (isa) {
    case ISA_AVX512:
        return "AVX-512";
    case ISA_AVX2:
        return "AVX2";
    case ISA_SSE41:
        return "SSE4.1";
    case ISA_BASELINE:
        break;
    }
    return "baseline vectors";
}

void isa_describe(const Point *point, char *text, size_t size)
{
    (void)point;
    snprintf(text, size, "%s", isa_name(isa_widest()));
}
