/* spmv cpu/no_empty_rows: wrong on purpose. It assumes that every row has an element. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    const uint32_t *offset = task->a, *column = task->b;
    const double *value = task->c, *x = task->d;
    double *out = task->out;
    for (size_t i = 0; i < task->point->m; i++) {
        size_t at = offset[i] < task->point->edges ? offset[i] : 0;
        double sum = task->point->edges > 0 ? value[at] * x[column[at]] : 0;
        while (++at < offset[i + 1]) {
            sum += value[at] * x[column[at]];
        }
        out[i] = sum;
    }
    return 0;
}

TEST_VARIANT(cpu, spmv, no_empty_rows, .idea = "wrong on purpose: assumes an element in each row",
             .types = FLOAT64);
