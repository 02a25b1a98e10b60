/* Whole rows of a product, computed plainly. Private to product.c and sketch.c. */
#ifndef SPEEDUP_VERIFY_ROWS_H
#define SPEEDUP_VERIFY_ROWS_H

#include "common/workload.h"

/* The right values of `count` rows of a * b, and what float32 may differ from them by. */
typedef struct ProductRows {
    size_t n, count;
    ElementType type;
    size_t *row;       /* which rows, count */
    uint32_t *integer; /* int32: count x n values modulo 2^32 */
    double *real;      /* float32: count x n values */
    float *limit;      /* float32: count x n bounds, rounded up */
} ProductRows;

/* Takes memory for `count` rows; the caller fills row[]. -1 and an error without memory. */
int product_rows_alloc(ProductRows *rows, size_t n, ElementType type, size_t count, Error *error);
void product_rows_free(ProductRows *rows);

/* Computes the rows that row[] names, in double or modulo 2^32, reading b once. */
void product_rows_compute(ProductRows *rows, const void *a, const void *b);

/* Compares them with the same rows of out. 0, or 1 and the first wrong element in `error`. */
int product_rows_compare(const ProductRows *rows, const void *out, Error *error);

#endif
