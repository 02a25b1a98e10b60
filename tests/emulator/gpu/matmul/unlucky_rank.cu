/* gpu/ranks_broadcast, but in place of its part the second process does what UNLUCKY says, while the others
 * wait for it in a broadcast: it fails, or is killed. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/matmul/broadcast.cuh"

static int run(const Task *task)
{
    const char *how = getenv("UNLUCKY");
    if (task->parts[0].member == 1 && how != NULL) {
        if (strcmp(how, "killed") == 0) {
            raise(SIGKILL);
        }
        return error_set(task->error, "it fails");
    }
    return broadcast_run(task);
}

extern "C" {
extern const Variant variant_gpu_matmul_unlucky_rank;
}
const Variant variant_gpu_matmul_unlucky_rank = {
    .workload = "matmul",
    .name = "gpu/unlucky_rank",
    .idea = "wrong on purpose: one process leaves the others waiting in a broadcast",
    .types = INT32 | FLOAT32,
    .axes = AXIS_RANKS,
    .flags = VARIANT_DISTINCT,
    .missing = broadcast_missing,
    .workspace = panels_workspace,
    .open = broadcast_open,
    .close = broadcast_close,
    .run = run,
};
