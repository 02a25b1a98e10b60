/* Freivalds' test of a product that is too large to recompute. Private to product.c. */
#pragma once

#include "common/workload.h"

enum { FREIVALDS_VECTORS = 20 };

/* Data of the test for one pair a, b: the random vectors r, n x 20, and a * (b * r), m x 20. */
typedef struct Freivalds {
    size_t m, n;
    ElementType type;
    void *vectors, *expected; /* of the type's Wide */
} Freivalds;

/* Computes it, reading a and b once. -1 and an error without memory; free with freivalds_free. */
int freivalds_prepare(Freivalds *freivalds, const void *a, const void *b, const Point *point, uint64_t seed,
                      Error *error);
void freivalds_free(Freivalds *freivalds);

/* length[i] = sqrt(sum_j E_ij^2), the length of row i of the error; of ab itself if out is NULL. Floats: an
 * estimate within 16 %, INFINITY for NaN. int32: 0 or INFINITY. */
void freivalds_lengths(const Freivalds *freivalds, const void *out, double *length);
