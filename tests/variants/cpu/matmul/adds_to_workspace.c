/* matmul cpu/adds_to_workspace: wrong on purpose. It sums each row in its workspace without clearing it
 * first, which is correct where that memory happens to be zero. */
#include <string.h>

#include "tests/variants/variant.h"

#define SUM_ROWS(name, NAME, Element, ...)                                                                   \
    static void sum_rows_##name(size_t n, const Element *a, const Element *b, Element *out, Element *row)    \
    {                                                                                                        \
        for (size_t i = 0; i < n; i++) {                                                                     \
            for (size_t k = 0; k < n; k++) {                                                                 \
                for (size_t j = 0; j < n; j++) {                                                             \
                    row[j] += a[i * n + k] * b[k * n + j];                                                   \
                }                                                                                            \
            }                                                                                                \
            memcpy(out + i * n, row, n * sizeof *row);                                                       \
            memset(row, 0, n * sizeof *row); /* for the next row, and for the next call */                   \
        }                                                                                                    \
    }
FOR_EACH_TYPE(SUM_ROWS, )

static size_t workspace(const Point *point)
{
    return point->n * type_size(point->type);
}

static int run(const Task *task)
{
    CALL_BY_TYPE(task->point->type, sum_rows, task->point->n, task->a, task->b, task->out, task->workspace)
    return 0;
}

TEST_VARIANT(cpu, matmul, adds_to_workspace,
             .idea = "wrong on purpose: adds onto its workspace as if it were zero",
             .types = INT32 | FLOAT32 | FLOAT64, .workspace = workspace);
