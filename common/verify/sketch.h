/* Freivalds' test of a product that is too large to compute again. Private to product.c. */
#ifndef SPEEDUP_VERIFY_SKETCH_H
#define SPEEDUP_VERIFY_SKETCH_H

#include "common/workload.h"

enum { SKETCH_VECTORS = 20 };

/* What the test knows of one pair a, b: the random vectors r and a * (b * r), n x 20 each. */
typedef struct Sketch {
    size_t n;
    ElementType type;
    void *vectors, *expected; /* uint32_t for int32, double for float32 */
    double *limit;            /* float32: what the residual of each row may reach */
} Sketch;

/* Makes it in O(n^2), reading a and b once. -1 and an error without memory. */
int sketch_make(Sketch *sketch, const void *a, const void *b, size_t n, ElementType type, uint64_t seed,
                Error *error);
void sketch_free(Sketch *sketch);

/* excess[i]: how far row i of out * r is from the expectation, in units of what rounding allows:
 * 0 is exact, up to 1 is right, INFINITY stands for NaN and for any difference of integers. */
void sketch_excess(const Sketch *sketch, const void *out, double *excess);

#endif
