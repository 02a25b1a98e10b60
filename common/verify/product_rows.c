/* Rows of a product by definition, independent of every variant.
 *
 * int32 is computed modulo 2^32 and must be equal. Floats are computed in the type's Wide. They may differ,
 * element by element, by the bound of the result's class times sqrt(sum_k a_ik^2 b_kj^2) (accuracy.c). For
 * float32, Wide is double, where a product of two floats is exact and the error is 2^-29 of that. For
 * float64 it is long double, whose error is 2^-11 of that with the 64 bits of x86-64, less with 113 bits.
 *
 * A task is 8 rows by 128 columns: its sums stay in the first-level cache while b streams past once. */
#include "common/verify/product_rows.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "common/float16.h"
#include "common/verify/mismatch.h"

#if LDBL_MANT_DIG < 64
#error "long double has too few bits to verify float64"
#endif

enum { ROWS = 8, COLUMNS = 128 };

#define WIDE_BYTES(name, NAME, Element, Wide, ...) [TYPE_##NAME] = sizeof(Wide),
static const size_t wide_bytes[ELEMENT_TYPES] = {FOR_EACH_ELEMENT_TYPE(WIDE_BYTES, )};

static bool is_exact(ElementType type)
{
    return type_precision(type) == PRECISION_EXACT;
}

int product_rows_alloc(ProductRows *rows, const Point *point, size_t count, Error *error)
{
    const ElementType type = point->type;
    size_t elements = point->n * count; /* at most those of out */
    *rows = (ProductRows){.n = point->n, .k = point->k, .count = count, .type = type};
    rows->row = calloc(count, sizeof *rows->row);
    rows->value = calloc(elements, wide_bytes[type]);
    rows->scale = is_exact(type) ? NULL : calloc(elements, sizeof *rows->scale);
    if (rows->row == NULL || rows->value == NULL || (rows->scale == NULL && !is_exact(type))) {
        product_rows_free(rows);
        return verify_no_memory(error);
    }
    return 0;
}

void product_rows_free(ProductRows *rows)
{
    free(rows->row);
    free(rows->value);
    free(rows->scale);
    *rows = (ProductRows){0};
}

/* compute_TYPE: rows row[first_row] .. (at most ROWS), columns first .. first + width - 1. The strip of b is
 * padded with zeros to constant width, so that the inner loops vectorize. */
#define COMPUTE(name, NAME, Element, Wide, ...)                                                              \
    static void compute_##name(ProductRows *rows, const Element *a, const Element *b, size_t first_row,      \
                               size_t first, size_t width)                                                   \
    {                                                                                                        \
        const bool exact = is_exact(TYPE_##NAME);                                                            \
        Wide sum[ROWS][COLUMNS] = {{0}}, strip[COLUMNS] = {0}, *value = rows->value;                         \
        double squares[ROWS][COLUMNS] = {{0}};                                                               \
        size_t n = rows->n;                                                                                  \
        size_t count = rows->count - first_row < ROWS ? rows->count - first_row : ROWS;                      \
        for (size_t k = 0; k < rows->k; k++) {                                                               \
            for (size_t j = 0; j < width; j++) {                                                             \
                strip[j] = (Wide)load_##name(b[k * n + first + j]);                                          \
            }                                                                                                \
            for (size_t r = 0; r < count; r++) {                                                             \
                Wide factor = (Wide)load_##name(a[rows->row[first_row + r] * rows->k + k]);                  \
                for (size_t j = 0; j < COLUMNS; j++) {                                                       \
                    Wide product = factor * strip[j];                                                        \
                    sum[r][j] += product;                                                                    \
                    squares[r][j] += TYPE_##NAME == TYPE_INT32 ? 0 : (double)product * (double)product;      \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        for (size_t r = 0; r < count; r++) {                                                                 \
            for (size_t j = 0; j < width; j++) {                                                             \
                size_t place = (first_row + r) * n + first + j;                                              \
                value[place] = sum[r][j];                                                                    \
                if (!exact) {                                                                                \
                    rows->scale[place] =                                                                     \
                        squares[r][j] > 0 ? nextafterf((float)sqrt(squares[r][j]), INFINITY) : 0;            \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_ELEMENT_TYPE(COMPUTE, )

void product_rows_compute(ProductRows *rows, const void *a, const void *b)
{
    size_t n = rows->n;
    size_t strips = n / COLUMNS + (n % COLUMNS != 0);
    size_t tasks = (rows->count + ROWS - 1) / ROWS * strips;
#pragma omp parallel for schedule(dynamic) if (tasks > 1)
    for (size_t task = 0; task < tasks; task++) {
        size_t first_row = task / strips * ROWS, first = task % strips * COLUMNS;
        size_t width = n - first < COLUMNS ? n - first : COLUMNS;
        CALL_BY_ELEMENT_TYPE(rows->type, compute, rows, a, b, first_row, first, width)
    }
}

/* difference_TYPE: element (row[r], j) of out, or 0 if out is NULL, minus the correct value. int32: 0 only if
 * they are equal. */
#define DIFFERENCE(name, NAME, Element, Wide, ...)                                                           \
    static double difference_##name(const ProductRows *rows, const Element *out, size_t r, size_t j)         \
    {                                                                                                        \
        Wide found = out != NULL ? (Wide)load_##name(out[rows->row[r] * rows->n + j]) : 0;                   \
        return (double)(found - ((const Wide *)rows->value)[r * rows->n + j]);                               \
    }
FOR_EACH_ELEMENT_TYPE(DIFFERENCE, )

static double difference(const ProductRows *rows, const void *out, size_t r, size_t j)
{
    CALL_BY_ELEMENT_TYPE(rows->type, return difference, rows, out, r, j)
    return NAN;
}

int product_rows_compare(const ProductRows *rows, const void *out, double bound, double least, Error *error)
{
    size_t n = rows->n;
    for (size_t r = 0; r < rows->count; r++) {
        for (size_t j = 0; j < n; j++) {
            size_t index = rows->row[r] * n + j, place = r * n + j;
            double limit = rows->scale != NULL ? bound * fmax((double)rows->scale[place], least) : 0;
            if (fabs(difference(rows, out, r, j)) <= limit) { /* NaN does not pass */
                continue;
            }
            return is_exact(rows->type) ? verify_mismatch(out, n, index, rows->type,
                                                          ((const uint32_t *)rows->value)[place], NAN, error)
                                        : verify_mismatch(out, n, index, rows->type,
                                                          -difference(rows, NULL, r, j), limit, error);
        }
    }
    return 0;
}

void product_rows_lengths(const ProductRows *rows, const void *out, double *length)
{
    for (size_t r = 0; r < rows->count; r++) {
        double total = 0;
        for (size_t j = 0; j < rows->n; j++) {
            double error = difference(rows, out, r, j);
            total += error * error;
        }
        length[r] = sqrt(total);
    }
}

/* sum[i] = sum_k matrix_ik^2 weight[k] (NULL: 1), of a matrix with `rows` rows. */
#define SQUARES(name, NAME, Element, ...)                                                                    \
    static void squares_##name(const Element *matrix, size_t rows, size_t columns, const double *weight,     \
                               double *sum)                                                                  \
    {                                                                                                        \
        _Pragma("omp parallel for schedule(static)") for (size_t i = 0; i < rows; i++)                       \
        {                                                                                                    \
            double total = 0;                                                                                \
            for (size_t k = 0; k < columns; k++) {                                                           \
                double element = (double)load_##name(matrix[i * columns + k]);                               \
                total += element * element * (weight != NULL ? weight[k] : 1);                               \
            }                                                                                                \
            sum[i] = total;                                                                                  \
        }                                                                                                    \
    }
FOR_EACH_ELEMENT_TYPE(SQUARES, )

void product_row_scales(const void *a, const void *b, const Point *point, double *scale, double *scratch)
{
    CALL_BY_ELEMENT_TYPE(point->type, squares, b, point->k, point->n, NULL, scratch)
    CALL_BY_ELEMENT_TYPE(point->type, squares, a, point->m, point->k, scratch, scale)
    for (size_t i = 0; i < point->m; i++) {
        scale[i] = sqrt(scale[i]);
    }
}
