/* Matrix products whose split tiles pass sums from block to block, for stream_k_ordered, which describes the
 * idea, and the rungs over several GPUs.
 *
 * A GPU may have some rows of the product only, and multiply them a panel of columns at a time. All split
 * tiles are in the first panel: all multiprocessors finish it together, and whole waves of tiles are left for
 * all panels. The kernels are compiled once for all rungs, in stream_k_ordered.cu beside this file. */
#pragma once

#include "common/workload.h"

/* A panel of a product: columns [first, first + columns) of B and of the result. */
typedef struct OrderedPanel {
    size_t first, columns;
} OrderedPanel;

/* How a product is split: `rows` rows of squares, or a shape, then all its rows. */
typedef struct OrderedPlan {
    bool is_small; /* fewer tiles than a wave: less than a tile for each worker, and no ordered split */
    unsigned tiles, cut, workers;
    size_t tile_columns;
    size_t first_columns;     /* of the first panel at least: it has all split tiles, or else a wave */
    size_t sums_bytes, bytes; /* of the workspace: the workers' sums; all */
} OrderedPlan;

OrderedPlan ordered_plan(const Point *point, size_t rows);

/* Bytes of the workspace for a small product, which is multiplied as in mbarrier_pipeline. */
size_t ordered_small_bytes(const Point *point, size_t rows);

/* Enqueues a panel of the product of `rows` rows, the task's A and result, and the task's B. is_small: of the
 * plan, of these rows or of those of another GPU; then there is one panel, of all columns, as of a shape. 0,
 * or -1 with task->error set. */
int ordered_run(const Task *task, size_t rows, bool is_small, OrderedPanel panel);
