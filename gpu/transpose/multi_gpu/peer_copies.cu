/* Transpose on several GPUs: each copies the columns that it needs, then transposes them.
 *
 * Every device has a block of rows of the input and the same rows of the result (block_rows.cuh). For these
 * it needs the same columns of all rows. It copies them from the others' memory into a panel of its own, n
 * words high and as wide as its block, by one pitched copy for each peer: the copy engines read over the
 * links between the GPUs, without a kernel. Then it transposes the panel by the tiles of gpu/full_row_stores;
 * its own block it transposes straight from the input.
 *
 * A device begins with the next one's block and ends with that of the one before, so that at any time each
 * reads from another and no link serves two. Only a device's own stream orders the work: no device writes
 * what another reads.
 *
 * Bound: first the links alone are busy, then the memory alone. Words that arrive over the links are written
 * and read once more than in a transpose on one GPU.
 * Limits: all GPUs must reach each other's memory. One device does what gpu/full_row_stores does.
 * Source: NVIDIA, CUDA C++ Programming Guide, Multi-Device System; Choi, Dongarra and Walker, Parallel Matrix
 * Transpose Algorithms on Distributed Memory Concurrent Computers, 1995 (the order of peers). */
#include "gpu/transpose/multi_gpu/block_rows.cuh"

/* Copies device `e`'s columns of device `d`'s rows to `e`'s panel, at the height that they have in the input.
 */
static int fetch(const Task *task, unsigned e, unsigned d)
{
    const DeviceSlice *own = &task->parts[e], *peer = &task->parts[d];
    const size_t n = task->point->n, word = sizeof(uint32_t), width = own->rows * word;
    if (own->rows == 0 || peer->rows == 0) {
        return 0;
    }
    uint32_t *to = (uint32_t *)own->workspace + block_first(task, d) * own->rows;
    const uint32_t *from = (const uint32_t *)peer->a + block_first(task, e);
    return GPU_CHECK(task, cudaMemcpy2DAsync(to, width, from, n * word, width, peer->rows, cudaMemcpyDefault,
                                             part_stream(task, e)));
}

/* The rows of the panel above and below the device's own, which come from the input. */
static int transpose_received(const Task *task, unsigned e)
{
    const Task part = part_task(task, e);
    const unsigned first = block_first(task, e), rows = (unsigned)task->parts[e].rows;
    const unsigned behind = first + rows, n = (unsigned)task->point->n;
    const uint32_t *panel = (const uint32_t *)part.workspace;
    if (transpose_slice(&part, region_of_own(task, e)) != 0 ||
        transpose_slice(&part, region_of_rows(task, e, panel, rows, 0, first)) != 0) {
        return -1;
    }
    return transpose_slice(&part,
                           region_of_rows(task, e, panel + (size_t)behind * rows, rows, behind, n - behind));
}

static int run(const Task *task)
{
    const unsigned devices = task->point->devices;
    if (devices <= 1) {
        return transpose_whole(task);
    }
    for (unsigned step = 1; step < devices; step++) {
        for (unsigned e = 0; e < devices; e++) {
            if (fetch(task, e, (e + step) % devices) != 0) {
                return -1;
            }
        }
    }
    return on_each_device(task, transpose_received);
}

static size_t workspace(const Point *point)
{
    return point->devices <= 1 ? 0 : size_mul(size_mul(point->n, block_side(point)), sizeof(uint32_t));
}

extern "C" const Variant variant_gpu_transpose_peer_copies;
const Variant variant_gpu_transpose_peer_copies = {
    .workload = "transpose",
    .name = "gpu/peer_copies",
    .idea = "block rows on several GPUs: each copies its columns of the others' rows, then transposes them",
    .source = "NVIDIA, CUDA C++ Programming Guide: Multi-Device System; Choi, Dongarra and Walker 1995",
    .after = "gpu/full_row_stores",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .workspace = workspace,
    .run = run,
};
