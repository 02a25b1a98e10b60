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
#include "common/matrix.h"
#include "common/text/text.h"
#include "gpu/bench.h"
#include "gpu/device.h"

/* A clock below the first share of the GPU's maximum is throttled; so is one that changes by more than the
 * second within a sample. */
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

static void hash_inputs(Bench *bench)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        for (int input = 0; input < MOST_INPUTS; input++) {
            const void *host = bench->problems[i].host[input];
            hash =
                host == NULL ? hash : matrix_hash(hash, host, gpu_bench_matrix_bytes(bench, (Operand)input));
        }
    }
    *bench->job.input_hash = hash;
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
        gpu_bench_prepare(bench, error) != 0 || gpu_bench_open_clocks(bench, error) != 0) {
        bench_close(bench);
        return NULL;
    }
    hash_inputs(bench);
    os_noise_open(&bench->watch, OS_NOISE_PROCESS);
    return bench;
}

/* The next sample copies them to the GPU. A library may have read a sparse pattern, so it prepares again;
 * other variants have no need, and a result that one made in prepare() is found. */
static int other_inputs(Bench *bench, const Input *input, Error *error)
{
    bench->job.input = *input;
    if (gpu_bench_fill(bench, error) != 0 ||
        ((bench->job.variant->flags & VARIANT_LIBRARY) != 0 && gpu_bench_prepare(bench, error) != 0)) {
        return -1;
    }
    hash_inputs(bench);
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

static void inputs(Bench *bench, size_t index, const void *inputs[MOST_INPUTS])
{
    for (int i = 0; i < MOST_INPUTS; i++) {
        inputs[i] = bench->job.workload->in_place ? NULL : bench->problems[index].host[i];
    }
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
    .inputs = inputs,
    .other_inputs = other_inputs,
    .rerun = gpu_bench_rerun,
    .describe = describe,
    .close = bench_close,
};
