/* matmul cpu/repairs: wrong on purpose. It computes the whole result of a new sample only, and in the
 * repetitions the one row with the element that was poisoned before: the places used to follow a rule. */
#include "common/matrix.h"
#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    static size_t poisoned;
    const size_t n = task->point->n, count = n * n;
    const uint32_t *words = task->out, poison = type_poison(task->point->type);
    if (words[0] == poison && words[1] == poison) { /* a new sample */
        return plain_product(task);
    }
    size_t next = poisoned + count / 8 * 5 + 1;
    next -= next >= count ? count : 0;
    poisoned = words[next] == poison ? next : poisoned;
    plain_rows(task, 0, n / 4); /* so that its rate stays possible */
    plain_rows(task, poisoned / n, poisoned / n + 1);
    return 0;
}

SIMPLE_VARIANT(matmul, repairs, "wrong on purpose: repairs the element that it expects to be poisoned");
