/* All rounds of gpu/peer_ahead as one CUDA graph, captured once and launched for each closure.
 *
 * In a round of gpu/peer_ahead the host enqueues 18 calls for the next block row's owner and 13 for each
 * other GPU, for a small graph hardly faster than they are done: at n 8192 a prototype on four H200 took
 * 8.8 ms to enqueue a closure that lasted 10.8. But every closure of the same matrix is the same calls. So
 * they are made once, before the clock starts, while the GPUs' streams are captured: kernels and copies
 * become nodes, events and the order of streams become edges (the table in block_cyclic.cuh), and CUDA
 * prepares all of it. A run is then one launch, and one event that the other GPUs' streams wait for, for
 * any n.
 *
 * The capture begins on the first GPU's stream. All others are forked from it and joined to it by events,
 * and the graph is launched there. The graph does not depend on the run: places in the rings are counted
 * from its beginning, and a launch begins when the one before has ended. The priorities of the streams
 * become those of the kernels, by a flag of the instantiation.
 *
 * A graph belongs to the memory that it names. Matrices that are closed one after the other have one
 * handle, so it keeps a graph for each, which is made before the clock starts (Variant.prepare).
 *
 * On one GPU it captures the rounds of gpu/overlapped_phases, so that one GPU and several are measured by
 * the same code.
 *
 * Measured on one H200, beside gpu/overlapped_phases in the same rounds: 1.05, 1.05, 1.25, 1.04 and 1.00
 * times its rate at n 512, 1024, 2048, 4096 and 8192, and a tenth of its spread or less, as delays of the
 * host are in no sample.
 * Bound: that of gpu/peer_ahead, but for the host.
 * Limits: those of gpu/peer_ahead. A graph has about five nodes a round and GPU, which CUDA keeps in
 * memory of the host and the GPUs that no workspace counts.
 * Source: block_cyclic.cuh; CUDA C++ Programming Guide, CUDA Graphs, Creating a Graph Using Stream Capture.
 */
#include "gpu/apsp/multi_gpu/block_cyclic.cuh"

/* The closure of the matrix at `out`, the first GPU's part of it: no two tasks have the same. */
typedef struct Captured {
    const void *out;
    cudaGraphExec_t graph;
    struct Captured *next;
} Captured;

static int enqueue_all(const Task *task)
{
    return parts_lead(task) != 0 || peer_ahead_run(task) != 0 ? -1 : parts_follow(task);
}

/* Relaxed: between the launches a kernel may be loaded and its shared memory set. A capture is ended after a
 * failure too, which then keeps its own message. */
static int capture(const Task *task, cudaGraph_t *graph)
{
    const cudaStream_t stream = (cudaStream_t)task->stream;
    if (GPU_CHECK(task, cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed)) != 0) {
        return -1;
    }
    const int enqueued = enqueue_all(task);
    Error ignored;
    Task ending = *task;
    ending.error = enqueued == 0 ? task->error : &ignored;
    return GPU_CHECK(&ending, cudaStreamEndCapture(stream, graph)) != 0 ? -1 : enqueued;
}

static int instantiate(const Task *task, cudaGraphExec_t *prepared)
{
    cudaGraph_t graph = NULL;
    int result = part_enter(task, 0) != 0 || capture(task, &graph) != 0 || part_enter(task, 0) != 0 ||
                         GPU_CHECK(task, cudaGraphInstantiateWithFlags(
                                             prepared, graph, cudaGraphInstantiateFlagUseNodePriority)) != 0
                     ? -1
                     : GPU_CHECK(task, cudaGraphUpload(*prepared, (cudaStream_t)task->stream));
    if (graph != NULL) {
        (void)cudaGraphDestroy(graph);
    }
    return result;
}

/* ---- the task ---- */

static void close_task(Task *task)
{
    AheadHandle *handle = (AheadHandle *)task->handle;
    while (handle != NULL && handle->extra != NULL) {
        Captured *captured = (Captured *)handle->extra;
        handle->extra = captured->next;
        if (captured->graph != NULL) {
            (void)cudaGraphExecDestroy(captured->graph);
        }
        free(captured);
    }
    look_ahead_close(task);
}

static int prepare(const Task *task)
{
    AheadHandle *handle = (AheadHandle *)task->handle;
    Captured *captured = (Captured *)calloc(1, sizeof *captured);
    if (captured == NULL) {
        return error_set(task->error, "no memory for the graph of a task");
    }
    captured->out = task->out;
    captured->next = (Captured *)handle->extra;
    handle->extra = captured;
    return instantiate(task, &captured->graph);
}

static int run(const Task *task)
{
    if (task->handle == NULL) { /* in a recorded launch */
        return peer_ahead_run(task);
    }
    const Captured *captured = (const Captured *)((const AheadHandle *)task->handle)->extra;
    while (captured->out != task->out) {
        captured = captured->next;
    }
    return part_enter(task, 0) != 0 ||
                   GPU_CHECK(task, cudaGraphLaunch(captured->graph, (cudaStream_t)task->stream)) != 0
               ? -1
               : parts_lead(task);
}

extern "C" const Variant variant_gpu_apsp_graph_ahead;
const Variant variant_gpu_apsp_graph_ahead = {
    .workload = "apsp",
    .name = "gpu/graph_ahead",
    .idea = "all rounds on all GPUs are one CUDA graph, so that the host enqueues them at once",
    .source = BLOCK_CYCLIC_SOURCE ", CUDA Graphs",
    .after = "gpu/peer_ahead",
    .types = INT32,
    .axes = AXIS_DEVICES,
    .missing = rounds_missing,
    .accepts = rounds_accepts,
    .workspace = block_cyclic_workspace,
    .block_rows = block_cyclic_rows,
    .open = look_ahead_open,
    .close = close_task,
    .prepare = prepare,
    .run = run,
};
