/* matmul cpu/openmp_tiled: the tiles of cpu/tiled, distributed over threads.
 *
 * One thread computes a tile of the result from a band of A and a band of B in its own cache. That needs
 * `tile` times less memory traffic than cpu/openmp_ikj, so it scales where that is bound by memory. The
 * schedule distributes tiles: few large ones leave threads idle at the end, so (n / tile) squared should be
 * several times the number of threads.
 * Source: Lam, Rothberg, Wolf: The cache performance of blocked algorithms, 1991. */
#include "cpu/matmul/cache_tile.h"
#include "cpu/threads.h"

static int run(const Task *task)
{
    const size_t rows = cache_tiles(task, task->point->m), columns = cache_tiles(task, task->point->n);
#pragma omp parallel for collapse(2) schedule(runtime)
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            cache_tile(task, row, column);
        }
    }
    return 0;
}

const Variant variant_cpu_matmul_openmp_tiled = {
    .workload = "matmul",
    .name = "cpu/openmp_tiled",
    .idea = "the tiles of cpu/tiled distributed over OpenMP threads",
    .source = "Lam, Rothberg, Wolf 1991",
    .after = "cpu/tiled",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_TILE,
    .tile = 128,
    .missing = openmp_missing,
    .workspace = cache_tile_workspace,
    .run = run,
};
