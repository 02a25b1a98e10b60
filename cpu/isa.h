/* The widest vectors that this CPU has, asked at run time.
 *
 * A ceiling must be the machine's, not the compiler's: functions for each
 * width are built with target attributes, whatever -march says, and the one for
 * this CPU is taken when it runs. */
#ifndef SPEEDUP_CPU_ISA_H
#define SPEEDUP_CPU_ISA_H

#include "common/workload.h"

typedef enum Isa {
    ISA_BASELINE, /* what every CPU of this architecture has */
    ISA_SSE41,    /* 4 lanes of 32 bits, with 32-bit multiply and min */
    ISA_AVX2,     /* 8 lanes, with fused multiply-add */
    ISA_AVX512,   /* 16 lanes, with operations on 8 and 16 bits (AVX-512BW) */
} Isa;

/* No wider ones are taken: tests set it, to prove on a wide processor what a narrower one would run. */
extern Isa isa_limit;

Isa isa_widest(void);
const char *isa_name(Isa isa); /* "AVX-512" */
size_t isa_vector_bytes(Isa isa);

/* For Variant.describe: the width that it takes. */
void isa_describe(const Point *point, char *text, size_t size);

#endif
