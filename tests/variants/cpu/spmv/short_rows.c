/* spmv cpu/short_rows: wrong on purpose. It reads at most 64 elements of a row. */
#include "tests/variants/variant.h"

static int run(const Task *task)
{
    const uint32_t *offset = task->a, *column = task->b;
    const double *value = task->c, *x = task->d;
    double *out = task->out;
    for (size_t i = 0; i < task->point->m; i++) {
        double sum = 0;
        for (size_t at = offset[i]; at < offset[i + 1] && at < offset[i] + 64; at++) {
            sum += value[at] * x[column[at]];
        }
        out[i] = sum;
    }
    return 0;
}

TEST_VARIANT(cpu, spmv, short_rows, .idea = "wrong on purpose: at most 64 elements a row", .types = FLOAT64);
