/* The product of some rows with a panel of columns, for the rungs over several GPUs: as mbarrier_pipeline,
 * whose kernels are compiled once for all of them, in panel_product.cu. */
#pragma once

#include "common/workload.h"

/* Columns [first, first + columns) of B and of the result; `first` is a multiple of TILE_VECTOR. */
typedef struct Panel {
    size_t first, columns;
} Panel;

/* Bytes of the workspace of any panel on the GPU in use. */
size_t panel_product_bytes(void);

/* Enqueues the panel's product: of `rows` rows of the task's A and result, squares, and of its B. 0, or -1
 * with task->error set. */
int panel_product(const Task *task, size_t rows, Panel panel);
