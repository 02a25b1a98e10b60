/* Blocked Floyd-Warshall with the blocks of each phase shared out to threads.
 *
 * Idea: the blocks of one phase do not depend on each other (block_kernel.h), so one team of
 * threads walks through the rounds together and shares out, in each, the 2 (n/B - 1) blocks
 * of the pivot cross and then the (n/B - 1)^2 others. A barrier stands between the
 * phases: 3 n/B in all, where the unblocked version has n, with B times as much work between
 * two of them.
 *
 * Why no lock: a block is written by one thread a phase, and what it reads was written in an
 * earlier phase. With the static schedule a thread gets neighbouring blocks, row by row.
 *
 * Limits: phase 1 is the work of one thread while the others wait, a (B/n)^2 part; phase 2 has
 * few blocks to share; (n/B - 1)^2 blocks do not divide evenly by the threads when n is small.
 * A smaller block shares better, a larger one computes better.
 *
 * Source: Venkataraman, Sahni, Mukhopadhyaya, A blocked all-pairs shortest-paths algorithm,
 * ACM Journal of Experimental Algorithmics 8, 2003. */
#include "cpu/apsp/block_kernel.h"
#include "cpu/threads.h"

static int run(const Task *task)
{
    Blocks blocks = blocks_of(task);
    size_t others = blocks.count - 1;
#pragma omp parallel
    for (size_t round = 0; round < blocks.count; round++) {
#pragma omp single
        blocks_close_pivot(&blocks, round);
#pragma omp for schedule(runtime)
        for (size_t item = 0; item < 2 * others; item++) {
            blocks_relax_cross(&blocks, round, item);
        }
#pragma omp for schedule(runtime) collapse(2)
        for (size_t row = 0; row < others; row++) {
            for (size_t column = 0; column < others; column++) {
                blocks_relax_others(&blocks, round, row, column);
            }
        }
    }
    return 0;
}

const Variant variant_cpu_apsp_openmp_blocked = {
    .workload = "apsp",
    .name = "cpu/openmp_blocked",
    .idea = "the blocks of each phase of blocked Floyd-Warshall shared out to threads",
    .source = "Venkataraman, Sahni, Mukhopadhyaya, ACM JEA 8, 2003",
    .after = "cpu/blocked",
    .types = INT32,
    .axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_BLOCK,
    .block = 64,
    .missing = openmp_missing,
    .workspace = blocks_workspace,
    .run = run,
};
