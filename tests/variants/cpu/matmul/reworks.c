/* matmul cpu/reworks: computes REWORK percent of the rows, an environment variable, twice. For compare: a
 * slowdown of that size, subject to noise like other work. Exact if n is a multiple of 100. */
#include <stdlib.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const char *percent = getenv("REWORK");
    size_t n = task->point->n, again = percent != NULL ? n * strtoul(percent, NULL, 10) / 100 : 0;
    plain_rows(task, 0, n);
    plain_rows(task, 0, again < n ? again : n);
    return 0;
}

SIMPLE_VARIANT(matmul, reworks, "right, computes REWORK percent of the rows twice");
