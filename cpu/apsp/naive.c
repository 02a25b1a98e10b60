/* apsp cpu/naive: Floyd-Warshall as in a textbook.
 *
 * Idea: allow vertices 0, 1, ..., k one after another as intermediate vertices. After step k, d[i][j] is the
 * shortest path from i to j whose intermediate vertices are among 0..k. It either avoids k and is known
 * already, or it goes from i to k and from k to j, both known already. In step k neither row k nor column k
 * changes, as d[k][k] is 0, so one matrix suffices.
 *
 * Why this order of loops: the inner loop runs along two rows, d[i] and d[k], and d[i][k] stays in a
 * register. Memory is read sequentially and the compiler can vectorize.
 *
 * Limit: each of the n steps passes over the whole matrix. Once 4 n^2 bytes exceed a cache, every relaxation,
 * two operations, moves 8 bytes from the next level, so memory bounds it. Unreachable is 2^30 - 1; the sum of
 * two fits int32 and is never smaller than unreachable.
 *
 * Source: Floyd, Algorithm 97: Shortest path, CACM 1962; Warshall, A theorem on Boolean matrices, JACM 1962.
 */
#include "common/workload.h"

static int run(const Task *task)
{
    size_t n = task->point->n;
    int32_t *d = task->out;
    for (size_t k = 0; k < n; k++) {
        const int32_t *row_k = d + k * n;
        for (size_t i = 0; i < n; i++) {
            int32_t *row_i = d + i * n;
            int32_t to_k = row_i[k];
            for (size_t j = 0; j < n; j++) {
                int32_t by_k = to_k + row_k[j];
                row_i[j] = by_k < row_i[j] ? by_k : row_i[j];
            }
        }
    }
    return 0;
}

const Variant variant_cpu_apsp_naive = {
    .workload = "apsp",
    .name = "cpu/naive",
    .idea = "Floyd-Warshall, three loops, the inner one along rows",
    .source = "Floyd, Algorithm 97, CACM 1962; Warshall, JACM 1962",
    .types = INT32,
    .flags = VARIANT_REFERENCE,
    .run = run,
};
