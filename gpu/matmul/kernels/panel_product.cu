/* See panel_product.h. */
#include "gpu/matmul/kernels/panel_product.h"

#include "gpu/matmul/kernels/stream_k.cuh"

/* A split leaves two sums for each cell of the resident threads at most, and has fewer tiles than that. */
size_t panel_product_bytes(void)
{
    const size_t cells = TILE_DOWN * TILE_ACROSS;
    return gpu_multiprocessors() * (2 * STREAM_K_RESIDENT * (cells + 1) * TILE_ELEMENT);
}

int panel_product(const Task *task, size_t rows, Panel panel)
{
    return stream_k_product<MbarrierShapes>(task, tile_rectangle(task, rows, panel.first, panel.columns));
}
