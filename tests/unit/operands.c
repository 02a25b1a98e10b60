#include "tests/unit/operands.h"

#include "common/matrix.h"
#include "tests/unit/unit.h"

Point square_point(size_t n, ElementType type)
{
    return (Point){.m = n, .n = n, .k = n, .type = type, .threads = 1, .matrices = 1, .iterations = 1};
}

static void *allocate(size_t bytes)
{
    void *memory = matrix_alloc(bytes, &error);
    assert_non_null(memory);
    return memory;
}

Operands operands_make(const Workload *workload, Point point, Input input)
{
    Operands made = {.workload = workload, .point = point, .input = input};
    for (Operand i = OPERAND_A; i < OPERANDS; i++) {
        if (i < workload->inputs || i == OPERAND_OUT) {
            made.operand[i] = allocate(workload_bytes(workload, &point, i));
        }
    }
    matrix_poison(made.operand[OPERAND_OUT], workload_extent(workload, &point, OPERAND_OUT), point.type);
    void *const in_place[MOST_INPUTS] = {made.operand[OPERAND_OUT]};
    assert_ok(matrix_fill_inputs(workload, &point, &input, 0, workload->in_place ? in_place : made.operand,
                                 &error));
    return made;
}

void operands_free(Operands *made)
{
    for (Operand i = OPERAND_A; i < OPERANDS; i++) {
        matrix_free(made->operand[i], workload_bytes(made->workload, &made->point, i));
    }
}

void operands_run(Operands *made, const Variant *variant)
{
    void *const *operand = made->operand;
    const size_t bytes = variant->workspace != NULL ? variant->workspace(&made->point) : 0;
    Task task = {.point = &made->point,
                 .a = operand[OPERAND_A],
                 .b = operand[OPERAND_B],
                 .c = operand[OPERAND_C],
                 .d = operand[OPERAND_D],
                 .out = operand[OPERAND_OUT],
                 .workspace = bytes > 0 ? allocate(bytes) : NULL,
                 .error = &error};
    use_threads((int)made->point.threads);
    assert_true(variant->open == NULL || variant->open(&task) == 0);
    assert_ok(variant->run(&task));
    if (variant->close != NULL) {
        variant->close(&task);
    }
    matrix_free(task.workspace, bytes);
}

int operands_verify(Operands *made)
{
    Computed result = {.point = &made->point, .input = &made->input, .out = made->operand[OPERAND_OUT]};
    for (unsigned i = 0; i < made->workload->inputs; i++) {
        result.inputs[i] = made->operand[i];
    }
    error.text[0] = '\0';
    return made->workload->verify(&result, &made->accuracy, &error);
}

float operands_rounded(float value, int bits, bool cut)
{
    int exponent;
    double fraction = frexp((double)value, &exponent) * ldexp(1, bits);
    return (float)ldexp(cut ? trunc(fraction) : nearbyint(fraction), exponent - bits);
}
