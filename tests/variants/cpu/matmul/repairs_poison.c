/* matmul cpu/repairs_poison: wrong on purpose. It looks for poison in its result, and computes again only
 * that. */
#include "common/matrix.h"
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
    const float *a = task->a, *b = task->b;
    const uint32_t *words = task->out;
    float *out = task->out;
    size_t poisoned = 0;
    for (size_t i = 0; i < n * n; i++) {
        poisoned += words[i] == 0x7fc00b0bu;
    }
    if (poisoned > n * n / 2) {
        return plain_product(task);
    }
    for (size_t i = 0; i < n * n; i++) {
        if (words[i] == 0x7fc00b0bu) {
            float sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += a[i / n * n + k] * b[k * n + i % n];
            }
            out[i] = sum;
        }
    }
    return 0;
}

TEST_VARIANT(cpu, matmul, repairs_poison, .idea = "wrong on purpose: computes only what is poisoned",
             .types = FLOAT32);
