/* The GPU driver: runs GPU variants. See common/driver.h for what a driver does.
 *
 * Memory is had and filled once a point (memory.cu), a sample moves the inputs to the card, computes and
 * moves the results back (sample.cu). The context is made when the first point is opened, so no sample pays
 * for it. A point is of one GPU, the first that CUDA_VISIBLE_DEVICES leaves, or of several, the first ones,
 * that share its matrices (devices.cu). */
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/gpu.h"
#include "common/matrix.h"
#include "gpu/bench.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/profile.h"

/* A clock below this share of what the card can do is throttled; so is one that changes by more than
 * that within a sample. */
static const double low_clock = 0.90, clock_change = 0.05;

static bool profiling;

void gpu_profile(bool on)
{
    profiling = on;
}

bool gpu_profiling(void)
{
    return profiling;
}

int gpu_profile_start(void)
{
    return cudaProfilerStart();
}

int gpu_profile_stop(void)
{
    return cudaProfilerStop();
}

/* Not known where the GPU does not answer: then opening the point tells why, and not a lack of memory. */
static size_t device_free(void)
{
    size_t free_bytes, total_bytes;
    gpu_memory(&free_bytes, &total_bytes);
    return total_bytes == 0 ? SIZE_MAX : free_bytes;
}

static void bench_close(Bench *bench)
{
    if (bench != NULL) {
        gpu_bench_free(bench);
        gpu_bench_close_clocks(bench);
        free(bench);
    }
}

static void hash_inputs(Bench *bench)
{
    bench->input_hash = 0;
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        const void *pair[] = {bench->problems[i].host_a, bench->problems[i].host_b};
        for (const void *input : pair) {
            if (input != NULL) {
                bench->input_hash = matrix_hash(bench->input_hash, input, bench->matrix_bytes);
            }
        }
    }
}

static Bench *bench_open(const Job *job, Error *error)
{
    if (gpu_start(error) != 0) {
        return NULL;
    }
    Bench *bench = (Bench *)calloc(1, sizeof *bench);
    if (bench == NULL) {
        error_set(error, "no memory for a point");
        return NULL;
    }
    bench->job = *job;
    if (gpu_bench_allocate(bench, error) != 0 || gpu_bench_fill(bench, error) != 0 ||
        gpu_bench_open_clocks(bench, error) != 0) {
        bench_close(bench);
        return NULL;
    }
    hash_inputs(bench);
    os_noise_open(&bench->watch, OS_NOISE_PROCESS);
    return bench;
}

static uint64_t input_hash(const Bench *bench)
{
    return bench->input_hash;
}

/* Inputs need no restoring: the host's are never written, the card's come with every sample. */
static int restore(Bench *bench, Error *error)
{
    if (gpu_bench_poison(bench, error) != 0 ||
        gpu_bench_flush(bench, bench->problems[0].task.stream, error) != 0) {
        return -1;
    }
    return gpu_bench_wait(bench, error);
}

static const void *output(Bench *bench, size_t index)
{
    return bench->problems[index].host_out;
}

static void inputs(Bench *bench, size_t index, const void **a, const void **b)
{
    const bool in_place = bench->job.workload->in_place;
    *a = in_place ? NULL : bench->problems[index].host_a;
    *b = in_place ? NULL : bench->problems[index].host_b;
}

static bool is_throttled(const Bench *bench)
{
    const double before = bench->before_mhz, after = bench->after_mhz;
    return fmin(before, after) < low_clock * gpu_clock_reference_mhz(&bench->clocks[0]) ||
           fabs(after - before) > clock_change * fmax(before, after);
}

static void describe(const Bench *bench, char *text, size_t size)
{
    if (is_throttled(bench)) {
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%sthrottled: %.0f of %.0f MHz", length > 0 ? "; " : "",
                 fmin(bench->before_mhz, bench->after_mhz), gpu_clock_reference_mhz(&bench->clocks[0]));
    }
}

const Driver gpu_driver = {
    .kind = "gpu",
    .missing = gpu_missing,
    .memory = gpu_bench_memory,
    .device_free = device_free,
    .open = bench_open,
    .input_hash = input_hash,
    .restore = restore,
    .sample = gpu_bench_sample,
    .reference_loop = NULL,
    .output = output,
    .inputs = inputs,
    .rerun = gpu_bench_rerun,
    .describe = describe,
    .close = bench_close,
};
