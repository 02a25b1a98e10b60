/* Wrong on purpose: right, and launched on a stream of its own that the task's stream does not wait for. At
 * small n the result is complete when it is copied back, and the timed stream is empty. */
#include "tests/variants/gpu/transpose/plain_transpose.cuh"

static int run(const Task *task)
{
    Task elsewhere = *task;
    elsewhere.stream = own;
    return plain_transpose(&elsewhere);
}

TEST_VARIANT(gpu, transpose, own_stream, .idea = "wrong on purpose: launched on a stream of its own",
             .types = INT32 | FLOAT32, .open = open_stream);
