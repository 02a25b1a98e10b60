/* Transpose on several GPUs without a copy: each tile is written straight to the device that needs it.
 *
 * A kernel can store to another GPU's memory as to its own. So one launch for each device transposes its
 * whole block of rows (block_rows.cuh) by the tiles of gpu/full_row_stores, and only the address of a
 * transposed tile decides on which device it arrives. Every word is read once, crosses a link at most once,
 * and is written once: no panel is written and read again, and no event is needed between devices.
 *
 * Tiles are written, not read: a store completes without the thread, while a load over a link holds a thread
 * for the round trip, and the loads in flight would bound the rate. A tile's row is 256 bytes, two whole
 * packets of 128 bytes, the most that a multiprocessor sends at once. Columns of tiles go to all devices
 * alternately. So all links of a device are busy from the first tiles to the last, in both directions, and
 * tiles that stay on the device fill the time of the links.
 *
 * Bound: the links, over which each of D devices sends 4 n^2 (D - 1) / D^2 bytes. Smaller pieces cost more:
 * where n or n / D, rounded up, is no multiple of 4, rows are divided at sectors of 32 bytes, which need not
 * be whole packets.
 * Limits: all GPUs must reach each other's memory. Others write to a device's result: it is complete when all
 * devices are done. One device does what gpu/full_row_stores does.
 * Source: NVIDIA, CUDA C++ Programming Guide, Peer-to-Peer Memory Access; NVIDIA, nccl-tests, issue 149
 * (payload of a packet). */
#include "gpu/transpose/multi_gpu/block_rows.cuh"

/* The rows of one device, and where they go. */
typedef struct Scatter {
    const uint32_t *a;          /* rows x n words */
    uint32_t *to[MOST_DEVICES]; /* the place in each device's result where this one's rows become columns */
    unsigned n, rows, side;     /* side: columns for each device, but the last */
    unsigned self, devices;
} Scatter;

/* The columns for device `e`, possibly none. */
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
    for (unsigned e = 0; e < scatter.devices; e++) {
        scatter.to[e] = parts[e].rows > 0 ? (uint32_t *)parts[e].out + first : NULL;
    }
    /* Then all blocks begin at vectors and end at them. */
    const bool aligned = (scatter.n | scatter.side) % VECTOR == 0;
    LaunchShape shape = transpose_shape(scatter.rows, scatter.side, aligned);
    shape.grid[1] *= scatter.devices;
    shape.global_accesses = 2.0 * scatter.rows * scatter.n;
    return aligned ? GPU_LAUNCH(&part, shape, scatter_aligned, scatter)
                   : GPU_LAUNCH(&part, shape, scatter_shifted, scatter);
}

static int run(const Task *task)
{
    return task->point->devices <= 1 ? transpose_whole(task) : on_each_device(task, scatter_rows);
}

extern "C" const Variant variant_gpu_transpose_peer_writes;
const Variant variant_gpu_transpose_peer_writes = {
    .workload = "transpose",
    .name = "gpu/peer_writes",
    .idea =
        "each device's kernel transposes its rows and stores each tile straight to the memory of its owner",
    .source = "NVIDIA, CUDA C++ Programming Guide: Peer-to-Peer Memory Access",
    .after = "gpu/nccl_exchange",
    .types = INT32 | FLOAT32,
    .axes = AXIS_DEVICES,
    .run = run,
};
