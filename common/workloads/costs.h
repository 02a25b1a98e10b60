/* Costs and units of rates that several workloads share. For Workload.work and Workload.rate_unit. */
#pragma once

#include "common/workload.h"

/* One operation for each of n^3 steps: a relaxation. */
static inline double cost_n_cubed(const Point *point)
{
    const double n = (double)point->n;
    return n * n * n * point_repetitions(point);
}

/* Two operations for each of n^3 steps: a multiplication and an addition, or two packed relaxations. */
static inline double cost_2_n_cubed(const Point *point)
{
    return 2 * cost_n_cubed(point);
}

/* Bytes: each element is read once and written once. */
static inline double cost_read_and_write(const Point *point)
{
    return 2 * (double)point_matrix_bytes(point) * point_repetitions(point);
}

static inline const char *unit_of_relaxations(ElementType type)
{
    (void)type;
    return "Grelax/s";
}

static inline const char *unit_of_arithmetic(ElementType type)
{
    return type == TYPE_INT32 ? "GOP/s" : "GFLOP/s";
}

static inline const char *unit_of_bandwidth(ElementType type)
{
    (void)type;
    return "GB/s";
}
