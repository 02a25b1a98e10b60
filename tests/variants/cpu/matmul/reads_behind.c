/* matmul cpu/reads_behind: wrong on purpose. It reads one element after A. If A ends at the end of its page
 * that faults; otherwise the element is a canary, and 0 times it is not 0. */
#include "tests/variants/cpu/matmul/plain_product.h"

#define ADD_BEHIND(name, NAME, Element, ...)                                                                 \
    static void add_behind_##name(size_t n, const volatile Element *a, Element *out)                         \
    {                                                                                                        \
        out[0] += 0 * a[n * n];                                                                              \
    }
FOR_EACH_TYPE(ADD_BEHIND, )

static int run(const Task *task)
{
    size_t n = task->point->n;
    plain_rows(task, 0, n);
    CALL_BY_TYPE(task->point->type, add_behind, n, task->a, task->out)
    return 0;
}

TEST_VARIANT(cpu, matmul, reads_behind, .idea = "wrong on purpose: reads one element after A",
             .types = FLOAT32 | FLOAT64);
