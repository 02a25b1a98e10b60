/* See gpu/matmul/relay.h: its kernels, for all types. */
#include "gpu/matmul/relay.h"

#include "gpu/matmul/relay.cuh"

const char *relay_missing(void)
{
    return tile_missing();
}

/* What depends on the elements. */
typedef struct Kind {
    RelayPlan (*plan)(const TileRectangle &rows);
    int (*launch)(const Task *task, const RelayPlan &plan, const TileRectangle &rows, bool is_first);
} Kind;

template <typename Element, int WIDTH> static Kind kind_of(void)
{
    typedef typename PaceShapes<Element, WIDTH>::Large Shape;
    const Kind kind = {relay_plan_of<Shape>, relay_launch<Shape, Element, WIDTH>};
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

RelayPlan relay_plan(const Point *point, size_t rows)
{
    Task task = {};
    task.point = point;
    return kind_for(point).plan(tile_rectangle(&task, rows, 0, point->n));
}

size_t relay_small_bytes(const Point *point, size_t rows)
{
    Task task = {};
    task.point = point;
    SplitPlan<TileRectangle> plan;
    (void)split_any<PaceShapes>(&task, tile_rectangle(&task, rows, 0, point->n), false, &plan);
    return plan.bytes;
}

static int run_small(const Task *task, size_t rows)
{
    if (rows == task->point->n) {
        return split_run<PaceShapes>(task);
    }
    SplitPlan<TileRectangle> plan;
    return split_any<PaceShapes>(task, tile_rectangle(task, rows, 0, task->point->n), true, &plan);
}

int relay_run(const Task *task, size_t rows, bool is_small, RelayPanel panel)
{
    if (is_small) {
        return run_small(task, rows);
    }
    const Kind kind = kind_for(task->point);
    const RelayPlan plan = kind.plan(tile_rectangle(task, rows, 0, task->point->n));
    return kind.launch(task, plan, tile_rectangle(task, rows, panel.first, panel.columns), panel.first == 0);
}
