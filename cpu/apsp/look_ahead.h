/* Blocked Floyd-Warshall with look-ahead, for distances of any size: no thread waits for a pivot block. See
 * look_ahead.c. */
#pragma once

#include "cpu/apsp/distances.h"

enum {
    SIDE = MAX_DEPTH,  /* of a block, in vertices; a multiple of the tile */
    ITEM_ROWS = 64,    /* rows per item */
    BAND_BYTES = 2048, /* of each row, per item: SIDE such rows stay in the second-level cache */
};

typedef struct Round {
    const Distances *d;
    char *panels,
        *pivot; /* the pivot's rows, in panels as wide as a tile; the closed pivot block, SIDE x SIDE */
    size_t first, depth; /* intermediate vertices first .. first + depth - 1 */
} Round;

static inline size_t look_ahead_bytes(const Distances *d)
{
    return size_mul(size_add(d->stride, SIDE), SIDE * d->size);
}

/* Panel `index`: SIDE rows, as wide as a tile. */
static inline char *round_panel(const Round *round, size_t index)
{
    return round->panels + index * SIDE * round->d->tile_columns * round->d->size;
}

static inline bool round_has(const Round *round, size_t vertex)
{
    return vertex >= round->first && vertex < round->first + round->depth;
}

/* Closes the round's pivot block, which contains all paths through earlier vertices. */
static inline void close_pivot(const Round *round)
{
    const Distances *d = round->d;
    distances_copy(d, round->pivot, SIDE, distances_at(d, round->first, round->first), d->stride,
                   size_round_up(round->depth, d->tile_rows), size_round_up(round->depth, d->tile_columns));
    distances_close(d, round->pivot, SIDE, round->depth);
}

/* Copies panel `index`, relaxes it by the pivot block and copies it back to the matrix. */
static inline void make_panel(const Round *round, size_t index)
{
    const Distances *d = round->d;
    size_t width = d->tile_columns, rows = size_round_up(round->depth, d->tile_rows);
    char *panel = round_panel(round, index), *cells = distances_at(d, round->first, index * width);
    distances_copy(d, panel, width, cells, d->stride, rows, width);
    distances_relax(d, round->depth, round->pivot, SIDE, panel, width, panel, width, rows, width);
    distances_copy(d, cells, d->stride, panel, width, rows, width);
}

/* Relaxes the pivot's columns of one tile of rows, from row i, by the pivot block in place. */
static inline void relax_columns(const Round *round, size_t i)
{
    const Distances *d = round->d;
    char *cells = distances_at(d, i, round->first);
    distances_relax(d, round->depth, cells, d->stride, round->pivot, SIDE, cells, d->stride, d->tile_rows,
                    size_round_up(round->depth, d->tile_columns));
}

/* Relaxes the cells `rows` x `columns` through the round's vertices, except the rows and columns of those
 * vertices and, if not NULL, the block of round `but`. */
static inline void relax_others(const Round *round, Range rows, Range columns, const Round *but)
{
    const Distances *d = round->d;
    size_t width = d->tile_columns;
    _Alignas(64) Word factors[TILE_MAX_ROWS * MAX_DEPTH];
    for (size_t i = rows.first; i < rows.first + rows.count; i += d->tile_rows) {
        if (round_has(round, i)) {
            continue;
        }
        distances_factors(d, distances_at(d, i, round->first), d->stride, round->depth, factors);
        for (size_t j = columns.first; j < columns.first + columns.count; j += width) {
            if (!round_has(round, j) && !(but != NULL && round_has(but, i) && round_has(but, j))) {
                d->tile(round->depth, factors, MAX_DEPTH, round_panel(round, j / width), width,
                        distances_at(d, i, j), d->stride, true, NULL);
            }
        }
    }
}

/* Item `index` of the third phase: item 0 relaxes and closes the next pivot block, the others are ITEM_ROWS
 * rows of a band. */
static inline void relax_item(const Round *round, const Round *next, size_t index, size_t groups)
{
    const Distances *d = round->d;
    if (index == 0) {
        if (next->depth > 0) {
            Range block = {next->first, next->depth};
            relax_others(round, block, block, NULL);
            close_pivot(next);
        }
        return;
    }
    size_t row = (index - 1) % groups * ITEM_ROWS, band = BAND_BYTES / d->size,
           column = (index - 1) / groups * band;
    relax_others(round, (Range){row, size_min(ITEM_ROWS, d->rows - row)},
                 (Range){column, size_min(band, d->stride - column)}, next);
}

static inline Round look_ahead_round(const Distances *d, char *workspace, size_t first)
{
    first = size_min(first, d->n);
    return (Round){d, workspace, workspace + d->stride * SIDE * d->size, first, size_min(SIDE, d->n - first)};
}

/* Closes the matrix; called by every thread of a team. `workspace` has look_ahead_bytes. */
static inline void look_ahead_close(const Distances *d, char *workspace)
{
    size_t panels = d->stride / d->tile_columns, groups = size_round_up(d->rows, ITEM_ROWS) / ITEM_ROWS,
           bands = size_round_up(d->stride * d->size, BAND_BYTES) / BAND_BYTES;
    Round round = look_ahead_round(d, workspace, 0);
#pragma omp single
    close_pivot(&round);
    while (round.depth > 0) {
        Round next = look_ahead_round(d, workspace, round.first + SIDE);
#pragma omp for schedule(dynamic)
        for (size_t index = 0; index < panels + groups; index++) {
            if (index < panels) {
                make_panel(&round, index);
                continue;
            }
            size_t row = (index - panels) * ITEM_ROWS;
            for (size_t i = row; i < size_min(row + ITEM_ROWS, d->rows); i += d->tile_rows) {
                if (!round_has(&round, i)) {
                    relax_columns(&round, i);
                }
            }
        }
#pragma omp for schedule(dynamic)
        for (size_t index = 0; index < 1 + groups * bands; index++) {
            relax_item(&round, &next, index, groups);
        }
        round = next;
    }
}

/* Closes the task's matrix in 32 bits. The workspace has look_ahead_int32_bytes. */
static inline void look_ahead_int32(const Task *task)
{
    const Distances d = distances_of(task->point->n, sizeof(int32_t));
    distances_close_task(task, look_ahead_bytes(&d), look_ahead_close);
}

static inline size_t look_ahead_int32_bytes(size_t n)
{
    Distances d = distances_of(n, sizeof(int32_t));
    return size_add(look_ahead_bytes(&d), distances_bytes(&d));
}
