/* Tiles transposed through shared memory with 16 bytes an access, for the rungs from gpu/vectorized_tiles
 * on.
 *
 * A thread reads a patch of 4 x 4 words, four vectors below each other, and writes its four columns to
 * shared memory as vectors: transposing the patch costs nothing, as it only names registers differently.
 * Rows of the transposed tile are then read from shared memory, a vector a thread, and become rows of the
 * output.
 *
 *     a          row y+0   ..|abcd|..        shared    row x+0   ..|aeim|..
 *                row y+1   ..|efgh|..        memory    row x+1   ..|bfjn|..
 *                row y+2   ..|ijkl|..                  row x+2   ..|cgko|..
 *                row y+3   ..|mnop|..                  row x+3   ..|dhlp|..
 *
 * Shared memory serves eight threads with 16 bytes each at once, if their vectors are in different groups
 * of four banks. Threads that write are next to each other along x, so their vectors are in one column of
 * the transposed tile, four rows apart; threads that read are in one row. So `placed` permutes the vectors
 * of each group of four rows differently, and both accesses are free of conflicts without a word of
 * padding.
 *
 * The vectors need rows that begin on 16 bytes and end on them: see region_is_aligned. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { VECTOR = 4 /* words */, SECTOR = 8 /* words: what memory moves at least */ };
enum { BANK_GROUPS = 8 /* a vector wide each */ };

/* Where vector `vector` of a row of the transposed tile is kept in that row. */
static __host__ __device__ inline unsigned placed(unsigned row, unsigned vector)
{
    return vector ^ (row / VECTOR % BANK_GROUPS);
}

/* What is transposed: rows x columns words, of which to[j * to_pitch + i] becomes from[i * from_pitch + j].
 * They may be a part of two larger matrices: a pitch is the words from one row to the next. */
typedef struct TransposeRegion {
    const uint32_t *from;
    uint32_t *to;
    unsigned rows, columns; /* of what is read */
    unsigned from_pitch, to_pitch;
    unsigned to_begins; /* so many words behind a boundary of sectors, at most SECTOR - 1 */
} TransposeRegion;

/* A whole m x n matrix, which begins where memory was allocated. */
static __host__ __device__ inline TransposeRegion matrix_region(const uint32_t *from, uint32_t *to,
                                                                unsigned m, unsigned n)
{
    const TransposeRegion region = {from, to, m, n, n, m, 0};
    return region;
}

/* May all of its rows be read and written by whole vectors? */
static inline bool region_is_aligned(TransposeRegion region)
{
    return (region.rows | region.columns | region.from_pitch | region.to_pitch) % VECTOR == 0 &&
           ((uintptr_t)region.from | (uintptr_t)region.to) % sizeof(uint4) == 0;
}

/* Reads ROWS x COLUMNS words, from row `top` and column `left` on, and writes them as columns; what is
 * transposed is aligned. All threads of the block must call it. STREAM: tells the second-level cache that
 * nothing is read or written twice. */
template <unsigned ROWS, unsigned COLUMNS, unsigned THREADS, bool STREAM>
static __device__ inline void transpose_patches(TransposeRegion region, unsigned top, unsigned left)
{
    constexpr unsigned across = COLUMNS / VECTOR, down = ROWS / VECTOR;
    constexpr unsigned patches = across * down / THREADS; /* of a thread */
    static_assert(across * down % THREADS == 0 && THREADS % across == 0 && THREADS % down == 0,
                  "every thread has as many patches, in one column of them");
    static_assert(across % BANK_GROUPS == 0 && down % BANK_GROUPS == 0, "rows of eight vectors and more");
    __shared__ uint4 transposed[COLUMNS][down];

    const unsigned patch_x = threadIdx.x % across, x = left + patch_x * VECTOR;
    uint4 row[patches][VECTOR] = {};
#pragma unroll
    for (unsigned i = 0; i < patches; i++) {
        const unsigned y = top + (threadIdx.x / across + i * (THREADS / across)) * VECTOR;
        if (y < region.rows &&
            x < region.columns) { /* then so are the three beside: both are multiples of 4 */
            const uint32_t *from = region.from + (size_t)y * region.from_pitch + x;
#pragma unroll
            for (unsigned j = 0; j < VECTOR; j++) {
                const uint4 *at = (const uint4 *)(from + (size_t)j * region.from_pitch);
                row[i][j] = STREAM ? __ldcs(at) : *at;
            }
        }
    }
#pragma unroll
    for (unsigned i = 0; i < patches; i++) {
        const uint4 *r = row[i];
        const unsigned first = patch_x * VECTOR;
        const unsigned at = placed(first, threadIdx.x / across + i * (THREADS / across));
        transposed[first][at] = make_uint4(r[0].x, r[1].x, r[2].x, r[3].x);
        transposed[first + 1][at] = make_uint4(r[0].y, r[1].y, r[2].y, r[3].y);
        transposed[first + 2][at] = make_uint4(r[0].z, r[1].z, r[2].z, r[3].z);
        transposed[first + 3][at] = make_uint4(r[0].w, r[1].w, r[2].w, r[3].w);
    }
    __syncthreads();
    const unsigned vector = threadIdx.x % down, to_x = top + vector * VECTOR;
    uint4 four[patches * VECTOR];
#pragma unroll
    for (unsigned i = 0; i < patches * VECTOR; i++) {
        const unsigned column = threadIdx.x / down + i * (THREADS / down);
        four[i] = transposed[column][placed(column, vector)];
    }
#pragma unroll
    for (unsigned i = 0; i < patches * VECTOR; i++) {
        const unsigned to_y = left + threadIdx.x / down + i * (THREADS / down);
        if (to_y < region.columns && to_x < region.rows) {
            uint4 *to = (uint4 *)(region.to + (size_t)to_y * region.to_pitch + to_x);
            if (STREAM) {
                __stcs(to, four[i]);
            } else {
                *to = four[i];
            }
        }
    }
}
