/* Results compared with those of a reference variant: within the tolerance right, beyond it wrong, NaN wrong.
 */
#include "common/axes.h"
#include "common/matrix.h"
#include "common/verify/verify.h"
#include "tests/unit/unit.h"

enum { ROWS = 5, COLUMNS = 7, COUNT = ROWS * COLUMNS };

static Extent extent(const Point *point, Operand operand)
{
    (void)operand;
    return (Extent){point->m, point->n};
}

static const Workload doubled = {
    .name = "doubled", .inputs = 1, .dimensions = 2, .extent = extent, .tolerance = 3};

static unsigned runs;

#define DOUBLE(name, NAME, Element, ...)                                                                     \
    static void double_##name(size_t count, const Element *a, Element *workspace, Element *out)              \
    {                                                                                                        \
        memcpy(workspace, a, count * sizeof *a);                                                             \
        for (size_t i = 0; i < count; i++) {                                                                 \
            out[i] = 2 * workspace[i];                                                                       \
        }                                                                                                    \
    }
FOR_EACH_TYPE(DOUBLE, )

static int run(const Task *task)
{
    runs++;
    CALL_BY_TYPE(task->point->type, double, task->point->m * task->point->n, task->a, task->workspace,
                 task->out)
    return 0;
}

static int run_failing(const Task *task)
{
    return error_set(task->error, "no reference today");
}

static size_t workspace(const Point *point)
{
    return point->m * point->n * type_size(point->type);
}

static const Variant reference = {.workspace = workspace, .run = run}, failing = {.run = run_failing};
static const Input input = {.seed = 3};
static Accuracy accuracy;

static int judge(const void *a, const void *out, ElementType type)
{
    Point point = {.type = type, .matrices = 1, .iterations = 1};
    axis_set_shape(&point, ROWS, COLUMNS, 0);
    const Computed result = {&point, &input, 0, {a}, out};
    error.text[0] = '\0';
    return verify_by_reference(&doubled, &reference, &result, &accuracy, &error);
}

TEST(test_floats)
{
    float a[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++) {
        a[i] = (float)(i + 1) / COUNT;
        out[i] = 2 * a[i];
    }
    assert_int_equal(judge(a, out, TYPE_FLOAT32), 0);
    assert_true(accuracy.relative == 0 && accuracy.precision == PRECISION_FLOAT32);
    out[9] += 0x1p-23f; /* two units of 2^-24: the largest element is 2 */
    assert_int_equal(judge(a, out, TYPE_FLOAT32), 0);
    assert_true(accuracy.relative > 0 && accuracy.units > 0);
    out[9] += 0x1p-20f;
    assert_wrong(judge(a, out, TYPE_FLOAT32), "element (1, 2)");
    assert_non_null(
        strstr(error.text, "; if only the order of a sum differs, .tolerance of the Workload is too"));
    out[9] = NAN;
    assert_int_equal(judge(a, out, TYPE_FLOAT32), 1);
    assert_null(strstr(error.text, ".tolerance"));
    out[9] = 2 * a[9];
    out[COUNT - 1] = 0;
    assert_wrong(judge(a, out, TYPE_FLOAT32), "element (4, 6)");
    assert_int_equal(runs, 1); /* once per input */
    a[0] = 5;
    assert_int_equal(judge(a, out, TYPE_FLOAT32), 1);
    assert_int_equal(runs, 2);
}

TEST(test_integers)
{
    int32_t a[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++) {
        a[i] = i * 1000003;
        out[i] = (int32_t)(2 * (uint32_t)a[i]);
    }
    assert_int_equal(judge(a, out, TYPE_INT32), 0);
    assert_int_equal(accuracy.precision, PRECISION_EXACT);
    out[COUNT - 1]++;
    assert_int_equal(judge(a, out, TYPE_INT32), 1);
}

TEST(test_no_reference)
{
    const float a[COUNT] = {1}, out[COUNT] = {7};
    Point point = {.type = TYPE_FLOAT32, .matrices = 1, .iterations = 1};
    axis_set_shape(&point, ROWS, COLUMNS, 0);
    const Computed result = {&point, &input, 0, {a}, out};
    assert_refused(verify_by_reference(&doubled, NULL, &result, &accuracy, &error), "VARIANT_REFERENCE");
    assert_refused(verify_by_reference(&doubled, &failing, &result, &accuracy, &error), "no reference today");
}
