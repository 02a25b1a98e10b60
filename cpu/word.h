/* A 32-bit element of either type, for variants that only move elements.
 *
 * A transpose or a copy does not care whether 32 bits are an integer or a
 * float. may_alias allows to read floats as words, which plain uint32_t does not. */
#ifndef SPEEDUP_CPU_WORD_H
#define SPEEDUP_CPU_WORD_H

#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) Word;

#endif
