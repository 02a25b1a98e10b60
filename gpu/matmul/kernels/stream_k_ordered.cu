/* See gpu/matmul/kernels/stream_k_ordered.h: its kernels for all types. */
#include "gpu/matmul/kernels/stream_k_ordered.h"

#include "gpu/matmul/kernels/stream_k_ordered.cuh"

const char *ordered_missing(void)
{
    return tile_missing();
}

/* The functions for an element type. */
typedef struct Kind {
    OrderedPlan (*plan)(const TileRectangle &rows);
    int (*launch)(const Task *task, const OrderedPlan &plan, const TileRectangle &rows, bool is_first);
} Kind;

template <typename Element, int WIDTH> static Kind kind_of(void)
{
    typedef typename MbarrierShapes<Element, WIDTH>::Large Shape;
    const Kind kind = {ordered_plan_of<Shape>, ordered_launch<Shape, Element, WIDTH>};
    return kind;
}

static Kind kind_for(const Point *point)
{
    const bool wide = point->n % TILE_VECTOR == 0;
    if (point->type == TYPE_FLOAT32) {
        return wide ? kind_of<float, 4>() : kind_of<float, 1>();
    }
    return wide ? kind_of<uint32_t, 4>() : kind_of<uint32_t, 1>(); /* int32 that wraps */
}

OrderedPlan ordered_plan(const Point *point, size_t rows)
{
    Task task = {};
    task.point = point;
    return kind_for(point).plan(tile_rectangle(&task, rows, 0, point->n));
}

size_t ordered_small_bytes(const Point *point, size_t rows)
{
    Task task = {};
    task.point = point;
    StreamKPlan<TileRectangle> plan;
    (void)stream_k_any<MbarrierShapes>(&task, tile_rectangle(&task, rows, 0, point->n), false, &plan);
    return plan.bytes;
}

static int run_small(const Task *task, size_t rows)
{
    if (rows == task->point->n) {
        return stream_k_run<MbarrierShapes>(task);
    }
    StreamKPlan<TileRectangle> plan;
    return stream_k_any<MbarrierShapes>(task, tile_rectangle(task, rows, 0, task->point->n), true, &plan);
}

int ordered_run(const Task *task, size_t rows, bool is_small, OrderedPanel panel)
{
    if (is_small) {
        return run_small(task, rows);
    }
    const Kind kind = kind_for(task->point);
    const OrderedPlan plan = kind.plan(tile_rectangle(task, rows, 0, task->point->n));
    return kind.launch(task, plan, tile_rectangle(task, rows, panel.first, panel.columns), panel.first == 0);
}
