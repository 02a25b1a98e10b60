/* matmul cpu/openmp_tiled: the patches of cpu/tiled, shared out among threads.
 *
 * Every patch of the result is computed by one thread, which reads a band of A and a band
 * of B through its own cache. They ask memory for `tile` times less than those of cpu/openmp_ikj,
 * so they keep speeding up where those wait for memory. The schedule hands out patches:
 * few and large ones leave threads idle at the end, so (n / tile) squared should be
 * several times the number of threads.
 * Source: Lam, Rothberg, Wolf: The cache performance of blocked algorithms, 1991. */
#include "common/workload.h"
#include "cpu/threads.h"

/* One patch of the result, whose first element stands at (row, column). */
static void patch_float32(size_t n, size_t tile, size_t row, size_t column, const float *restrict a,
                          const float *restrict b, float *restrict out)
{
    size_t row_end = n - row < tile ? n : row + tile;
    size_t width = n - column < tile ? n - column : tile;
    for (size_t i = row; i < row_end; i++) {
        for (size_t j = 0; j < width; j++) {
            out[i * n + column + j] = 0;
        }
    }
    for (size_t depth = 0; depth < n; depth += tile) {
        size_t depth_end = n - depth < tile ? n : depth + tile;
        for (size_t i = row; i < row_end; i++) {
            float *out_row = out + i * n + column;
            for (size_t k = depth; k < depth_end; k++) {
                float factor = a[i * n + k];
                const float *b_row = b + k * n + column;
                for (size_t j = 0; j < width; j++) {
                    out_row[j] += factor * b_row[j];
                }
            }
        }
    }
}

static void patch_int32(size_t n, size_t tile, size_t row, size_t column, const uint32_t *restrict a,
                        const uint32_t *restrict b, uint32_t *restrict out)
{
    size_t row_end = n - row < tile ? n : row + tile;
    size_t width = n - column < tile ? n - column : tile;
    for (size_t i = row; i < row_end; i++) {
        for (size_t j = 0; j < width; j++) {
            out[i * n + column + j] = 0;
        }
    }
    for (size_t depth = 0; depth < n; depth += tile) {
        size_t depth_end = n - depth < tile ? n : depth + tile;
        for (size_t i = row; i < row_end; i++) {
            uint32_t *out_row = out + i * n + column;
            for (size_t k = depth; k < depth_end; k++) {
                uint32_t factor = a[i * n + k];
                const uint32_t *b_row = b + k * n + column;
                for (size_t j = 0; j < width; j++) {
                    out_row[j] += factor * b_row[j];
                }
            }
        }
    }
}

static int run(const Task *task)
{
    size_t n = task->point->n, tile = task->point->tile;
    size_t tiles = n / tile + (n % tile != 0);
#pragma omp parallel for collapse(2) schedule(runtime)
    for (size_t row = 0; row < tiles; row++) {
        for (size_t column = 0; column < tiles; column++) {
            if (task->point->type == TYPE_FLOAT32) {
                patch_float32(n, tile, row * tile, column * tile, task->a, task->b, task->out);
            } else {
                patch_int32(n, tile, row * tile, column * tile, task->a, task->b, task->out);
            }
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
