/* matmul cpu/fixed_point: wrong on purpose. It computes in fixed point, which is exact enough for magnitudes
 * below 1. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int64_t fixed(float value)
{
    return (int64_t)(int32_t)(uint32_t)(int64_t)((double)value * 0x1p30);
}

static int run(const Task *task)
{
    const size_t n = task->point->n;
    const float *a = task->a, *b = task->b;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += (double)(fixed(a[i * n + k]) * fixed(b[k * n + j]));
            }
            ((float *)task->out)[i * n + j] = (float)(sum * 0x1p-60);
        }
    }
    return 0;
}

TEST_VARIANT(cpu, matmul, fixed_point, .idea = "wrong on purpose: factors in fixed point", .types = FLOAT32);
