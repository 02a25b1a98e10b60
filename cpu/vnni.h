/* Elements in two limbs of 16 bits, and the instruction that multiplies these: what variants by VNNI share.
 *
 * An element is low + 2^16 high, low signed. vpdpwssd multiplies the upper and the lower halves of two words
 * as signed numbers and adds both products to a sum, which wraps. Only for x86-64. */
#ifndef SPEEDUP_CPU_VNNI_H
#define SPEEDUP_CPU_VNNI_H

#include <stdint.h>

#include "cpu/isa.h"

#define VNNI_TARGET __attribute__((target("avx512f,avx512vnni")))

/* The limbs of x beside each other, high above low: what low's sign takes away is added to high. Of high 16
 * bits are kept, with any sign, as it counts modulo 2^16. These are for words and for vectors of them. */
#define VNNI_LIMBS(x) ((x) + (((x)&0x8000u) << 1))

/* Of words that hold limbs: low above high; the low ones of y and x beside each other. */
#define VNNI_SWAPPED(x) ((x) << 16 | (x) >> 16)
#define VNNI_LOW_PAIR(x, y) (((x)&0xffffu) | (y) << 16)

/* sum += both products in each lane. Not the compiler's name for it: gcc 12 then copies sums to and fro. */
#define VNNI_ADD_PRODUCTS(sum, x, y) __asm__("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y))

/* For Variant.missing. */
static inline const char *vnni_missing(void)
{
    return isa_widest() >= ISA_AVX512 && __builtin_cpu_supports("avx512vnni")
               ? NULL
               : "this CPU has no AVX-512 VNNI";
}

#endif
