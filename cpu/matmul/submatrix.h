/* Each thread's submatrix of a product: the distribution of work in cpu/packed and the rungs after it.
 *
 * Nearly square submatrices minimize the traffic of A and B through each thread's cache. */
#ifndef SPEEDUP_CPU_MATMUL_SUBMATRIX_H
#define SPEEDUP_CPU_MATMUL_SUBMATRIX_H

#include "cpu/threads.h"

typedef struct Submatrix {
    Range rows, columns;
} Submatrix;

/* Number of submatrices side by side for `threads` threads: the largest divisor up to the square root. */
static inline size_t threads_across(size_t threads)
{
    size_t across = 1;
    for (size_t i = 2; i * i <= threads; i++) {
        across = threads % i == 0 ? i : across;
    }
    return across;
}

/* The calling thread's submatrix of a result of rows x columns, in whole tiles except at the matrix's edges.
 */
static inline Submatrix thread_submatrix(size_t rows, size_t columns, size_t tile_rows, size_t tile_columns)
{
    Team team = thread_team();
    size_t across = threads_across(team.threads);
    return (Submatrix){range_of(rows, tile_rows, team.thread / across, team.threads / across),
                       range_of(columns, tile_columns, team.thread % across, across)};
}

#endif
