/* Broadcasts B without look-ahead, but in place of its part the second process does what UNLUCKY says, while
 * the others wait for it in a broadcast: it fails, or is killed. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/matmul/multi_gpu/panels.cuh"
#include "tests/variants/variant.h"

static int open_task(Task *task)
{
    NcclTeam *team = NULL;
    const int result = gpu_nccl_open(task, &team);
    task->handle = team;
    return result;
}

static void close_task(Task *task)
{
    gpu_nccl_close((NcclTeam *)task->handle);
    task->handle = NULL;
}

static int run(const Task *task)
{
    const char *how = getenv("UNLUCKY");
    const Panels panels = panels_of(task->point);
    const size_t row_bytes = panels.n * PANELS_ELEMENT;
    void *to[] = {panels_b(task, &panels, 0, 0, 0)}, *streams[] = {task->parts[0].stream};
    void *own = panels_b(task, &panels, 0, task->parts[0].member * panels.block, 0);
    if (task->parts[0].member == 1 && how != NULL) {
        if (strcmp(how, "killed") == 0) {
            raise(SIGKILL);
        }
        return error_set(task->error, "it fails");
    }
    if (panels.devices > 1 &&
        ((task->parts[0].rows > 0 &&
          GPU_CHECK(task, cudaMemcpyAsync(own, task->parts[0].b, task->parts[0].rows * row_bytes,
                                          cudaMemcpyDefault, (cudaStream_t)streams[0])) != 0) ||
         gpu_nccl_all_gather(task, (NcclTeam *)task->handle, to, streams, panels.block * row_bytes,
                             panels.n * row_bytes) != 0)) {
        return -1;
    }
    const Task product = panels_task(task, &panels, 0);
    return task->parts[0].rows > 0 ? panel_product(&product, task->parts[0].rows, {0, panels.n}) : 0;
}

TEST_VARIANT(gpu, matmul, unlucky_rank,
             .idea = "wrong on purpose: one process leaves the others waiting in a broadcast",
             .types = INT32 | FLOAT32, .axes = AXIS_RANKS, .flags = VARIANT_DISTINCT,
             .missing = gpu_nccl_missing, .workspace = panels_workspace, .open = open_task,
             .close = close_task);
