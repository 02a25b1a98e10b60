/* Includes the file KERNEL once per vector width, so that one source serves every width of the architecture.
 *
 * Each inclusion finds these macros: BYTES (of a vector), WIDTH (suffix of names: baseline, sse41, avx2,
 * avx512), TARGET (the attribute that allows the instructions) and NAME(name), which is name_TYPE_WIDTH. The
 * including file defines TYPE, ELEMENT and what else KERNEL reads; TYPE, ELEMENT and KERNEL are undefined
 * afterwards. isa_widest() selects a function at run time. Other architectures than x86-64 have 128-bit
 * vectors only. */
#ifndef SPEEDUP_CPU_WIDTHS_H
#define SPEEDUP_CPU_WIDTHS_H

#define NAME(name) JOIN(name, TYPE, WIDTH)
#define JOIN(name, type, width) JOINED(name, type, width)
#define JOINED(name, type, width) name##_##type##_##width

/* Initializer of a table by Isa: one function in all widths. */
#ifdef __x86_64__
#define ALL_WIDTHS(function)                                                                                 \
    {                                                                                                        \
        [ISA_BASELINE] = function##_baseline, [ISA_SSE41] = function##_sse41, [ISA_AVX2] = function##_avx2,  \
        [ISA_AVX512] = function##_avx512                                                                     \
    }
#else
#define ALL_WIDTHS(function)                                                                                 \
    {                                                                                                        \
        [ISA_BASELINE] = function##_baseline                                                                 \
    }
#endif

#endif

#define WIDTH baseline
#define BYTES 16
#define TARGET
#include KERNEL
#undef WIDTH
#undef TARGET

#ifdef __x86_64__
#define WIDTH sse41
#define TARGET __attribute__((target("sse4.1")))
#include KERNEL
#undef WIDTH
#undef BYTES
#undef TARGET

#define WIDTH avx2
#define BYTES 32
#define TARGET __attribute__((target("avx2,fma")))
#include KERNEL
#undef WIDTH
#undef BYTES
#undef TARGET

#define WIDTH avx512
#define BYTES 64
#define TARGET __attribute__((target("avx512f,avx512bw")))
#include KERNEL
#undef WIDTH
#undef TARGET
#endif
#undef BYTES
#undef TYPE
#undef ELEMENT
#undef KERNEL
