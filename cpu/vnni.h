/* Elements in two 16-bit limbs, and the instruction that multiplies them: shared by the VNNI variants.
 *
 * An element is low + 2^16 high, with signed low. vpdpwssd multiplies the upper and the lower halves of two
 * words as signed numbers and adds both products to a wrapping sum. Only for x86-64. */
#pragma once

#include <stdint.h>

#include "cpu/isa.h"

#define VNNI_TARGET __attribute__((target("avx512f,avx512vnni")))

/* The limbs of x in one word, high above low: the borrow of a negative low is added to high. High counts
 * modulo 2^16, so its sign is arbitrary. For words and vectors of words. */
#define VNNI_LIMBS(x) ((x) + (((x)&0x8000u) << 1))

/* Of words that hold limbs: both limbs swapped; the low limbs of y and x in one word. */
#define VNNI_SWAPPED(x) ((x) << 16 | (x) >> 16)
#define VNNI_LOW_PAIR(x, y) (((x)&0xffffu) | (y) << 16)

/* sum += both products in each lane. Assembly, because gcc 12 copies sums needlessly with the intrinsic. */
#define VNNI_ADD_PRODUCTS(sum, x, y) __asm__("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y))

/* For Variant.missing. */
static inline const char *vnni_missing(void)
{
    return isa_widest() >= ISA_AVX512 && __builtin_cpu_supports("avx512vnni")
               ? NULL
               : "this CPU has no AVX-512 VNNI";
}
