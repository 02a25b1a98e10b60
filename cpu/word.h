/* A 32-bit element of any type, for variants that only move elements.
 *
 * may_alias allows reading floats as words, which plain uint32_t does not. */
#ifndef SPEEDUP_CPU_WORD_H
#define SPEEDUP_CPU_WORD_H

#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) Word;

#endif
