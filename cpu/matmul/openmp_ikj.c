/* matmul cpu/openmp_ikj: the rows of cpu/ikj, distributed over threads.
 *
 * Like cpu/openmp, with the loop order that runs along rows. A thread keeps its row of the result in its
 * first-level cache and streams B through it, so B is read once per row by all threads together. Shared
 * caches and memory bound the speedup earlier than that of cpu/openmp, which is bound by latency. */
#include "common/workload.h"
#include "cpu/threads.h"

static void row_float32(size_t n, size_t i, const float *restrict a, const float *restrict b,
                        float *restrict out)
{
    float *row = out + i * n;
    for (size_t j = 0; j < n; j++) {
        row[j] = 0;
    }
    for (size_t k = 0; k < n; k++) {
        float factor = a[i * n + k];
        for (size_t j = 0; j < n; j++) {
            row[j] += factor * b[k * n + j];
        }
    }
}

static void row_int32(size_t n, size_t i, const uint32_t *restrict a, const uint32_t *restrict b,
                      uint32_t *restrict out)
{
    uint32_t *row = out + i * n;
    for (size_t j = 0; j < n; j++) {
        row[j] = 0;
    }
    for (size_t k = 0; k < n; k++) {
        uint32_t factor = a[i * n + k];
        for (size_t j = 0; j < n; j++) {
            row[j] += factor * b[k * n + j];
        }
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

const Variant variant_cpu_matmul_openmp_ikj = {
    .workload = "matmul",
    .name = "cpu/openmp_ikj",
    .idea = "the rows of cpu/ikj distributed over OpenMP threads",
    .after = "cpu/ikj",
    .types = INT32 | FLOAT32,
    .axes = AXIS_THREADS | AXIS_SCHEDULE,
    .missing = openmp_missing,
    .run = run,
};
