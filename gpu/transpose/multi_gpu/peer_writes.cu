/* Transpose among several GPUs without a copy: each tile is written straight to the device that it is for.
 *
 * A kernel can store into another GPU's memory as into its own. So one launch a device transposes its whole
 * block of rows (block_rows.cuh) by the tiles of gpu/full_row_stores, and only the address to which a
 * transposed tile goes tells on which device it arrives. Every word is read once, goes over a link at most
 * once, and is written once: there is no panel that is written and read again, no event, and nothing to wait
 * for between devices.
 *
 * Written, not read: a store is on its way when it is issued, while a load over a link holds a thread for the
 * time there and back, and what is under way at a time would bound the rate. A tile's row is 256 bytes, two
 * whole packets of what a multiprocessor sends at once, 128 bytes.
 *
 * Columns of tiles are for all devices in alternation. So from the first tiles to the last all links of a
 * device are busy, in both directions, and what stays on the device fills the time that the links take.
 *
 * What bounds it: the links, over which each of D devices sends 4 n^2 (D - 1) / D^2 bytes. Smaller pieces
 * cost more: where n or n / D, rounded up, is no multiple of 4, rows are cut at sectors of 32 bytes, which
 * need not be whole packets.
 * Others write into a device's result: it is complete when all devices are done.
 * One device does what gpu/full_row_stores does.
 * Sources: NVIDIA, CUDA C++ Programming Guide, Peer-to-Peer Memory Access; NVIDIA, nccl-tests, issue 149
 * (what a packet carries). */
#include "gpu/transpose/multi_gpu/block_rows.cuh"

/* What one device has to give. */
typedef struct Scatter {
    const uint32_t *a;          /* rows x n words */
    uint32_t *to[MOST_DEVICES]; /* the place in each device's result where this one's rows become columns */
    unsigned n, rows, side;     /* side: columns for each device, but the last */
    unsigned self, devices;
} Scatter;

/* What is for device `e`: perhaps no columns. */
static __device__ inline TransposeRegion block_for(const Scatter &scatter, unsigned e)
{
    const unsigned first = e * scatter.side;
    TransposeRegion region;
    region.from = scatter.a + first;
    region.to = scatter.to[e];
    region.rows = scatter.rows;
    region.columns = first < scatter.n ? min(scatter.side, scatter.n - first) : 0;
    region.from_pitch = region.to_pitch = scatter.n;
    region.to_begins = scatter.self * scatter.side % SECTOR;
    return region;
}

/* For which device the blockIdx.y-th column of tiles is: the next one first, the device itself last. */
static __device__ inline unsigned receiver(const Scatter &scatter)
{
    return (scatter.self + 1 + blockIdx.y % scatter.devices) % scatter.devices;
}

static __global__ void __launch_bounds__(THREADS) scatter_aligned(const Scatter scatter)
{
    transpose_tile(block_for(scatter, receiver(scatter)), blockIdx.x, blockIdx.y / scatter.devices);
}

static __global__ void __launch_bounds__(STRIP_THREADS, STRIP_BLOCKS) scatter_shifted(const Scatter scatter)
{
    transpose_strip(block_for(scatter, receiver(scatter)), blockIdx.x, blockIdx.y / scatter.devices);
}

static int scatter_rows(const Task *task, unsigned d)
{
    const DeviceSlice *parts = task->parts;
    const Task part = part_task(task, d);
    const unsigned first = block_first(task, d);
    Scatter scatter = {.a = (const uint32_t *)part.a};
    scatter.n = (unsigned)task->point->n;
    scatter.rows = (unsigned)parts[d].rows;
    scatter.side = (unsigned)block_side(task->point);
    scatter.self = d;
    scatter.devices = task->point->devices;
    if (scatter.rows == 0) {
        return 0;
    }
    for (unsigned e = 0; e < scatter.devices; e++) {
        scatter.to[e] = parts[e].rows > 0 ? (uint32_t *)parts[e].out + first : NULL;
    }
    /* Then all blocks begin at vectors and end at them. */
    const bool aligned = (scatter.n | scatter.side) % VECTOR == 0;
    LaunchShape shape = transpose_shape(scatter.rows, scatter.side, aligned);
    shape.grid[1] *= scatter.devices;
    shape.global_accesses = 2.0 * scatter.rows * scatter.n;
    void *arguments[] = {&scatter};
    if (part_enter(task, d) != 0) {
        return -1;
    }
    return aligned ? GPU_LAUNCH(&part, scatter_aligned, &shape, arguments)
                   : GPU_LAUNCH(&part, scatter_shifted, &shape, arguments);
}

static int run(const Task *task)
{
    if (task->point->devices <= 1) {
        return transpose_whole(task);
    }
    for (unsigned d = 0; d < task->point->devices; d++) {
        if (scatter_rows(task, d) != 0) {
            return -1;
        }
    }
    return 0;
}

extern "C" {
extern const Variant variant_gpu_transpose_peer_writes;
}
const Variant variant_gpu_transpose_peer_writes = {
    .workload = "transpose",
    .name = "gpu/peer_writes",
    .idea =
        "a kernel a device transposes its rows and stores each tile straight into the memory that it is for",
    .source = "NVIDIA, CUDA C++ Programming Guide: Peer-to-Peer Memory Access",
    .after = "gpu/nccl_exchange",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .run = run,
};
