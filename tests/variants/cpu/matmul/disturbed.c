/* matmul cpu/disturbed: right. Three of four calls whose whole result is poisoned take nine times as long,
 * as beside programs that evict the caches. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static unsigned calls;
    const size_t n = task->point->n;
    const uint32_t *words = task->out;
    for (int more = words[0] == words[n * n - 1] && ++calls % 4 != 0 ? 8 : 0; more > 0; more--) {
        plain_product(task);
    }
    return plain_product(task);
}

SIMPLE_VARIANT(matmul, disturbed, "right: slower where the whole result is poisoned, in three of four calls");
