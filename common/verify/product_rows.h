/* Whole rows of a product, by definition. Private to product.c. */
#ifndef SPEEDUP_PRODUCT_ROWS_H
#define SPEEDUP_PRODUCT_ROWS_H

#include "common/workload.h"

/* The correct values of `count` rows of a * b, and the scales of float32 errors. */
typedef struct ProductRows {
    size_t n, count;
    ElementType type;
    size_t *row;       /* indices of the rows, count */
    uint32_t *integer; /* int32: count x n values modulo 2^32 */
    double *real;      /* float32: count x n values */
    float *scale;      /* float32, count x n, rounded up: sqrt(sum_k a_ik^2 b_kj^2) */
} ProductRows;

/* Allocates memory for `count` rows; the caller fills row[]. -1 and an error without memory. */
int product_rows_alloc(ProductRows *rows, size_t n, ElementType type, size_t count, Error *error);
void product_rows_free(ProductRows *rows);

/* Computes the rows listed in row[], in double or modulo 2^32, reading b once. */
void product_rows_compute(ProductRows *rows, const void *a, const void *b);

/* Compares them with the same rows of out; float32 may differ by `bound` times the scale. 0, or 1 and an
 * error that names the first wrong element. */
int product_rows_compare(const ProductRows *rows, const void *out, double bound, Error *error);

/* length[r] = sqrt(sum_j (out - ab)^2) of row row[r]; of ab itself if out is NULL; float32. */
void product_rows_lengths(const ProductRows *rows, const float *out, double *length);

/* scale[i]^2 = sum_kj a_ik^2 b_kj^2 for every row i of float32 matrices, in O(n^2). `scratch` has n values.
 */
void product_row_scales(const float *a, const float *b, size_t n, double *scale, double *scratch);

#endif
