/* The GPU of one process of several: its part of a point, in the steps that all processes do at once.
 *
 * The parts of the GPUs of all processes are dealt as those of a process's several GPUs are (devices.cu), and
 * this one has one of them: memory, streams and the variant's task are a Bench's with `own` 1. What a sample
 * times is between the steps, and is cpu/ranks.c's: it knows when all processes are done. A step therefore
 * returns when the GPU is done with it.
 *
 * Limits: one matrix, one iteration; nothing is timed by events, so that kernel_s has what launching the
 * first kernels takes. See common/gpu.h. */
#include <math.h>
#include <stdlib.h>

#include "common/gpu.h"
#include "gpu/bench.h"
#include "gpu/check.h"
#include "gpu/device.h"

struct GpuRank {
    Bench bench;
};

void gpu_rank_close(GpuRank *rank)
{
    if (rank != NULL) {
        gpu_bench_free(&rank->bench);
        gpu_bench_close_clocks(&rank->bench);
        free(rank);
    }
}

GpuRank *gpu_rank_open(const Job *job, const GpuSeat *seat, Error *error)
{
    GpuRank *rank = (GpuRank *)calloc(1, sizeof *rank);
    Lane *lane = (Lane *)calloc(1, sizeof *lane);
    if (rank == NULL || lane == NULL) {
        free(rank);
        free(lane);
        error_set(error, "no memory for a point");
        return NULL;
    }
    rank->bench.job = *job;
    rank->bench.is_rank = true;
    rank->bench.member = seat->rank;
    rank->bench.lanes = lane;
    lane->host_a = job->workload->in_place ? seat->out : seat->a;
    lane->host_b = seat->b;
    lane->host_out = seat->out;
    lane->task.share = seat->share;
    if (gpu_start(error) != 0 || gpu_bench_allocate(&rank->bench, error) != 0 ||
        gpu_bench_open_clocks(&rank->bench, error) != 0) {
        gpu_rank_close(rank);
        return NULL;
    }
    return rank;
}

/* The clock after the kernels: nothing else runs then. */
static int read_clock(Bench *bench, Error *error)
{
    if (gpu_clock_enqueue(&bench->clocks[0], CLOCK_AFTER, bench->clocks[0].stream, error) != 0 ||
        GPU_TRY(error, cudaStreamSynchronize((cudaStream_t)bench->clocks[0].stream)) != 0) {
        return -1;
    }
    bench->after_mhz = gpu_clock_mhz(&bench->clocks[0], CLOCK_AFTER);
    return 0;
}

static int begin_step(Bench *bench, GpuStep step, Error *error)
{
    Lane *lane = &bench->lanes[0];
    switch (step) {
    case GPU_JOIN:
        return gpu_bench_join(bench, lane, error);
    case GPU_RESTORE:
        return gpu_bench_poison(bench, error);
    case GPU_BEGIN:
        gpu_bench_begin_nvml(bench);
        return 0;
    case GPU_UPLOAD:
        return gpu_bench_upload(bench, lane, error);
    case GPU_SETTLE:
        return gpu_bench_settle(bench, error);
    case GPU_RUN:
        return gpu_bench_run(bench, lane, 1, error);
    case GPU_READ_CLOCK:
        return read_clock(bench, error);
    case GPU_DOWNLOAD:
        return gpu_bench_gather(bench, lane, lane->host_out, error);
    case GPU_END:
        gpu_bench_end_nvml(bench);
        return 0;
    }
    return -1;
}

int gpu_rank_step(GpuRank *rank, GpuStep step, Error *error)
{
    return begin_step(&rank->bench, step, error) != 0 ? -1 : gpu_bench_wait(&rank->bench, error);
}

void gpu_rank_seen(const GpuRank *rank, Interference *interference, double *sm_mhz)
{
    *interference = rank->bench.interference;
    *sm_mhz = fmin(rank->bench.before_mhz, rank->bench.after_mhz);
}
