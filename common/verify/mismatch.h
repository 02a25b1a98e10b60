/* Error messages that name a wrong element, and the rows to compare. Private to common/verify/ and the
 * workloads. */
#pragma once

#include "common/workload.h"

#ifdef __FAST_MATH__
#error "compile without fast-math: with it NaN would pass for right"
#endif

/* Sets "element (i, j) is X, expected Y" for element `index` of `out`, which has n columns, with
 * verify_poison_note. `expected` as of verify_element; the element may differ by `limit`, NAN: not at all.
 * Returns 1, the result of a failed verification. */
int verify_mismatch(const void *out, size_t n, size_t index, ElementType type, double expected, double limit,
                    Error *error);

/* Appends what the wrong result is. */
void verify_add_note(const char *note, Error *error);

/* Element `index` of a matrix, as a number; int32 unsigned. */
double verify_element(const void *matrix, ElementType type, size_t index);

/* Prints an element so that it differs from any other of the type; int32 signed. */
void verify_print_element(double element, ElementType type, char text[32]);

/* Was the element never written? */
bool verify_is_poison(const void *out, size_t index, ElementType type);

/* A remark for the end of such a message if element `index` holds the poison of its type, or a sum of it,
 * else
 * "". A float added to poison remains NaN: a variant that only adds looks like one that writes nothing. */
const char *verify_poison_note(const void *out, size_t index, ElementType type, double expected);

/* The error of a verification that lacks memory. Returns -1. */
int verify_no_memory(Error *error);

/* Chooses `count` of `rows` rows: all of them, or the first, the last and random ones of the stream. */
void verify_choose_rows(size_t *row, size_t count, size_t rows, uint64_t stream);
