/* Copies and transposes: correct ones pass, and every kind of error is found and named. */
#include "common/matrix.h"
#include "common/verify/verify.h"
#include "tests/unit/products.h"
#include "tests/unit/unit.h"

enum { MAX_N = 1000 };

static int32_t a[MAX_N * MAX_N], out[MAX_N * MAX_N];
static float real_a[MAX_N * MAX_N], real_out[MAX_N * MAX_N];

static const size_t sizes[] = {1, 2, 15, 16, 17, 31, 33, 63, 65, 100, 257, 1000};
enum { SIZES = COUNT_OF(sizes) };

static void transpose(size_t n)
{
    const Point point = {.m = n, .n = n};
    transpose_int32(&point, (uint32_t *)a, (uint32_t *)out);
    transpose_float32(&point, real_a, real_out);
}

static void make_inputs(size_t n)
{
    matrix_fill(a, (Extent){n, n}, TYPE_INT32, n);
    matrix_fill(real_a, (Extent){n, n}, TYPE_FLOAT32, n);
}

static int judge(int (*verify)(const Computed *, Accuracy *, Error *), const void *from, const void *to,
                 size_t n, ElementType type)
{
    const Point point = {.m = n, .n = n, .k = n, .type = type};
    Accuracy accuracy;
    return verify(&(Computed){.point = &point, .inputs = {from}, .out = to}, &accuracy, &error);
}

TEST(right_results_pass)
{
    for (size_t s = 0; s < SIZES; s++) {
        size_t n = sizes[s];
        make_inputs(n);
        transpose(n);
        assert_int_equal(judge(verify_transpose, a, out, n, TYPE_INT32), 0);
        assert_int_equal(judge(verify_transpose, real_a, real_out, n, TYPE_FLOAT32), 0);
        assert_int_equal(judge(verify_copy, a, a, n, TYPE_INT32), 0);
        memcpy(real_out, real_a, sizeof real_out);
        assert_int_equal(judge(verify_copy, real_a, real_out, n, TYPE_FLOAT32), 0);
    }
}

TEST(the_wrong_operation_fails)
{
    for (size_t s = 1; s < SIZES; s++) {
        size_t n = sizes[s];
        make_inputs(n);
        assert_wrong(judge(verify_transpose, a, a, n, TYPE_INT32), "element (0, 1) is ");
        assert_non_null(strstr(error.text, "; this is the input, not transposed"));
        transpose(n);
        assert_wrong(judge(verify_copy, real_a, real_out, n, TYPE_FLOAT32), "element (0, 1) is ");
    }
}

TEST(every_wrong_element_is_found)
{
    const size_t n = 35;
    make_inputs(n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            char expected[120];
            transpose(n);
            out[i * n + j] ^= 1;
            assert_int_equal(judge(verify_transpose, a, out, n, TYPE_INT32), 1);
            snprintf(expected, sizeof expected, "element (%zu, %zu) is %d, expected %d", i, j, out[i * n + j],
                     a[j * n + i]);
            assert_string_equal(error.text, expected);
            memcpy(out, a, sizeof(int32_t) * n * n);
            out[i * n + j] ^= INT32_MIN;
            assert_int_equal(judge(verify_copy, a, out, n, TYPE_INT32), 1);
            snprintf(expected, sizeof expected, "element (%zu, %zu) is %d, expected %d", i, j, out[i * n + j],
                     a[i * n + j]);
            assert_string_equal(error.text, expected);
        }
    }
}

TEST(the_first_of_several_is_named)
{
    const size_t n = MAX_N;
    make_inputs(n);
    transpose(n);
    out[999 * n + 3] ^= 1;
    out[500 * n + 700] ^= 1;
    out[501 * n + 2] ^= 1;
    assert_wrong(judge(verify_transpose, a, out, n, TYPE_INT32), "element (500, 700) is ");
}

TEST(what_was_never_written_is_told)
{
    const size_t n = 100;
    make_inputs(n);
    transpose(n);
    matrix_poison(out + 77 * n + 5, (Extent){1, 1}, TYPE_INT32);
    assert_wrong(judge(verify_transpose, a, out, n, TYPE_INT32), "element (77, 5) is ");
    assert_non_null(strstr(error.text, "never written"));
    matrix_poison(real_out, (Extent){n, n}, TYPE_FLOAT32);
    assert_wrong(judge(verify_copy, real_a, real_out, n, TYPE_FLOAT32), "element (0, 0) is ");
    assert_non_null(strstr(error.text, "never written"));
}

TEST(bits_are_compared_not_values)
{
    const size_t n = 20;
    make_inputs(n);
    real_a[5] = 0.0f;
    memcpy(real_out, real_a, sizeof(float) * n * n);
    real_out[5] = -0.0f; /* equal as numbers */
    assert_wrong(judge(verify_copy, real_a, real_out, n, TYPE_FLOAT32), "element (0, 5) is -0, expected 0");
    real_out[5] = NAN;
    assert_int_equal(judge(verify_copy, real_a, real_out, n, TYPE_FLOAT32), 1);
    assert_null(strstr(error.text, "never written"));
}

/* The lowest bit of the last element. */
TEST(float64_is_judged_by_bits)
{
    enum { N = 31, LAST = N * N - 1 };
    static double wide_a[N * N], wide_out[N * N];
    matrix_fill(wide_a, (Extent){N, N}, TYPE_FLOAT64, N);
    memcpy(wide_out, wide_a, sizeof wide_out);
    assert_ok(judge(verify_copy, wide_a, wide_out, N, TYPE_FLOAT64));
    wide_out[LAST] = nextafter(wide_out[LAST], 2);
    assert_wrong(judge(verify_copy, wide_a, wide_out, N, TYPE_FLOAT64), "");
    transpose_float64(&(Point){.m = N, .n = N}, wide_a, wide_out);
    assert_ok(judge(verify_transpose, wide_a, wide_out, N, TYPE_FLOAT64));
    wide_out[LAST] = nextafter(wide_out[LAST], 2);
    assert_wrong(judge(verify_transpose, wide_a, wide_out, N, TYPE_FLOAT64), "");
}
