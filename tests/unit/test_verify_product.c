/* Products: correct ones of any summation order pass, and every kind of error is found, below and above the
 * size up to which all elements are compared. */
#include <fenv.h>

#include "common/float16.h"
#include "common/matrix.h"
#include "common/random.h"
#include "common/verify/accuracy.h"
#include "common/verify/verify.h"
#include "tests/unit/operands.h"
#include "tests/unit/products.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/unit.h"

extern const Workload workload_matmul;

/* Inputs, their product by a plain loop, and a result to spoil. */
typedef struct Case {
    Operands operands;
    ElementType type;
    size_t n, bytes;             /* of an element */
    void *a, *b, *out, *product; /* the first three are those of the operands */
} Case;

static Accuracy accuracy; /* of the last result that was judged */

/* Largest size of a test under sanitizers, which slow the verifier tenfold. One size above the limit of full
 * comparison remains in wrong_results_fail and in tests of a single size. */
static bool too_large(size_t n)
{
    return sanitized_build && n > 300;
}

#define ELEMENTS(name, NAME, Element, ...)                                                                   \
    /* Removes step k from every sum, like a loop that starts too late or ends too early. */                 \
    static void take_out_step_##name(const Element *a, const Element *b, Element *out, size_t n, size_t k)   \
    {                                                                                                        \
        for (size_t i = 0; i < n * n; i++) {                                                                 \
            out[i] = store_##name(load_##name(out[i]) -                                                      \
                                  load_##name(a[i / n * n + k]) * load_##name(b[k * n + i % n]));            \
        }                                                                                                    \
    }
FOR_EACH_ELEMENT_TYPE(ELEMENTS, )

/* Elements of the product become the result from `place` on. */
static void take(Case *made, size_t place, size_t from, size_t count)
{
    memcpy((char *)made->out + place * made->bytes, (char *)made->product + from * made->bytes,
           count * made->bytes);
}

static void reset(Case *made)
{
    take(made, 0, 0, made->n * made->n);
}

static Case make_case(size_t n, ElementType type)
{
    const size_t bytes = type_size(type);
    const Operands operands = operands_make(&workload_matmul, square_point(n, type), (Input){.seed = 7});
    void *const *operand = operands.operand;
    Case made = {operands, type, n, bytes, operand[OPERAND_A], operand[OPERAND_B], operand[OPERAND_OUT],
                 NULL};
    made.product = malloc(n * n * bytes);
    assert_non_null(made.product);
    CALL_BY_ELEMENT_TYPE(type, multiply, &operands.point, made.a, made.b, made.product, false)
    reset(&made);
    return made;
}

static void drop_case(Case *made)
{
    operands_free(&made->operands);
    free(made->product);
}

static int judge(Case *made)
{
    const int verdict = operands_verify(&made->operands);
    accuracy = made->operands.accuracy;
    return verdict;
}

/* ---- kinds of errors ---- */

static size_t somewhere(const Case *made)
{
    return random_below(random_bits(99, made->n), made->n * made->n);
}

static void add(Case *made, size_t place, double addend)
{
    CALL_BY_ELEMENT_TYPE(made->type, add, made->out, place, addend)
}

static void swap_two_elements(Case *made)
{
    const size_t place = made->n * made->n / 2;
    take(made, place, place + 1, 1);
    take(made, place + 1, place, 1);
}

static void leave_a_cell(Case *made)
{
    char *element = (char *)made->out + somewhere(made) * type_size(made->type);
    matrix_poison(element, (Extent){1, 1}, made->type);
}

static void leave_everything(Case *made)
{
    matrix_poison(made->out, (Extent){made->n, made->n}, made->type);
}

static void take_out_step(Case *made, size_t k)
{
    CALL_BY_ELEMENT_TYPE(made->type, take_out_step, made->a, made->b, made->out, made->n, k)
}

static void miss_the_last_step(Case *made)
{
    take_out_step(made, made->n - 1);
}

static void miss_the_first_step(Case *made)
{
    take_out_step(made, 0);
}

static void transpose_the_result(Case *made)
{
    CALL_BY_ELEMENT_TYPE(made->type, transpose, &made->operands.point, made->product, made->out)
}

static void spoil_the_last_row(Case *made)
{
    const size_t row = made->n * made->bytes;
    memset((char *)made->out + (made->n - 1) * row, 0, row);
}

static void spoil_the_last_column(Case *made)
{
    for (size_t i = 1; i <= made->n; i++) {
        memset((char *)made->out + (i * made->n - 1) * made->bytes, 0, made->bytes);
    }
}

static void shift_the_rows(Case *made)
{
    take(made, 0, made->n, made->n * (made->n - 1));
}

static const struct {
    const char *name;
    void (*spoil)(Case *made); /* NULL: adds to an element */
    double integer, real;
    const char *words; /* in the message */
} ways[] = {
    {"one element changed", NULL, 1, 1, ""},
    {"one top bit flipped", NULL, 0x1p31, -1, ""}, /* half of all random vectors miss it */
    {"a NaN", NULL, 2, (double)-NAN, ""},
    {"an infinity", NULL, 3, -(double)INFINITY, ""},
    {"two elements swapped", swap_two_elements, 0, 0, ""},
    {"one cell left", leave_a_cell, 0, 0, "never written"},
    {"nothing written", leave_everything, 0, 0, "never written"},
    {"last step missing", miss_the_last_step, 0, 0, ""},
    {"first step missing", miss_the_first_step, 0, 0, ""},
    {"result transposed", transpose_the_result, 0, 0, ""},
    {"last row wrong", spoil_the_last_row, 0, 0, ""},
    {"last column wrong", spoil_the_last_column, 0, 0, ""},
    {"rows shifted", shift_the_rows, 0, 0, ""},
};

static void check_all_ways(size_t n, ElementType type)
{
    Case made = make_case(n, type);
    for (size_t way = 0; way < COUNT_OF(ways); way++) {
        reset(&made);
        if (ways[way].spoil != NULL) {
            ways[way].spoil(&made);
        } else {
            add(&made, somewhere(&made), type == TYPE_INT32 ? ways[way].integer : ways[way].real);
        }
        const int verdict = judge(&made);
        if (verdict != 1 || error.text[0] == '\0' || strstr(error.text, ways[way].words) == NULL) {
            fail_msg("n %zu, %s, %s: %d, %s", n, type_name(type), ways[way].name, verdict, error.text);
        }
    }
    reset(&made);
    assert_ok(judge(&made));
    assert_int_equal(accuracy.precision, type_precision(type));
    drop_case(&made);
}

TEST(wrong_results_fail)
{
    const size_t sizes[] = {33, 513, 512, 640};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        if (!too_large(sizes[s]) || sizes[s] == 513) {
            check_all_ways(sizes[s], TYPE_INT32);
            check_all_ways(sizes[s], TYPE_FLOAT32);
            for (int type = TYPE_FLOAT64; s < 2 && type < ELEMENT_TYPES; type++) { /* the slower ones */
                check_all_ways(sizes[s], (ElementType)type);
            }
        }
    }
}

/* ---- single elements, messages, and state kept between calls ---- */

/* Floats by twice the bound 8 u sqrt(n) sqrt(sum a^2 b^2), whose last root is about sqrt(n) / 3; of 16 bits
 * by twice the bound of a rounded result, 12 u and 16 times the root mean square of 0.45 u. */
TEST(the_smallest_wrong_element_is_found_anywhere)
{
    const size_t n = 520;
    const uint64_t trials[ELEMENT_TYPES] = {32, 32, 20, 20, 20};
    const double step[ELEMENT_TYPES] = {0, 2 * 8 * 0x1p-24 * 520 / 3, 2 * 8 * 0x1p-53 * 520 / 3,
                                        2 * (12 + 16 * 0.45) * 0x1p-11 * sqrt(520) / 3,
                                        2 * (12 + 16 * 0.45) * 0x1p-8 * sqrt(520) / 3};
    for (ElementType type = TYPE_INT32; type < ELEMENT_TYPES; type++) {
        Case made = make_case(n, type);
        for (uint64_t trial = 0; trial < (sanitized_build ? 4 : trials[type]); trial++) {
            const double sign = trial % 2 == 0 ? -1 : 1;
            reset(&made);
            add(&made, random_below(random_bits(6, trial), n * n),
                type == TYPE_INT32 ? ldexp(1, (int)trial) : sign * step[type]);
            assert_wrong(judge(&made), "");
        }
        drop_case(&made);
    }
}

/* The verdict on a product of few rows and columns. */
static int judge_small(size_t n, const void *a, const void *b, const void *out, ElementType type)
{
    const Point point = square_point(n, type);
    const Input input = {.seed = 7};
    return verify_product(&(Computed){&point, &input, 0, {a, b}, out}, &accuracy, &error);
}

TEST(a_small_row_may_have_the_errors_of_others)
{
    const float a[] = {1, 0.75f, 0x1p-7f, 0x1p-6f}, b[] = {0.5f, 1, 0.25f, 0.75f};
    float out[] = {0.6875f, 1.5625f, 0x1p-7f, 0x1p-6f + 0x1p-8f};
    assert_ok(judge_small(2, a, b, out, TYPE_FLOAT32));
    out[2] += 0x1p-24f; /* as by Strassen's algorithm, which adds and subtracts other elements */
    assert_ok(judge_small(2, a, b, out, TYPE_FLOAT32));
    out[2] += 0x1p-18f;
    assert_wrong(judge_small(2, a, b, out, TYPE_FLOAT32), "");
}

TEST(the_message_names_the_element)
{
    const float a[] = {0.5f, 0.25f, 0.5f, 1}, b[] = {1, 0.5f, 0.25f, 0.5f},
                wrong[] = {0.5625f, 0.375f, 0.5f, 0.75f};
    assert_wrong(judge_small(2, a, b, wrong, TYPE_FLOAT32), "");
    assert_string_equal(error.text, "element (1, 0) is 0.5, expected 0.75 within 4.2e-07");
    const double wide_a[] = {0.5, 0.25, 0.5, 1}, wide_b[] = {1, 0.5, 0.25, 0.5},
                 wide_wrong[] = {0.5625, 0.375, 0.5, 0.75};
    assert_wrong(judge_small(2, wide_a, wide_b, wide_wrong, TYPE_FLOAT64), "");
    assert_string_equal(error.text, "element (1, 0) is 0.5, expected 0.75 within 7.9e-16");
    const int32_t x[] = {1 << 16, 1, 1, 0}, y[] = {1 << 16, 0, 3, 1}, out[] = {3, 1, 1 << 16, -5};
    assert_wrong(judge_small(2, x, y, out, TYPE_INT32), "");
    assert_string_equal(error.text, "element (1, 1) is -5, expected 0");
}

TEST(changed_inputs_are_noticed)
{
    const size_t sizes[] = {100, 600};
    for (size_t s = 0; s < 2; s++) {
        Case integers = make_case(sizes[s], TYPE_INT32), floats = make_case(sizes[s], TYPE_FLOAT32);
        assert_ok(judge(&integers));
        ((int32_t *)integers.b)[integers.n + 1] ^= 1;
        assert_wrong(judge(&integers), ""); /* the cached reference is of other inputs */
        ((int32_t *)integers.b)[integers.n + 1] ^= 1;
        assert_ok(judge(&integers));
        assert_ok(judge(&floats));
        *(float *)floats.a += 0.5f;
        assert_wrong(judge(&floats), "");
        drop_case(&integers);
        drop_case(&floats);
    }
}

/* ---- correct results with different rounding ---- */

/* Above 512, Freivalds' test estimates the error: within a tenth, over all rows. */
TEST(other_orders_of_summation_pass)
{
    const size_t sizes[] = {1, 2, 3, 31, 33, 65, 100, 257, 520};
    for (size_t s = 0; s < COUNT_OF(sizes) && !too_large(sizes[s]); s++) {
        for (ElementType type = TYPE_INT32; type < ELEMENT_TYPES; type++) {
            Case made = make_case(sizes[s], type);
            assert_ok(judge(&made));
            assert_int_equal(accuracy.precision, type_precision(type));
            const double forward = accuracy.relative;
            CALL_BY_ELEMENT_TYPE(type, multiply, &made.operands.point, made.a, made.b, made.out, true)
            assert_ok(judge(&made));
            assert_int_equal(accuracy.precision, type_precision(type));
            assert_true(made.n < 257 || type == TYPE_INT32 ||
                        (accuracy.relative > 0.5 * forward && accuracy.relative < 1.5 * forward));
            add(&made, made.n * made.n - 1, 1);
            assert_wrong(judge(&made), "");
            drop_case(&made);
        }
    }
}

/* Factors of few bits are zero now and then. */
TEST(a_product_of_zeros_is_right)
{
    const Bfloat16 zero = {0}, one = {0x3f80};
    assert_ok(judge_small(1, &zero, &one, &zero, TYPE_BFLOAT16));
    assert_wrong(judge_small(1, &zero, &one, &one, TYPE_BFLOAT16), "");
}

/* As a loop in the type of the elements, or in half2, rounds each sum. */
TEST(sums_kept_in_float16_are_reduced)
{
    Case made = make_case(100, TYPE_FLOAT16);
    const Float16 *a = made.a, *b = made.b;
    Float16 *out = made.out;
    for (size_t i = 0; i < made.n * made.n; i++) {
        out[i] = store_float16(0);
        for (size_t k = 0; k < made.n; k++) {
            const float product =
                load_float16(a[i / made.n * made.n + k]) * load_float16(b[k * made.n + i % made.n]);
            out[i] = store_float16(load_float16(out[i]) + product);
        }
    }
    assert_ok(judge(&made));
    assert_int_equal(accuracy.precision, PRECISION_BFLOAT16);
    assert_true(precision_reduced(&(Variant){.types = FLOAT16}, TYPE_FLOAT16, &accuracy));
    assert_true(accuracy.units > 2 && accuracy.units < 5);
    drop_case(&made);
}

TEST(rounding_toward_zero_passes)
{
    const size_t sizes[] = {100, 520};
    for (size_t s = 0; s < 2 && !too_large(sizes[s]); s++) {
        Case made = make_case(sizes[s], TYPE_FLOAT32);
        const size_t n = made.n;
        fesetround(FE_TOWARDZERO); /* per thread: hence row by row */
        for (size_t i = 0; i < n; i++) {
            multiply_row_float32(&made.operands.point, made.a, made.b, made.out, i, false);
        }
        fesetround(FE_TONEAREST);
        assert_ok(judge(&made));
        assert_true(accuracy.precision == PRECISION_TF32); /* outside float32's class */
        drop_case(&made);
    }
}

/* A sum that begins with poison stays poison in floats: the message must not claim that it was never written.
 */
TEST(adding_onto_poison_is_reported)
{
    Case made = make_case(33, TYPE_FLOAT32);
    float *out = made.out;
    leave_everything(&made);
    for (size_t i = 0; i < made.n * made.n; i++) {
        out[i] += ((float *)made.product)[i];
    }
    assert_wrong(judge(&made), "element (0, 0) is nan, expected ");
    assert_non_null(strstr(error.text, "added to without initialization"));
    assert_non_null(strstr(error.text, "declares VARIANT_ACCUMULATES, or sets beta = 0"));
    for (size_t i = 0; i < made.n * made.n; i++) {
        out[i] = -NAN; /* made positive: as a GPU writes it */
        memset((char *)&out[i], 0xff, 3);
        ((char *)&out[i])[3] = 0x7f;
    }
    assert_wrong(judge(&made), "sets beta = 0");
    drop_case(&made);
    Case integers = make_case(33, TYPE_INT32);
    for (size_t i = 0; i < made.n * made.n; i++) {
        ((uint32_t *)integers.out)[i] += type_poison(TYPE_INT32);
    }
    assert_wrong(judge(&integers), "sets beta = 0");
    drop_case(&integers);
}

/* Of square operands and of a m x n, b k x n. */
TEST(products_of_transposed_operands_are_named)
{
    static const char *const notes[8] = {"",
                                         "A transposed times B",
                                         "A times B transposed",
                                         "A transposed times B transposed",
                                         "transpose of A times B",
                                         "",
                                         "",
                                         "column-major"};
    for (ElementType type = TYPE_INT32; type < ELEMENT_TYPES; type++) {
        for (unsigned layout = 1; layout < 8; layout++) {
            Case made = make_case(65, type);
            const Point *point = &made.operands.point;
            const size_t bytes = made.n * made.n * made.bytes;
            void *const from[] = {made.a, made.b, made.product};
            char *turned[3];
            for (unsigned i = 0; i < 3; i++) {
                turned[i] = malloc(bytes);
                memcpy(turned[i], from[i], bytes);
            }
            if ((layout & 1) != 0) {
                CALL_BY_ELEMENT_TYPE(type, transpose, point, made.a, (void *)turned[0])
            }
            if ((layout & 2) != 0) {
                CALL_BY_ELEMENT_TYPE(type, transpose, point, made.b, (void *)turned[1])
            }
            CALL_BY_ELEMENT_TYPE(type, multiply, point, (void *)turned[0], (void *)turned[1], made.product,
                                 false)
            reset(&made);
            if ((layout & 4) != 0) {
                CALL_BY_ELEMENT_TYPE(type, transpose, point, made.product, made.out)
            }
            assert_wrong(judge(&made), notes[layout]);
            for (unsigned i = 0; i < 3; i++) {
                free(turned[i]);
            }
            drop_case(&made);
        }
    }
    Case made = make_case(33, TYPE_FLOAT32);
    add(&made, somewhere(&made), 1);
    assert_wrong(judge(&made), "");
    assert_null(strstr(error.text, "this is"));
    drop_case(&made);
}

/* ---- classes of precision ---- */

/* The product of inputs rounded to `bits` bits. */
static void multiply_rounded(Case *made, int bits, bool cut)
{
    const size_t elements = made->n * made->n;
    float *a = malloc(elements * sizeof *a), *b = malloc(elements * sizeof *b);
    assert_non_null(a);
    assert_non_null(b);
    for (size_t i = 0; i < elements; i++) {
        a[i] = operands_rounded(((float *)made->a)[i], bits, cut);
        b[i] = operands_rounded(((float *)made->b)[i], bits, cut);
    }
    multiply_float32(&made->operands.point, a, b, made->out, false);
    free(a);
    free(b);
}

/* Expects a correct result of this class, with an error between the two bounds. */
static void expect(Case *made, Precision precision, double least, double most)
{
    const int verdict = judge(made);
    if (verdict != 0 || accuracy.precision != precision || !(accuracy.relative >= least) ||
        !(accuracy.relative <= most)) {
        fail_msg("n %zu: verdict %d (%s), %s instead of %s, %g, %g units", made->n, verdict, error.text,
                 precision_name(accuracy.precision), precision_name(precision), accuracy.relative,
                 accuracy.units);
    }
    assert_true(fabs(accuracy.units * 0x1p-24 * sqrt((double)made->n) / accuracy.relative - 1) < 1e-9);
}

TEST(less_precise_results_are_told_by_class)
{
    const size_t sizes[] = {33, 257, 512, 513, 600};
    for (size_t s = 0; s < COUNT_OF(sizes) && !too_large(sizes[s]); s++) {
        Case made = make_case(sizes[s], TYPE_FLOAT32);
        const float *product = made.product;
        float *out = made.out;
        const size_t elements = made.n * made.n;
        expect(&made, PRECISION_FLOAT32, 0, 2e-6);
        multiply_rounded(&made, 11, false); /* TF32, float16 */
        expect(&made, PRECISION_TF32, 0.4 * 0x1p-11, 0.7 * 0x1p-11);
        multiply_rounded(&made, 11, true);
        expect(&made, PRECISION_TF32, 1.1 * 0x1p-11, 1.5 * 0x1p-11);
        multiply_rounded(&made, 8, false); /* bfloat16 */
        expect(&made, PRECISION_BFLOAT16, 0.4 * 0x1p-8, 0.7 * 0x1p-8);
        for (size_t i = 0; i < elements; i++) {
            out[i] = operands_rounded(product[i], 10, false);
        }
        expect(&made, PRECISION_TF32, 0.3 * 0x1p-10, 0x1p-10);
        for (size_t i = 0; i < elements; i++) {
            out[i] = product[i] * 1.0001f;
        }
        expect(&made, PRECISION_TF32, 0.95e-4, 1.05e-4);
        multiply_rounded(&made, 5, false); /* worse than every class */
        assert_wrong(judge(&made), "");
        drop_case(&made);
    }
}

/* A float64 result of the precision of float32 or TF32 is right, of that class, and reduced. */
TEST(less_precise_products_of_float64_are_reduced)
{
    const Variant plain = {.name = "cpu/plain"}, tf32 = {.name = "cpu/tf32", .precision = PRECISION_TF32};
    const size_t sizes[] = {33, 257, 513};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        Case made = make_case(sizes[s], TYPE_FLOAT64);
        const double *product = made.product;
        double *out = made.out;
        const size_t elements = made.n * made.n;
        assert_ok(judge(&made));
        assert_false(precision_reduced(&plain, TYPE_FLOAT64, &accuracy));
        for (size_t i = 0; i < elements; i++) {
            out[i] = (double)(float)product[i];
        }
        assert_ok(judge(&made));
        assert_int_equal(accuracy.precision, PRECISION_FLOAT32);
        assert_true(precision_reduced(&plain, TYPE_FLOAT64, &accuracy));
        assert_false(precision_reduced(&plain, TYPE_FLOAT32, &accuracy));
        for (size_t i = 0; i < elements; i++) {
            out[i] = product[i] * 1.0001;
        }
        assert_ok(judge(&made));
        assert_int_equal(accuracy.precision, PRECISION_TF32);
        assert_false(precision_reduced(&tf32, TYPE_FLOAT64, &accuracy));
        reset(&made);
        out[elements - 1] = (double)(float)product[elements - 1]; /* one element among precise ones */
        assert_wrong(judge(&made), "");
        drop_case(&made);
    }
}

/* The relative error of a float64 result by exact arithmetic: elements are multiples of 2^-52, so that
 * products are whole numbers of 2^-104, and 128 bits hold their sums. */
static double exact_error(const Case *made)
{
    const double *a = made->a, *b = made->b, *out = made->out;
    const size_t n = made->n;
    double errors = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            __int128 sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += (__int128)(int64_t)ldexp(a[i * n + k], 52) * (int64_t)ldexp(b[k * n + j], 52);
            }
            __int128 found = (__int128)ldexpl(out[i * n + j], 104);
            double difference = (double)(found - sum), value = (double)sum;
            errors += difference * difference;
            squares += value * value;
        }
    }
    return sqrt(errors / squares);
}

TEST(the_error_of_float64_is_the_exact_one)
{
    const size_t sizes[] = {1, 2, 33, 100};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        Case made = make_case(sizes[s], TYPE_FLOAT64);
        assert_ok(judge(&made));
        const double exact = exact_error(&made);
        assert_true(accuracy.relative <= 1.01 * exact && accuracy.relative >= 0.99 * exact);
        const double units = accuracy.relative / (0x1p-53 * sqrt((double)sizes[s]));
        assert_true(units <= 4 && fabs(accuracy.units - units) <= 1e-9);
        drop_case(&made);
    }
}

/* Two bfloat16 a factor have 3.5 units at n 1500, right results at most 0.33. Few errors average less. */
TEST(large_results_have_a_tighter_bound)
{
    const Precision own[] = {PRECISION_FLOAT32, PRECISION_FLOAT64};
    for (int i = 0; i < 2; i++) {
        const double unit = accuracy_unit(own[i], 1500), small = accuracy_unit(own[i], 99);
        assert_int_equal(accuracy_class(0.99 * unit, 1500, 1500 * 1500, own[i]), own[i]);
        assert_true(accuracy_class(1.01 * unit, 1500, 1500 * 1500, own[i]) > own[i]);
        assert_int_equal(accuracy_class(3.5 * unit, 1500, 299, own[i]), own[i]);
        assert_int_equal(accuracy_class(3.5 * small, 99, 99 * 99, own[i]), own[i]);
        assert_true(accuracy_class(NAN, 1500, 1500 * 1500, own[i]) == PRECISIONS);
    }
}

/* One element or one row with TF32's precision among exact ones is wrong, not imprecise. */
TEST(a_little_of_a_lower_class_is_wrong)
{
    const size_t sizes[] = {33, 512, 513, 600};
    for (size_t s = 0; s < COUNT_OF(sizes) && !too_large(sizes[s]); s++) {
        Case made = make_case(sizes[s], TYPE_FLOAT32);
        float *product = made.product, *out = made.out;
        const size_t n = made.n;
        for (size_t row = 0; row < n; row += n - 1) { /* the first and the last row are always compared */
            reset(&made);
            size_t j = 0;
            while (fabsf(product[row * n + j]) < 0.1f * sqrtf((float)n)) {
                j++;
            }
            out[row * n + j] *= 1.001f;
            assert_wrong(judge(&made), ", expected ");
        }
        multiply_rounded(&made, 11, false);
        memcpy(product + (n / 2) * n, out + (n / 2) * n, n * sizeof *out);
        reset(&made);
        assert_wrong(judge(&made), "");
        drop_case(&made);
    }
}

TEST(a_variant_keeps_what_it_declares)
{
    const Variant plain = {.name = "cpu/plain"}, tf32 = {.name = "cpu/tf32", .precision = PRECISION_TF32};
    const Accuracy exact = {NAN, NAN, PRECISION_EXACT}, own = {1e-7, 0.3, PRECISION_FLOAT32},
                   less = {1e-4, 50, PRECISION_TF32}, least = {1e-3, 500, PRECISION_BFLOAT16};
    assert_false(precision_reduced(&plain, TYPE_INT32, &exact));
    assert_false(precision_reduced(&plain, TYPE_FLOAT32, &own));
    assert_true(precision_reduced(&plain, TYPE_FLOAT32, &less));
    assert_false(precision_reduced(&tf32, TYPE_FLOAT32, &own));
    assert_false(precision_reduced(&tf32, TYPE_FLOAT32, &less));
    assert_true(precision_reduced(&tf32, TYPE_FLOAT32, &least));
    assert_int_equal(accuracy_worse(own, least).precision, PRECISION_BFLOAT16);
    assert_int_equal(accuracy_worse(less, own).precision, PRECISION_TF32);
    assert_true(accuracy_worse((Accuracy){2e-7, 1, PRECISION_FLOAT32}, own).relative == 2e-7);
    assert_string_equal(precision_name(PRECISION_EXACT), "");
    assert_string_equal(precision_name(PRECISION_BFLOAT16), "bfloat16");
}

/* Results that differ between runs are each verified once, and each keeps its own accuracy. */
TEST(several_right_results_are_remembered)
{
    Case made = make_case(600, TYPE_FLOAT32), integers = make_case(600, TYPE_INT32);
    float *out = made.out;
    double relative[3];
    for (int round = 0; round < 2; round++) {
        for (int which = 0; which < 3; which++) {
            if (which == 2) {
                multiply_rounded(&made, 11, false);
            } else {
                reset(&made);
                out[5] = nextafterf(out[5], which == 0 ? 100 : -100);
            }
            assert_ok(judge(&made));
            assert_true(round == 0 || accuracy.relative == relative[which]);
            relative[which] = accuracy.relative;
        }
    }
    assert_true(relative[0] != relative[1]);
    assert_ok(judge(&integers));
    assert_true(isnan(accuracy.relative) && isnan(accuracy.units) && accuracy.precision == PRECISION_EXACT);
    drop_case(&made);
    drop_case(&integers);
}
