/* apsp cpu/blocked: blocked Floyd-Warshall on one thread.
 *
 * Idea: relax through a block of B vertices at a time, so that cached data is used B times before it is
 * evicted; block_kernel.h describes the three phases of a round.
 *
 * Why it helps: the plain algorithm moves 8 bytes for every two operations, this one 8/B. With tiles in
 * registers the kernel then runs at the speed of the vector units.
 *
 * Limits: the ports that add and compare. Phase 1 keeps its k loop outermost and is slower than the others;
 * it is a (B/n)^2 part of the work, so a large block costs at small n. Blocks that are not whole tiles use a
 * plain loop at their edges.
 *
 * Source: Venkataraman, Sahni, Mukhopadhyaya, A blocked all-pairs shortest-paths algorithm, ACM Journal of
 * Experimental Algorithmics 8, 2003. */
#include "cpu/apsp/block_kernel.h"

static int run(const Task *task)
{
    Blocks blocks = blocks_of(task);
    size_t others = blocks.count - 1;
    for (size_t round = 0; round < blocks.count; round++) {
        blocks_close_pivot(&blocks, round);
        for (size_t item = 0; item < 2 * others; item++) {
            blocks_relax_cross(&blocks, round, item);
        }
        for (size_t row = 0; row < others; row++) {
            for (size_t column = 0; column < others; column++) {
                blocks_relax_others(&blocks, round, row, column);
            }
        }
    }
    return 0;
}

const Variant variant_cpu_apsp_blocked = {
    .workload = "apsp",
    .name = "cpu/blocked",
    .idea = "Floyd-Warshall by blocks, so that cached data is used B times",
    .source = "Venkataraman, Sahni, Mukhopadhyaya, ACM JEA 8, 2003",
    .after = "cpu/naive",
    .types = INT32,
    .axes = AXIS_BLOCK,
    .block = 64,
    .workspace = blocks_workspace,
    .run = run,
};
