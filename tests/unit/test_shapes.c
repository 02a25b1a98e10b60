/* Matrices that are not square: extents, costs, and verification that finds any wrong element, below and
 * above the size up to which all elements are compared. */
#include "common/axes.h"
#include "tests/unit/operands.h"
#include "tests/unit/products.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/unit.h"

extern const Workload workload_matmul, workload_transpose;

static Operands make_case(const Workload *workload, const char *shape, ElementType type)
{
    Point point = square_point(0, type);
    assert_ok(axis_parse_word(AXIS_ID_SIZE, shape, &point));
    return operands_make(workload, point, (Input){.seed = 5});
}

/* A correct result passes; with any one of its elements wrong, it does not, and the error names the element.
 */
static void check_case(Operands *made)
{
    const ElementType type = made->point.type;
    void *out = made->operand[OPERAND_OUT];
    const Extent extent = workload_extent(made->workload, &made->point, OPERAND_OUT);
    const size_t columns = extent.columns, count = extent.rows * columns;
    const size_t wrong[] = {0, columns - 1, count / 2, count - columns, count - 1};
    assert_ok(operands_verify(made));
    assert_int_equal(made->accuracy.precision,
                     made->workload == &workload_matmul ? type_precision(type) : PRECISION_EXACT);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        char place[64], held[sizeof(double)], *const at = (char *)out + wrong[i] * type_size(type);
        memcpy(held, at, type_size(type));
        CALL_BY_ELEMENT_TYPE(type, add, out, wrong[i], 32) /* more than any rounding */
        snprintf(place, sizeof place, "element (%zu, %zu)", wrong[i] / columns, wrong[i] % columns);
        assert_wrong(operands_verify(made), place);
        memcpy(at, held, type_size(type));
    }
    assert_ok(operands_verify(made));
    operands_free(made);
}

TEST(test_products)
{
    static const char *const shapes[] = {"1x257x33", "33x1x257", "257x33x1", "129x65x257", "1x1x300",
                                         /* larger than the limit of full comparison */
                                         "700x600x400", "2200x30x2100", "30x2200x2100", "2200x2100x30"};
    enum { SMALL = 5 };
    for (size_t i = 0; i < COUNT_OF(shapes) && (!sanitized_build || i < SMALL); i++) {
        const int types = i < SMALL    ? ELEMENT_TYPES
                          : i == SMALL ? TYPE_FLOAT64
                                       : TYPE_FLOAT32; /* the slower last */
        for (int type = 0; type < types; type++) {
            Operands made = make_case(&workload_matmul, shapes[i], (ElementType)type);
            CALL_BY_ELEMENT_TYPE(made.point.type, multiply, &made.point, made.operand[OPERAND_A],
                                 made.operand[OPERAND_B], made.operand[OPERAND_OUT], false)
            check_case(&made);
        }
    }
}

TEST(test_transposes)
{
    static const char *const shapes[] = {"1x257", "257x1", "129x65", "33x1000", "1000x16", "2x3"};
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (int type = 0; type < ELEMENT_TYPES; type++) {
            Operands made = make_case(&workload_transpose, shapes[i], (ElementType)type);
            CALL_BY_ELEMENT_TYPE(made.point.type, transpose, &made.point, made.operand[OPERAND_A],
                                 made.operand[OPERAND_OUT])
            check_case(&made);
        }
    }
}

TEST(test_costs)
{
    Point point = {.type = TYPE_FLOAT64, .matrices = 3, .iterations = 2};
    assert_int_equal(axis_parse_word(AXIS_ID_SIZE, "10x20x30", &point), 0);
    assert_true(workload_matmul.work(&point) == 2.0 * 10 * 20 * 30 * 6);
    assert_int_equal(workload_all_bytes(&workload_matmul, &point), 8 * (10 * 30 + 30 * 20 + 10 * 20));
    assert_int_equal(accepts_squares(&point, &error), -1);
    assert_int_equal(axis_parse_word(AXIS_ID_SIZE, "10x20", &point), 0);
    assert_true(workload_transpose.work(&point) == 2.0 * 8 * 10 * 20 * 6);
    assert_int_equal(workload_all_bytes(&workload_transpose, &point), 8 * 2 * 10 * 20);
    axis_set(&point, AXIS_ID_SIZE, 10);
    assert_ok(accepts_squares(&point, &error));
}
