/* transpose cpu/openmp_tiled: the tiles of cpu/tiled, distributed over threads.
 *
 * Each thread processes bands of tiles: `tile` whole rows of the result each, so that two threads rarely
 * write the same cache line. Every line moves once. Memory bandwidth bounds it, which a few threads saturate
 * on most machines. */
#include "common/workload.h"
#include "cpu/threads.h"
#include "cpu/word.h"

/* Computes the `tile` rows of out from `row` on, tile by tile. */
#define TRANSPOSE_BAND(bits, Bits)                                                                           \
    static void transpose_band_##bits(size_t m, size_t n, size_t tile, size_t row, const Bits *restrict in,  \
                                      Bits *restrict out)                                                    \
    {                                                                                                        \
        size_t row_end = n - row < tile ? n : row + tile;                                                    \
        for (size_t column = 0; column < m; column += tile) {                                                \
            size_t column_end = m - column < tile ? m : column + tile;                                       \
            for (size_t i = row; i < row_end; i++) {                                                         \
                for (size_t j = column; j < column_end; j++) {                                               \
                    out[i * m + j] = in[j * n + i];                                                          \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_WORD(TRANSPOSE_BAND)

static int run(const Task *task)
{
    const Point *point = task->point;
    const size_t tile = point->tile;
#pragma omp parallel for schedule(runtime)
    for (size_t row = 0; row < point->n; row += tile) {
        CALL_BY_WORD(point->type, transpose_band, point->m, point->n, tile, row, task->a, task->out)
    }
    return 0;
}

const Variant variant_cpu_transpose_openmp_tiled = {
    .workload = "transpose",
    .name = "cpu/openmp_tiled",
    .idea = "bands of cpu/tiled's tiles distributed over OpenMP threads",
    .after = "cpu/tiled",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_TILE,
    .tile = 16,
    .missing = openmp_missing,
    .run = run,
};
