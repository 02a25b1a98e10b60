/* A tile of a matrix product whose operands are copied by cp.async: two_ctas_per_sm and the rungs after it.
 *
 * A block computes a tile of ROWS x COLUMNS sums, a warp 64 x 64 of them, a thread 8 x 16. k is cut into
 * slices of SLICE. The slices of A and B wait in a ring of STAGES stages in shared memory: as soon as all
 * threads have read a slice, copies (cp.async) of the slice STAGES later start into its stage.
 *
 * Of a warp's 64 rows a thread has every eighth, the first by its lane
 * over 4; of its 64 columns four of every 16, the first by its lane modulo 4. A thread reads two k of a row
 * of A at once, and four columns of B of one k: 8 + 8 reads for two k, a pair, which are 256 multiply-adds.
 * Rows of A have a gap of four words after them, so that the eight that a warp reads begin in different
 * banks.
 *
 * Where k is no multiple of SLICE, the partial slice comes first, with zeros before it. So no copy of the
 * long loop checks where k ends. Copies of rows and columns beyond the matrix read its last one, and their
 * sums are not stored. WIDTH elements are copied at once: 4 where all rows begin at a multiple of 16 bytes,
 * else 1. A loop without this file's order of reads, copies and multiply-adds took 1.18 times as long in
 * float32 at n 4096 and 8192 on an H100.
 *
 * cp.async needs compute capability 8.0; kernels guard their use of this file by __CUDA_ARCH__.
 * Source: NVIDIA, CUTLASS (tiles of thread blocks, warps and threads); NVIDIA, PTX ISA, cp.async. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "gpu/capability.h"
#include "gpu/grid.h"
#include "gpu/launch.h"
#include "gpu/matmul/kernels/instructions.cuh"

/* ---- the product: of square matrices, of some rows and columns of them, or of matrices of any shape ---- */

enum { TILE_VECTOR = 4, TILE_ELEMENT = 4 }; /* elements of 16 bytes; bytes of an element */

/* Tiles are numbered down the columns of bands of so many rows of tiles, so that blocks that run at the same
 * time share rows of A and columns of B in the second-level cache. */
static constexpr unsigned TILE_BAND = 16;

/* n x n matrices, cut into tiles and slices. */
struct TileProduct {
    const void *a, *b;
    void *out;
    unsigned n, tiles_down, tiles_across, slices; /* n: of k; slices: along k, of a tile */

    __host__ __device__ inline unsigned rows(void) const
    {
        return n;
    }

    __host__ __device__ inline unsigned columns(void) const
    {
        return n;
    }

    /* From row to row, elements: of A, and of B and the result. */
    __host__ __device__ inline unsigned a_pitch(void) const
    {
        return n;
    }

    __host__ __device__ inline unsigned pitch(void) const
    {
        return n;
    }
};

/* height rows of A and width columns of B: some of such matrices, whose rows begin n elements apart. A type
 * of its own, so that kernels of whole matrices need no registers for it. */
struct TileRectangle : TileProduct {
    unsigned height, width;

    __host__ __device__ inline unsigned rows(void) const
    {
        return height;
    }

    __host__ __device__ inline unsigned columns(void) const
    {
        return width;
    }
};

/* m x k by k x n matrices: height is m, width n, and n is k. */
struct TileShaped : TileRectangle {
    __host__ __device__ inline unsigned pitch(void) const
    {
        return width;
    }
};

/* Does every row of each of them begin where TILE_VECTOR elements can be read at once? */
template <typename Product> static inline bool tile_is_wide(const Product &product)
{
    return product.a_pitch() % TILE_VECTOR == 0 && product.pitch() % TILE_VECTOR == 0;
}

static inline TileProduct tile_matrices(const Task *task)
{
    TileProduct product = {};
    product.a = task->a;
    product.b = task->b;
    product.out = task->out;
    product.n = (unsigned)task->point->n; /* far below 2^30: n x n elements are in memory */
    return product;
}

/* A's and the result's first row is the task's; of B and of the result these columns. */
static inline TileRectangle tile_rectangle(const Task *task, size_t rows, size_t first, size_t columns)
{
    TileRectangle product = {};
    (TileProduct &)product = tile_matrices(task);
    product.b = (const char *)task->b + first * TILE_ELEMENT;
    product.out = (char *)task->out + first * TILE_ELEMENT;
    product.height = (unsigned)rows;
    product.width = (unsigned)columns;
    return product;
}

static inline TileShaped tile_shaped(const Task *task)
{
    TileShaped product = {};
    (TileRectangle &)product = tile_rectangle(task, task->point->m, 0, task->point->n);
    product.n = (unsigned)task->point->k;
    return product;
}

template <typename Shape, typename Product> static inline Product tile_cut(Product product)
{
    product.tiles_down = gpu_blocks(product.rows(), Shape::ROWS);
    product.tiles_across = gpu_blocks(product.columns(), Shape::COLUMNS);
    product.slices = gpu_blocks(product.n, Shape::SLICE);
    return product;
}

/* A block a tile. */
template <typename Shape, typename Product>
static inline LaunchShape tile_launch(const Task *task, const Product &product)
{
    const double k = product.n, down = product.tiles_down, across = product.tiles_across;
    const double results = (double)product.rows() * product.columns();
    LaunchShape shape = {.grid = {product.tiles_down * product.tiles_across, 1, 1},
                         .block = {Shape::THREADS, 1, 1}};
    shape.dynamic_shared_bytes = Shape::BYTES;
    shape.operations = gpu_task_work() * (results / ((double)task->point->m * (double)task->point->n));
    /* A tile reads its rows of A and its columns of B, also beyond the matrix, and writes what is within. */
    shape.global_accesses = down * across * (Shape::ROWS + Shape::COLUMNS) * k + results;
    return shape;
}

/* Launches, of a kernel with a block per tile, the instance for the point's type (float, int32 that wraps)
 * and for rows that begin at a multiple of 16 bytes, or elsewhere. */
template <typename Shape, typename Product>
static inline int tile_run(const Task *task, const Product &matrices, void (*const instances[2][2])(Product))
{
    Product product = tile_cut<Shape>(matrices);
    const LaunchShape shape = tile_launch<Shape>(task, product);
    void (*const multiply)(Product) =
        instances[task->point->type == TYPE_FLOAT32 ? 0 : 1][tile_is_wide(product) ? 0 : 1];
    return GPU_LAUNCH(task, shape, multiply, product);
}

/* First row and column of the index-th tile. */
template <typename Shape>
static __host__ __device__ inline void tile_place(const TileProduct &product, unsigned index, unsigned *row,
                                                  unsigned *column)
{
    const unsigned band = index / (TILE_BAND * product.tiles_across);
    const unsigned left = product.tiles_down - band * TILE_BAND;
    const unsigned height = left < TILE_BAND ? left : TILE_BAND;
    const unsigned within = index - band * TILE_BAND * product.tiles_across;
    *row = (band * TILE_BAND + within % height) * Shape::ROWS;
    *column = within / height * Shape::COLUMNS;
}

/* ---- a tile of it ---- */

enum { TILE_DOWN = 8, TILE_ACROSS = 16, TILE_WARP = 64 }; /* a thread's sums, a warp's */
enum { TILE_PAIR = 2 };                                   /* k of A read at once */
enum { TILE_OUT_PITCH = TILE_WARP + 16 };                 /* words; rows two apart begin in different banks */

template <typename Element, int WIDTH> struct alignas(4 * WIDTH) TilePart {
    Element item[WIDTH];
};

template <int ROWS_, int COLUMNS_, int SLICE_, int STAGES_, int GROUPS_ = 1, bool USES_MBARRIERS_ = false>
struct TileShape {
    static constexpr bool USES_MBARRIERS = USES_MBARRIERS_; /* see TilePipeline */

    static constexpr int ROWS = ROWS_, COLUMNS = COLUMNS_, SLICE = SLICE_, STAGES = STAGES_;
    static constexpr int GROUPS = GROUPS_; /* of warps: each has a share of every slice */
    static constexpr int WARPS_ACROSS = COLUMNS / TILE_WARP;
    static constexpr int WARPS = ROWS / TILE_WARP * WARPS_ACROSS; /* of a group */
    static constexpr int THREADS = WARPS * 32 * GROUPS;
    static constexpr int SHARE = SLICE / GROUPS;        /* of k */
    static constexpr int PAIRS = SHARE / TILE_PAIR;     /* of k, too */
    static constexpr int A_PITCH = SLICE + TILE_VECTOR; /* words */
    static constexpr int A_WORDS = ROWS * A_PITCH;      /* of a stage; B comes behind */
    static constexpr int STAGE_WORDS = A_WORDS + SLICE * COLUMNS;
    /* Results on their way out; the sums of all groups. */
    static constexpr int OUT_WORDS = GROUPS > 1 ? GROUPS *ROWS *COLUMNS : WARPS *TILE_DOWN *TILE_OUT_PITCH;
    static constexpr int WORDS = STAGES * STAGE_WORDS > OUT_WORDS ? STAGES *STAGE_WORDS : OUT_WORDS;
    static constexpr size_t BYTES = (size_t)WORDS * 4;
    static_assert(SLICE % 8 == 0 && STAGES >= 2 && THREADS % COLUMNS == 0, "not a shape");
    static_assert(SHARE * GROUPS == SLICE && TILE_DOWN % GROUPS == 0, "not a number of groups");
};

/* WIDTH elements from global to shared memory. CHECK: zeros unless `there`. */
template <int WIDTH, bool CHECK, typename Element>
static __device__ inline void tile_copy(unsigned to, const Element *from, bool there, const void *any)
{
    if (CHECK) { /* copies 0 bytes from a valid address */
        copy_async_some<WIDTH * 4>(to, there ? from : any, there ? WIDTH * 4 : 0);
    } else {
        copy_async<WIDTH * 4>(to, from);
    }
}

/* A thread's copies of each slice: their addresses in the matrices and in a stage. */
template <typename Shape, typename Element, int WIDTH> struct TileCopies {
    static constexpr int A_PARTS = Shape::SLICE / WIDTH, B_PARTS = Shape::COLUMNS / WIDTH;     /* of a row */
    static constexpr int A_STEP = Shape::THREADS / A_PARTS, B_STEP = Shape::THREADS / B_PARTS; /* rows */
    static constexpr int A_COPIES = Shape::ROWS / A_STEP, B_COPIES = Shape::SLICE / B_STEP;
    static constexpr int KEPT =
        WIDTH == 4 ? A_COPIES : 1; /* rows; 16 and more would take too many registers */

    const Element *a_at, *b_at; /* of A in row 0 */
    const void *any;            /* a valid address of global memory */
    unsigned a_row[KEPT], last;
    unsigned a_pitch, b_pitch; /* of a row, bytes */
    unsigned a_to, b_to;       /* bytes in a stage */
    int a_k, b_k;              /* of the slice that is copied next; zeros below 0 */

    template <typename Product>
    __device__ inline void begin(const Product &product, unsigned row, unsigned column, unsigned slice)
    {
        const unsigned thread = threadIdx.x, n = product.n, columns = product.columns();
        /* Copies of 16 bytes: eight rows side by side, whose banks differ. Of 4: along the row. */
        const unsigned part = WIDTH == 4 ? thread / 8 % A_PARTS : thread % A_PARTS;
        const unsigned a_down = WIDTH == 4 ? thread % 8 + thread / (8 * A_PARTS) * 8 : thread / A_PARTS;
        const unsigned b_row = thread / B_PARTS, b_part = thread % B_PARTS;
        a_to = (a_down * Shape::A_PITCH + part * WIDTH) * 4;
        b_to = (Shape::A_WORDS + b_row * Shape::COLUMNS + b_part * WIDTH) * 4;
        last = product.rows() - 1;
        a_pitch = product.a_pitch() * 4;
        b_pitch = product.pitch() * 4;
        any = product.a;
        const int k = (int)(slice * Shape::SLICE) - (int)(product.slices * Shape::SLICE - n);
        a_k = k + (int)(part * WIDTH);
        b_k = k + (int)b_row;
        const unsigned b_column = column + b_part * WIDTH;
        b_at = (const Element *)product.b + (ptrdiff_t)b_k * product.pitch() +
               (b_column < columns ? b_column : columns - WIDTH);
        a_at = (const Element *)product.a + a_k;
        a_row[0] = row + a_down;
        if (WIDTH == 4) {
#pragma unroll
            for (int i = KEPT; i-- > 0;) {
                a_row[i] = min(a_row[0] + i * A_STEP, last);
            }
        }
    }

    /* The next slice, into the stage at the address `stage`. CHECK: the first slice, which may be partial. */
    template <bool CHECK> __device__ inline void copy(unsigned stage)
    {
#pragma unroll
        for (int i = 0; i < A_COPIES; i++) {
            const unsigned at = WIDTH == 4 ? a_row[i % KEPT] : min(a_row[0] + i * A_STEP, last);
            const Element *from = (const Element *)((const char *)a_at + (uint64_t)at * a_pitch);
            tile_copy<WIDTH, CHECK>(stage + a_to + i * A_STEP * Shape::A_PITCH * 4, from, a_k >= 0, any);
        }
#pragma unroll
        for (int i = 0; i < B_COPIES; i++) {
            const Element *from = (const Element *)((const char *)b_at + (uint64_t)b_pitch * (i * B_STEP));
            tile_copy<WIDTH, CHECK>(stage + b_to + i * B_STEP * Shape::COLUMNS * 4, from,
                                    b_k + i * B_STEP >= 0, any);
        }
        a_at += Shape::SLICE;
        b_at = (const Element *)((const char *)b_at + (uint64_t)b_pitch * Shape::SLICE);
        a_k += Shape::SLICE;
        b_k += Shape::SLICE;
    }
};

/* A thread's operands in registers: a pair of k. */
template <typename Element> struct TileOperands {
    TilePart<Element, TILE_PAIR> a[TILE_DOWN];
    TilePart<Element, TILE_VECTOR> b[TILE_PAIR][TILE_ACROSS / TILE_VECTOR];
};

template <typename Element>
static __device__ inline void tile_read_a(TilePart<Element, TILE_PAIR> *a, const Element *from, int pitch)
{
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
        a[i] = *(const TilePart<Element, TILE_PAIR> *)&from[i * 8 * pitch];
    }
}

template <typename Element>
static __device__ inline void tile_read_b(TilePart<Element, TILE_VECTOR> *b, const Element *from)
{
#pragma unroll
    for (int j = 0; j < TILE_ACROSS / TILE_VECTOR; j++) {
        b[j] = *(const TilePart<Element, TILE_VECTOR> *)&from[j * 16];
    }
}

/* Rows FROM to TO (not included) of the thread's sums, for the K-th of two k. They are walked there and
 * back, so that at the turn the operand of B is the same and is not read again from the registers; what is
 * read there, the next operand of A and its sum, should lie in different banks, and so the turn for the first
 * k is at an even column, for the second at an odd one. */
template <int K, int FROM, int TO, typename Element>
static __device__ inline void tile_rows(const TileOperands<Element> &operands, Element (&sum)[8][16])
{
#pragma unroll
    for (int i = FROM; i < TO; i++) {
#pragma unroll
        for (int step = 0; step < TILE_ACROSS; step++) {
            const int along = i % 2 == 0 ? step : TILE_ACROSS - 1 - step;
            const int j = (K == 0 && along >= 14) || (K == 1 && along < 2) ? along ^ 1 : along;
            sum[i][j] += operands.a[i].item[K] * operands.b[K][j / TILE_VECTOR].item[j % TILE_VECTOR];
        }
    }
}

/* Four sums as they leave the registers: neighbours swapped. Operands come as vectors of four, the first in
 * an even register. A vector of sums that is stored must lie in the same way, and then the sum of an odd
 * column and its operand are both in odd registers, one bank, which takes a cycle more to read both. Swapped,
 * they are in different banks throughout. */
template <typename Element>
static __device__ inline TilePart<Element, TILE_VECTOR> tile_swapped(const Element (&sum)[16], int j)
{
    const TilePart<Element, TILE_VECTOR> vector = {{sum[j + 1], sum[j], sum[j + 3], sum[j + 2]}};
    return vector;
}

/* The groups of warps that share a tile. Of more than one: stream_k.cuh. */
template <typename Shape, int GROUPS = Shape::GROUPS> struct TileGroups;
template <typename Shape> struct TileGroups<Shape, 1> {
    /* Does this thread hold the final values of its i-th row of sums? */
    static __device__ inline bool owns(int)
    {
        return true;
    }

    /* Adds up the sums of the groups. */
    template <typename Element> static __device__ inline void join(Element *, Element (&)[8][16])
    {
    }
};

/* When a slice may be read, and when its stage may be filled again: after a barrier of all threads, or by
 * barriers in shared memory. */
template <typename Shape, bool USES_MBARRIERS = Shape::USES_MBARRIERS> struct TilePipeline;

/* All threads meet after each slice. */
template <typename Shape> struct TilePipeline<Shape, false> {
    unsigned at; /* of what is read, words in the stages */

    __device__ inline unsigned stage(void) const
    {
        return at;
    }

    __device__ inline void begin(void)
    {
        at = 0;
    }

    /* The copies into the index-th stage have been started. */
    __device__ inline void filled(int index)
    {
        (void)index;
        copies_end();
    }

    __device__ inline void first(void)
    {
        copies_wait<Shape::STAGES - 1>();
        __syncthreads();
    }

    /* A slice has been read; `left` are left. When the next one has arrived for all, its stage is free. */
    template <typename Copies> __device__ inline void next(Copies &copies, unsigned base, unsigned left)
    {
        copies_wait<Shape::STAGES - 2>();
        __syncthreads();
        if (left >= Shape::STAGES) {
            copies.template copy<false>(base + at * 4);
        }
        copies_end();
        at = at == (Shape::STAGES - 1) * Shape::STAGE_WORDS ? 0 : at + Shape::STAGE_WORDS;
    }

    __device__ inline void end(void)
    {
        __syncthreads(); /* all threads have read the stages */
    }
};

/* Each warp waits for what it needs: one barrier of a stage completes when the copies of all threads into it
 * have arrived (cp.async arrives at the barrier itself), the other when all warps have read it. A stage is
 * filled again one slice after it was read, so that a warp may fall behind by a slice before others wait for
 * it. */
template <typename Shape> struct TilePipeline<Shape, true> {
    unsigned barriers;     /* address; of each stage two of 8 bytes, filled and read */
    unsigned place, round; /* that is read; how often all places were, modulo 2 */

    __device__ inline unsigned stage(void) const
    {
        return place * Shape::STAGE_WORDS;
    }

    __device__ inline void begin(void)
    {
        static __shared__ uint64_t memory[Shape::STAGES * 2];
        barriers = shared_address(memory);
        place = 0;
        round = 0;
        if (threadIdx.x == 0) {
#pragma unroll
            for (int i = 0; i < Shape::STAGES; i++) {
                barrier_begin(barriers + i * 16, Shape::THREADS);
                barrier_begin(barriers + i * 16 + 8, Shape::THREADS);
            }
        }
        __syncthreads();
    }

    /* This thread arrives when all its copies until now are there. */
    __device__ inline void filled(unsigned index)
    {
        barrier_copied(barriers + index * 16);
    }

    __device__ inline void first(void)
    {
        barrier_wait(barriers, 0);
    }

    /* A slice has been read; `left` are left. */
    template <typename Copies> __device__ inline void next(Copies &copies, unsigned base, unsigned left)
    {
        barrier_arrive(barriers + place * 16 + 8);
        const unsigned before = place == 0 ? Shape::STAGES - 1 : place - 1;
        if (left >= Shape::STAGES - 1) {
            barrier_wait(barriers + before * 16 + 8, place == 0 ? round ^ 1 : round);
            copies.template copy<false>(base + before * (Shape::STAGE_WORDS * 4));
            filled(before);
        }
        place = place == Shape::STAGES - 1 ? 0 : place + 1;
        round ^= place == 0;
        barrier_wait(barriers + place * 16, round);
    }

    __device__ inline void end(void)
    {
        __syncthreads(); /* all threads have read the stages and passed the barriers */
        if (threadIdx.x == 0) {
#pragma unroll
            for (int i = 0; i < Shape::STAGES * 2; i++) {
                barrier_end(barriers + i * 8);
            }
        }
    }
};

/* Adds to `sum` the products of `slices` slices, at least 1, from the first-th on, for the tile at row and
 * column. `memory`: Shape::BYTES of shared memory, free again when this returns.
 *
 * The loop's body is BODY pairs of k; what is longer than the instruction cache likes is slower. The
 * assembler plans a body at a time, and what is read for the next one only would be read last, too late. So a
 * body begins within a pair, when half of the rows of the second k are done: all that is read is used in it,
 * too. */
template <typename Shape, int WIDTH, int BODY, typename Product, typename Element>
static __device__ inline void tile_multiply(const Product &product, unsigned row, unsigned column,
                                            unsigned first, unsigned slices, Element *memory,
                                            Element (&sum)[8][16])
{
    static_assert(Shape::PAIRS % BODY == 0, "a slice is a number of bodies");
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32 % Shape::WARPS;
    const unsigned share = threadIdx.x / 32 / Shape::WARPS * Shape::SHARE; /* first k of the warp's group */
    const unsigned base = shared_address(memory);
    TileCopies<Shape, Element, WIDTH> copies;
    TilePipeline<Shape> pipeline;
    copies.begin(product, row, column, first);
    pipeline.begin();
#pragma unroll
    for (int i = 0; i < Shape::STAGES - Shape::USES_MBARRIERS; i++) {
        if (i == 0) {
            copies.template copy<true>(base);
        } else if ((unsigned)i < slices) {
            copies.template copy<false>(base + i * Shape::STAGE_WORDS * 4);
        }
        if (!Shape::USES_MBARRIERS ||
            (unsigned)i < slices) { /* cp.async groups are counted; a barrier needs a wait */
            pipeline.filled(i);
        }
    }
    pipeline.first(); /* the first slice has arrived */

    const unsigned a_offset = (warp / Shape::WARPS_ACROSS * TILE_WARP + lane / 4) * Shape::A_PITCH + share;
    const unsigned b_offset = Shape::A_WORDS + share * Shape::COLUMNS +
                              warp % Shape::WARPS_ACROSS * TILE_WARP + lane % 4 * TILE_VECTOR;
    const Element *a = memory + a_offset, *b = memory + b_offset;
    const Element *const a_first = a, *const b_first = b;
    TileOperands<Element> operands = {}; /* zeros: there is no pair before the first */
    unsigned left = slices, done = 0;    /* slices to do; bodies of this slice that are done */
#pragma unroll 1
    while (true) {
#pragma unroll
        for (int part = 0; part < BODY; part++) {
            TilePart<Element, TILE_PAIR> next[TILE_DOWN];
            tile_read_b(operands.b[0], b);
            tile_read_a(next, a, Shape::A_PITCH);
            tile_rows<1, TILE_DOWN / 2, TILE_DOWN>(operands, sum); /* of the pair before */
#pragma unroll
            for (int i = 0; i < TILE_DOWN; i++) {
                operands.a[i] = next[i];
            }
            tile_read_b(operands.b[1], b + Shape::COLUMNS);
            tile_rows<0, 0, TILE_DOWN>(operands, sum);
            tile_rows<1, 0, TILE_DOWN / 2>(operands, sum);
            a += TILE_PAIR;
            b += TILE_PAIR * Shape::COLUMNS;
        }
        if (++done == Shape::PAIRS / BODY) {
            if (--left == 0) {
                break;
            }
            pipeline.next(copies, base, left);
            a = a_first + pipeline.stage();
            b = b_first + pipeline.stage();
            done = 0;
        }
    }
    tile_rows<1, TILE_DOWN / 2, TILE_DOWN>(operands, sum);
    pipeline.end();
    TileGroups<Shape>::join(memory, sum);
}

/* The sums of a thread by way of shared memory, where neighbours change places again: eight rows of the warp
 * at a time, which leave as whole rows. */
template <typename Shape, int WIDTH, typename Product, typename Element>
static __device__ inline void tile_store_swapped(const Product &product, unsigned row, unsigned column,
                                                 Element *memory, const Element (&sum)[8][16])
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, pitch = product.pitch();
    Element *rows = memory + warp * TILE_DOWN * TILE_OUT_PITCH; /* the warp's own */
    row += warp % Shape::WARPS / Shape::WARPS_ACROSS * TILE_WARP;
    column += warp % Shape::WARPS_ACROSS * TILE_WARP;
#pragma unroll
    for (int i = 0; i < TILE_DOWN; i++) {
        if (!TileGroups<Shape>::owns(i)) {
            continue;
        }
#pragma unroll
        for (int j = 0; j < TILE_ACROSS; j += TILE_VECTOR) {
            Element *to = &rows[lane / 4 * TILE_OUT_PITCH + j * 4 + lane % 4 * TILE_VECTOR];
            *(TilePart<Element, TILE_VECTOR> *)to = tile_swapped(sum[i], j);
        }
        __syncwarp();
        if (WIDTH == 4) {
#pragma unroll
            for (int pass = 0; pass < 4; pass++) {
                const unsigned down = pass * 2 + lane / 16, across = lane % 16 * TILE_VECTOR;
                const unsigned y = row + i * 8 + down, x = column + across;
                const TilePart<Element, TILE_VECTOR> v =
                    *(const TilePart<Element, TILE_VECTOR> *)&rows[down * TILE_OUT_PITCH + across];
                const TilePart<Element, TILE_VECTOR> vector = {{v.item[1], v.item[0], v.item[3], v.item[2]}};
                if (y < product.rows() && x < product.columns()) {
                    *(TilePart<Element, TILE_VECTOR> *)((Element *)product.out + (size_t)y * pitch + x) =
                        vector;
                }
            }
        } else {
#pragma unroll
            for (int pass = 0; pass < 16; pass++) {
                const unsigned down = pass / 2, across = pass % 2 * 32 + lane;
                const unsigned y = row + i * 8 + down, x = column + across;
                if (y < product.rows() && x < product.columns()) {
                    ((Element *)product.out)[(size_t)y * pitch + x] =
                        rows[down * TILE_OUT_PITCH + (across ^ 1)];
                }
            }
        }
        __syncwarp();
    }
}
