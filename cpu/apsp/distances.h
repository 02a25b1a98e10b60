/* A matrix of distances in whole tiles, and min-plus products of its parts: shared by the upper rungs.
 *
 * If n is not a multiple of the tile, the matrix is padded in a copy. The padding takes part in computations
 * but never as an intermediate vertex, so nothing in the matrix depends on it. A distance has 4 bytes or 2.
 * Only the tile kernel computes with them, so positions are counted in distances of `size` bytes. */
#pragma once

#include <string.h>

#include "common/size.h"
#include "cpu/apsp/min_plus.h"
#include "cpu/threads.h"

enum { MAX_DEPTH = 128 }; /* of a product: intermediate vertices per product */

typedef struct Distances {
    TileKernel *tile;
    size_t tile_rows, tile_columns;
    size_t size;            /* bytes of a distance */
    size_t n, rows, stride; /* rows: n rounded up to the tile's height; stride: n rounded up to its width */
    char *cells;
} Distances;

/* A matrix of n x n distances of `size` bytes; the caller sets cells. */
static inline Distances distances_of(size_t n, size_t size)
{
    const MinPlusTile *tile = &min_plus_tiles[isa_widest()];
    return (Distances){.tile = size == sizeof(int32_t) ? tile->int32 : tile->uint16,
                       .tile_rows = tile->rows,
                       .tile_columns = tile->bytes / size,
                       .size = size,
                       .n = n,
                       .rows = size_round_up(n, tile->rows),
                       .stride = size_round_up(n, tile->bytes / size)};
}

static inline size_t distances_bytes(const Distances *d)
{
    return size_mul(size_mul(d->rows, d->stride), d->size);
}

static inline char *distances_at(const Distances *d, size_t row, size_t column)
{
    return d->cells + (row * d->stride + column) * d->size;
}

/* Packs tile_rows rows of A for the kernel: rows of MAX_DEPTH words in `to`, of which `depth` are filled. */
static inline void distances_factors(const Distances *d, const char *a, size_t a_stride, size_t depth,
                                     Word *to)
{
    for (size_t i = 0; i < d->tile_rows; i++) {
        const char *row = a + i * a_stride * d->size;
        if (d->size == sizeof(Word)) {
            memcpy(to + i * MAX_DEPTH, row, depth * sizeof *to);
            continue;
        }
        const uint16_t *from = (const void *)row;
        for (size_t k = 0; k < depth; k++) {
            to[i * MAX_DEPTH + k] = from[k] * 0x10001u; /* stored twice */
        }
    }
}

/* C = min(C, A + B), C of rows x columns, whole tiles, A of rows x depth, depth at most MAX_DEPTH. Strides
 * are of rows, in distances. C may alias A or B where the order of intermediate vertices is free. */
static inline void distances_relax(const Distances *d, size_t depth, const char *a, size_t a_stride,
                                   const char *b, size_t b_stride, char *c, size_t c_stride, size_t rows,
                                   size_t columns)
{
    _Alignas(64) Word factors[TILE_MAX_ROWS * MAX_DEPTH];
    for (size_t i = 0; i < rows; i += d->tile_rows) {
        distances_factors(d, a + i * a_stride * d->size, a_stride, depth, factors);
        for (size_t j = 0; j < columns; j += d->tile_columns) {
            d->tile(depth, factors, MAX_DEPTH, b + j * d->size, b_stride, c + (i * c_stride + j) * d->size,
                    c_stride, true, NULL);
        }
    }
}

/* Closes a block of `side` vertices by plain Floyd-Warshall. Its rows have `stride` distances and extend to
 * whole tiles. */
static inline void distances_close_unblocked(const Distances *d, char *block, size_t stride, size_t side)
{
    size_t rows = size_round_up(side, d->tile_rows), columns = size_round_up(side, d->tile_columns);
    for (size_t k = 0; k < side; k++) {
        distances_relax(d, 1, block + k * d->size, stride, block + k * stride * d->size, stride, block,
                        stride, rows, columns);
    }
}

/* The same by sub-blocks, so that most of it is a product: five times as fast for 128 vertices. */
static inline void distances_close(const Distances *d, char *block, size_t stride, size_t side)
{
    size_t rows = size_round_up(side, d->tile_rows), columns = size_round_up(side, d->tile_columns),
           most = size_round_up(32, d->tile_columns);
    for (size_t first = 0; first < side; first += most) {
        size_t depth = size_min(most, side - first), own_rows = size_round_up(depth, d->tile_rows),
               own_columns = size_round_up(depth, d->tile_columns);
        char *pivot_rows = block + first * stride * d->size, *pivot = pivot_rows + first * d->size;
        distances_close_unblocked(d, pivot, stride, depth);
        distances_relax(d, depth, pivot, stride, pivot_rows, stride, pivot_rows, stride, own_rows, columns);
        for (size_t i = 0; i < rows; i += d->tile_rows) {
            char *row = block + i * stride * d->size, *to_pivot = row + first * d->size;
            if (i < first || i >= first + depth) {
                distances_relax(d, depth, to_pivot, stride, pivot, stride, to_pivot, stride, d->tile_rows,
                                own_columns);
                distances_relax(d, depth, to_pivot, stride, pivot_rows, stride, row, stride, d->tile_rows,
                                columns);
            }
        }
    }
}

/* Copies rows x columns distances. */
static inline void distances_copy(const Distances *d, char *to, size_t to_stride, const char *from,
                                  size_t from_stride, size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++) {
        memcpy(to + row * to_stride * d->size, from + row * from_stride * d->size, columns * d->size);
    }
}

/* Copies the calling thread's rows of the task's matrix into whole tiles, and back. */
static inline void distances_widen_int32(const Distances *d, const int32_t *from)
{
    Range rows = thread_range(d->rows, 1);
    for (size_t row = rows.first; row < rows.first + rows.count; row++) {
        size_t known = 0;
        if (row < d->n) {
            known = d->n * sizeof *from;
            memcpy(distances_at(d, row, 0), from + row * d->n, known);
        }
        memset(distances_at(d, row, 0) + known, 0, d->stride * sizeof *from - known);
    }
}

static inline void distances_narrow_int32(const Distances *d, int32_t *to)
{
    Range rows = thread_range(d->n, 1);
    distances_copy(d, (char *)(to + rows.first * d->n), d->n, distances_at(d, rows.first, 0), d->stride,
                   rows.count, d->n);
}

/* Closes a matrix, called by all threads of a team; `workspace` holds panels. */
typedef void CloseDistances(const Distances *d, char *workspace);

/* Closes the task's matrix in 32 bits: in place if n is whole tiles, else in a copy after the first
 * `panels_bytes` of the workspace. */
static inline void distances_close_task(const Task *task, size_t panels_bytes, CloseDistances *close_matrix)
{
    Distances d = distances_of(task->point->n, sizeof(int32_t));
    bool whole = d.rows == d.n && d.stride == d.n;
    char *workspace = task->workspace;
    d.cells = whole ? task->out : workspace + panels_bytes;
#pragma omp parallel
    {
        if (!whole) {
            distances_widen_int32(&d, task->out);
#pragma omp barrier
        }
        close_matrix(&d, workspace);
        if (!whole) {
            distances_narrow_int32(&d, task->out);
        }
    }
}
