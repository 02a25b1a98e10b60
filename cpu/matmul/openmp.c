/* matmul cpu/openmp: the rows of cpu/naive, distributed over threads.
 *
 * The rows of the result are independent, so threads compute them without synchronization. All threads read
 * all of B: each core's cache must hold the part in use, and memory bandwidth is shared. So where B exceeds
 * the caches, the speedup flattens before the processors are used up. The schedule assigns rows to threads;
 * static, equal parts fixed in advance, suits rows of equal cost.
 * Source: report O, OpenMP program. */
#include "common/workload.h"
#include "cpu/threads.h"

static void row_float32(size_t n, size_t i, const float *restrict a, const float *restrict b,
                        float *restrict out)
{
    for (size_t j = 0; j < n; j++) {
        float sum = 0;
        for (size_t k = 0; k < n; k++) {
            sum += a[i * n + k] * b[k * n + j];
        }
        out[i * n + j] = sum;
    }
}

static void row_int32(size_t n, size_t i, const uint32_t *restrict a, const uint32_t *restrict b,
                      uint32_t *restrict out)
{
    for (size_t j = 0; j < n; j++) {
        uint32_t sum = 0;
        for (size_t k = 0; k < n; k++) {
            sum += a[i * n + k] * b[k * n + j];
        }
        out[i * n + j] = sum;
    }
}

static int run(const Task *task)
{
    size_t n = task->point->n;
#pragma omp parallel for schedule(runtime)
    for (size_t i = 0; i < n; i++) {
        if (task->point->type == TYPE_FLOAT32) {
            row_float32(n, i, task->a, task->b, task->out);
        } else {
            row_int32(n, i, task->a, task->b, task->out);
        }
    }
    return 0;
}

const Variant variant_cpu_matmul_openmp = {
    .workload = "matmul",
    .name = "cpu/openmp",
    .idea = "the rows of cpu/naive distributed over OpenMP threads",
    .source = "report O, OpenMP program",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .run = run,
};
