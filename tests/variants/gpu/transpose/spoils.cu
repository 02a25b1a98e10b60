/* Right, but leaves the process that it shares with the round's other points bound to one processor, with an
 * alarm to come. gpu/notices must find nothing of it. */
#include <sched.h>
#include <unistd.h>

#include "tests/variants/gpu/transpose/plain_transpose.cuh"

static int run(const Task *task)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    alarm(1000);
    return plain_transpose(task);
}

TEST_VARIANT(gpu, transpose, spoils, .idea = "right, but pins its process and sets an alarm",
             .types = INT32 | FLOAT32);
