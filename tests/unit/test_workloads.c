/* Workloads without a graph: inputs, costs, and verification against the definition, step by step. */
#include "common/matrix.h"
#include "common/random.h"
#include "common/workload.h"
#include "common/workloads/ceilings.h"
#include "tests/unit/operands.h"
#include "tests/unit/unit.h"

extern const Workload workload_matmul, workload_transpose, workload_copy, workload_multiply_add,
    workload_add_min;

static const Workload *const workloads[] = {&workload_matmul, &workload_transpose, &workload_copy,
                                            &workload_multiply_add, &workload_add_min};
enum { WORKLOADS = COUNT_OF(workloads), MAX_N = 100 };

static const size_t sizes[] = {1, 2, 3, 31, 33, 65, 100};
enum { SIZES = COUNT_OF(sizes) };

static int32_t a[MAX_N * MAX_N], b[MAX_N * MAX_N], out[MAX_N * MAX_N];
static float real_a[MAX_N * MAX_N], real_b[MAX_N * MAX_N], real_out[MAX_N * MAX_N];
static const Input input = {.seed = 11};
static Accuracy accuracy;

static int judge(const Workload *workload, size_t n, ElementType type)
{
    Point point = square_point(n, type);
    const Computed integers = {&point, &input, 0, {a, b}, out},
                   reals = {&point, &input, 0, {real_a, real_b}, real_out};
    return workload->verify(type == TYPE_INT32 ? &integers : &reals, &accuracy, &error);
}

static void fill(const Workload *workload, size_t n, ElementType type)
{
    Point point = square_point(n, type);
    bool integers = type == TYPE_INT32;
    void *first = integers ? (void *)a : (void *)real_a, *second = integers ? (void *)b : (void *)real_b;
    assert_ok(matrix_fill_inputs(workload, &point, &input, 0, (void *[MOST_INPUTS]){first, second}, &error));
}

/* ---- all workloads ---- */

TEST(inputs_come_from_their_own_streams)
{
    for (size_t w = 0; w < WORKLOADS; w++) {
        for (size_t index = 0; index < 3; index++) {
            Point point = square_point(33, TYPE_INT32);
            memset(b, 0, sizeof b);
            void *second = workloads[w]->inputs == 2 ? b : NULL;
            assert_ok(matrix_fill_inputs(workloads[w], &point, &input, index,
                                         (void *[MOST_INPUTS]){a, second}, &error));
            for (size_t i = 0; i < 33 * 33; i++) {
                assert_int_equal(a[i], random_int32(random_bits(random_stream(11, 2 * index), i)));
                int32_t expected =
                    second != NULL ? random_int32(random_bits(random_stream(11, 2 * index + 1), i)) : 0;
                assert_int_equal(b[i], expected);
            }
        }
    }
}

TEST(costs_are_those_of_the_definition)
{
    const struct {
        const Workload *workload;
        ElementType type;
        double work; /* at n 1000 */
        const char *unit;
    } costs[] = {
        {&workload_matmul, TYPE_FLOAT32, 2e9, "GFLOP/s"},
        {&workload_matmul, TYPE_INT32, 2e9, "GOP/s"},
        {&workload_matmul, TYPE_FLOAT64, 2e9, "GFLOP/s"},
        {&workload_transpose, TYPE_FLOAT32, 8e6, "GB/s"},
        {&workload_transpose, TYPE_INT32, 8e6, "GB/s"},
        {&workload_transpose, TYPE_FLOAT64, 16e6, "GB/s"},
        {&workload_copy, TYPE_FLOAT32, 8e6, "GB/s"},
        {&workload_multiply_add, TYPE_FLOAT32, 2e9, "GFLOP/s"},
        {&workload_multiply_add, TYPE_INT32, 2e9, "GOP/s"},
        {&workload_add_min, TYPE_INT32, 1e9, "Grelax/s"},
    };
    for (size_t c = 0; c < COUNT_OF(costs); c++) {
        const Workload *workload = costs[c].workload;
        Point point = square_point(1000, costs[c].type);
        assert_true(workload->work(&point) == costs[c].work);
        assert_string_equal(workload->rate_unit(costs[c].type), costs[c].unit);
        point.matrices = 3;
        point.iterations = 5;
        assert_true(workload->work(&point) == 15 * costs[c].work);
        point = square_point(100000, costs[c].type); /* n^2 and n^3 overflow 32 bits */
        assert_true(workload->work(&point) == costs[c].work * (costs[c].work < 1e9 ? 1e4 : 1e6));
    }
}

TEST(ceilings_name_one_another)
{
    assert_string_equal(workload_matmul.ceiling, "multiply_add");
    assert_string_equal(workload_transpose.ceiling, "copy");
    for (size_t w = 2; w < WORKLOADS; w++) {
        assert_null(workloads[w]->ceiling);
    }
    for (size_t w = 0; w < WORKLOADS; w++) {
        assert_true(workloads[w]->types & TYPE_BIT(workloads[w]->default_type));
        assert_false(workloads[w]->in_place || workloads[w]->takes_graph);
    }
}

/* ---- verification ---- */

/* `steps` steps of add_min by definition. */
static void step_add_min(size_t n, size_t steps)
{
    int32_t weight = a[n > 1 ? 2 : 0] & 0xff, limit = a[n > 1 ? 1 : 0] >> 2;
    for (size_t i = 0; i < n * n; i++) {
        out[i] = a[i] >> 2;
        for (size_t k = 0; k < steps; k++) {
            out[i] = out[i] + weight < limit ? out[i] + weight : limit;
        }
    }
}

TEST(add_min_is_judged)
{
    for (size_t s = 0; s < SIZES; s++) {
        size_t n = sizes[s];
        fill(&workload_add_min, n, TYPE_INT32);
        step_add_min(n, n);
        assert_int_equal(judge(&workload_add_min, n, TYPE_INT32), 0);
        out[n * n / 2] ^= 1;
        assert_wrong(judge(&workload_add_min, n, TYPE_INT32), "element (");
        matrix_poison(out, (Extent){n, n}, TYPE_INT32);
        assert_int_equal(judge(&workload_add_min, n, TYPE_INT32), 1);
    }
    fill(&workload_add_min, 31, TYPE_INT32);
    a[1] = INT32_MAX; /* limit never reached, */
    a[2] = 255;
    step_add_min(31, 31);
    assert_int_equal(judge(&workload_add_min, 31, TYPE_INT32), 0);
    step_add_min(31, 30); /* so that one missing step shows */
    assert_int_equal(judge(&workload_add_min, 31, TYPE_INT32), 1);
    a[1] = INT32_MIN; /* below every start */
    step_add_min(31, 31);
    assert_int_equal(judge(&workload_add_min, 31, TYPE_INT32), 0);
}

/* `steps` steps of multiply_add by definition; fused or with two roundings. */
static void step_multiply_add(size_t n, size_t steps, bool fused)
{
    uint32_t factor = (uint32_t)a[0] | 1, addend = (uint32_t)a[n > 1 ? 1 : 0];
    float m = real_a[0], c = real_a[n > 1 ? 1 : 0];
    for (size_t i = 0; i < n * n; i++) {
        uint32_t x = (uint32_t)a[i];
        float real = real_a[i];
        for (size_t k = 0; k < steps; k++) {
            x = x * factor + addend;
            volatile float product = real * m; /* rounded, even if the compiler contracts */
            real = fused ? fmaf(real, m, c) : product + c;
        }
        out[i] = (int32_t)x;
        real_out[i] = real;
    }
}

TEST(multiply_add_is_judged)
{
    for (size_t s = 0; s < SIZES; s++) {
        size_t n = sizes[s];
        fill(&workload_multiply_add, n, TYPE_INT32);
        fill(&workload_multiply_add, n, TYPE_FLOAT32);
        step_multiply_add(n, n, true);
        assert_int_equal(judge(&workload_multiply_add, n, TYPE_INT32), 0);
        assert_int_equal(judge(&workload_multiply_add, n, TYPE_FLOAT32), 0);
        step_multiply_add(n, n, false);
        assert_int_equal(judge(&workload_multiply_add, n, TYPE_FLOAT32), 0);
        real_out[n * n / 2] += 0.001f;
        assert_int_equal(judge(&workload_multiply_add, n, TYPE_FLOAT32), 1);
        real_out[n * n / 2] = NAN;
        assert_int_equal(judge(&workload_multiply_add, n, TYPE_FLOAT32), 1);
        matrix_poison(real_out, (Extent){n, n}, TYPE_FLOAT32);
        assert_wrong(judge(&workload_multiply_add, n, TYPE_FLOAT32), "never written");
        out[n * n / 2] ^= INT32_MIN;
        assert_int_equal(judge(&workload_multiply_add, n, TYPE_INT32), 1);
        step_multiply_add(n, n - 1, true);
        assert_int_equal(judge(&workload_multiply_add, n, TYPE_INT32), 1);
    }
}

/* Factors and addends at the edges of the type, fused and with two roundings. An error of `lower`, as of less
 * precision, is wrong; so is a step less far from the fixed point, where steps count. */
#define EDGES(name, NAME, Real, fused_add, unit, lower)                                                      \
    TEST(multiply_add_bounds_of_##name##_hold_at_the_edges)                                                  \
    {                                                                                                        \
        enum { N = 65 };                                                                                     \
        static Real from[N * N], to[N * N];                                                                  \
        const Real factors[] = {1 - unit, -1, -1 + unit, (Real)0.999, (Real)-0.999, (Real)0.5, unit, 0};     \
        const Real addends[] = {0, 1 - unit, -1, unit, (Real)0.3};                                           \
        const Point point = square_point(N, TYPE_##NAME);                                                    \
        const Computed result = {&point, &input, 0, {from}, to};                                             \
        matrix_fill(from, (Extent){N, N}, TYPE_##NAME, 1);                                                   \
        for (size_t i = 0; i < 3 * COUNT_OF(factors) * COUNT_OF(addends); i++) {                             \
            const Real m = factors[i / 3 % COUNT_OF(factors)], c = addends[i / 3 / COUNT_OF(factors)];       \
            const bool fused = i % 3 > 0, short_of_one = i % 3 == 2;                                         \
            from[0] = m;                                                                                     \
            from[1] = c;                                                                                     \
            for (size_t at = 0; at < N * N; at++) {                                                          \
                to[at] = from[at];                                                                           \
                for (size_t step = short_of_one; step < N; step++) {                                         \
                    volatile Real product = to[at] * m; /* rounded, even if the compiler contracts */        \
                    to[at] = fused ? fused_add(to[at], m, c) : product + c;                                  \
                }                                                                                            \
            }                                                                                                \
            if (!short_of_one) {                                                                             \
                assert_ok(workload_multiply_add.verify(&result, &accuracy, &error));                         \
                assert_int_equal(accuracy.precision, PRECISION_##NAME);                                      \
                to[7] += lower;                                                                              \
            }                                                                                                \
            if (!short_of_one || (m > (Real)0.99 && fabs((double)c) > 0.1)) {                                \
                assert_wrong(workload_multiply_add.verify(&result, &accuracy, &error), "");                  \
            }                                                                                                \
        }                                                                                                    \
        to[0] = (Real)NAN;                                                                                   \
        assert_wrong(workload_multiply_add.verify(&result, &accuracy, &error), "");                          \
    }
EDGES(float32, FLOAT32, float, fmaf, 0x1p-23f, 0.01f)
EDGES(float64, FLOAT64, double, fma, 0x1p-52, 0x1p-24)

TEST(only_what_rounds_has_an_error)
{
    const size_t n = 33;
    fill(&workload_multiply_add, n, TYPE_FLOAT32);
    fill(&workload_multiply_add, n, TYPE_INT32);
    step_multiply_add(n, n, true);
    assert_int_equal(judge(&workload_multiply_add, n, TYPE_FLOAT32), 0);
    assert_int_equal(accuracy.precision, PRECISION_FLOAT32);
    assert_true(accuracy.relative > 0 && accuracy.relative < 1e-6 && accuracy.units > 0);
    assert_int_equal(judge(&workload_multiply_add, n, TYPE_INT32), 0);
    assert_int_equal(accuracy.precision, PRECISION_EXACT);
    assert_true(isnan(accuracy.relative) && isnan(accuracy.units));
    memcpy(real_out, real_a, sizeof real_out);
    accuracy = (Accuracy){1, 1, PRECISION_TF32};
    assert_int_equal(judge(&workload_copy, n, TYPE_FLOAT32), 0);
    assert_int_equal(accuracy.precision, PRECISION_EXACT);
    assert_true(isnan(accuracy.relative) && isnan(accuracy.units));
}

TEST(parameters_are_as_described)
{
    const int32_t integers[] = {-4, -9, 0x1234, 8};
    assert_true(ceilings_factor_int32(integers) == (uint32_t)-3);
    assert_true(ceilings_addend_int32(integers, 2) == (uint32_t)-9);
    assert_int_equal(ceilings_weight(integers, 2), 0x34);
    assert_int_equal(ceilings_limit(integers, 2), -3); /* -9 / 4 rounded down */
    assert_true(ceilings_addend_int32(integers, 1) == (uint32_t)-4);
    assert_int_equal(ceilings_weight(integers, 1), 0xfc);
    assert_int_equal(ceilings_limit(integers, 1), -1);
    const float reals[] = {0.5f, 0.25f, 0, 0};
    assert_true(ceilings_factor_float32(reals) == 0.5f);
    assert_true(ceilings_addend_float32(reals, 2) == 0.25f);
    assert_true(ceilings_addend_float32(reals, 1) == 0.5f);
}
