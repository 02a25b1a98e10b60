/* matmul cpu/tf32_inputs: reduced. Its factors have the 11 bits of TF32, also of float64. */
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static double rounded(double value)
{
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    bits &= ~0x1fffu;
    memcpy(&narrow, &bits, sizeof bits);
    return narrow;
}

static int run(const Task *task)
{
    const Point *point = task->point;
    const double *a = task->a, *b = task->b;
    for (size_t i = 0; i < point->m; i++) {
        for (size_t j = 0; j < point->n; j++) {
            double sum = 0;
            for (size_t k = 0; k < point->k; k++) {
                sum += rounded(a[i * point->k + k]) * rounded(b[k * point->n + j]);
            }
            ((double *)task->out)[i * point->n + j] = sum;
        }
    }
    return 0;
}

TEST_VARIANT(cpu, matmul, tf32_inputs, .idea = "reduced: float64 from factors of 11 bits", .types = FLOAT64);
