/* matmul cpu/tiled: cpu/ikj inside cache tiles.
 *
 * The product is computed in tiles that fit the cache, so that each element from memory is used `tile` times;
 * cache_tile.h describes how, what bounds it and the choice of the tile.
 * Source: Lam, Rothberg, Wolf: The cache performance of blocked algorithms, 1991. */
#include "cpu/matmul/cache_tile.h"

static int run(const Task *task)
{
    const size_t rows = cache_tiles(task, task->point->m), columns = cache_tiles(task, task->point->n);
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            cache_tile(task, row, column);
        }
    }
    return 0;
}

const Variant variant_cpu_matmul_tiled = {
    .workload = "matmul",
    .name = "cpu/tiled",
    .idea = "cpu/ikj in cache tiles, so each element from memory is used tile times",
    .source = "Lam, Rothberg, Wolf 1991",
    .after = "cpu/ikj",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_TILE,
    .tile = 128,
    .workspace = cache_tile_workspace,
    .run = run,
};
