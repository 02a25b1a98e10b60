/* transpose cpu/tiled: square tiles that fit the first-level cache.
 *
 * Within a tile, a cache line loaded for one element is still cached for its neighbors in the next columns,
 * so each line moves once. Larger tiles move longer runs of memory, smaller ones touch fewer lines at once.
 * Where n is a power of two, the lines of a column share a few sets of the cache. So 16, the elements of one
 * line, is the safe choice, and 32 or 64 are faster elsewhere. At best memory bandwidth bounds it, and one
 * load and one store per element. */
#include "common/workload.h"
#include "cpu/word.h"

#define TRANSPOSE(bits, Bits)                                                                                \
    static void transpose_##bits(size_t m, size_t n, size_t tile, const Bits *restrict in,                   \
                                 Bits *restrict out)                                                         \
    {                                                                                                        \
        for (size_t row = 0; row < n; row += tile) {                                                         \
            size_t row_end = n - row < tile ? n : row + tile;                                                \
            for (size_t column = 0; column < m; column += tile) {                                            \
                size_t column_end = m - column < tile ? m : column + tile;                                   \
                for (size_t i = row; i < row_end; i++) {                                                     \
                    for (size_t j = column; j < column_end; j++) {                                           \
                        out[i * m + j] = in[j * n + i];                                                      \
                    }                                                                                        \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_WORD(TRANSPOSE)

static int run(const Task *task)
{
    const Point *point = task->point;
    CALL_BY_WORD(point->type, transpose, point->m, point->n, point->tile, task->a, task->out)
    return 0;
}

const Variant variant_cpu_transpose_tiled = {
    .workload = "transpose",
    .name = "cpu/tiled",
    .idea = "square tiles that fit the first-level cache, so each cache line moves once",
    .after = "cpu/naive",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .axes = AXIS_TILE,
    .tile = 16,
    .run = run,
};
