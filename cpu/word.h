/* Elements of any type as words of their size, for variants that only move elements.
 *
 * may_alias allows reading floats as words, which plain uint32_t does not. A variant defines a function for
 * each size by a macro of (bits, Bits) and FOR_EACH_WORD(MACRO). */
#pragma once

#include <stdint.h>

typedef uint16_t __attribute__((may_alias)) Word16;
typedef uint32_t __attribute__((may_alias)) Word;
typedef uint64_t __attribute__((may_alias)) Word64;

#define FOR_EACH_WORD(X) X(16, Word16) X(32, Word) X(64, Word64)

/* Calls function_16(...), function_32(...) or function_64(...), by the size of the element type. */
#define CALL_BY_WORD(type, function, ...)                                                                    \
    switch (type_size(type)) {                                                                               \
    case sizeof(Word16):                                                                                     \
        function##_16(__VA_ARGS__);                                                                          \
        break;                                                                                               \
    case sizeof(Word):                                                                                       \
        function##_32(__VA_ARGS__);                                                                          \
        break;                                                                                               \
    case sizeof(Word64):                                                                                     \
        function##_64(__VA_ARGS__);                                                                          \
        break;                                                                                               \
    }
