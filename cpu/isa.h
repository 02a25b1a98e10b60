/* The widest vectors that this CPU has, asked at run time.
 *
 * A ceiling must be the machine's, not the compiler's: functions for each
 * width are built with target attributes, whatever -march says, and the one for
 * this CPU is taken when it runs. */
#ifndef SPEEDUP_CPU_ISA_H
#define SPEEDUP_CPU_ISA_H

typedef enum Isa {
    ISA_BASELINE, /* what every CPU of this architecture has */
    ISA_SSE41,    /* 4 lanes of 32 bits, with 32-bit multiply and min */
    ISA_AVX2,     /* 8 lanes, with fused multiply-add */
    ISA_AVX512,   /* 16 lanes */
} Isa;

static inline Isa isa_widest(void)
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

static inline const char *isa_name(Isa isa)
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

#endif
