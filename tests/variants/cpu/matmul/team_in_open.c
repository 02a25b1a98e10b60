/* matmul cpu/team_in_open: right. open() uses a team of threads, which spin for a while after it; run() is
 * serial. */
#include "tests/variants/cpu/matmul/plain_product.h"

static int sum;

static int open_team(Task *task)
{
    (void)task;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    sum += 1;
    return 0;
}

PLAIN_VARIANT(team_in_open, "right: open() uses threads, run() does not", .open = open_team);
