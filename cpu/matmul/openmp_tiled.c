/* matmul cpu/openmp_tiled: the patches of cpu/tiled, shared out among threads.
 *
 * Every patch of the result is computed by one thread, which reads a band of A and a band
 * of B through its own cache. They ask memory for `tile` times less than those of cpu/openmp_ikj,
 * so they keep speeding up where those wait for memory. The schedule hands out patches:
 * few and large ones leave threads idle at the end, so (n / tile) squared should be
 * several times the number of threads.
 * Source: Lam, Rothberg, Wolf: The cache performance of blocked algorithms, 1991. */
#include "cpu/matmul/cache_tile.h"
#include "cpu/threads.h"

static int run(const Task *task)
{
    size_t count = cache_tiles(task);
#pragma omp parallel for collapse(2) schedule(runtime)
    for (size_t row = 0; row < count; row++) {
        for (size_t column = 0; column < count; column++) {
            cache_tile(task, row, column);
        }
    }
    return 0;
}

const Variant variant_cpu_matmul_openmp_tiled = {
    .workload = "matmul",
    .name = "cpu/openmp_tiled",
    .idea = "the patches of cpu/tiled shared out among OpenMP threads",
    .source = "Lam, Rothberg, Wolf 1991",
    .after = "cpu/tiled",
    .types = INT32 | FLOAT32,
    .axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_TILE,
    .tile = 128,
    .missing = openmp_missing,
    .run = run,
};
