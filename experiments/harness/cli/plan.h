/* The plan: which points a command line asks for, in which order they run. */
#ifndef SPEEDUP_PLAN_H
#define SPEEDUP_PLAN_H

#include <stdio.h>

#include "common/driver.h"
#include "experiments/harness/cli/options.h"

typedef struct PlanPoint {
    const Variant *variant;
    Point point;
    const char *bind, *places; /* as the row shows them; "" on a GPU */
    char refused[200];         /* why the variant cannot take the point; "" when it can */
    const RunOptions *asked;   /* who asked for it first: seed, graph, cold, timeout */
    char *experiments;         /* "a;b": what it belongs to; NULL for none that has a name */
    StopRule rule;             /* the strictest of those that asked for it, as are the next two */
    double warmup_s, skip_over_s;
} PlanPoint;

typedef struct Plan {
    PlanPoint *points;
    size_t count;
    char notice[2048]; /* what was left out or has no effect, and why, a line each */
} Plan;

/* Appends the points that `options`, which must outlive the plan, ask of `workload`. One that is there
 * already joins the other's experiments. 0, or -1 and an error (usage). */
int plan_add(Plan *plan, const RunOptions *options, const Workload *workload, Error *error);
void plan_free(Plan *plan);

/* The order of one round: indices of all points, shuffled by seed and round. */
void plan_order(const Plan *plan, uint64_t seed, unsigned round, size_t *order);

/* Do two points differ in nothing but n (and what follows from n)? */
bool plan_same_but_size(const PlanPoint *a, const PlanPoint *b);

/* The same point at another size; false where the variant does not take it. */
bool plan_at_size(const RunOptions *options, const PlanPoint *planned, size_t n, Point *point);

/* "matmul cpu/openmp n 512 float32 2 threads": a point in words. */
void point_in_words(const PlanPoint *point, char *text, size_t size);

/* Why a variant cannot run here, or NULL. */
const char *variant_missing(const Variant *variant);

#endif
