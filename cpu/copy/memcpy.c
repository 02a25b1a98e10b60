/* copy cpu/memcpy: the C library's copy, a part of the matrix for each thread.
 *
 * The plainest way to move bytes, and the mark for every workload that only moves them. For large
 * parts the C library turns to stores that pass by the caches, from a size on that it
 * works out of their size; below that, a store first reads the line that it will overwrite, so three
 * bytes travel for every two that count. */
#include <string.h>

#include "common/size.h"
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
    .types = INT32 | FLOAT32,
    .axes = AXIS_OPENMP_THREADS,
    .run = run,
};
