/* copy cpu/memcpy: the C library's memcpy, one contiguous part per thread.
 *
 * The simplest way to move bytes, and the reference for every workload that only moves them. For large parts
 * the C library uses non-temporal stores, from a threshold that it derives from cache sizes. Below it, a
 * store first reads the line that it overwrites, so three bytes move for every two that count. */
#include <string.h>

#include "common/workload.h"
#include "cpu/threads.h"

static int run(const Task *task)
{
    size_t bytes = point_matrix_bytes(task->point);
#pragma omp parallel
    {
        Range share = thread_range(bytes, 64);
        memcpy((char *)task->out + share.first, (const char *)task->a + share.first, share.count);
    }
    return 0;
}

const Variant variant_cpu_copy_memcpy = {
    .workload = "copy",
    .name = "cpu/memcpy",
    .idea = "the C library's memcpy, a contiguous part for each thread",
    .source = "the C library",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_OPENMP_THREADS,
    .run = run,
};
