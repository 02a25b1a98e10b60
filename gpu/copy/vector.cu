/* Copy by a kernel, 16 bytes a thread: the ceiling of kernels that move memory.
 *
 * A thread executes its widest load and store, one of each: a warp moves 512 contiguous bytes with one
 * instruction, and the scheduler always has new blocks whose loads it can start. A grid-stride loop, with
 * fewer threads that live longer, is a few percent slower on Hopper. At most seven elements do not fill a
 * vector; the threads after the last vector's copy them.
 *
 * Source: Luitjens, CUDA Pro Tip: Increase Performance with Vectorized Memory Access, 2013. */
#include <stdint.h>

#include "gpu/grid.h"
#include "gpu/launch.h"

enum { THREADS = 256, WORDS = 8 }; /* of 16 bits */

/* a, out: `words` words that begin on a multiple of 16 bytes. */
static __global__ void __launch_bounds__(THREADS)
    copy(const uint16_t *__restrict__ a, uint16_t *__restrict__ out, size_t words)
{
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    const size_t vectors = words / WORDS;
    if (i < vectors) {
        ((uint4 *)out)[i] = ((const uint4 *)a)[i];
    } else if (vectors * WORDS + (i - vectors) < words) {
        const size_t last = vectors * WORDS + (i - vectors);
        out[last] = a[last];
    }
}

static int run(const Task *task)
{
    size_t words = point_matrix_bytes(task->point) / sizeof(uint16_t);
    LaunchShape shape = {.grid = {gpu_blocks(words / WORDS + words % WORDS, THREADS), 1, 1},
                         .block = {THREADS, 1, 1}};
    shape.global_accesses = 2.0 * (double)task->point->n * (double)task->point->n;
    return GPU_LAUNCH(task, shape, copy, task->a, task->out, words);
}

extern "C" const Variant variant_gpu_copy_vector;
const Variant variant_gpu_copy_vector = {
    .workload = "copy",
    .name = "gpu/vector",
    .idea = "a kernel that moves 16 bytes a thread, one load and one store",
    .source = "Luitjens, Increase Performance with Vectorized Memory Access, 2013",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .run = run,
};
