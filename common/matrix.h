/* Matrices, row-major, 64-byte aligned: memory, contents, hashes, files. Sizes are checked for
 * overflow. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/workload.h"

C_LINKAGE_BEGIN

enum {
    MATRIX_ALIGNMENT = 64,         /* of every matrix and workspace, in bytes */
    MATRIX_HUGE_BYTES = 2 << 20,   /* larger memory is aligned to this size of a huge page */
    MATRIX_GUARD_BYTES = 64 << 10, /* a multiple of every page size, and a row of n 16384: an access one row
                                      beyond a matrix faults */
};

/* Allocates `bytes` of page-aligned, untouched memory, so that the first touch decides the NUMA node of each
 * page. Requests huge pages for large memory. Regions of MATRIX_GUARD_BYTES without access precede and follow
 * it. Returns NULL and an error if bytes is SIZE_MAX (overflow) or memory is short. The caller frees it with
 * matrix_free and the same size. */
void *matrix_alloc(size_t bytes, Error *error);
void matrix_free(void *memory, size_t bytes);

/* Bytes that matrix_alloc maps for `bytes`, guard regions excluded: whole pages, at least one. SIZE_MAX on
 * overflow. */
size_t matrix_mapped_bytes(size_t bytes);

/* Writes zeros to all pages with `threads` OpenMP threads under schedule(static). Variants distribute rows
 * the same way, so the pages of row i lie near the thread that computes row i. */
void matrix_first_touch(void *memory, size_t bytes, unsigned threads);

/* Fills with random stream `seed`: int32 over its full range, floats in [-1, 1). Uses all threads of the
 * team; the values do not depend on their number. */
void matrix_fill(void *matrix, Extent extent, ElementType type, uint64_t seed);

/* With input->changed, gives one row other elements: neither the first nor the last row, if there are others.
 */
void matrix_change_row(void *matrix, Extent extent, ElementType type, const Input *input);
size_t matrix_changed_row(const Input *input, size_t rows); /* its index */

/* Multiplies the floats of unusual inputs by a power of two, 2^6 to 2^10 or its inverse, which depends on the
 * seed, the kind and `operand`. */
void matrix_scale(void *matrix, Extent extent, ElementType type, const Input *input, Operand operand);

/* Fills the inputs of matrix `index` by Workload.fill, else with random elements, input i from stream
 * 2 * index + i of the input's seed. 0 or -1. */
int matrix_fill_inputs(const Workload *workload, const Point *point, const Input *input, size_t index,
                       void *const inputs[MOST_INPUTS], Error *error);

/* Fills with type_poison, which no correct result contains: NaN for floats, a large negative number for
 * integers. */
void matrix_poison(void *matrix, Extent extent, ElementType type);

/* Fills any memory with it, in the shares of matrix_first_touch, so that pages stay where they are. */
void matrix_poison_bytes(void *memory, size_t bytes, ElementType type, unsigned threads);

/* Writes each word of the memory with its own value, by the same threads: its cache lines are then where
 * poison would have put them. */
void matrix_rewrite(void *memory, size_t bytes, unsigned threads);

/* 64-bit hash of `bytes` of memory, chained from `hash` (0 at the start). Independent of machine and thread
 * count. Not cryptographic. */
uint64_t matrix_hash(uint64_t hash, const void *memory, size_t bytes);

/* Replaces the content of a file by the matrix as raw little-endian elements, row-major (the output format of
 * report F), and flushes the stream. 0, or -1 and an error. */
int matrix_write(FILE *stream, const void *matrix, Extent extent, ElementType type, Error *error);

C_LINKAGE_END
