/* The widest vectors of this CPU, detected at run time.
 *
 * A ceiling must be the machine's, not the compiler's. Kernels are compiled for every width with target
 * attributes, independently of -march, and selected at run time (cpu/widths.h). */
#pragma once

#include "common/workload.h"

typedef enum Isa {
    ISA_BASELINE, /* guaranteed by the architecture */
    ISA_SSE41,    /* 4 lanes of 32 bits, with 32-bit multiply and min */
    ISA_AVX2,     /* 8 lanes, with fused multiply-add */
    ISA_AVX512,   /* 16 lanes, with operations on 8 and 16 bits (AVX-512BW) */
} Isa;

/* Upper limit of isa_widest(). Tests set it, to run the code of narrower processors on a wide one. */
extern Isa isa_limit;

Isa isa_widest(void);
size_t isa_vector_bytes(Isa isa);

/* For Variant.describe: names the selected width, "AVX-512". */
void isa_describe(const Point *point, char *text, size_t size);
