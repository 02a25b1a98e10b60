/* float64: generator, poison, bounds on rates, and the verification of products, moves and the ceiling,
 * against exact sums of 128-bit integers. */
#include "common/matrix.h"
#include "common/random.h"
#include "common/verify/verify.h"
#include "common/workloads/ceilings.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/unit.h"

extern const Workload workload_matmul, workload_multiply_add;

static Accuracy accuracy;

/* Inputs, their product by a plain loop, and a result to spoil. */
typedef struct Case {
    size_t n;
    double *a, *b, *product, *out;
} Case;

static Case make_case(size_t n)
{
    Case made = {n, NULL, NULL, NULL, NULL};
    double **all[] = {&made.a, &made.b, &made.product, &made.out};
    for (int i = 0; i < 4; i++) {
        *all[i] = calloc(n * n, sizeof **all[i]);
        assert_non_null(*all[i]);
    }
    matrix_fill(made.a, (Extent){n, n}, TYPE_FLOAT64, 1);
    matrix_fill(made.b, (Extent){n, n}, TYPE_FLOAT64, 2);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            for (size_t j = 0; j < n; j++) {
                made.product[i * n + j] += made.a[i * n + k] * made.b[k * n + j];
            }
        }
    }
    memcpy(made.out, made.product, n * n * sizeof *made.out);
    return made;
}

static void reset(Case *made)
{
    memcpy(made->out, made->product, made->n * made->n * sizeof *made->out);
}

static void drop_case(Case *made)
{
    free(made->a);
    free(made->b);
    free(made->product);
    free(made->out);
}

static int judge_with(int (*verify)(const Computed *, Accuracy *, Error *), const Case *made)
{
    const Point point = {.m = made->n, .n = made->n, .k = made->n, .type = TYPE_FLOAT64};
    const Input input = {.seed = 7};
    error.text[0] = '\0';
    return verify(&(Computed){&point, &input, 0, {made->a, made->b}, made->out}, &accuracy, &error);
}

static int judge(const Case *made)
{
    return judge_with(verify_product, made);
}

/* ---- elements ---- */

TEST(the_generator_covers_minus_one_to_one)
{
    assert_true(random_float64(0) == -1.0);
    assert_true(random_float64(UINT64_MAX) == 1.0 - 0x1p-52);
    assert_true(random_float64(1ull << 63) == 0.0);
    double sum = 0, squares = 0, matrix[31 * 31];
    for (uint64_t i = 0; i < 100000; i++) {
        double value = random_float64(random_bits(1, i));
        assert_true(value >= -1 && value < 1);
        sum += value;
        squares += value * value;
    }
    assert_true(fabs(sum / 1e5) < 0.01);
    assert_true(squares / 1e5 > 0.328 && squares / 1e5 < 0.339); /* a third */
    matrix_fill(matrix, (Extent){31, 31}, TYPE_FLOAT64, 42);
    for (size_t i = 0; i < 31 * 31; i++) {
        assert_true(matrix[i] == random_float64(random_bits(42, i)));
    }
}

TEST(poison_is_not_a_number)
{
    double matrix[10] = {1, 2};
    matrix_poison_one(matrix, 1, TYPE_FLOAT64);
    assert_true(matrix[0] == 1 && isnan(matrix[1]) && matrix[2] == 0);
    matrix_poison(matrix, (Extent){3, 3}, TYPE_FLOAT64);
    for (size_t i = 0; i < 9; i++) {
        assert_true(isnan(matrix[i]));
    }
    assert_true(matrix[9] == 0);
}

/* ---- products ---- */

/* The relative error of the result by exact arithmetic: elements are multiples of 2^-52, so that products are
 * whole numbers of 2^-104, and 128 bits hold their sums. */
static double exact_error(const Case *made)
{
    double errors = 0, squares = 0;
    for (size_t i = 0; i < made->n; i++) {
        for (size_t j = 0; j < made->n; j++) {
            __int128 sum = 0;
            for (size_t k = 0; k < made->n; k++) {
                sum += (__int128)(int64_t)ldexp(made->a[i * made->n + k], 52) *
                       (int64_t)ldexp(made->b[k * made->n + j], 52);
            }
            __int128 found = (__int128)ldexpl(made->out[i * made->n + j], 104);
            double difference = (double)(found - sum), value = (double)sum;
            errors += difference * difference;
            squares += value * value;
        }
    }
    return sqrt(errors / squares);
}

TEST(the_error_is_the_exact_one)
{
    const size_t sizes[] = {1, 2, 33, 100};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        Case made = make_case(sizes[s]);
        assert_int_equal(judge(&made), 0);
        assert_int_equal(accuracy.precision, PRECISION_FLOAT64);
        double exact = exact_error(&made);
        assert_true(accuracy.relative <= 1.01 * exact && accuracy.relative >= 0.99 * exact);
        double units = accuracy.relative / (0x1p-53 * sqrt((double)sizes[s]));
        assert_true(units <= 4 && fabs(accuracy.units - units) <= 1e-9);
        drop_case(&made);
    }
}

/* Above 512, Freivalds' test estimates the error: within a tenth, over all rows. */
TEST(large_products_and_other_orders_pass)
{
    const size_t sizes[] = {257, 520};
    for (size_t s = 0; s < (sanitized_build ? 1 : 2); s++) {
        Case made = make_case(sizes[s]);
        size_t n = made.n;
        assert_int_equal(judge(&made), 0);
        assert_int_equal(accuracy.precision, PRECISION_FLOAT64);
        double forward = accuracy.relative;
        memset(made.out, 0, n * n * sizeof *made.out);
        for (size_t i = 0; i < n; i++) { /* backward, with one rounding per step */
            for (size_t k = n; k-- > 0;) {
                for (size_t j = 0; j < n; j++) {
                    made.out[i * n + j] = fma(made.a[i * n + k], made.b[k * n + j], made.out[i * n + j]);
                }
            }
        }
        assert_int_equal(judge(&made), 0);
        assert_int_equal(accuracy.precision, PRECISION_FLOAT64);
        assert_true(accuracy.relative > 0.5 * forward && accuracy.relative < 1.5 * forward);
        drop_case(&made);
    }
}

TEST(wrong_products_fail)
{
    const size_t sizes[] = {33, 257, 513};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        Case made = make_case(sizes[s]);
        size_t n = made.n, place = n * n / 2;
        made.out[place] = made.product[place + 1];
        assert_int_equal(judge(&made), 1);
        made.out[place] = NAN;
        assert_int_equal(judge(&made), 1);
        made.out[place] = -INFINITY;
        assert_int_equal(judge(&made), 1);
        matrix_poison_one(made.out, place, TYPE_FLOAT64);
        assert_wrong(judge(&made), "never written");
        reset(&made);
        for (size_t i = 0; i < n; i++) { /* the last step missing */
            for (size_t j = 0; j < n; j++) {
                made.out[i * n + j] -= made.a[i * n + n - 1] * made.b[(n - 1) * n + j];
            }
        }
        assert_int_equal(judge(&made), 1);
        reset(&made);
        memset(made.out + n * (n - 1), 0, n * sizeof *made.out);
        assert_int_equal(judge(&made), 1);
        drop_case(&made);
    }
    const double a[] = {0.5, 0.25, 0.5, 1}, b[] = {1, 0.5, 0.25, 0.5}, wrong[] = {0.5625, 0.375, 0.5, 0.75};
    double out[4];
    memcpy(out, wrong, sizeof out);
    Case small = {2, (double *)(uintptr_t)a, (double *)(uintptr_t)b, NULL, out};
    assert_int_equal(judge(&small), 1);
    assert_string_equal(error.text, "element (1, 0) is 0.5, expected 0.75 within 7e-16");
}

/* Twice the bound 8 u sqrt(n) sqrt(sum a^2 b^2), whose last root is about sqrt(n) / 3. */
TEST(the_smallest_wrong_element_is_found_anywhere)
{
    const size_t n = 520;
    const uint64_t trials = sanitized_build ? 2 : 20;
    const double step = 2 * 8 * 0x1p-53 * (double)n / 3;
    Case made = make_case(n);
    for (uint64_t trial = 0; trial < trials; trial++) {
        reset(&made);
        made.out[random_below(random_bits(6, trial), n * n)] += trial % 2 ? step : -step;
        assert_int_equal(judge(&made), 1);
    }
    drop_case(&made);
}

/* A result of the precision of float32 or TF32 is right, of that class, and reduced. */
TEST(less_precise_products_are_reduced)
{
    const Variant plain = {.name = "cpu/plain"}, tf32 = {.name = "cpu/tf32", .precision = PRECISION_TF32};
    const size_t sizes[] = {33, 257, 513};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        Case made = make_case(sizes[s]);
        const size_t elements = made.n * made.n;
        assert_int_equal(judge(&made), 0);
        assert_false(precision_reduced(&plain, TYPE_FLOAT64, &accuracy));
        for (size_t i = 0; i < elements; i++) {
            made.out[i] = (double)(float)made.product[i];
        }
        assert_int_equal(judge(&made), 0);
        assert_int_equal(accuracy.precision, PRECISION_FLOAT32);
        assert_true(precision_reduced(&plain, TYPE_FLOAT64, &accuracy));
        assert_false(precision_reduced(&plain, TYPE_FLOAT32, &accuracy));
        for (size_t i = 0; i < elements; i++) {
            made.out[i] = made.product[i] * 1.0001;
        }
        assert_int_equal(judge(&made), 0);
        assert_int_equal(accuracy.precision, PRECISION_TF32);
        assert_false(precision_reduced(&tf32, TYPE_FLOAT64, &accuracy));
        reset(&made);
        made.out[elements - 1] =
            (double)(float)made.product[elements - 1]; /* one element among precise ones */
        assert_int_equal(judge(&made), 1);
        drop_case(&made);
    }
}

/* ---- moves and the ceiling ---- */

TEST(moves_are_judged_by_bits)
{
    const size_t sizes[] = {1, 2, 31, 33, 130};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        Case made = make_case(sizes[s]);
        size_t n = made.n;
        memcpy(made.out, made.a, n * n * sizeof *made.out);
        assert_int_equal(judge_with(verify_copy, &made), 0);
        made.out[n * n - 1] = nextafter(made.out[n * n - 1], 2);
        assert_int_equal(judge_with(verify_copy, &made), 1);
        for (size_t i = 0; i < n * n; i++) {
            made.out[i % n * n + i / n] = made.a[i];
        }
        assert_int_equal(judge_with(verify_transpose, &made), 0);
        assert_int_equal(accuracy.precision, PRECISION_EXACT);
        made.out[n * n - 1] = nextafter(made.out[n * n - 1], 2); /* the lowest bit of the last element */
        assert_int_equal(judge_with(verify_transpose, &made), 1);
        drop_case(&made);
    }
}

static void steps(Case *made, size_t count, bool fused)
{
    const double m = ceilings_factor_float64(made->a), c = ceilings_addend_float64(made->a, made->n);
    for (size_t i = 0; i < made->n * made->n; i++) {
        double x = made->a[i];
        for (size_t step = 0; step < count; step++) {
            const double product = x * m;
            x = fused ? fma(x, m, c) : product + c;
        }
        made->out[i] = x;
    }
}

TEST(multiply_add_is_judged)
{
    const double factors[] = {1 - 0x1p-52, -1, -0.999, 0.5, 0x1p-52, 0};
    const double addends[] = {0, 1 - 0x1p-52, -1, 0x1p-52, 0.3};
    Case made = make_case(65);
    for (size_t f = 0; f < COUNT_OF(factors); f++) {
        for (size_t c = 0; c < COUNT_OF(addends); c++) {
            made.a[0] = factors[f];
            made.a[1] = addends[c];
            for (int fused = 0; fused < 2; fused++) {
                steps(&made, made.n, fused);
                assert_int_equal(judge_with(workload_multiply_add.verify, &made), 0);
                assert_int_equal(accuracy.precision, PRECISION_FLOAT64);
            }
            made.out[7] += 0x1p-24; /* as precise as float32 */
            assert_int_equal(judge_with(workload_multiply_add.verify, &made), 1);
        }
    }
    made.out[0] = NAN;
    assert_int_equal(judge_with(workload_multiply_add.verify, &made), 1);
    drop_case(&made);
}

TEST(cost_and_limits_count_lanes_of_64_bits)
{
    const Variant vector = {.name = "cpu/any"}, scalar = {.instructions = INSTRUCTIONS_SCALAR};
    const GpuInfo h200 = {.multiprocessors = 132, .clock_mhz = 1980};
    assert_true(2 * verify_rate_limit(&workload_matmul, &vector, TYPE_FLOAT64, 1, NULL) ==
                verify_rate_limit(&workload_matmul, &vector, TYPE_FLOAT32, 1, NULL));
    assert_true(verify_rate_limit(&workload_matmul, &scalar, TYPE_FLOAT64, 1, NULL) ==
                verify_rate_limit(&workload_matmul, &scalar, TYPE_FLOAT32, 1, NULL));
    double gpu = verify_rate_limit(&workload_matmul, &vector, TYPE_FLOAT64, 1, &h200);
    assert_true(gpu > 33500 && gpu < 40000); /* 34 TFLOP/s according to NVIDIA */
    const Variant library = {.name = "gpu/library", .flags = VARIANT_TENSOR_FLOAT64};
    assert_true(verify_rate_limit(&workload_matmul, &library, TYPE_FLOAT64, 1, &h200) > 67000);
    assert_true(verify_rate_limit(&workload_matmul, &library, TYPE_FLOAT32, 1, &h200) == 2 * gpu);
    const Point point = {
        .m = 1000, .n = 1000, .k = 1000, .type = TYPE_FLOAT64, .matrices = 1, .iterations = 1};
    assert_true(point_matrix_bytes(&point) == 8000000);
    assert_string_equal(workload_matmul.rate_unit(TYPE_FLOAT64), "GFLOP/s");
}
