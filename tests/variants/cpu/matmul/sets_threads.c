/* matmul cpu/sets_threads: wrong on purpose. It sets the number of threads of OpenMP
 * itself, as if it ran alone. */
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_set_num_threads(count)
#endif

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const size_t n = task->point->n;
    omp_set_num_threads(2);
#pragma omp parallel for
    for (size_t half = 0; half < 2; half++) {
        plain_rows(task, half * n / 2, (half + 1) * n / 2);
    }
    return 0;
}

SIMPLE_VARIANT(matmul, sets_threads, "wrong on purpose: sets the number of threads");
