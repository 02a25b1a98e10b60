/* A point on several devices: the distribution of its matrices, their copies, and synchronization.
 *
 * Each device has a stream. A phase of a sample runs on all of them and ends with an event of the first: the
 * first stream waits for the others, an event is recorded on it, and the others wait for that event. So a
 * phase lasts until the last device has completed it, and no device begins the next phase earlier. A point of
 * one device has one stream, where only the event is recorded. The clocks of all GPUs are brought up before a
 * sample and read after it; the lowest counts. */
#include <cuda_runtime.h>
#include <math.h>

#include "gpu/bench.h"
#include "gpu/check.h"

size_t gpu_bench_matrix_bytes(const Bench *bench, Operand which)
{
    return workload_bytes(bench->job.workload, &bench->job.point, which);
}

static size_t row_bytes(const Bench *bench, Operand which)
{
    return workload_extent(bench->job.workload, &bench->job.point, which).columns *
           type_size(workload_type(bench->job.workload, &bench->job.point, which));
}

/* The distribution of a matrix's rows. Only one device has matrices that are not square. */
static Distribution rows_of(const Bench *bench, Operand which)
{
    const size_t rows = workload_extent(bench->job.workload, &bench->job.point, which).rows;
    return bench->distribution.devices > 1 ? bench->distribution : (Distribution){rows, rows, 1};
}

int gpu_bench_enter(const Bench *bench, unsigned d, Error *error)
{
    return GPU_TRY(error, cudaSetDevice(bench->problems[0].parts[d].device));
}

/* Two devices on the same GPU share its memory anyway. */
static int connect(const Bench *bench, unsigned from, unsigned to, Error *error)
{
    const int here = bench->problems[0].parts[from].device, there = bench->problems[0].parts[to].device;
    int can = 1;
    if (here == there) {
        return 0;
    }
    if (GPU_TRY(error, cudaDeviceCanAccessPeer(&can, here, there)) != 0) {
        return -1;
    }
    if (!can && (bench->job.variant->flags & VARIANT_DISTINCT) != 0) {
        return 0; /* the library chooses its paths itself */
    }
    if (!can) {
        return error_set(error,
                         "GPU %d cannot reach the memory of GPU %d: name GPUs that are linked in "
                         "CUDA_VISIBLE_DEVICES (nvidia-smi topo -p2p r lists them)",
                         here, there);
    }
    const cudaError_t status = cudaDeviceEnablePeerAccess(there, 0);
    if (status == cudaErrorPeerAccessAlreadyEnabled) {
        (void)cudaGetLastError();
        return 0;
    }
    return GPU_TRY(error, status);
}

int gpu_bench_connect(const Bench *bench, Error *error)
{
    return gpu_bench_each(bench, error, [&](unsigned from) {
        int failed = 0;
        for (unsigned to = 0; failed == 0 && to < bench->own; to++) {
            failed = connect(bench, from, to, error);
        }
        return failed;
    });
}

size_t gpu_bench_bytes(const Bench *bench, unsigned d, Operand which)
{
    const unsigned devices = bench->distribution.devices,
                   first_owner = which == OPERAND_OUT ? bench->job.variant->first_owner % devices : 0;
    const Distribution rows = rows_of(bench, which);
    return distribution_rows(&rows, (bench->member + d + devices - first_owner) % devices) *
           row_bytes(bench, which);
}

/* Copies between a host matrix and the devices' buffers of it, on their streams. The host matrix of one of
 * several processes is the slice of its device. */
static int copy_slices(const Bench *bench, const Problem *problem, Operand which, char *host, bool up,
                       Error *error)
{
    const unsigned first_owner = which == OPERAND_OUT ? bench->job.variant->first_owner : 0;
    const size_t bytes = row_bytes(bench, which);
    const Distribution rows = rows_of(bench, which);
    const size_t blocks = bench->is_rank ? 1 : distribution_blocks(&rows);
    for (size_t i = 0; i < blocks; i++) {
        OwnedBlock block = {};
        if (!bench->is_rank) {
            block = distribution_block(&rows, i, first_owner);
        }
        const size_t size = bench->is_rank ? gpu_bench_bytes(bench, 0, which) : block.rows * bytes;
        char *const there = (char *)problem->buffers[block.device].matrix[which] + block.own_row * bytes;
        char *const here = host + block.row * bytes;
        if (size > 0 &&
            (gpu_bench_enter(bench, block.device, error) != 0 ||
             GPU_TRY(error, cudaMemcpyAsync(up ? there : here, up ? here : there, size,
                                            up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                                            (cudaStream_t)problem->parts[block.device].stream)) != 0)) {
            return -1;
        }
    }
    return gpu_bench_enter(bench, 0, error);
}

int gpu_bench_scatter(const Bench *bench, const Problem *problem, Operand from, Operand to, Error *error)
{
    return copy_slices(bench, problem, to, (char *)problem->host[from], true, error);
}

int gpu_bench_gather(const Bench *bench, const Problem *problem, Error *error)
{
    return copy_slices(bench, problem, OPERAND_OUT, (char *)problem->host[OPERAND_OUT], false, error);
}

/* The first stream waits for the others. */
static int join(const Bench *bench, const Problem *problem, Error *error)
{
    for (unsigned d = 1; d < bench->own; d++) {
        const cudaEvent_t is_done = (cudaEvent_t)problem->buffers[d].is_done;
        if (gpu_bench_enter(bench, d, error) != 0 ||
            GPU_TRY(error, cudaEventRecord(is_done, (cudaStream_t)problem->parts[d].stream)) != 0 ||
            GPU_TRY(error, cudaStreamWaitEvent((cudaStream_t)problem->task.stream, is_done, 0)) != 0) {
            return -1;
        }
    }
    return bench->own == 1 ? 0 : gpu_bench_enter(bench, 0, error);
}

/* The others wait for the first stream, and so for each other. */
static int meet(const Bench *bench, const Problem *problem, cudaEvent_t event, Error *error)
{
    if (join(bench, problem, error) != 0 ||
        GPU_TRY(error, cudaEventRecord(event, (cudaStream_t)problem->task.stream)) != 0) {
        return -1;
    }
    for (unsigned d = 1; d < bench->own; d++) {
        if (GPU_TRY(error, cudaStreamWaitEvent((cudaStream_t)problem->parts[d].stream, event, 0)) != 0) {
            return -1;
        }
    }
    return 0;
}

int gpu_bench_meet(const Bench *bench, const Problem *problem, Error *error)
{
    return bench->own == 1 ? 0 : meet(bench, problem, (cudaEvent_t)problem->buffers[0].is_done, error);
}

int gpu_bench_mark(const Bench *bench, const Problem *problem, Moment moment, Error *error)
{
    return meet(bench, problem, (cudaEvent_t)problem->events[moment], error);
}

int gpu_bench_wait(const Bench *bench, Error *error)
{
    for (size_t i = 0; i < (bench->overlap ? bench->job.point.matrices : 1); i++) {
        for (unsigned d = 0; d < bench->own; d++) {
            if (GPU_TRY(error, cudaStreamSynchronize((cudaStream_t)bench->problems[i].parts[d].stream)) !=
                0) {
                return -1;
            }
        }
    }
    return 0;
}

/* ---- clocks ---- */

int gpu_bench_open_clocks(Bench *bench, Error *error)
{
    return gpu_bench_each(bench, error, [&](unsigned d) { return gpu_clock_open(&bench->clocks[d], error); });
}

void gpu_bench_close_clocks(Bench *bench)
{
    for (GpuClock &clock : bench->clocks) {
        gpu_clock_close(&clock);
    }
}

/* The least of reading(clock, d, &mhz) over the devices, each the current one meanwhile. 0 or -1. */
template <typename Reading>
static int lowest_clock(Bench *bench, double *lowest_mhz, Error *error, Reading reading)
{
    *lowest_mhz = INFINITY;
    return gpu_bench_each(bench, error, [&](unsigned d) {
        double mhz = INFINITY;
        const int failed = reading(&bench->clocks[d], d, &mhz);
        *lowest_mhz = fmin(*lowest_mhz, mhz);
        return failed;
    });
}

int gpu_bench_settle(Bench *bench, Error *error)
{
    return lowest_clock(bench, &bench->before_mhz, error, [&](GpuClock *clock, unsigned, double *mhz) {
        const int failed = gpu_clock_settle(clock, error);
        *mhz = gpu_clock_mhz(clock, CLOCK_BEFORE);
        return failed;
    });
}

int gpu_bench_enqueue_clocks(Bench *bench, void *event, Error *error)
{
    return gpu_bench_each(bench, error, [&](unsigned d) {
        GpuClock *clock = &bench->clocks[d];
        const cudaStream_t stream = (cudaStream_t)clock->stream;
        return GPU_TRY(error, cudaStreamWaitEvent(stream, (cudaEvent_t)event, 0)) != 0
                   ? -1
                   : gpu_clock_enqueue(clock, CLOCK_AFTER, clock->stream, error);
    });
}

int gpu_bench_read_clocks(Bench *bench, unsigned enqueued, Error *error)
{
    return lowest_clock(bench, &bench->after_mhz, error, [&](GpuClock *clock, unsigned d, double *mhz) {
        if ((d >= enqueued && gpu_clock_enqueue(clock, CLOCK_AFTER, clock->stream, error) != 0) ||
            GPU_TRY(error, cudaStreamSynchronize((cudaStream_t)clock->stream)) != 0) {
            return -1;
        }
        *mhz = gpu_clock_mhz(clock, CLOCK_AFTER);
        return 0;
    });
}
