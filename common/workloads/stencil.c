/* stencil: STENCIL_STEPS chained steps of a five-point stencil on an m x n grid.
 *
 * A step replaces each inner cell by half of itself and an eighth of each of its four neighbors, as an
 * explicit step of the heat equation does; cells at the edge keep their values. A step reads and writes the
 * grid once if neighbors come from the cache: 2 n^2 elements for 6 n^2 operations, so memory bounds it where
 * the grid exceeds the caches. The ceiling is a copy of as much. A variant that advances a tile by several
 * steps at once can exceed it.
 *
 * The result is compared with that of the reference variant. A sum of five terms may be rounded in another
 * order or contracted into fused multiply-adds, so it may differ by a few units of rounding per step. */
#include "common/workloads/stencil.h"
#include "common/workload.h"
#include "common/workloads/costs.h"

static double work(const Point *point)
{
    return STENCIL_STEPS * cost_read_and_write(point);
}

static Extent extent(const Point *point, Operand operand)
{
    (void)operand;
    return (Extent){point->m, point->n};
}

const Workload workload_stencil = {
    .name = "stencil",
    .idea = "10 steps of a five-point stencil on an n x n or m x n grid",
    .types = FLOAT32 | FLOAT64,
    .default_type = TYPE_FLOAT32,
    .default_sizes = "512,1024,2048",
    .inputs = 1,
    .dimensions = 2,
    .check_shapes = "1x257,257x1,129x65,3x2100",
    .any_magnitude = true,
    .extent = extent,
    .ceiling = "copy",
    .work = work,
    .rate_unit = unit_of_bandwidth,
    .tolerance = 8,
};
