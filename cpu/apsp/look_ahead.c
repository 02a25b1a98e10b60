/* apsp cpu/look_ahead: the next pivot block is closed while the others are relaxed, so blocks can be larger.
 *
 * In cpu/register_tile each round begins with closing the pivot block, one step per vertex, which threads
 * cannot share. A larger block would be reused more often, in registers and in memory, but all threads would
 * wait longer for it. The next pivot block is complete as soon as this round has relaxed it. So it is the
 * first item of the third phase: one thread closes it there, while the others process the remaining items:
 *
 *     panels of the pivot's rows and row strips of its columns, relaxed by the closed pivot block
 *     -- barrier
 *     the next pivot block: relaxed, closed
 *     all other cells, a group of rows of a band of columns at a time; the panels of a band stay
 *     in the second-level cache
 *     -- barrier
 *
 * Items are scheduled dynamically, so that a delayed thread does not delay the others.
 *
 * Measured on one thread of a Xeon (Sapphire Rapids): as fast as cpu/register_tile, where a single thread
 * never waits. Many threads, its purpose, are not measured yet.
 *
 * Limits: the second phase waits for the last pivot; at small n closing the next pivot takes longer than all
 * other items.
 *
 * Source: Venkataraman, Sahni, Mukhopadhyaya, ACM JEA 8, 2003; look-ahead: Strazdins, A comparison of
 * lookahead and algorithmic blocking techniques for parallel matrix factorization, 1998. */
#include "cpu/apsp/look_ahead.h"

static int run(const Task *task)
{
    look_ahead_int32(task);
    return 0;
}

static size_t workspace(const Point *point)
{
    return look_ahead_int32_bytes(point->n);
}

const Variant variant_cpu_apsp_look_ahead = {
    .workload = "apsp",
    .name = "cpu/look_ahead",
    .idea = "the next pivot block is closed while the others are relaxed, so blocks can be larger",
    .source = "Venkataraman, Sahni, Mukhopadhyaya, ACM JEA 8, 2003",
    .after = "cpu/register_tile",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .workspace = workspace,
    .describe = isa_describe,
    .run = run,
};
