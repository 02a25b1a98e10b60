/* The steps of SUMMA: preparing a panel for broadcast, and multiplying a received one. See summa.c. */
#pragma once

#include "cpu/ranks.h"

#include "cpu/matmul/packed.h"

enum {
    PANEL = 448,      /* depth in k; the report's model of messages has it too */
    PIECE_ROWS = 384, /* of a submatrix, between two tests of pending requests */
};

/* Buffers that receive a panel; the owner broadcasts its rows of B from their place. */
typedef struct PanelBuffers {
    Word *a, *b;        /* own_rows x depth and depth x own_columns */
    const Word *sent_b; /* b, or the owner's part of B itself */
} PanelBuffers;

static inline size_t panel_buffer_bytes(const GridShape *shape, const Point *point)
{
    return size_mul(size_mul(PANEL, type_size(point->type)),
                    size_add(grid_most_rows(shape), grid_most_columns(shape)));
}

static inline PanelBuffers panel_buffers_in(const GridShape *shape, const Point *point, Word *words)
{
    return (PanelBuffers){.a = words,
                          .b = words + (PANEL * grid_most_rows(shape) << word_shift(point->type))};
}

/* Bytes of the packed copy of a panel of B. */
static inline size_t panel_packed_bytes(const GridShape *shape, const Point *point)
{
    return product_panels_bytes(PANEL,
                                size_mul(grid_most_columns(shape), (size_t)1 << word_shift(point->type)));
}

/* Prepares what this process broadcasts of the panel. */
static inline void panel_prepare(const Task *task, const Panel *panel, PanelBuffers *buffers)
{
    const Grid *grid = task->grid;
    const unsigned shift = word_shift(task->point->type);
    const Word *a = task->a, *b = task->b;
    buffers->sent_b = buffers->b;
    if (grid->row == panel->row) {
        buffers->sent_b = b + (panel->own_row * grid->own_columns << shift);
    }
    if (grid->column == panel->column) {
#pragma omp parallel for
        for (size_t i = 0; i < grid->own_rows; i++) {
            memcpy(buffers->a + (i * panel->depth << shift),
                   a + ((i * grid->own_columns + panel->own_column) << shift),
                   (panel->depth << shift) * sizeof *a);
        }
    }
}

/* Computes a submatrix; between its pieces the main thread tests the `count` pending requests. */
static inline void compute_part(const Product *product, Submatrix part, MPI_Request *requests, int count)
{
    const size_t rows = size_round_up(PIECE_ROWS, product->tile->rows);
    for (size_t i = 0; i < part.rows.count; i += rows) {
        const Range piece = {part.rows.first + i, size_min(rows, part.rows.count - i)};
        compute_submatrix(product, (Submatrix){piece, part.columns});
        if (count > 0 && thread_team().thread == 0) {
            int done;
            MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
        }
    }
}

/* Out = A B of the panel, added to Out except for the first panel. Meanwhile the main thread tests the
 * `count` pending `requests`, as many libraries make progress only within calls. */
static inline void panel_multiply(const Task *task, const Panel *panel, const PanelBuffers *buffers,
                                  Word *packed, MPI_Request *requests, int count)
{
    const Grid *grid = task->grid;
    const RegisterTile *tile = register_tiles[isa_widest()];
    const unsigned shift = word_shift(task->point->type);
    const size_t words = grid->own_columns << shift;
    const Product product = {.tile = tile,
                             .kernel = tile->kernel[task->point->type],
                             .shift = shift,
                             .rows = grid->own_rows,
                             .columns = words,
                             .depth = panel->depth,
                             .a_stride = panel->depth << shift,
                             .b_stride = words,
                             .out_stride = words,
                             .a = buffers->a,
                             .b = buffers->sent_b,
                             .panels = packed,
                             .out = task->out,
                             .more = panel->k > 0};
    Claims claims = {product.rows, words, tile->rows, tile->columns, (size_t)BAND_COLUMNS << shift, 0};
#pragma omp parallel
    {
        Range panels = thread_range(size_round_up(product.columns, tile->columns) / tile->columns, 1);
        pack_panels(&product, panels.first, panels.count);
#pragma omp barrier
        for (Submatrix part; claim_submatrix(&claims, &part);) {
            compute_part(&product, part, requests, count);
        }
    }
}
