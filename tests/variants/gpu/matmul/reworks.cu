/* matmul gpu/reworks: computes REWORK percent of the rows, an environment variable, once more, in further
 * blocks of the same launch. For compare: a slowdown of that size that is work like any other. Exact where n
 * is a multiple of 800 and the blocks fill the GPU many times. */
#include <stdlib.h>

#include "tests/variants/gpu/matmul/plain_product.cuh"

static int run(const Task *task)
{
    const char *percent = getenv("REWORK");
    return plain_product(task, percent != NULL ? (unsigned)strtoul(percent, NULL, 10) : 0);
}

TEST_VARIANT(gpu, matmul, reworks, .idea = "right, computes REWORK percent of the rows twice",
             .types = FLOAT32);
