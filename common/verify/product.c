/* Verification of out = a * b, and the precision of out. See verify.h.
 *
 * Up to VERIFY_EXACT_MAX_N, or as many operations of another shape, every element is compared with the plain
 * product. Above, where that would cost more than the measured work:
 *   - the first row, the last and 6 random ones, by element;
 *   - Freivalds' test of all rows, which detects many or large errors and estimates the error
 * of the whole;
 *   - the 4 rows with the largest residuals in that test, by element, which detects a single wrong element
 * anywhere, as its row has one of them. Data that depends on a and b alone is cached for the last pair,
 * identified by hash. Not thread-safe.
 *
 * Floats. The errors of row i are relative to its scale S_i, S_i^2 = sum_j sum_k a_ik^2 b_kj^2, which is
 * about the length of row i of ab where signs are random. No scale is below the mean: by Strassen's algorithm
 * a small row or element has the errors of others. The median row gives the class of precision of the result.
 * No element or row may exceed the bound of that class, so that one wrong row or element among correct ones
 * is wrong, not imprecise. The class of the whole follows from the Frobenius norm.
 */
#include "common/verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/float16.h"
#include "common/matrix.h"
#include "common/random.h"
#include "common/size.h"
#include "common/statistics/search.h"
#include "common/verify/accuracy.h"
#include "common/verify/mismatch.h"
#include "common/verify/product_rows.h"

enum {
    RANDOM_ROWS = 6,
    WORST_ROWS = 4,
    OTHER_EXACT_MAX_N = 64,
    VECTORS = 20,                /* of Freivalds' test */
    X87_SUMS = 4,                /* that fit into the eight registers of long double, beside their factors */
    STREAM_VECTORS = 0x76656374, /* random streams that no input uses */
    STREAM_ROWS = 0x726f7773,
};

/* Reference data of one pair of inputs. */
typedef struct Truth {
    uint64_t key;
    ProductRows rows;
    void *vectors, *expected; /* of Freivalds' test, in the type's Wide: the vectors r, and a * (b * r) */
    double *row_scale;        /* floats: S_i, to which the errors of row i are relative */
    double scale;             /* floats: norm of all S_i; |ab| if that is larger */
    double mean_scale;        /* floats: the root of the mean square of elements */
    double size;              /* floats: |ab| */
} Truth;

static Truth truth; /* of the last pair; replaced by the next one */

static void clear(void)
{
    product_rows_free(&truth.rows);
    free(truth.vectors);
    free(truth.expected);
    free(truth.row_scale);
    truth = (Truth){0};
}

/* Other inputs than the first need a truth of their own, for one call: they have the test from n 64 on. */
static bool is_large(const Computed *result)
{
    const Point *point = result->point;
    const bool first = result->input->kind == INPUT_USUAL && result->input->changed == 0;
    const double most = first ? VERIFY_EXACT_MAX_N : OTHER_EXACT_MAX_N;
    return (double)point->m * (double)point->n * (double)point->k > most * most * most;
}

/* ---- Freivalds' test: out * r = a * (b * r) for random vectors r ----
 *
 * It costs O(n^2) per vector. All 20 vectors are multiplied at once, so every matrix is read once; a and b
 * are read only when the inputs change.
 * Source: Freivalds, Probabilistic machines can use less running time, 1977.
 *
 * int32: random 32-bit vectors, modulo 2^32. A row with a wrong element differs by at least a multiple of
 * 2^31 for half of all r. So it passes 20 of them with probability at most 2^-20. A difference proves an
 * error.
 *
 * Floats: vectors of random signs, in the type's Wide, whose errors are negligible. With E = out - ab, the
 * residual of row i is sum_j E_ij r_j, and its mean square over the signs is sum_j E_ij^2. The root mean
 * square over 20 vectors estimates the length of a row of E to 1 / sqrt(40) = 16 %, and all rows together the
 * Frobenius norm of E much better. verify_rounded bounds these lengths. */

#define WIDE_BYTES(name, NAME, Element, Wide, ...) [TYPE_##NAME] = sizeof(Wide),
static const size_t wide_bytes[ELEMENT_TYPES] = {FOR_EACH_ELEMENT_TYPE(WIDE_BYTES, )};

/* row_times_TYPE: sum[v] = row * column v of the n x 20 `vectors`. times_TYPE: product = matrix * vectors.
 * draw_TYPE: element i of the random vectors. length_TYPE: see freivalds_lengths.
 */
#define FREIVALDS(name, NAME, Element, Wide, ...)                                                            \
    static void row_times_##name(const Element *row, const Wide *vectors, size_t n, Wide *sum)               \
    {                                                                                                        \
        enum { AT_ONCE = sizeof(Wide) > sizeof(double) ? X87_SUMS : VECTORS };                               \
        for (int first = 0; first < VECTORS; first += AT_ONCE) {                                             \
            Wide total[AT_ONCE] = {0};                                                                       \
            for (size_t j = 0; j < n; j++) {                                                                 \
                Wide element = (Wide)load_##name(row[j]);                                                    \
                for (int v = 0; v < AT_ONCE; v++) {                                                          \
                    total[v] += element * vectors[j * VECTORS + first + v];                                  \
                }                                                                                            \
            }                                                                                                \
            memcpy(sum + first, total, sizeof total);                                                        \
        }                                                                                                    \
    }                                                                                                        \
                                                                                                             \
    static void times_##name(const Element *matrix, const Wide *vectors, size_t rows, size_t n,              \
                             Wide *product)                                                                  \
    {                                                                                                        \
        _Pragma("omp parallel for schedule(static)") for (size_t i = 0; i < rows; i++)                       \
        {                                                                                                    \
            row_times_##name(matrix + i * n, vectors, n, product + i * VECTORS);                             \
        }                                                                                                    \
    }                                                                                                        \
                                                                                                             \
    static void draw_##name(Wide *vectors, size_t i, uint64_t bits)                                          \
    {                                                                                                        \
        vectors[i] = TYPE_##NAME == TYPE_INT32 ? (Wide)(bits >> 32) : bits >> 63 ? (Wide)-1 : 1;             \
    }                                                                                                        \
                                                                                                             \
    static double length_##name(const Element *out, size_t i)                                                \
    {                                                                                                        \
        const Wide *expected = (const Wide *)truth.expected + i * VECTORS;                                   \
        Wide row[VECTORS] = {0};                                                                             \
        double total = 0;                                                                                    \
        if (out != NULL) {                                                                                   \
            row_times_##name(out + i * truth.rows.n, truth.vectors, truth.rows.n, row);                      \
        }                                                                                                    \
        for (int v = 0; v < VECTORS; v++) {                                                                  \
            double residual = (double)(row[v] - expected[v]);                                                \
            total += residual * residual;                                                                    \
        }                                                                                                    \
        if (TYPE_##NAME == TYPE_INT32) {                                                                     \
            return total == 0 ? 0 : INFINITY;                                                                \
        }                                                                                                    \
        return isnan(total) ? INFINITY : sqrt(total / VECTORS);                                              \
    }
FOR_EACH_ELEMENT_TYPE(FREIVALDS, )

static int prepare_freivalds(const Computed *result, Error *error)
{
    const Point *point = result->point;
    const ElementType type = point->type;
    const size_t m = point->m, n = point->n, k = point->k, row_bytes = VECTORS * wide_bytes[type];
    const uint64_t seed = random_stream(result->input->seed, STREAM_VECTORS);
    void *halfway = calloc(k, row_bytes);
    truth.vectors = calloc(n, row_bytes);
    truth.expected = calloc(m, row_bytes);
    const bool enough = truth.vectors != NULL && truth.expected != NULL && halfway != NULL;
    for (size_t i = 0; enough && i < n * VECTORS; i++) {
        const uint64_t bits = random_bits(seed, i);
        CALL_BY_ELEMENT_TYPE(type, draw, truth.vectors, i, bits)
    }
    if (enough) {
        CALL_BY_ELEMENT_TYPE(type, times, result->inputs[OPERAND_B], truth.vectors, k, n, halfway)
        CALL_BY_ELEMENT_TYPE(type, times, result->inputs[OPERAND_A], halfway, m, k, truth.expected)
    }
    free(halfway);
    return enough ? 0 : verify_no_memory(error);
}

/* length[i] = sqrt(sum_j E_ij^2), the length of row i of the error; of ab itself if out is NULL. Floats: an
 * estimate within 16 %, INFINITY for NaN. int32: 0 or INFINITY. */
static void freivalds_lengths(const Computed *result, const void *out, double *length)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < result->point->m; i++) {
        CALL_BY_ELEMENT_TYPE(result->point->type, length[i] = length, out, i)
    }
}

/* ---- data of the inputs ---- */

static double norm(const double *values, size_t count)
{
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        total += values[i] * values[i];
    }
    return sqrt(total);
}

/* The lengths of the rows of the error of a float product; of ab itself if out is NULL. */
static void measure_lengths(const Computed *result, const void *out, double *length)
{
    if (is_large(result)) {
        freivalds_lengths(result, out, length);
    } else {
        product_rows_lengths(&truth.rows, out, length);
    }
}

/* Computes the scales of a float product, after its rows or Freivalds' test are prepared. */
static int prepare_scales(const Computed *result, Error *error)
{
    const Point *point = result->point;
    const size_t m = point->m;
    double *scratch = calloc(m > point->k ? m : point->k, sizeof *scratch);
    truth.row_scale = calloc(m, sizeof *truth.row_scale);
    const bool enough = scratch != NULL && truth.row_scale != NULL;
    if (enough) {
        product_row_scales(result->inputs[OPERAND_A], result->inputs[OPERAND_B], point, truth.row_scale,
                           scratch);
        measure_lengths(result, NULL, scratch);
        truth.size = norm(scratch, m);
        truth.scale = fmax(truth.size, norm(truth.row_scale, m));
        truth.mean_scale = truth.scale / sqrt((double)m * (double)point->n);
        for (size_t i = 0; i < m; i++) {
            truth.row_scale[i] = fmax(truth.row_scale[i], truth.mean_scale * sqrt((double)point->n));
        }
    }
    free(scratch);
    return enough ? 0 : verify_no_memory(error);
}

static int prepare(const Computed *result, uint64_t key, Error *error)
{
    const Point *point = result->point;
    const size_t count = is_large(result) ? size_min(RANDOM_ROWS + 2, point->m) : point->m;
    clear();
    if (product_rows_alloc(&truth.rows, point, count, error) != 0) {
        return -1;
    }
    verify_choose_rows(truth.rows.row, count, point->m, random_stream(result->input->seed, STREAM_ROWS));
    product_rows_compute(&truth.rows, result->inputs[OPERAND_A], result->inputs[OPERAND_B]);
    if ((is_large(result) && prepare_freivalds(result, error) != 0) ||
        (type_precision(point->type) != PRECISION_EXACT && prepare_scales(result, error) != 0)) {
        clear();
        return -1;
    }
    truth.key = key;
    return 0;
}

/* ---- verification of a result ---- */

/* Sets worst[] to the indices of the largest values of excess[m], in descending order. Returns their number,
 * at most WORST_ROWS; only values above 0 count. */
static size_t choose_worst(const double *excess, size_t m, size_t *worst)
{
    size_t count = 0;
    for (size_t i = 0; i < m; i++) {
        if (!(excess[i] > (count == WORST_ROWS ? excess[worst[count - 1]] : 0))) {
            continue;
        }
        size_t place = count < WORST_ROWS ? count++ : count - 1;
        for (; place > 0 && excess[i] > excess[worst[place - 1]]; place--) {
            worst[place] = worst[place - 1];
        }
        worst[place] = i;
    }
    return count;
}

/* Compares the rows of out with the largest excess[m], by element and as a whole. */
static int compare_worst(const Computed *result, const double *excess, double bound, Error *error)
{
    size_t worst[WORST_ROWS];
    size_t count = choose_worst(excess, result->point->m, worst);
    if (count == 0) {
        return 0;
    }
    ProductRows rows;
    if (product_rows_alloc(&rows, result->point, count, error) != 0) {
        return -1;
    }
    memcpy(rows.row, worst, count * sizeof *worst);
    product_rows_compute(&rows, result->inputs[OPERAND_A], result->inputs[OPERAND_B]);
    int status = product_rows_compare(&rows, result->out, bound, truth.mean_scale, error);
    product_rows_free(&rows);
    if (status == 0 && !(excess[worst[0]] <= bound)) {
        return -error_set(error,
                          "the error of row %zu is %.3g times the bound for rounding (Freivalds' test)",
                          worst[0], excess[worst[0]] / bound);
    }
    return status;
}

static int verify_exact(const Computed *result, double *excess, Error *error)
{
    int status = product_rows_compare(&truth.rows, result->out, 0, 0, error);
    if (status == 0 && is_large(result)) {
        freivalds_lengths(result, result->out, excess);
        status = compare_worst(result, excess, 0, error);
    }
    return status;
}

/* Divides the lengths of the rows' errors by the rows' scales. */
static void measure_by_scale(double *length, size_t m)
{
    for (size_t i = 0; i < m; i++) {
        if (length[i] != 0) { /* of zeros the scale is 0, too */
            length[i] /= truth.row_scale[i];
        }
        length[i] = isnan(length[i]) ? INFINITY : length[i];
    }
}

/* The lower median of values[count]; `sorted` is scratch memory of the same size. */
static double median(const double *values, size_t count, double *sorted)
{
    memcpy(sorted, values, count * sizeof *sorted);
    sort_ascending(sorted, count);
    return sorted[(count - 1) / 2];
}

/* excess[2 m] is scratch memory. */
static int verify_rounded(const Computed *result, double *excess, Accuracy *accuracy, Error *error)
{
    const Point *point = result->point;
    const ElementType type = point->type;
    const Precision finest = type_precision(type);
    const size_t m = point->m, k = point->k; /* each element is a sum of k products */
    measure_lengths(result, result->out, excess);
    double total = norm(excess, m);
    measure_by_scale(excess, m);
    double typical = median(excess, m, excess + m);
    Precision found = accuracy_class(typical, k, m * point->n, finest);
    /* Outside all classes: the first element that violates its type's bound is reported. */
    double bound =
        found < PRECISIONS ? accuracy_element_bound(found, typical, k) : accuracy_element_bound(finest, 0, k);
    int status = product_rows_compare(&truth.rows, result->out, bound, truth.mean_scale, error);
    if (status == 0 && is_large(result)) {
        status = compare_worst(result, excess, bound, error);
    }
    if (status == 0) {
        const double relative = total == 0 ? 0 : total / truth.scale; /* of zeros the scale is 0, too */
        Precision whole = accuracy_class(relative, k, m * point->n, finest);
        found = whole > found ? whole : found;
    }
    if (status == 0 && found == PRECISIONS) {
        error_set(error, "the relative error %.2g exceeds the bound of %s", total / truth.size,
                  precision_name(PRECISIONS - 1));
        status = 1;
    }
    *accuracy = accuracy_of(total, truth.size, k, type, found);
    return status;
}

/* ---- right results of other operands ---- */

/* Matrices that are read or written by columns in place of rows. */
enum { A_TRANSPOSED = 1, B_TRANSPOSED = 2, OUT_TRANSPOSED = 4 };

/* Is row i of out right, within the coarsest rounding, if these matrices are transposed? */
static bool row_is_product(const Computed *result, size_t i, unsigned layout)
{
    const Point *point = result->point;
    const size_t m = point->m, n = point->n, k = point->k;
    const ElementType type = point->type;
    bool right = true;
    for (size_t j = 0; right && j < n; j++) {
        double sum = 0, scale = 0;
        uint32_t whole = 0;
        for (size_t l = 0; l < k; l++) {
            const double a = verify_element(result->inputs[OPERAND_A], type,
                                            (layout & A_TRANSPOSED) != 0 ? l * m + i : i * k + l);
            const double b = verify_element(result->inputs[OPERAND_B], type,
                                            (layout & B_TRANSPOSED) != 0 ? j * k + l : l * n + j);
            sum += a * b;
            scale += fabs(a * b);
            whole += type == TYPE_INT32 ? (uint32_t)a * (uint32_t)b : 0;
        }
        const double is =
            verify_element(result->out, type, (layout & OUT_TRANSPOSED) != 0 ? j * m + i : i * n + j);
        right = type == TYPE_INT32 ? (uint32_t)is == whole : fabs(is - sum) <= 0x1p-8 * scale;
    }
    return right;
}

/* Adds to the error of a wrong result which other product it is, by two of its rows. */
static void name_product(const Computed *result, Error *error)
{
    static const struct {
        unsigned layout;
        const char *note;
    } others[] = {
        {0, NULL}, /* right in these rows */
        {B_TRANSPOSED, "this is A times B transposed"},
        {A_TRANSPOSED, "this is A transposed times B"},
        {A_TRANSPOSED | B_TRANSPOSED, "this is A transposed times B transposed"},
        {OUT_TRANSPOSED, "this is the transpose of A times B"},
        {A_TRANSPOSED | B_TRANSPOSED | OUT_TRANSPOSED, "this is the product of column-major matrices"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (row_is_product(result, 0, others[i].layout) &&
            row_is_product(result, result->point->m - 1, others[i].layout)) {
            if (others[i].note != NULL) {
                verify_add_note(others[i].note, error);
            }
            return;
        }
    }
}

int verify_product(const Computed *result, Accuracy *accuracy, Error *error)
{
    const Point *point = result->point;
    const size_t m = point->m, n = point->n, k = point->k, bytes = type_size(point->type);
    const uint64_t words[] = {m, n, k, point->type, result->input->seed};
    uint64_t key = matrix_hash(0, words, sizeof words);
    key = matrix_hash(matrix_hash(key, result->inputs[OPERAND_A], m * k * bytes), result->inputs[OPERAND_B],
                      k * n * bytes);
    *accuracy = ACCURACY_EXACT;
    if ((truth.rows.row == NULL || truth.key != key) && prepare(result, key, error) != 0) {
        return -1;
    }
    double *excess = calloc(2 * m, sizeof *excess);
    if (excess == NULL) {
        return verify_no_memory(error);
    }
    int status = type_precision(point->type) == PRECISION_EXACT
                     ? verify_exact(result, excess, error)
                     : verify_rounded(result, excess, accuracy, error);
    free(excess);
    if (status == 1) {
        name_product(result, error);
    }
    return status;
}
