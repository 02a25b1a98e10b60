/* The GPU driver: runs GPU variants. common/driver.h describes drivers.
 *
 * Memory is allocated and filled once a point (memory.cu); a sample copies the inputs to the GPU, computes
 * and copies the results back (sample.cu). The context is created when the first point is opened, outside of
 * all samples. A point uses the first GPU that CUDA_VISIBLE_DEVICES leaves, or the first ones, which share
 * its matrices (devices.cu). */
#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>

#include "common/gpu.h"
#include "common/text/text.h"
#include "gpu/bench.h"
#include "gpu/device.h"

/* A clock below the first share of the GPU's maximum is throttled; so is one that changes by more than the
 * second within a sample. */
static const double low_clock = 0.90, clock_change = 0.05;

/* Unknown if the GPU does not respond: then opening the point reports the reason, not a lack of memory. */
static size_t device_free(void)
{
    size_t free_bytes, total_bytes;
    gpu_memory(&free_bytes, &total_bytes);
    return total_bytes == 0 ? SIZE_MAX : free_bytes;
}

static void bench_close(Bench *bench)
{
    gpu_bench_free(bench);
    gpu_bench_close_clocks(bench);
    free(bench);
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
    if (gpu_bench_allocate(bench, error) != 0 || driver_fill(&gpu_driver, bench, &bench->job, error) != 0 ||
        gpu_bench_prepare(bench, error) != 0 || gpu_bench_open_clocks(bench, error) != 0) {
        bench_close(bench);
        return NULL;
    }
    *job->input_hash = driver_hash(&gpu_driver, bench, job);
    os_noise_open(&bench->watch, OS_NOISE_PROCESS);
    return bench;
}

/* The next sample copies them to the GPU. A library may have read a sparse pattern, so it prepares again;
 * other variants have no need, and a result that one made in prepare() is found. */
static int other_inputs(Bench *bench, const Input *input, Error *error)
{
    bench->job.input = *input;
    if (driver_fill(&gpu_driver, bench, &bench->job, error) != 0 ||
        ((bench->job.variant->flags & VARIANT_LIBRARY) != 0 && gpu_bench_prepare(bench, error) != 0)) {
        return -1;
    }
    *bench->job.input_hash = driver_hash(&gpu_driver, bench, &bench->job);
    return 0;
}

/* Inputs need no restoring: those on the host are never written, those on the GPU are copied in every
 * sample. */
static int restore(Bench *bench, Error *error)
{
    return gpu_bench_poison(bench, error) != 0 ||
                   gpu_bench_flush(bench, bench->problems[0].task.stream, error) != 0
               ? -1
               : gpu_bench_wait(bench, error);
}

static const void *output(Bench *bench, size_t index)
{
    return bench->problems[index].host[OPERAND_OUT];
}

static void *input(Bench *bench, size_t index, unsigned i)
{
    return bench->problems[index].host[i];
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
        text_append(text, size, "; ", "throttled: %.0f of %.0f MHz",
                    fmin(bench->before_mhz, bench->after_mhz), gpu_clock_reference_mhz(&bench->clocks[0]));
    }
}

const Driver gpu_driver = {
    .missing = gpu_missing,
    .memory = gpu_bench_memory,
    .device_free = device_free,
    .open = bench_open,
    .restore = restore,
    .sample = gpu_bench_sample,
    .output = output,
    .input = input,
    .other_inputs = other_inputs,
    .rerun = gpu_bench_rerun,
    .describe = describe,
    .close = bench_close,
};
