/* n x n matrices, row-major, 64-byte aligned; sizes checked against overflow. */
#ifndef SPEEDUP_MATRIX_H
#define SPEEDUP_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include "common/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MATRIX_ALIGNMENT = 64,         /* of every matrix and workspace */
    MATRIX_HUGE_BYTES = 2 << 20,   /* memory of at least this begins at a multiple of it */
    MATRIX_GUARD_BYTES = 64 << 10, /* whole pages of any machine, and a row of n 16384: an access that is a
                                      row beyond falls into it */
};

/* `bytes` of memory, from the start of a page and not yet touched, so that the
 * first touch decides on which NUMA node each page lies. Huge pages are asked
 * for where that pays. Before its first and behind its last page lie
 * MATRIX_GUARD_BYTES without access. NULL and an error when bytes is SIZE_MAX
 * (an overflow) or there is no memory. Free with matrix_free and the same size. */
void *matrix_alloc(size_t bytes, Error *error);
void matrix_free(void *memory, size_t bytes);

/* What matrix_alloc maps for `bytes`, guards aside: whole pages, at least one. SIZE_MAX when that overflows.
 */
size_t matrix_mapped_bytes(size_t bytes);

/* Writes zeros to all pages with `threads` OpenMP threads under schedule(static), as the
 * variants share out rows: the pages of row i go to the thread that computes row i. */
void matrix_first_touch(void *memory, size_t bytes, unsigned threads);

/* Fills with the stream `seed`: int32 over its full range, float32 in [-1, 1).
 * Uses all threads of the team; the values do not depend on it. */
void matrix_fill(void *matrix, size_t n, ElementType type, uint64_t seed);

/* The usual Workload.fill: a from the stream 2 * index of the input's seed and, where there is a second
 * input, b from the stream after it. Never fails. */
int matrix_fill_inputs(const Point *point, const Input *input, size_t index, void *a, void *b, Error *error);

/* Fills with a pattern that no right result can hold for long: NaN for floats,
 * a large negative number for integers. */
#define MATRIX_POISON_FLOAT32 0x7fc00b0bu
#define MATRIX_POISON_INT32 0x80000b0bu
void matrix_poison(void *matrix, size_t n, ElementType type);

/* The same for element `index` alone. */
void matrix_poison_one(void *matrix, size_t index, ElementType type);

/* A 64-bit hash of `bytes` of memory, chained from `hash` (start with 0). The
 * same bytes give the same hash on any machine and with any thread count. Not
 * cryptographic. */
uint64_t matrix_hash(uint64_t hash, const void *memory, size_t bytes);

/* Writes the matrix to `path` as raw little-endian elements, row-major (report
 * F's output format), and flushes the stream. 0, or -1 and an error; a partial
 * file is removed. */
int matrix_write(const char *path, const void *matrix, size_t n, ElementType type, Error *error);

#ifdef __cplusplus
}
#endif

#endif
