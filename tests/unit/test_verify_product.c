/* Products: correct ones of any summation order pass, and every kind of error is found, below and above the
 * size up to which all elements are compared. */
#include <fenv.h>

#include "common/matrix.h"
#include "common/random.h"
#include "common/verify/accuracy.h"
#include "common/verify/verify.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/unit.h"

/* Inputs and their product by a plain loop, for both types. */
typedef struct Case {
    size_t n;
    int32_t *a, *b, *product, *out;
    float *real_a, *real_b, *real_product, *real_out;
} Case;

static Accuracy accuracy;

/* Largest size of a test under sanitizers, which slow the verifier tenfold. One size above the limit of full
 * comparison remains in wrong_results_fail and in tests of a single size. */
static bool too_large(size_t n)
{
    return sanitized_build && n > 300;
}

/* Sanitizers check the code under test, not the 2 n^3 operations of the test itself. */
#define NOT_WATCHED __attribute__((no_sanitize("address", "undefined")))

/* One row of the product: c = a * b for a vector a. */
NOT_WATCHED static void row_int32(const uint32_t *a, const uint32_t *b, uint32_t *c, size_t n)
{
    memset(c, 0, n * sizeof *c);
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < n; j++) {
            c[j] += a[k] * b[k * n + j];
        }
    }
}

NOT_WATCHED static void row_float32(const float *a, const float *b, float *c, size_t n)
{
    memset(c, 0, n * sizeof *c);
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < n; j++) {
            c[j] += a[k] * b[k * n + j];
        }
    }
}

static void multiply_int32(const int32_t *a, const int32_t *b, int32_t *c, size_t n)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        row_int32((const uint32_t *)a + i * n, (const uint32_t *)b, (uint32_t *)c + i * n, n);
    }
}

static void multiply_float32(const float *a, const float *b, float *c, size_t n)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        row_float32(a + i * n, b, c + i * n, n);
    }
}

static Case make_case(size_t n)
{
    Case made = {.n = n};
    size_t bytes = n * n * 4;
    int32_t **integers[] = {&made.a, &made.b, &made.product, &made.out};
    float **reals[] = {&made.real_a, &made.real_b, &made.real_product, &made.real_out};
    for (int i = 0; i < 4; i++) {
        *integers[i] = malloc(bytes);
        *reals[i] = malloc(bytes);
        assert_non_null(*integers[i]);
        assert_non_null(*reals[i]);
    }
    matrix_fill(made.a, (Extent){n, n}, TYPE_INT32, 1);
    matrix_fill(made.b, (Extent){n, n}, TYPE_INT32, 2);
    matrix_fill(made.real_a, (Extent){n, n}, TYPE_FLOAT32, 3);
    matrix_fill(made.real_b, (Extent){n, n}, TYPE_FLOAT32, 4);
    multiply_int32(made.a, made.b, made.product, n);
    multiply_float32(made.real_a, made.real_b, made.real_product, n);
    return made;
}

static void drop_case(Case *made)
{
    free(made->a);
    free(made->b);
    free(made->product);
    free(made->out);
    free(made->real_a);
    free(made->real_b);
    free(made->real_product);
    free(made->real_out);
}

static void reset(Case *made)
{
    memcpy(made->out, made->product, made->n * made->n * 4);
    memcpy(made->real_out, made->real_product, made->n * made->n * 4);
}

static int judge(const void *a, const void *b, const void *out, size_t n, ElementType type)
{
    const Point point = {.m = n, .n = n, .k = n, .type = type};
    const Input input = {.seed = 7};
    error.text[0] = 0;
    return verify_product(&(Computed){&point, &input, 0, {a, b}, out}, &accuracy, &error);
}

static int judge_int32(const Case *made)
{
    return judge(made->a, made->b, made->out, made->n, TYPE_INT32);
}

static int judge_float32(const Case *made)
{
    return judge(made->real_a, made->real_b, made->real_out, made->n, TYPE_FLOAT32);
}

/* ---- kinds of errors: each changes both results ---- */

static size_t somewhere(const Case *made)
{
    return random_below(random_bits(99, made->n), made->n * made->n);
}

static void flip_an_element(Case *made)
{
    made->out[somewhere(made)] ^= 1;
    made->real_out[somewhere(made)] += 1;
}

static void flip_a_top_bit(Case *made)
{
    made->out[somewhere(made)] ^= INT32_MIN; /* half of all random vectors do not detect it */
    made->real_out[somewhere(made)] -= 1;
}

static void swap_two_elements(Case *made)
{
    size_t place = made->n * made->n / 2;
    made->out[place] = made->product[place + 1];
    made->out[place + 1] = made->product[place];
    made->real_out[place] = made->real_product[place + 1];
    made->real_out[place + 1] = made->real_product[place];
}

static void leave_a_cell(Case *made)
{
    matrix_poison(made->out + somewhere(made), (Extent){1, 1}, TYPE_INT32);
    matrix_poison(made->real_out + somewhere(made), (Extent){1, 1}, TYPE_FLOAT32);
}

static void leave_everything(Case *made)
{
    matrix_poison(made->out, (Extent){made->n, made->n}, TYPE_INT32);
    matrix_poison(made->real_out, (Extent){made->n, made->n}, TYPE_FLOAT32);
}

static void write_not_a_number(Case *made)
{
    made->out[somewhere(made)] += 1;
    made->real_out[somewhere(made)] = -NAN;
}

static void write_infinity(Case *made)
{
    made->out[somewhere(made)] -= 1;
    made->real_out[somewhere(made)] = INFINITY;
}

/* Removes step k from every sum, like a loop that starts too late or ends too early. */
static void take_out_step(Case *made, size_t k)
{
    size_t n = made->n;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            uint32_t term = (uint32_t)made->a[i * n + k] * (uint32_t)made->b[k * n + j];
            made->out[i * n + j] = (int32_t)((uint32_t)made->out[i * n + j] - term);
            made->real_out[i * n + j] -= made->real_a[i * n + k] * made->real_b[k * n + j];
        }
    }
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
    for (size_t i = 0; i < made->n; i++) {
        for (size_t j = 0; j < made->n; j++) {
            made->out[j * made->n + i] = made->product[i * made->n + j];
            made->real_out[j * made->n + i] = made->real_product[i * made->n + j];
        }
    }
}

static void spoil_the_last_row(Case *made)
{
    size_t last = (made->n - 1) * made->n;
    memset(made->out + last, 0, made->n * 4);
    memset(made->real_out + last, 0, made->n * 4);
}

static void spoil_the_last_column(Case *made)
{
    for (size_t i = 0; i < made->n; i++) {
        made->out[i * made->n + made->n - 1] = 0;
        made->real_out[i * made->n + made->n - 1] = 0;
    }
}

static void shift_the_rows(Case *made)
{
    size_t bytes = made->n * (made->n - 1) * 4;
    memmove(made->out, made->out + made->n, bytes);
    memmove(made->real_out, made->real_out + made->n, bytes);
}

static const struct {
    const char *name;
    void (*spoil)(Case *made);
} ways[] = {
    {"one element flipped", flip_an_element},
    {"one top bit flipped", flip_a_top_bit},
    {"two elements swapped", swap_two_elements},
    {"one cell left", leave_a_cell},
    {"nothing written", leave_everything},
    {"a NaN", write_not_a_number},
    {"an infinity", write_infinity},
    {"last step missing", miss_the_last_step},
    {"first step missing", miss_the_first_step},
    {"result transposed", transpose_the_result},
    {"last row wrong", spoil_the_last_row},
    {"last column wrong", spoil_the_last_column},
    {"rows shifted", shift_the_rows},
};

static void check_all_ways(Case *made, const char *type, int (*decision_of)(const Case *made))
{
    for (size_t way = 0; way < COUNT_OF(ways); way++) {
        reset(made);
        assert_int_equal(decision_of(made), 0);
        ways[way].spoil(made);
        int verdict = decision_of(made);
        if (verdict != 1) {
            print_error("n %zu, %s, %s: %d\n", made->n, type, ways[way].name, verdict);
        }
        assert_int_equal(verdict, 1);
        assert_true(error.text[0] != 0);
    }
}

TEST(wrong_results_fail)
{
    const size_t sizes[] = {33, 257, 512, 513, 600, 1024};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        if (too_large(sizes[s]) && sizes[s] != 513) {
            continue;
        }
        Case made = make_case(sizes[s]);
        check_all_ways(&made, "int32", judge_int32);
        check_all_ways(&made, "float32", judge_float32);
        drop_case(&made);
    }
}

/* ---- single elements, messages, and state kept between calls ---- */

TEST(the_smallest_wrong_element_is_found_anywhere)
{
    /* Twice the bound 8 u sqrt(n) sqrt(sum a^2 b^2), whose last root is about sqrt(n) / 3. */
    const size_t n = 600;
    const uint64_t trials = sanitized_build ? 4 : 60;
    Case made = make_case(n);
    float step = 2 * 8 * 0x1p-24f * 600 / 3;
    for (uint64_t trial = 0; trial < trials; trial++) {
        reset(&made);
        made.out[random_below(random_bits(5, trial), n * n)] ^= (int32_t)(1u << trial % 32);
        assert_int_equal(judge_int32(&made), 1);
    }
    for (uint64_t trial = 0; trial < trials; trial++) {
        reset(&made);
        made.real_out[random_below(random_bits(6, trial), n * n)] += trial % 2 ? step : -step;
        assert_int_equal(judge_float32(&made), 1);
    }
    drop_case(&made);
}

TEST(the_message_names_the_element)
{
    const float a[] = {0.5f, 0.25f, 0.5f, 1}, b[] = {1, 0.5f, 0.25f, 0.5f},
                wrong[] = {0.5625f, 0.375f, 0.5f, 0.75f};
    assert_int_equal(judge(a, b, wrong, 2, TYPE_FLOAT32), 1);
    assert_string_equal(error.text, "element (1, 0) is 0.5, expected 0.75 within 3.8e-07");
    const int32_t x[] = {1 << 16, 1, 1, 0}, y[] = {1 << 16, 0, 3, 1}, out[] = {3, 1, 1 << 16, -5};
    assert_int_equal(judge(x, y, out, 2, TYPE_INT32), 1);
    assert_string_equal(error.text, "element (1, 1) is -5, expected 0");
}

TEST(changed_inputs_are_noticed)
{
    const size_t sizes[] = {100, 600};
    for (size_t s = 0; s < 2; s++) {
        Case made = make_case(sizes[s]);
        reset(&made);
        assert_int_equal(judge_int32(&made), 0);
        made.b[made.n + 1] ^= 1;
        assert_int_equal(judge_int32(&made), 1); /* the cached reference is of other inputs */
        made.b[made.n + 1] ^= 1;
        assert_int_equal(judge_int32(&made), 0);
        assert_int_equal(judge_float32(&made), 0);
        made.real_a[0] += 0.5f;
        assert_int_equal(judge_float32(&made), 1);
        drop_case(&made);
    }
}

/* ---- correct results with different rounding ---- */

TEST(other_orders_of_summation_pass)
{
    const size_t sizes[] = {1, 2, 3, 31, 33, 65, 100, 257, 520};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        if (too_large(sizes[s])) {
            continue;
        }
        size_t n = sizes[s];
        Case made = make_case(n);
        reset(&made);
        assert_int_equal(judge_float32(&made), 0);
        memset(made.real_out, 0, n * n * sizeof *made.real_out);
        for (size_t i = 0; i < n; i++) { /* backward, with one rounding per step */
            for (size_t k = n; k-- > 0;) {
                for (size_t j = 0; j < n; j++) {
                    float *sum = &made.real_out[i * n + j];
                    *sum = fmaf(made.real_a[i * n + k], made.real_b[k * n + j], *sum);
                }
            }
        }
        assert_int_equal(judge_float32(&made), 0);
        drop_case(&made);
    }
}

TEST(rounding_toward_zero_passes)
{
    const size_t sizes[] = {100, 520};
    for (size_t s = 0; s < 2; s++) {
        if (too_large(sizes[s])) {
            continue;
        }
        Case made = make_case(sizes[s]);
        size_t n = made.n;
        fesetround(FE_TOWARDZERO); /* per thread: hence row by row */
        for (size_t i = 0; i < n; i++) {
            row_float32(made.real_a + i * n, made.real_b, made.real_out + i * n, n);
        }
        fesetround(FE_TONEAREST);
        assert_int_equal(judge_float32(&made), 0);
        assert_true(accuracy.precision == PRECISION_TF32); /* outside float32's class */
        drop_case(&made);
    }
}

/* A sum that begins with poison stays poison in floats: the message must not claim that it was never written.
 */
TEST(adding_onto_poison_is_reported)
{
    Case made = make_case(33);
    matrix_poison(made.real_out, (Extent){made.n, made.n}, TYPE_FLOAT32);
    for (size_t i = 0; i < made.n * made.n; i++) {
        made.real_out[i] += made.real_product[i];
    }
    assert_wrong(judge_float32(&made), "element (0, 0) is nan, expected ");
    assert_non_null(strstr(error.text, "added to without initialization"));
    drop_case(&made);
}

/* ---- classes of precision ---- */

/* Rounds to `bits` bits, to nearest or toward zero. */
static float rounded(float value, int bits, bool cut)
{
    int exponent;
    double fraction = frexp((double)value, &exponent) * ldexp(1, bits);
    return (float)ldexp(cut ? trunc(fraction) : nearbyint(fraction), exponent - bits);
}

/* The product of inputs rounded to `bits` bits. */
static void multiply_rounded(Case *made, int bits, bool cut)
{
    size_t elements = made->n * made->n;
    float *a = malloc(elements * sizeof *a), *b = malloc(elements * sizeof *b);
    assert_non_null(a);
    assert_non_null(b);
    for (size_t i = 0; i < elements; i++) {
        a[i] = rounded(made->real_a[i], bits, cut);
        b[i] = rounded(made->real_b[i], bits, cut);
    }
    multiply_float32(a, b, made->real_out, made->n);
    free(a);
    free(b);
}

/* Expects a correct result of this class, with an error between the two bounds. */
static void expect(const Case *made, Precision precision, double least, double most)
{
    int verdict = judge_float32(made);
    if (verdict != 0 || accuracy.precision != precision || !(accuracy.relative >= least) ||
        !(accuracy.relative <= most)) {
        print_error("n %zu: verdict %d (%s), %s instead of %s, %g, %g units\n", made->n, verdict, error.text,
                    precision_name(accuracy.precision), precision_name(precision), accuracy.relative,
                    accuracy.units);
    }
    assert_int_equal(verdict, 0);
    assert_int_equal(accuracy.precision, precision);
    assert_true(accuracy.relative >= least && accuracy.relative <= most);
    assert_true(fabs(accuracy.units * 0x1p-24 * sqrt((double)made->n) / accuracy.relative - 1) < 1e-9);
}

TEST(less_precise_results_are_told_by_class)
{
    const size_t sizes[] = {33, 257, 512, 513, 600};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        if (too_large(sizes[s])) {
            continue;
        }
        Case made = make_case(sizes[s]);
        size_t elements = made.n * made.n;
        reset(&made);
        expect(&made, PRECISION_FLOAT32, 0, 2e-6);
        multiply_rounded(&made, 11, false); /* TF32, float16 */
        expect(&made, PRECISION_TF32, 0.4 * 0x1p-11, 0.7 * 0x1p-11);
        multiply_rounded(&made, 11, true);
        expect(&made, PRECISION_TF32, 1.1 * 0x1p-11, 1.5 * 0x1p-11);
        multiply_rounded(&made, 8, false); /* bfloat16 */
        expect(&made, PRECISION_BFLOAT16, 0.4 * 0x1p-8, 0.7 * 0x1p-8);
        for (size_t i = 0; i < elements; i++) {
            made.real_out[i] = rounded(made.real_product[i], 10, false);
        }
        expect(&made, PRECISION_TF32, 0.3 * 0x1p-10, 0x1p-10);
        for (size_t i = 0; i < elements; i++) {
            made.real_out[i] = made.real_product[i] * 1.0001f;
        }
        expect(&made, PRECISION_TF32, 0.95e-4, 1.05e-4);
        multiply_rounded(&made, 5, false); /* worse than every class */
        assert_int_equal(judge_float32(&made), 1);
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
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        if (too_large(sizes[s])) {
            continue;
        }
        Case made = make_case(sizes[s]);
        size_t n = made.n;
        for (size_t row = 0; row < n; row += n - 1) { /* the first and the last row are always compared */
            reset(&made);
            size_t j = 0;
            while (fabsf(made.real_product[row * n + j]) < 0.1f * sqrtf((float)n)) {
                j++;
            }
            made.real_out[row * n + j] *= 1.001f;
            assert_wrong(judge_float32(&made), ", expected ");
        }
        multiply_rounded(&made, 11, false);
        memcpy(made.real_product + (n / 2) * n, made.real_out + (n / 2) * n, n * sizeof(float));
        reset(&made);
        assert_int_equal(judge_float32(&made), 1);
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
    Case made = make_case(600);
    double relative[3];
    for (int round = 0; round < 2; round++) {
        for (int which = 0; which < 3; which++) {
            if (which == 2) {
                multiply_rounded(&made, 11, false);
            } else {
                reset(&made);
                made.real_out[5] = nextafterf(made.real_out[5], which == 0 ? 100 : -100);
            }
            assert_int_equal(judge_float32(&made), 0);
            assert_true(round == 0 || accuracy.relative == relative[which]);
            relative[which] = accuracy.relative;
        }
    }
    assert_true(relative[0] != relative[1]);
    assert_int_equal(judge_int32((reset(&made), &made)), 0);
    assert_true(isnan(accuracy.relative) && isnan(accuracy.units) && accuracy.precision == PRECISION_EXACT);
    drop_case(&made);
}
