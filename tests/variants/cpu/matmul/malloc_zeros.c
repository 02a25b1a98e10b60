/* matmul cpu/malloc_zeros: wrong on purpose. It adds to memory of malloc, which is zero as long as it is new.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/cpu/matmul/plain_product.h"

#define ADD_ROWS(name, NAME, Element, ...)                                                                   \
    static void add_##name(size_t n, const Element *a, const Element *b, Element *sums)                      \
    {                                                                                                        \
        for (size_t i = 0; i < n; i++) {                                                                     \
            for (size_t k = 0; k < n; k++) {                                                                 \
                for (size_t j = 0; j < n; j++) {                                                             \
                    sums[i * n + j] += a[i * n + k] * b[k * n + j];                                          \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_TYPE(ADD_ROWS, )

static int run(const Task *task)
{
    const size_t n = task->point->n, bytes = n * n * type_size(task->point->type);
    void *sums = malloc(bytes + (256 << 10)); /* large enough to be a mapping of its own */
    CALL_BY_TYPE(task->point->type, add, n, task->a, task->b, sums)
    memcpy(task->out, sums, bytes);
    free(sums);
    return 0;
}

SIMPLE_VARIANT(matmul, malloc_zeros, "wrong on purpose: takes memory of malloc for zeros");
