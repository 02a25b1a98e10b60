/* Freivalds' test of a product that is too large to compute again. Private to product.c. */
#ifndef SPEEDUP_SKETCH_H
#define SPEEDUP_SKETCH_H

#include "common/workload.h"

enum { SKETCH_VECTORS = 20 };

/* What the test knows of one pair a, b: the random vectors r and a * (b * r), n x 20 each. */
typedef struct Sketch {
    size_t n;
    ElementType type;
    void *vectors, *expected; /* uint32_t for int32, double for float32 */
} Sketch;

/* Makes it in O(n^2), reading a and b once. -1 and an error without memory. */
int sketch_make(Sketch *sketch, const void *a, const void *b, size_t n, ElementType type, uint64_t seed,
                Error *error);
void sketch_free(Sketch *sketch);

/* length[i]: how long the errors of row i of out are together, sqrt(sum_j E_ij^2). float32: estimated to
 * 16 %, INFINITY for NaN. int32: 0 or INFINITY. */
void sketch_lengths(const Sketch *sketch, const void *out, double *length);

/* size[i]: the same of the row of ab itself; float32. */
void sketch_sizes(const Sketch *sketch, double *size);

#endif
