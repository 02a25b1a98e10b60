/* matmul cpu/naive: the definition, loops i, j, k.
 *
 * Each element of the result is the dot product of a row of A and a column of B. The
 * innermost loop walks down a column: every step jumps n elements, so it takes a new cache
 * line for four bytes of it, and once a column's lines outgrow the cache each of them is fetched
 * again for the next column. Bound by the latency of those loads and, for floats, of
 * the additions, which must be done one after the other.
 * Source: the baseline of report O. */
#include "common/workload.h"

static void product_float32(size_t n, const float *restrict a, const float *restrict b, float *restrict out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            float sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            out[i * n + j] = sum;
        }
    }
}

/* Unsigned, for integers wrap around and signed ones must not. */
static void product_int32(size_t n, const uint32_t *restrict a, const uint32_t *restrict b,
                          uint32_t *restrict out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            uint32_t sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            out[i * n + j] = sum;
        }
    }
}

static int run(const Task *task)
{
    size_t n = task->point->n;
    if (task->point->type == TYPE_FLOAT32) {
        product_float32(n, task->a, task->b, task->out);
    } else {
        product_int32(n, task->a, task->b, task->out);
    }
    return 0;
}

const Variant variant_cpu_matmul_naive = {
    .workload = "matmul",
    .name = "cpu/naive",
    .idea = "three loops i, j, k: the definition, which walks down the columns of B",
    .source = "report O, serial program",
    .types = INT32 | FLOAT32,
    .flags = VARIANT_REFERENCE,
    .run = run,
};
