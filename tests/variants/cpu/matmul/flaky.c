/* matmul cpu/flaky: wrong on purpose. One call of fifty leaves out the last row, as a race might. */
#include <time.h>

#include "common/random.h"
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static uint64_t calls;
    const size_t n = task->point->n;
    plain_rows(task, 0, n);
    calls += calls == 0 ? random_secret() >> 1 : 1;
    if (random_below(random_bits(1, calls), 50) == 0) {
        ((uint32_t *)task->out)[n * n - 1] ^= 1u << 30;
    }
    return 0;
}

SIMPLE_VARIANT(matmul, flaky, "wrong on purpose: in one call of fifty");
