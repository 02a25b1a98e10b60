/* Each thread's patch of a product: cpu/packed and the rungs behind it share out their work by it.
 *
 * Nearly square patches take the least of A and B through each thread's cache. */
#ifndef SPEEDUP_CPU_MATMUL_PATCHES_H
#define SPEEDUP_CPU_MATMUL_PATCHES_H

#include "cpu/threads.h"

typedef struct Patch {
    Share rows, columns;
} Patch;

/* How many patches lie side by side, of `threads`: the divisor nearest to the root from below. */
static inline size_t patches_beside(size_t threads)
{
    size_t beside = 1;
    for (size_t i = 2; i * i <= threads; i++) {
        beside = threads % i == 0 ? i : beside;
    }
    return beside;
}

/* The calling thread's patch of a result of rows x columns, of whole tiles but at the matrix's edges. */
static inline Patch patch_within(size_t rows, size_t columns, size_t tile_rows, size_t tile_columns)
{
    Team team = thread_team();
    size_t beside = patches_beside(team.threads);
    return (Patch){share_of(rows, tile_rows, team.thread / beside, team.threads / beside),
                   share_of(columns, tile_columns, team.thread % beside, beside)};
}

/* The same of an n x n result. */
static inline Patch patch_of_thread(size_t n, size_t tile_rows, size_t tile_columns)
{
    return patch_within(n, n, tile_rows, tile_columns);
}

#endif
