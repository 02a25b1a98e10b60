/* Whole rows of a product, by definition. Private to product.c. */
#pragma once

#include "common/workload.h"

/* The correct values of `count` rows of a * b, and the scales of float errors. */
typedef struct ProductRows {
    size_t n, k, count; /* a has k columns, b and the product n */
    ElementType type;
    size_t *row;  /* indices of the rows, count */
    void *value;  /* count x n values of the type's Wide; int32: modulo 2^32 */
    float *scale; /* floats, count x n, rounded up: sqrt(sum_k a_ik^2 b_kj^2). int32: NULL */
} ProductRows;

/* Allocates memory for `count` rows; the caller fills row[]. -1 and an error without memory. */
int product_rows_alloc(ProductRows *rows, const Point *point, size_t count, Error *error);
void product_rows_free(ProductRows *rows);

/* Computes the rows listed in row[], reading b once. */
void product_rows_compute(ProductRows *rows, const void *a, const void *b);

/* Compares them with the same rows of out; floats may differ by `bound` times the scale, of which none is
 * below `least`. 0, or 1 and an error that names the first wrong element. */
int product_rows_compare(const ProductRows *rows, const void *out, double bound, double least, Error *error);

/* length[r] = sqrt(sum_j (out - ab)^2) of row row[r]; of ab itself if out is NULL; floats. */
void product_rows_lengths(const ProductRows *rows, const void *out, double *length);

/* scale[i]^2 = sum_kj a_ik^2 b_kj^2 for every row i of float matrices, reading each once. `scratch` has k
 * values. */
void product_row_scales(const void *a, const void *b, const Point *point, double *scale, double *scratch);
