/* Wrong on purpose: the copies of gpu/unordered in a graph, whose nodes lack an edge between those of two
 * devices. All streams are forked and joined, so the capture itself is right. */
#include <stdlib.h>

#include "gpu/parts.h"
#include "tests/variants/variant.h"

typedef struct Handle {
    cudaEvent_t events[MOST_DEVICES];
    cudaGraphExec_t graph;
} Handle;

static size_t workspace(const Point *point)
{
    return distribution_even_block(point->n, point->devices) * point->n * type_size(point->type);
}

static int wait_for(const Task *task, unsigned d, unsigned other)
{
    const Handle *handle = (const Handle *)task->handle;
    return GPU_CHECK(task, cudaEventRecord(handle->events[other], part_stream(task, other))) != 0
               ? -1
               : GPU_CHECK(task, cudaStreamWaitEvent(part_stream(task, d), handle->events[other], 0));
}

/* All other devices for the first. */
static int fork_all(const Task *task)
{
    int failed = 0;
    for (unsigned d = 1; d < task->point->devices && failed == 0; d++) {
        failed = wait_for(task, d, 0);
    }
    return failed;
}

static int copy_rows(const Task *task, void *to, const void *from, unsigned from_device, unsigned d)
{
    const size_t bytes = task->parts[from_device].rows * task->point->n * type_size(task->point->type);
    return GPU_CHECK(task, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, part_stream(task, d)));
}

static int enqueue(const Task *task)
{
    const unsigned devices = task->point->devices;
    if (fork_all(task) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < devices; d++) {
        const DeviceSlice *part = &task->parts[d];
        const unsigned next = (d + 1) % devices;
        if (copy_rows(task, part->workspace, part->a, d, d) != 0 ||
            copy_rows(task, task->parts[next].out, part->workspace, d, next) != 0) {
            return -1;
        }
    }
    for (unsigned d = 1; d < devices; d++) {
        if (wait_for(task, 0, d) != 0) {
            return -1;
        }
    }
    return 0;
}

static void close_task(Task *task)
{
    Handle *handle = (Handle *)task->handle;
    for (cudaEvent_t event : handle->events) {
        if (event != NULL) {
            (void)cudaEventDestroy(event);
        }
    }
    if (handle->graph != NULL) {
        (void)cudaGraphExecDestroy(handle->graph);
    }
    free(handle);
}

static int fill(Task *task, Handle *handle)
{
    cudaGraph_t graph;
    for (unsigned d = 0; d < task->point->devices; d++) {
        if (part_enter(task, d) != 0 || GPU_CHECK(task, cudaEventCreate(&handle->events[d])) != 0) {
            return -1;
        }
    }
    if (GPU_CHECK(task, cudaStreamBeginCapture(part_stream(task, 0), cudaStreamCaptureModeGlobal)) != 0 ||
        enqueue(task) != 0 || GPU_CHECK(task, cudaStreamEndCapture(part_stream(task, 0), &graph)) != 0) {
        return -1;
    }
    const int result = GPU_CHECK(task, cudaGraphInstantiateWithFlags(&handle->graph, graph, 0));
    (void)cudaGraphDestroy(graph);
    return result;
}

static int open_task(Task *task)
{
    Handle *handle = (Handle *)calloc(1, sizeof *handle);
    task->handle = handle;
    if (handle == NULL) {
        return error_set(task->error, "no memory for a graph");
    }
    if (fill(task, handle) != 0) {
        close_task(task);
        return -1;
    }
    return 0;
}

static int run(const Task *task)
{
    const Handle *handle = (const Handle *)task->handle;
    return GPU_CHECK(task, cudaGraphLaunch(handle->graph, part_stream(task, 0))) != 0 ? -1 : fork_all(task);
}

TEST_VARIANT(gpu, copy, unordered_graph, .idea = "wrong on purpose: no node waits for the rows",
             .types = INT32 | FLOAT32, .axes = AXIS_DEVICES, .first_owner = 1, .workspace = workspace,
             .open = open_task, .close = close_task);
