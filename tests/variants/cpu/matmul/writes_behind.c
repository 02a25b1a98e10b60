/* matmul cpu/writes_behind: wrong on purpose. It writes one element after its result, which is correct. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    plain_rows(task, 0, task->point->n);
    ((volatile float *)task->out)[point_matrix_bytes(task->point) / sizeof(float)] = 0.0f;
    return 0;
}

TEST_VARIANT(cpu, matmul, writes_behind, .idea = "wrong on purpose: writes one element after its result",
             .types = INT32 | FLOAT32 | FLOAT64);
