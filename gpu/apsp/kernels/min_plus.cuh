/* Rounds of 128 vertices as min-plus products: the kernels of the upper rungs.
 *
 * Of a round's vertices, the pivots, let P be the block on the diagonal, closed: the shortest paths
 * between pivots over pivots. Let R be their block row and K their block column before the round. A
 * shortest path over pivots leads to a first one, on to a last one and away from there, so that
 *
 *     row   <- P R                          the pivots' own block row, closed
 *     cells <- min(cells, K (P R))          all other block rows
 *
 * where the products add in place of multiplying and take the minimum in place of adding. So a round is
 * one operation, C <- min(C, A B), on tiles of 128 rows: first with A = P for one block row, then with A =
 * K for all others. There K need not be closed, because P R is. In the block column of the pivots P R is
 * P, and the second step closes it like any other.
 *
 * A thread holds a register tile of 8 x 8 or 8 x 16 words of C and reads 16 or 24 words of the operands
 * for 64 or 128 relaxations: half and less of the time that these take. For that A is k-major, column by
 * column: the block column of a round is transposed into a workspace, by a kernel of its own or by those
 * that compute it. The operands come through shared memory in slices of some pivots, by asynchronous
 * copies into a ring, so that the next slices are in flight while one is used.
 *
 * A word of C and B is one cell, or two neighbouring cells of 16 bits; a word of A has its cell in each
 * half.
 *
 * Sources: blocked.cuh; NVIDIA, CUDA C++ Programming Guide, Asynchronous Data Copies and Dynamic
 * Programming eXtension; register tiles: Volkov and Demmel, "Benchmarking GPUs to tune dense linear
 * algebra", 2008. */
#pragma once

#include <cuda_pipeline.h>
#include <stddef.h>
#include <stdint.h>

#include "common/graph/graph.h"

enum : unsigned { PIVOTS = 128, NO_BLOCK = UINT32_MAX };

/* ---- what a word holds ---- */

/* One distance. Unreachable twice still fits. */
struct Single {
    enum : unsigned { CELLS = 1, WORDS = PIVOTS }; /* cells of a word, words of a block's row */
    enum : unsigned { INFINITE_DISTANCE = GRAPH_UNREACHABLE };
    enum : bool { IS_SATURATED = false };

    static __device__ __forceinline__ uint32_t relax(uint32_t left, uint32_t top, uint32_t cell)
    {
        return (uint32_t)min((int32_t)left + (int32_t)top, (int32_t)cell); /* VIADDMNMX on sm_90 */
    }

    static __device__ __forceinline__ uint32_t left_word(uint32_t word, unsigned)
    {
        return word;
    }
};

/* Two distances of 16 bits, saturated at INFINITE_DISTANCE, of which twice still fits. */
struct Pair {
    enum : unsigned { CELLS = 2, WORDS = PIVOTS / 2 };
    enum : unsigned { INFINITE_DISTANCE = 0x7fff };
    enum : bool { IS_SATURATED = true };

    static __device__ __forceinline__ uint32_t relax(uint32_t left, uint32_t top, uint32_t cell)
    {
#if CUDART_VERSION >=                                                                                        \
    12000 /* the same instruction, in a better order: 1 % of gpu/int16 at n 4096 on an H200 */
        return __viaddmin_u16x2(left, top, cell);
#else
        return __vminu2(__vadd2(left, top), cell);
#endif
    }

    static __device__ __forceinline__ uint32_t left_word(uint32_t word, unsigned which)
    {
        return __byte_perm(word, 0, which == 0 ? 0x1010 : 0x3232);
    }
};

/* ---- one round ---- */

typedef struct Round {
    uint32_t *matrix; /* rows are `pitch` words apart */
    size_t pitch;
    uint32_t *row;    /* P R: PIVOTS rows, as far apart */
    uint32_t *column; /* K, k-major: PIVOTS rows of `height` words, one for each row of the matrix */
    size_t height;
    uint32_t *pivot; /* P, k-major: PIVOTS x PIVOTS words */
    unsigned round;  /* its block column in the matrix */
    unsigned depth;  /* how many pivots are vertices of the graph: all but in the last round */

    /* With look-ahead: the next round, whose block row and column are not in the trailing update, and
     * where its column is stored as it is computed. Otherwise NO_BLOCK and NULL. */
    unsigned next;
    uint32_t *next_column;
    unsigned panel_first, panel_words; /* words of a row that the next round's block column takes, in tiles */

    /* The round after that, if its block row and column are not in the trailing update either; otherwise
     * NO_BLOCK. Both columns together take `skipped_words` from panel_first on. */
    unsigned after;
    unsigned skipped_words;

    unsigned first_row;       /* of a launch of the trailing update */
    const uint32_t *heaviest; /* of saturated cells: with an edge of INFINITE_DISTANCE or more the 16-bit
                                 result is invalid */

    /* Where the block rows of `round` and of `next` are in the matrix: on one GPU at these indices. Of rows
     * that are distributed over several GPUs at others, or NO_BLOCK: on another GPU. */
    unsigned own_row, next_row;
} Round;

/* Kernels for block-cyclic rows read their positions from Round; for one GPU these are known. */
enum Rows : bool { ALL_ROWS, BLOCK_CYCLIC_ROWS };

template <Rows ROWS> static __device__ __forceinline__ unsigned own_row(const Round &round)
{
    return ROWS == BLOCK_CYCLIC_ROWS ? round.own_row : round.round;
}

template <Rows ROWS> static __device__ __forceinline__ unsigned next_row(const Round &round)
{
    return ROWS == BLOCK_CYCLIC_ROWS ? round.next_row : round.next;
}

/* ---- tiles ---- */

/* PIVOTS rows of 32 * GROUPS * ACROSS words. A warp has 32 rows of 32 * GROUPS words: of its threads 4 stand
 * below each other and 8 side by side, each with two groups of 4 rows, 16 apart, and GROUPS groups of 4
 * words, 32 apart. So a warp's reads of shared memory are of 64 or 128 bytes in a row, and those of a row in
 * global memory of 128. */
template <typename Cells_, unsigned GROUPS_, unsigned ACROSS_, unsigned SLICE_, unsigned RESIDENT_>
struct Tile {
    using Cells = Cells_;
    enum : unsigned {
        GROUPS = GROUPS_,
        ROWS = 8, /* a thread's */
        COLUMNS = 4 * GROUPS,
        WORDS = 32 * GROUPS * ACROSS_,
        THREADS = 32 * 4 * ACROSS_,
        SLICE = SLICE_, /* pivots whose operands come at a time */
        STAGES = 4,     /* slices in shared memory */
        STAGE_WORDS = SLICE * (PIVOTS + WORDS),
        SHARED_BYTES = STAGES * STAGE_WORDS * sizeof(uint32_t),
        RESIDENT = RESIDENT_, /* thread blocks on a multiprocessor */
    };
    static_assert(SLICE % 2 == 0 && PIVOTS % SLICE == 0, "operands alternate between two sets of registers");
    static_assert(SLICE * PIVOTS / 4 % THREADS == 0 && SLICE * WORDS / 4 % THREADS == 0,
                  "threads copy as much as each other");

    uint32_t cell[ROWS][COLUMNS];
};

static __device__ __forceinline__ unsigned first_row()
{
    return threadIdx.x / 32 % 4 * 32 + threadIdx.x % 32 / 8 * 4;
}

template <typename T> static __device__ __forceinline__ unsigned first_word()
{
    return threadIdx.x / 128 * (32 * T::GROUPS) + threadIdx.x % 8 * 4;
}

/* The thread's i-th row and its g-th group of words, relative to its first. */
static __device__ __forceinline__ unsigned row_offset(unsigned i)
{
    return i / 4 * 16 + i % 4;
}

static __device__ __forceinline__ unsigned word_offset(unsigned g)
{
    return g * 32;
}

/* The first four words of a thread among rows of `words` words that all threads copy together. */
static __device__ __forceinline__ unsigned copied_row(unsigned words)
{
    return threadIdx.x / (words / 4);
}

static __device__ __forceinline__ unsigned copied_word(unsigned words)
{
    return threadIdx.x % (words / 4) * 4;
}

/* Begins to copy a slice: SLICE rows of both operands. `left`, `top`: of the slice, from this thread's first
 * words on. */
template <typename T>
static __device__ __forceinline__ void fetch(uint32_t *stage, const uint32_t *left, size_t left_pitch,
                                             const uint32_t *top, size_t top_pitch)
{
    uint32_t *left_stage = stage + threadIdx.x * 4, *top_stage = left_stage + T::SLICE * PIVOTS;
#pragma unroll
    for (unsigned piece = 0; piece < T::SLICE * PIVOTS / 4; piece += T::THREADS) {
        __pipeline_memcpy_async(left_stage + piece * 4, left + piece / (PIVOTS / 4) * left_pitch,
                                sizeof(uint4));
    }
#pragma unroll
    for (unsigned piece = 0; piece < T::SLICE * T::WORDS / 4; piece += T::THREADS) {
        __pipeline_memcpy_async(top_stage + piece * 4, top + piece / (T::WORDS / 4) * top_pitch,
                                sizeof(uint4));
    }
}

/* A thread's operands for one pivot. */
template <typename T> struct Operands {
    uint32_t left[T::ROWS], top[T::COLUMNS];
};

static __device__ __forceinline__ void unpack(uint32_t *to, uint4 four)
{
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
}

static __device__ __forceinline__ uint4 packed(const uint32_t *from)
{
    return make_uint4(from[0], from[1], from[2], from[3]);
}

/* Four words of global memory, bypassing the first-level cache, which is not coherent between
 * multiprocessors. */
static __device__ __forceinline__ void get(uint32_t *words, const uint32_t *from)
{
    unpack(words, __ldcg((const uint4 *)from));
}

static __device__ __forceinline__ void put(uint32_t *to, uint4 four)
{
    *(uint4 *)to = four;
}

/* Of pivot k of a slice. `left`, `top`: of the slice, from this thread's first row and word on. */
template <typename T>
static __device__ __forceinline__ void read(Operands<T> &operands, const uint32_t *left, const uint32_t *top,
                                            unsigned k)
{
#pragma unroll
    for (unsigned i = 0; i < T::ROWS; i += 4) {
        unpack(&operands.left[i], *(const uint4 *)&left[k * PIVOTS + row_offset(i)]);
    }
#pragma unroll
    for (unsigned g = 0; g < T::GROUPS; g++) {
        unpack(&operands.top[4 * g], *(const uint4 *)&top[k * T::WORDS + word_offset(g)]);
    }
}

template <typename T> static __device__ __forceinline__ void relax(T &patch, const Operands<T> &operands)
{
#pragma unroll
    for (unsigned i = 0; i < T::ROWS; i++) {
#pragma unroll
        for (unsigned j = 0; j < T::COLUMNS; j++) {
            patch.cell[i][j] = T::Cells::relax(operands.left[i], operands.top[j], patch.cell[i][j]);
        }
    }
}

/* Reads the register tile from global memory. `cells`: from this thread's first row and word on. */
template <typename T>
static __device__ __forceinline__ void load(T &patch, const uint32_t *cells, size_t pitch)
{
#pragma unroll
    for (unsigned i = 0; i < T::ROWS; i++) {
#pragma unroll
        for (unsigned g = 0; g < T::GROUPS; g++) {
            get(&patch.cell[i][4 * g], &cells[row_offset(i) * pitch + word_offset(g)]);
        }
    }
}

template <typename T>
static __device__ __forceinline__ void store(const T &patch, uint32_t *cells, size_t pitch)
{
#pragma unroll
    for (unsigned i = 0; i < T::ROWS; i++) {
#pragma unroll
        for (unsigned g = 0; g < T::GROUPS; g++) {
            put(&cells[row_offset(i) * pitch + word_offset(g)], packed(&patch.cell[i][4 * g]));
        }
    }
}

/* Four rows of a word, k-major, as words of a left operand: to[cell of the word][row]. */
template <typename Cells>
static __device__ __forceinline__ void store_transposed(uint32_t *to, size_t height, uint32_t row0,
                                                        uint32_t row1, uint32_t row2, uint32_t row3)
{
#pragma unroll
    for (unsigned which = 0; which < Cells::CELLS; which++) {
        put(&to[which * height], make_uint4(Cells::left_word(row0, which), Cells::left_word(row1, which),
                                            Cells::left_word(row2, which), Cells::left_word(row3, which)));
    }
}

/* Stores the register tile k-major. `to`: of the thread's first row and word. */
template <typename T>
static __device__ __forceinline__ void store_transposed(const T &patch, uint32_t *to, size_t height)
{
#pragma unroll
    for (unsigned j = 0; j < T::COLUMNS; j++) {
        uint32_t *line = to + (word_offset(j / 4) + j % 4) * T::Cells::CELLS * height;
#pragma unroll
        for (unsigned i = 0; i < T::ROWS; i += 4) {
            store_transposed<typename T::Cells>(line + row_offset(i), height, patch.cell[i][j],
                                                patch.cell[i + 1][j], patch.cell[i + 2][j],
                                                patch.cell[i + 3][j]);
        }
    }
}

/* patch <- min(cells, left top) over the first `depth` pivots. All three are in global memory and may be the
 * same: nothing is stored, and when it returns all threads have read their operands. `cells`: from this
 * thread's first row and word on; `left`, `top`: of the tile. Returns false if the 16-bit result is
 * invalid. */
template <typename T>
static __device__ __forceinline__ bool
relax_tile(T &patch, const uint32_t *cells, size_t pitch, const uint32_t *left, size_t left_pitch,
           const uint32_t *top, size_t top_pitch, unsigned depth, const uint32_t *heaviest, uint32_t *shared)
{
    const uint32_t heavy = T::Cells::IS_SATURATED ? __ldcg(heaviest) : 0;
    const unsigned slices = (depth + T::SLICE - 1) / T::SLICE;
    left += copied_row(PIVOTS) * left_pitch + copied_word(PIVOTS);
    top += copied_row(T::WORDS) * top_pitch + copied_word(T::WORDS);
    unsigned fetched = 0;
#pragma unroll
    for (; fetched < T::STAGES - 1; fetched++) {
        if (fetched < slices) {
            fetch<T>(shared + fetched * T::STAGE_WORDS, left, left_pitch, top, top_pitch);
            left += T::SLICE * left_pitch;
            top += T::SLICE * top_pitch;
        }
        __pipeline_commit();
    }
    load(patch, cells, pitch);
    if (T::Cells::IS_SATURATED && heavy >= T::Cells::INFINITE_DISTANCE) {
        __pipeline_wait_prior(0);
        return false;
    }
    __pipeline_wait_prior(T::STAGES - 2);
    __syncthreads();

    uint32_t *const own_left = shared + first_row(), *const own_top =
                                                         shared + T::SLICE * PIVOTS + first_word<T>();
    Operands<T> operands[2];
    read(operands[0], own_left, own_top, 0);
    unsigned current = 0; /* the stage of this slice */
#pragma unroll 1
    for (unsigned slice = 0; slice < slices; slice++) {
        const unsigned before = (current + T::STAGES - 1) % T::STAGES, after = (current + 1) % T::STAGES;
        if (slice + T::STAGES - 1 < slices) {
            fetch<T>(shared + before * T::STAGE_WORDS, left, left_pitch, top, top_pitch);
            left += T::SLICE * left_pitch;
            top += T::SLICE * top_pitch;
        }
        __pipeline_commit();
#pragma unroll
        for (unsigned k = 0; k < T::SLICE; k++) {
            if (k + 1 < T::SLICE) {
                read(operands[(k + 1) % 2], own_left + current * T::STAGE_WORDS,
                     own_top + current * T::STAGE_WORDS, k + 1);
            } else if (slice + 1 < slices) {
                __pipeline_wait_prior(T::STAGES - 2);
                __syncthreads();
                read(operands[0], own_left + after * T::STAGE_WORDS, own_top + after * T::STAGE_WORDS, 0);
            }
            relax(patch, operands[k % 2]);
        }
        current = after;
    }
    return true;
}

/* The tile of block row `row` from word `word` on, by K and P R. */
template <typename T>
static __device__ __forceinline__ bool relax_other(T &patch, const Round &round, unsigned row, size_t word,
                                                   uint32_t *shared)
{
    const uint32_t *cells =
        round.matrix + ((size_t)row * PIVOTS + first_row()) * round.pitch + word + first_word<T>();
    return relax_tile(patch, cells, round.pitch, round.column + (size_t)row * PIVOTS, round.height,
                      round.row + word, round.pitch, round.depth, round.heaviest, shared);
}

template <typename T>
static __device__ __forceinline__ void store_tile(const T &patch, const Round &round, unsigned row,
                                                  size_t word)
{
    store(patch, round.matrix + ((size_t)row * PIVOTS + first_row()) * round.pitch + word + first_word<T>(),
          round.pitch);
}

/* Stores a tile of the next round's block column there too, transposed. */
template <typename T>
static __device__ __forceinline__ void store_next_column(const T &patch, const Round &round, unsigned row,
                                                         size_t word)
{
    const size_t next_word = (size_t)round.next * T::Cells::WORDS;
    if (round.next_column != NULL && word >= next_word && word < next_word + T::Cells::WORDS) {
        const size_t k = (word - next_word + first_word<T>()) * T::Cells::CELLS;
        store_transposed(patch, round.next_column + k * round.height + (size_t)row * PIVOTS + first_row(),
                         round.height);
    }
}

/* ---- the kernels ---- */

/* The i-th of the local block rows from `first` on that are neither the round's, nor the next's, nor `after`.
 * These three follow each other, as far as this GPU has them. */
template <Rows ROWS>
static __device__ __forceinline__ unsigned other_row(const Round &round, unsigned after, unsigned first,
                                                     unsigned i)
{
    const unsigned own = own_row<ROWS>(round), next = next_row<ROWS>(round);
    unsigned row = first + i;
    row += own >= first && row >= own;
    row += next >= first && row >= next;
    row += after >= first && row >= after;
    return row;
}

/* cells <- min(cells, K (P R)) for all but the pivots' block row and the next pivots' block row and column.
 */
template <typename T>
static __device__ __forceinline__ void trailing_tile(const Round &round, unsigned row, size_t word,
                                                     uint32_t *shared)
{
    T patch;
    if (relax_other(patch, round, row, word, shared)) {
        store_tile(patch, round, row, word);
    }
}

template <typename T, Rows ROWS>
static __global__ void __launch_bounds__(T::THREADS, T::RESIDENT) trailing_update(Round round)
{
    extern __shared__ uint4 shared[];
    size_t word = (size_t)blockIdx.x * T::WORDS;
    word += word >= round.panel_first ? round.skipped_words : 0;
    trailing_tile<T>(round, other_row<ROWS>(round, round.after, round.first_row, blockIdx.y), word,
                     (uint32_t *)shared);
}

/* The same for the next pivots' block row, but for the block on the diagonal, and column: the row, if it is
 * here, in the first thread blocks. */
template <typename T, Rows ROWS>
static __global__ void __launch_bounds__(T::THREADS, T::RESIDENT) next_panel(Round round)
{
    extern __shared__ uint4 shared[];
    const bool has_row = ROWS == ALL_ROWS || round.next_row != NO_BLOCK;
    const unsigned across = has_row ? (unsigned)((round.pitch - T::Cells::WORDS) / T::WORDS) : 0,
                   deep = round.panel_words / T::WORDS;
    unsigned row = next_row<ROWS>(round);
    size_t word = (size_t)blockIdx.x * T::WORDS;
    word += word >= (size_t)round.next * T::Cells::WORDS ? T::Cells::WORDS : 0;
    if (blockIdx.x >= across) {
        row = other_row<ROWS>(round, NO_BLOCK, 0, (blockIdx.x - across) / deep);
        word = round.panel_first + (size_t)((blockIdx.x - across) % deep) * T::WORDS;
    }
    T patch;
    if (relax_other(patch, round, row, word, (uint32_t *)shared)) {
        store_tile(patch, round, row, word);
        store_next_column(patch, round, row, word);
    }
}

/* The same for the block row and column after those, without the blocks of next_panel: the row in the first
 * thread blocks. */
template <typename T>
static __global__ void __launch_bounds__(T::THREADS, T::RESIDENT) second_panel(Round round)
{
    extern __shared__ uint4 shared[];
    const unsigned across = (unsigned)((round.pitch - round.panel_words) / T::WORDS),
                   deep = (round.skipped_words - round.panel_words) / T::WORDS;
    unsigned row = round.after;
    size_t word = (size_t)blockIdx.x * T::WORDS;
    word += word >= round.panel_first ? round.panel_words : 0;
    if (blockIdx.x >= across) {
        row = other_row<ALL_ROWS>(round, round.after, 0, (blockIdx.x - across) / deep);
        word = round.panel_first + round.panel_words + (size_t)((blockIdx.x - across) % deep) * T::WORDS;
    }
    trailing_tile<T>(round, row, word, (uint32_t *)shared);
}

/* row <- P R. `own`: the index of the pivots' block row. */
template <typename T>
static __device__ __forceinline__ void block_row_tile(const Round &round, unsigned own, size_t word,
                                                      uint32_t *shared)
{
    const uint32_t *tile = round.matrix + (size_t)own * PIVOTS * round.pitch + word;
    T patch;
    if (relax_tile(patch, tile + first_row() * round.pitch + first_word<T>(), round.pitch, round.pivot,
                   (size_t)PIVOTS, tile, round.pitch, round.depth, round.heaviest, shared)) {
        store_tile(patch, round, own, word);
        store(patch, round.row + first_row() * round.pitch + word + first_word<T>(), round.pitch);
        store_next_column(patch, round, own, word);
    }
}

template <typename T, Rows ROWS>
static __global__ void __launch_bounds__(T::THREADS, T::RESIDENT) block_row(Round round)
{
    extern __shared__ uint4 shared[];
    size_t word = (size_t)blockIdx.x * T::WORDS;
    word += word >= (size_t)round.round * T::Cells::WORDS ? T::Cells::WORDS : 0;
    block_row_tile<T>(round, own_row<ROWS>(round), word, (uint32_t *)shared);
}

enum : unsigned { PIVOT_THREADS = 256 };

/* A thread's 8 x 8 cells of the pivot block while it is being closed. Its rows are 8 * down + i, its cells in
 * them those of words WIDE * across + j. */
template <typename Cells> struct PivotPatch {
    enum : unsigned { ACROSS = 16, WIDE = Cells::WORDS / ACROSS };
    unsigned down, across;
    uint32_t cell[8][WIDE];
};

/* Row and column of the current pivot, of the next in the other half. The row is in groups of 4 words, so
 * that neighbouring threads read neighbouring groups. */
template <typename Cells> struct PivotLines {
    uint4 row[2][PivotPatch<Cells>::WIDE / 4][PivotPatch<Cells>::ACROSS];
    uint4 column[2][PIVOTS / 4];
};

/* The threads that have them write row and column of the pivot 8 * t + i. */
template <typename Cells>
static __device__ __forceinline__ void publish(PivotLines<Cells> &lines, const PivotPatch<Cells> &patch,
                                               unsigned i, unsigned t, unsigned half)
{
    enum : unsigned { WIDE = PivotPatch<Cells>::WIDE };
    if (patch.down == t) {
#pragma unroll
        for (unsigned j = 0; j < WIDE; j += 4) {
            lines.row[half][j / 4][patch.across] = packed(&patch.cell[i][j]);
        }
    }
    if (patch.across == t) {
        uint32_t column[8];
#pragma unroll
        for (unsigned r = 0; r < 8; r++) {
            column[r] = Cells::left_word(patch.cell[r][i / Cells::CELLS], i % Cells::CELLS);
        }
        lines.column[half][2 * patch.down] = packed(&column[0]);
        lines.column[half][2 * patch.down + 1] = packed(&column[4]);
    }
}

template <typename Cells>
static __device__ __forceinline__ void relax_over(PivotPatch<Cells> &patch, const PivotLines<Cells> &lines,
                                                  unsigned half)
{
    enum : unsigned { WIDE = PivotPatch<Cells>::WIDE };
    uint32_t left[8], top[WIDE];
    unpack(&left[0], lines.column[half][2 * patch.down]);
    unpack(&left[4], lines.column[half][2 * patch.down + 1]);
#pragma unroll
    for (unsigned j = 0; j < WIDE; j += 4) {
        unpack(&top[j], lines.row[half][j / 4][patch.across]);
    }
#pragma unroll
    for (unsigned r = 0; r < 8; r++) {
#pragma unroll
        for (unsigned j = 0; j < WIDE; j++) {
            patch.cell[r][j] = Cells::relax(left[r], top[j], patch.cell[r][j]);
        }
    }
}

/* Closes the pivot block, a pivot after the other, with one barrier each: a step does not change the row and
 * column that it reads. Any order of pivots is right; this one takes first those that are a
 * thread's first row, then the second ones, so that the compiler knows the register to publish. `own`: the
 * index of the pivots' block row. */
template <typename Cells>
static __device__ __forceinline__ void close_pivot(const Round &round, unsigned own, PivotLines<Cells> &lines)
{
    enum : unsigned { WIDE = PivotPatch<Cells>::WIDE };
    PivotPatch<Cells> patch;
    patch.down = threadIdx.x / patch.ACROSS;
    patch.across = threadIdx.x % patch.ACROSS;
    const size_t first = (size_t)round.round * Cells::WORDS + patch.across * WIDE;
    uint32_t *const cells = round.matrix + ((size_t)own * PIVOTS + patch.down * 8) * round.pitch + first;
#pragma unroll
    for (unsigned r = 0; r < 8; r++) {
#pragma unroll
        for (unsigned j = 0; j < WIDE; j += 4) {
            get(&patch.cell[r][j], &cells[r * round.pitch + j]);
        }
    }
    publish(lines, patch, 0, 0, 0);
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
#pragma unroll 1
        for (unsigned t = 0; t < PIVOTS / 8; t++) {
            relax_over(patch, lines, t % 2);
            if (t + 1 < PIVOTS / 8) {
                publish(lines, patch, i, t + 1, (t + 1) % 2);
            } else if (i + 1 < 8) {
                publish(lines, patch, i + 1, 0, 0);
            }
            __syncthreads();
        }
    }
    uint32_t *const row = round.row + (size_t)patch.down * 8 * round.pitch + first;
    uint32_t *const transposed = round.pivot + (size_t)patch.across * 8 * PIVOTS + patch.down * 8;
#pragma unroll
    for (unsigned r = 0; r < 8; r++) {
#pragma unroll
        for (unsigned j = 0; j < WIDE; j += 4) {
            put(&cells[r * round.pitch + j], packed(&patch.cell[r][j]));
            put(&row[r * round.pitch + j], packed(&patch.cell[r][j]));
        }
    }
#pragma unroll
    for (unsigned r = 0; r < 8; r += 4) {
#pragma unroll
        for (unsigned j = 0; j < WIDE; j++) {
            store_transposed<Cells>(transposed + j * Cells::CELLS * PIVOTS + r, PIVOTS, patch.cell[r][j],
                                    patch.cell[r + 1][j], patch.cell[r + 2][j], patch.cell[r + 3][j]);
        }
    }
}

/* The round's block column of block row `row`, k-major. A thread transposes 4 rows of 4 words at a time; 16
 * threads are below each other and 2 side by side. */
template <typename Cells>
static __device__ __forceinline__ void transpose_block(const Round &round, unsigned row)
{
    for (unsigned item = threadIdx.x; item < PIVOTS / 4 * (Cells::WORDS / 4); item += PIVOT_THREADS) {
        const unsigned down = (item % 16 + item / 32 % 2 * 16) * 4,
                       word = (item / 16 % 2 + item / 64 * 2) * 4;
        const uint32_t *cells = round.matrix + ((size_t)row * PIVOTS + down) * round.pitch +
                                (size_t)round.round * Cells::WORDS + word;
        uint32_t *to =
            round.column + (size_t)word * Cells::CELLS * round.height + (size_t)row * PIVOTS + down;
        uint32_t four[4][4];
#pragma unroll
        for (unsigned r = 0; r < 4; r++) {
            get(four[r], &cells[r * round.pitch]);
        }
#pragma unroll
        for (unsigned j = 0; j < 4; j++) {
            store_transposed<Cells>(to + (size_t)j * Cells::CELLS * round.height, round.height, four[0][j],
                                    four[1][j], four[2][j], four[3][j]);
        }
    }
}

/* The first thread block closes the pivot block, if it is here; the others, if any, transpose the block
 * column. */
template <typename Cells, Rows ROWS>
static __global__ void __launch_bounds__(PIVOT_THREADS) pivot(Round round)
{
    __shared__ PivotLines<Cells> lines;
    const unsigned own = own_row<ROWS>(round);
    const bool is_here = ROWS == ALL_ROWS || own != NO_BLOCK;
    if (Cells::IS_SATURATED && __ldcg(round.heaviest) >= Cells::INFINITE_DISTANCE) {
        return;
    }
    if (is_here && blockIdx.x == 0) {
        close_pivot<Cells>(round, own, lines);
    } else {
        const unsigned before = is_here; /* thread blocks */
        transpose_block<Cells>(round,
                               blockIdx.x - before < own ? blockIdx.x - before : blockIdx.x + 1 - before);
    }
}

/* The pivot block as a tile of the threads that close it. */
template <typename Cells> using PivotTile = Tile<Cells, Cells::WORDS / 64, 2, 8 * Cells::CELLS, 2>;

/* The next pivots' block on the diagonal, which needs no other block of the panel: relaxed over this round's
 * pivots, then closed, by one thread block. */
template <typename Cells, Rows ROWS>
static __global__ void __launch_bounds__(PIVOT_THREADS, 2) next_pivot(Round round, Round next)
{
    typedef PivotTile<Cells> T;
    static_assert((unsigned)T::THREADS == PIVOT_THREADS && (unsigned)T::WORDS == Cells::WORDS,
                  "the tile is the pivot block");
    extern __shared__ uint4 shared[];
    __shared__ PivotLines<Cells> lines;
    const unsigned own = own_row<ROWS>(next);
    const size_t word = (size_t)next.round * Cells::WORDS;
    {
        T patch;
        if (!relax_other(patch, round, own, word, (uint32_t *)shared)) {
            return;
        }
        store_tile(patch, round, own, word);
    }
    __syncthreads();
    close_pivot<Cells>(next, own, lines);
}
