/* Wrong on purpose: right, and leaves a kernel running on a stream that nothing waits for. */
#include "tests/variants/gpu/transpose/plain_transpose.cuh"

enum { CYCLES = 1 << 20 }; /* half a millisecond */

static __global__ void spin(void)
{
    const long long start = clock64();
    while (clock64() - start < CYCLES) {
    }
}

static int run(const Task *task)
{
    spin<<<1, 1, 0, own>>>();
    return plain_transpose(task);
}

TEST_VARIANT(gpu, transpose, leaves_running,
             .idea = "wrong on purpose: leaves a kernel running when it returns", .types = INT32 | FLOAT32,
             .open = open_stream);
