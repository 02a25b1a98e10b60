/* A matrix product that is cut into tiles: its operands, which tile a block computes, and the launch.
 *
 * A product is of square matrices (TileProduct), of some rows and columns of them (TileRectangle), or of
 * matrices of any shape (TileShaped). Kernels take the type as a template argument.
 */
#pragma once

#include <stddef.h>

#include "gpu/grid.h"
#include "gpu/launch.h"
#include "gpu/matmul/kernels/compute_capability.cuh"

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
    void *arguments[] = {&product};
    return GPU_LAUNCH(task, multiply, &shape, arguments);
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
