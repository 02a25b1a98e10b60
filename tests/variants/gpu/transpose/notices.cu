/* Right where its process is as it began, and fails where another variant left an alarm. */
#include <sys/time.h>

#include "tests/variants/gpu/transpose/plain_transpose.cuh"

static int run(const Task *task)
{
    struct itimerval left;
    if (getitimer(ITIMER_REAL, &left) != 0 || left.it_value.tv_sec != 0) {
        return error_set(task->error, "another variant's alarm is here");
    }
    return plain_transpose(task);
}

TEST_VARIANT(gpu, transpose, notices, .idea = "right, but fails where another variant spoiled the process",
             .types = INT32 | FLOAT32);
