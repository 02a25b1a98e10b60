/* The GPU of one process of several: its part of a point, in steps that all processes execute together.
 *
 * Matrices are distributed over the GPUs of all processes as over those of one process (devices.cu); memory,
 * streams and the variant's task are those of a Bench with `own` 1. cpu/ranks.c times the steps, as it knows
 * when all processes have completed one. A step therefore returns when the GPU has completed it.
 *
 * Limits: one matrix, one iteration; no events, so that kernel_s includes launching the first kernels. See
 * common/gpu.h. */
#include <math.h>
#include <stdlib.h>

#include "common/gpu.h"
#include "gpu/bench.h"
#include "gpu/device.h"

struct GpuRank : Bench {
};

void gpu_rank_close(GpuRank *rank)
{
    gpu_bench_free(rank);
    gpu_bench_close_clocks(rank);
    free(rank);
}

GpuRank *gpu_rank_open(const Job *job, unsigned member, const Task *host, Error *error)
{
    GpuRank *rank = (GpuRank *)calloc(1, sizeof *rank);
    Problem *problem = (Problem *)calloc(1, sizeof *problem);
    if (rank == NULL || problem == NULL) {
        free(rank);
        free(problem);
        error_set(error, "no memory for a point");
        return NULL;
    }
    rank->job = *job;
    rank->is_rank = true;
    rank->member = member;
    rank->problems = problem;
    problem->host[OPERAND_A] = job->workload->in_place ? host->out : (void *)host->a;
    problem->host[OPERAND_B] = (void *)host->b;
    problem->host[OPERAND_OUT] = host->out;
    problem->task.share = host->share;
    if (gpu_start(error) != 0 || gpu_bench_allocate(rank, error) != 0 ||
        gpu_bench_open_clocks(rank, error) != 0) {
        gpu_rank_close(rank);
        return NULL;
    }
    return rank;
}

static int begin_step(Bench *bench, GpuStep step, Error *error)
{
    Problem *problem = &bench->problems[0];
    switch (step) {
    case GPU_OPEN_VARIANT:
        return gpu_bench_open_variant(bench, problem, error);
    case GPU_RESTORE:
        return gpu_bench_poison(bench, error);
    case GPU_BEGIN:
        gpu_bench_begin_nvml(bench);
        return 0;
    case GPU_UPLOAD:
        return gpu_bench_upload(bench, problem, error);
    case GPU_SETTLE:
        return gpu_bench_settle(bench, error);
    case GPU_RUN:
        return gpu_bench_run(bench, problem, 1, error);
    case GPU_READ_CLOCK:
        return gpu_bench_read_clocks(bench, 0, error); /* no other work runs then */
    case GPU_DOWNLOAD:
        return gpu_bench_gather(bench, problem, error);
    case GPU_END:
        gpu_bench_end_nvml(bench);
        return 0;
    }
    return -1;
}

int gpu_rank_step(GpuRank *rank, GpuStep step, Error *error)
{
    return begin_step(rank, step, error) != 0 ? -1 : gpu_bench_wait(rank, error);
}

void gpu_rank_seen(const GpuRank *rank, Interference *interference, double *sm_mhz)
{
    *interference = rank->interference;
    *sm_mhz = fmin(rank->before_mhz, rank->after_mhz);
}
