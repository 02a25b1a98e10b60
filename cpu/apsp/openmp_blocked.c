/* apsp cpu/openmp_blocked: blocked Floyd-Warshall with the blocks of each phase distributed over threads.
 *
 * Idea: the blocks of one phase are independent (block_kernel.h). One team executes the rounds together and
 * distributes, in each, the 2 (n/B - 1) blocks of the pivot cross and then the (n/B - 1)^2 others. Barriers
 * separate the phases: 3 n/B in total, where the unblocked version has n, with B times as much work between
 * two of them.
 *
 * Why no lock: a block is written by one thread per phase, and what it reads was written in an earlier phase.
 * With the static schedule a thread gets neighboring blocks, row by row.
 *
 * Limits: phase 1 runs on one thread while the others wait, a (B/n)^2 part; phase 2 has few blocks; (n/B -
 * 1)^2 blocks do not divide evenly by the threads when n is small. A smaller block balances better, a larger
 * one computes faster.
 *
 * Source: Venkataraman, Sahni, Mukhopadhyaya, A blocked all-pairs shortest-paths algorithm, ACM Journal of
 * Experimental Algorithmics 8, 2003. */
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
    .idea = "the blocks of each phase of blocked Floyd-Warshall distributed over threads",
    .source = "Venkataraman, Sahni, Mukhopadhyaya, ACM JEA 8, 2003",
    .after = "cpu/blocked",
    .types = INT32,
    .axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_BLOCK,
    .block = 64,
    .missing = openmp_missing,
    .workspace = blocks_workspace,
    .run = run,
};
