/* Rows of a product by definition, independent of every variant.
 *
 * int32 is computed modulo 2^32 and must be equal. float32 is computed in double, where a product of two
 * floats is exact. It may differ, element by element, by the bound of the result's class times
 * sqrt(sum_k a_ik^2 b_kj^2) (accuracy.c). The error of double is 2^-29 of that.
 *
 * A task is 8 rows by 128 columns: its sums stay in the first-level cache while b streams past once. */
#include "common/verify/product_rows.h"

#include <math.h>
#include <stdlib.h>

#include "common/verify/mismatch.h"

enum { ROWS = 8, COLUMNS = 128 };

int product_rows_alloc(ProductRows *rows, size_t n, ElementType type, size_t count, Error *error)
{
    size_t elements = n * count; /* at most those of out */
    *rows = (ProductRows){.n = n, .count = count, .type = type};
    rows->row = calloc(count, sizeof *rows->row);
    if (type == TYPE_INT32) {
        rows->integer = calloc(elements, sizeof *rows->integer);
    } else {
        rows->real = calloc(elements, sizeof *rows->real);
        rows->scale = calloc(elements, sizeof *rows->scale);
    }
    if (rows->row == NULL || (rows->integer == NULL && (rows->real == NULL || rows->scale == NULL))) {
        product_rows_free(rows);
        return verify_no_memory(error);
    }
    return 0;
}

void product_rows_free(ProductRows *rows)
{
    free(rows->row);
    free(rows->integer);
    free(rows->real);
    free(rows->scale);
    *rows = (ProductRows){0};
}

/* Computes rows row[first_row] .. (at most ROWS), columns first .. first + width - 1. The strip of b is
 * padded with zeros to constant width, so that the inner loops vectorize. */
static void compute_float32(ProductRows *rows, const float *a, const float *b, size_t first_row, size_t first,
                            size_t width)
{
    double sum[ROWS][COLUMNS] = {{0}}, squares[ROWS][COLUMNS] = {{0}}, strip[COLUMNS] = {0};
    size_t n = rows->n;
    size_t count = rows->count - first_row < ROWS ? rows->count - first_row : ROWS;
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < width; j++) {
            strip[j] = (double)b[k * n + first + j];
        }
        for (size_t r = 0; r < count; r++) {
            double factor = (double)a[rows->row[first_row + r] * n + k];
            for (size_t j = 0; j < COLUMNS; j++) {
                double product = factor * strip[j];
                sum[r][j] += product;
                squares[r][j] += product * product;
            }
        }
    }
    for (size_t r = 0; r < count; r++) {
        for (size_t j = 0; j < width; j++) {
            size_t place = (first_row + r) * n + first + j;
            rows->real[place] = sum[r][j];
            rows->scale[place] = squares[r][j] > 0 ? nextafterf((float)sqrt(squares[r][j]), INFINITY) : 0;
        }
    }
}

static void compute_int32(ProductRows *rows, const uint32_t *a, const uint32_t *b, size_t first_row,
                          size_t first, size_t width)
{
    uint32_t sum[ROWS][COLUMNS] = {{0}}, strip[COLUMNS] = {0};
    size_t n = rows->n;
    size_t count = rows->count - first_row < ROWS ? rows->count - first_row : ROWS;
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < width; j++) {
            strip[j] = b[k * n + first + j];
        }
        for (size_t r = 0; r < count; r++) {
            uint32_t factor = a[rows->row[first_row + r] * n + k];
            for (size_t j = 0; j < COLUMNS; j++) {
                sum[r][j] += factor * strip[j];
            }
        }
    }
    for (size_t r = 0; r < count; r++) {
        for (size_t j = 0; j < width; j++) {
            rows->integer[(first_row + r) * n + first + j] = sum[r][j];
        }
    }
}

void product_rows_compute(ProductRows *rows, const void *a, const void *b)
{
    size_t n = rows->n;
    size_t strips = n / COLUMNS + (n % COLUMNS != 0);
    size_t tasks = (rows->count + ROWS - 1) / ROWS * strips;
#pragma omp parallel for schedule(dynamic) if (tasks > 1)
    for (size_t task = 0; task < tasks; task++) {
        size_t first_row = task / strips * ROWS, first = task % strips * COLUMNS;
        size_t width = n - first < COLUMNS ? n - first : COLUMNS;
        if (rows->type == TYPE_INT32) {
            compute_int32(rows, a, b, first_row, first, width);
        } else {
            compute_float32(rows, a, b, first_row, first, width);
        }
    }
}

int product_rows_compare(const ProductRows *rows, const void *out, double bound, Error *error)
{
    size_t n = rows->n;
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = rows->row[r] * n;
        for (size_t j = 0; j < n; j++) {
            size_t place = r * n + j;
            if (rows->type == TYPE_INT32) {
                if (((const uint32_t *)out)[start + j] != rows->integer[place]) {
                    return verify_mismatch(out, n, start + j, rows->type, &rows->integer[place], error);
                }
                continue;
            }
            double difference = fabs((double)((const float *)out)[start + j] - rows->real[place]);
            double limit = bound * (double)rows->scale[place];
            if (!(difference <= limit)) { /* NaN does not pass */
                return verify_mismatch_bound(out, n, start + j, rows->real[place], limit, error);
            }
        }
    }
    return 0;
}

void product_rows_lengths(const ProductRows *rows, const float *out, double *length)
{
    size_t n = rows->n;
    for (size_t r = 0; r < rows->count; r++) {
        double total = 0;
        for (size_t j = 0; j < n; j++) {
            double found = out != NULL ? (double)out[rows->row[r] * n + j] : 0;
            double difference = found - rows->real[r * n + j];
            total += difference * difference;
        }
        length[r] = sqrt(total);
    }
}

/* sum[i] = sum_k matrix_ik^2 weight[k] (NULL: 1). */
static void squares(const float *matrix, size_t n, const double *weight, double *sum)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        double total = 0;
        for (size_t k = 0; k < n; k++) {
            double element = (double)matrix[i * n + k];
            total += element * element * (weight != NULL ? weight[k] : 1);
        }
        sum[i] = total;
    }
}

void product_row_scales(const float *a, const float *b, size_t n, double *scale, double *scratch)
{
    squares(b, n, NULL, scratch);
    squares(a, n, scratch, scale);
    for (size_t i = 0; i < n; i++) {
        scale[i] = sqrt(scale[i]);
    }
}
