/* matmul cpu/wrong_element: wrong on purpose. A single wrong element of n x n must be detected. */
#include "tests/variants/cpu/matmul/plain_product.h"

#define ADD_ONE(name, NAME, Element, ...)                                                                    \
    static void add_one_##name(Element *out, size_t at)                                                      \
    {                                                                                                        \
        out[at] += 1;                                                                                        \
    }
FOR_EACH_TYPE(ADD_ONE, )

static int run(const Task *task)
{
    size_t n = task->point->n;
    plain_rows(task, 0, n);
    size_t at = n * n - 1;
    CALL_BY_TYPE(task->point->type, add_one, task->out, at)
    return 0;
}

TEST_VARIANT(cpu, matmul, wrong_element,
             .idea = "wrong on purpose: one element of a right product is off by one",
             .types = INT32 | FLOAT32 | FLOAT64);
