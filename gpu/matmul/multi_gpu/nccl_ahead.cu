/* Matrix product on several GPUs: a panel of B is broadcast while the panels before it are multiplied.
 *
 * In peer_copies no GPU multiplies until all of B has arrived. But a column of the result needs one column of
 * B only. So B arrives in panels of columns, and each panel is multiplied while the next one is broadcast.
 * The first panel is narrow; each other one is as wide as all before it, up to a quarter of B. Products
 * alternate between two streams, so that one product fills the last wave of the other.
 *
 * A broadcast needs contiguous memory, and the rows of a panel are not contiguous. So an owner copies its
 * rows of the panel to a stage, and every GPU copies the whole panel from its stage into B. NCCL's kernels
 * need multiprocessors, which the product occupies: in a stream of high priority they get those that become
 * free next.
 *
 * The GPUs are those of one process (--devices), or one of each process (--ranks), on one machine or several:
 * a process enqueues what its own GPUs do, and NCCL uses the links within a machine and the network between
 * machines. Between machines B takes longer to arrive, and there is more to hide.
 *
 * A GPU that has fewer than two tiles for each multiprocessor has one panel, and no overlap.
 * Measured: on two H100 broadcasts without look-ahead are as fast as peer_copies, so there is no such rung.
 * Bound: the multiprocessors that NCCL's kernels take from the product, and hold while they wait for those of
 * the other GPUs; between machines the network, where a panel takes longer than the product of those before.
 * Limits: B lies on every GPU, and a panel of it twice. Needs NCCL, with a separate GPU for each device or
 * rank.
 * Source: NVIDIA, NCCL documentation, "Collective Operations" and "Creating a Communicator"; NVIDIA, CUDA C++
 * Programming Guide, "Overlapping Data Transfers". */
#include "gpu/matmul/multi_gpu/panels.cuh"

static const char *missing(void)
{
    const char *reason = gpu_cp_async_missing();
    return reason != NULL ? reason : gpu_nccl_missing();
}

/* Elements of the stage, where a panel lies contiguously; 0 where one panel is all of B. */
static size_t staged_elements(const Panels *panels)
{
    const size_t widest =
        size_min(panels->n,
                 panels->first_columns > panels->most_columns ? panels->first_columns : panels->most_columns);
    return panels->first_columns == panels->n ? 0 : size_mul(panels->n, widest);
}

static size_t workspace(const Point *point)
{
    const Panels panels = panels_of(point);
    return size_add(panels_workspace(point), size_mul(staged_elements(&panels), PANELS_ELEMENT));
}

/* The stage of device `d`. */
static void *stage(const Task *task, const Panels *panels, unsigned d)
{
    return (char *)task->parts[d].workspace + panels->b_bytes + PANELS_STREAMS * panel_product_bytes();
}

/* From the stage to B. */
static int spread(const Task *task, const Panels *panels, Panel panel, unsigned d, cudaStream_t stream)
{
    const size_t width = panel.columns * PANELS_ELEMENT, pitch = panels->n * PANELS_ELEMENT;
    return GPU_CHECK(task, cudaMemcpy2DAsync(panels_b(task, panels, d, 0, panel.first), pitch,
                                             stage(task, panels, d), width, width, panels->n,
                                             cudaMemcpyDefault, stream));
}

/* Enqueues on streams[d]: the panel is copied to to[d], on every device d of this process, n contiguous rows.
 * NCCL needs contiguous memory: so each device first copies its own rows to their place in to[d], and they
 * are gathered from there. 0 or -1. */
static int gather(const Task *task, const Panels *panels, NcclTeam *team, Panel panel, void *const *to,
                  void *const *streams)
{
    const size_t width = panel.columns * PANELS_ELEMENT, pitch = panels->n * PANELS_ELEMENT;
    const size_t block_bytes = panels->block * width;
    for (unsigned d = 0; d < panels->own && task->parts[d].rows > 0; d++) {
        const char *from = (const char *)task->parts[d].b + panel.first * PANELS_ELEMENT;
        if (part_enter(task, d) != 0 ||
            GPU_CHECK(task, cudaMemcpy2DAsync((char *)to[d] + task->parts[d].member * block_bytes, width,
                                              from, pitch, width, task->parts[d].rows, cudaMemcpyDefault,
                                              (cudaStream_t)streams[d])) != 0) {
            return -1;
        }
    }
    return gpu_nccl_all_gather(task, team, to, streams, block_bytes, panels->n * width);
}

/* The next panel may overwrite the stage when this one is copied out of it: one stream does both, in order.
 */
static int fetch(const Task *task, const Panels *panels, Panel panel)
{
    const bool is_whole = panel.columns == panels->n; /* and in one piece as it is */
    void *to[MOST_DEVICES], *streams[MOST_DEVICES];
    for (unsigned d = 0; d < panels->own; d++) {
        to[d] = is_whole ? panels_b(task, panels, d, 0, 0) : stage(task, panels, d);
        streams[d] = ahead_device(task, d)->come[0];
    }
    if (gather(task, panels, ((const Ahead *)task->handle)->team, panel, to, streams) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < panels->own; d++) {
        if (part_enter(task, d) != 0 ||
            (!is_whole && spread(task, panels, panel, d, (cudaStream_t)streams[d]) != 0) ||
            ahead_arrived(task, d) != 0) {
            return -1;
        }
    }
    return 0;
}

static int run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    return ahead_run(task, &panels, fetch, ahead_multiply);
}

/* NCCL first: opening it is collective over ranks, and must come before anything that can fail on one. */
static int open_task(Task *task)
{
    NcclTeam *team;
    return gpu_nccl_open(task, &team) != 0 ? -1 : ahead_open_team(task, team);
}

extern "C" const Variant variant_gpu_matmul_nccl_ahead;
const Variant variant_gpu_matmul_nccl_ahead = {
    .workload = "matmul",
    .name = "gpu/nccl_ahead",
    .idea = "panels of B are broadcast by NCCL while those before are multiplied, alternating between two "
            "streams",
    .source = "NVIDIA, NCCL documentation; NVIDIA, CUDA C++ Programming Guide: Overlapping Data Transfers",
    .after = "gpu/peer_copies",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES | AXIS_RANKS,
    .flags = VARIANT_DISTINCT,
    .missing = missing,
    .workspace = workspace,
    .describe = gpu_nccl_describe,
    .open = open_task,
    .close = ahead_close,
    .run = run,
};
