/* Submatrices of a product, which threads claim until none is left: the distribution of work in cpu/packed
 * and the rungs after it.
 *
 * A thread that is slowed down, by another program or by a second hardware thread of its core, claims less.
 * With one submatrix per thread the others would wait for it. Parts become smaller towards the end, so that
 * all threads end at about the same time. Large parts first, because each reads its band of B anew.
 *
 * Source: Polychronopoulos, Kuck: Guided self-scheduling, IEEE Transactions on Computers 36, 1987. */
#pragma once

#include <stdbool.h>

#include "common/size.h"
#include "cpu/threads.h"

enum {
    LEAST_TILES = 2,  /* rows of tiles in a submatrix: with fewer, reading B takes too long */
    LEAST_ACROSS = 4, /* tiles in a row of them: with fewer, copying A does */
};

typedef struct Submatrix {
    Range rows, columns;
} Submatrix;

/* A result of which threads claim submatrices, one column of them after the other, from top to bottom. */
typedef struct Claims {
    size_t rows, columns, tile_rows, tile_columns;
    size_t band;    /* columns of a submatrix, about, so that its part of B stays in the second-level cache */
    size_t claimed; /* rows of tiles, of all columns of submatrices */
} Claims;

/* Columns of submatrices. For many threads they are narrower than a band, because nearly square submatrices
 * read least of A and B; a thread claims some four of them. */
static inline size_t claims_across(const Claims *claims, size_t threads)
{
    size_t across = claims->columns / claims->band + (claims->columns % claims->band != 0);
    while (across * across < 4 * (threads - 1) &&
           LEAST_ACROSS * (across + 1) * claims->tile_columns <= claims->columns) {
        across++;
    }
    return across;
}

/* Claims a submatrix for the calling thread of a parallel region; false if none is left. It has whole tiles
 * except at the matrix's edges. */
static inline bool claim_submatrix(Claims *claims, Submatrix *part)
{
    const size_t threads = thread_team().threads, across = claims_across(claims, threads),
                 down = size_round_up(claims->rows, claims->tile_rows) / claims->tile_rows,
                 all = down * across;
    size_t first = __atomic_load_n(&claims->claimed, __ATOMIC_RELAXED), end;
    do {
        if (first >= all) {
            return false;
        }
        const size_t share = (all - first) / (2 * threads - 1);
        end = size_min(first + (share > LEAST_TILES ? share : LEAST_TILES), first - first % down + down);
    } while (!__atomic_compare_exchange_n(&claims->claimed, &first, end, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    const size_t top = first % down * claims->tile_rows;
    part->rows = (Range){top, size_min((end - first) * claims->tile_rows, claims->rows - top)};
    part->columns = range_of(claims->columns, claims->tile_columns, first / down, across);
    return true;
}
