/* Costs and units of rates that several workloads share. For Workload.work and Workload.rate_unit. */
#pragma once

#include "common/workload.h"

/* One operation for each of m n k steps, of squares n^3: a relaxation. */
static inline double cost_of_steps(const Point *point)
{
    return (double)point->m * (double)point->n * (double)point->k * point_repetitions(point);
}

/* Two operations for each step: a multiplication and an addition, or two packed relaxations. */
static inline double cost_of_double_steps(const Point *point)
{
    return 2 * cost_of_steps(point);
}

/* Bytes: each of m x n elements is read once and written once. */
static inline double cost_read_and_write(const Point *point)
{
    return 2 * (double)point->m * (double)point->n * (double)type_size(point->type) *
           point_repetitions(point);
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
