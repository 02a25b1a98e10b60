/* One cache tile of the product: shared by cpu/tiled and cpu/openmp_tiled.
 *
 * The product is divided into tile x tile tiles. A tile of the result, one of A and one of B stay in the
 * cache while they are used, so each element from memory is used `tile` times, not once: memory traffic falls
 * by that factor. Three tiles should fit the second-level cache (128 x 128 of 4 bytes are 64 KiB each) and a
 * row of one the first. Small tiles are slow: each step of k adds to the row that the previous step has just
 * stored, so a row must be long enough for those stores to complete. The loop still loads and stores the
 * result for every multiply-add, which bounds it far below the ceiling.
 * Limit: where n is a power of two the rows of a tile map to few sets of the cache.
 * Source: Lam, Rothberg, Wolf: The cache performance of blocked algorithms, 1991. */
#pragma once

#include "common/float16.h"
#include "common/size.h"
#include "common/workload.h"

/* For each element type; from the row and column of the tile's first element. Integers are unsigned, because
 * they wrap. Sums of 16-bit elements are float32, in the workspace, and rounded at the end; others are in
 * `out`. */
#define CACHE_TILE(name, NAME, Element, ...)                                                                 \
    static inline void cache_tile_##name(const Point *point, size_t row, size_t column,                      \
                                         const Element *restrict a, const Element *restrict b,               \
                                         Element *restrict out, void *workspace)                             \
    {                                                                                                        \
        typedef __typeof__(load_##name(*a)) Sum;                                                             \
        Sum *restrict sums = sizeof(Sum) > sizeof(Element) ? workspace : (void *)out;                        \
        const size_t m = point->m, n = point->n, most = point->k, tile = point->tile;                        \
        size_t row_end = m - row < tile ? m : row + tile;                                                    \
        size_t width = n - column < tile ? n - column : tile;                                                \
        for (size_t i = row; i < row_end; i++) {                                                             \
            for (size_t j = 0; j < width; j++) {                                                             \
                sums[i * n + column + j] = 0;                                                                \
            }                                                                                                \
        }                                                                                                    \
        for (size_t depth = 0; depth < most; depth += tile) {                                                \
            size_t depth_end = most - depth < tile ? most : depth + tile;                                    \
            for (size_t i = row; i < row_end; i++) {                                                         \
                Sum *out_row = sums + i * n + column;                                                        \
                for (size_t k = depth; k < depth_end; k++) {                                                 \
                    Sum factor = load_##name(a[i * most + k]);                                               \
                    const Element *b_row = b + k * n + column;                                               \
                    for (size_t j = 0; j < width; j++) {                                                     \
                        out_row[j] += factor * load_##name(b_row[j]);                                        \
                    }                                                                                        \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        for (size_t i = row; i < row_end && sizeof(Sum) > sizeof(Element); i++) {                            \
            for (size_t j = column; j < column + width; j++) {                                               \
                out[i * n + j] = store_##name(sums[i * n + j]);                                              \
            }                                                                                                \
        }                                                                                                    \
    }
FOR_EACH_ELEMENT_TYPE(CACHE_TILE, )

/* For Variant.workspace. */
static inline size_t cache_tile_workspace(const Point *point)
{
    return type_size(point->type) < sizeof(float) ? size_mul(size_mul(point->m, point->n), sizeof(float)) : 0;
}

/* Tiles along a side of the result: the last one may be narrower. */
static inline size_t cache_tiles(const Task *task, size_t side)
{
    const size_t tile = task->point->tile;
    return side / tile + (side % tile != 0);
}

/* Computes the tile in this row and column of tiles. */
static inline void cache_tile(const Task *task, size_t row, size_t column)
{
    const size_t tile = task->point->tile;
    CALL_BY_ELEMENT_TYPE(task->point->type, cache_tile, task->point, row * tile, column * tile, task->a,
                         task->b, task->out, task->workspace)
}
