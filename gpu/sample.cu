/* One sample: inputs to the GPU, kernels, results back, and the time of each phase.
 *
 * End to end is the monotonic clock around the whole sample. In sequence (pageable, pinned) one stream
 * processes one matrix after the other. Overlapped, every matrix has a stream, and the order of issue is that
 * of workload.h. Events on the work's own stream mark the moments in between.
 *
 * Overlapped operations of a kind wait for each other within their spans: ten copies issued together seem to
 * begin together. So a phase is the time during which at least one operation of its kind was in progress (the
 * union of the spans), not their sum. In sequence both are equal.
 *
 * Work of several launches may take the host longer to enqueue than the GPU to execute. A copy from
 * page-locked memory would hide that, and one from pageable memory, which blocks the host, would not. So in
 * sequence the host waits for the inputs before it enqueues such work, and kernel_s contains what enqueueing
 * delays; a gate holds the GPUs until the first launch has arrived. h2d_s lasts until then. Work of several
 * devices has several launches, or a graph's.
 *
 * Work of one launch: the GPU is idle until it arrives, some microseconds, and the events would charge that
 * to the kernel. So in sequence, a kernel shorter than LONG_S runs once more after the clock has stopped,
 * behind a gate that opens when it is enqueued, and kernel_s is that of this second pass. With a cold cache
 * there always is a second pass: in the first the copy has just left the inputs in the L2. End to end remains
 * that of the first pass. Before the second pass some of the result is poisoned again, and a sample that is
 * verified is verified twice (rerun).
 *
 * Kernels of a matrix that take less than SHORT_S together are repeated in the second pass for BATCH_S and a
 * margin, as an event's resolution is 0.5 us; its gate opens when all repetitions are enqueued. Each begins
 * when all devices have completed the one before. The first two samples determine the number, as a library
 * may still select its kernel in the first. Kernels are not repeated with a cold cache, nor in place where
 * the input would have to be copied in between. Nothing is poisoned between two repetitions: on the GPU that
 * takes as long as a short kernel. So after them some of the result is poisoned and the kernels run once
 * more, untimed; that result is verified. This detects a variant that skips work it did before, or that works
 * every other time only.
 *
 * A gate that opens by itself, as enqueueing took too long, leaves launch gaps in kernel_s; the sample's
 * flag says so.
 *
 * The SM clock is read before the sample and directly after its kernels: on a stream beside the last copy
 * back when kernels are long, else after the second pass. */
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>

#include "common/matrix.h"
#include "common/timing.h"
#include "gpu/bench.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/launch.h"

/* Above this, launch gaps (some ten microseconds) are below 1 % of a kernel. */
static const double LONG_S = 5e-3;

/* Far below the intervals at which GPUs execute launches of one stream. */
static const double LAUNCH_S = 50e-9;

/* How much longer than the streams of a point its GPU may be at work. The host may be late in single passes.
 */
static const double LATE_S = 200e-6, LATE_SHARE = 0.1;
static const size_t LATE_PASSES = 3;

/* A call of the management library takes 2 ms on an H200, and the energy counter's steps and the mean that is
 * the power say nothing about shorter samples. */
static const double ENERGY_S = 0.5;

/* MOST_REPEATS launches are enqueued before the gate opens by itself. */
static const double SHORT_S = 50e-6, BATCH_S = 200e-6, BATCH_MARGIN = 1.25, MOST_REPEATS = 200;

int gpu_bench_upload(const Bench *bench, const Problem *problem, Error *error)
{
    const Workload *workload = bench->job.workload;
    if (workload->in_place) {
        return gpu_bench_scatter(bench, problem, OPERAND_A, bench->keeps_input ? OPERAND_A : OPERAND_OUT,
                                 error);
    }
    for (unsigned i = 0; i < workload->inputs; i++) {
        if (gpu_bench_scatter(bench, problem, (Operand)i, (Operand)i, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Copies the kept input to the result, on all devices before any continues, as each may read from the
 * others. */
static int renew_input(const Bench *bench, const Problem *problem, Error *error)
{
    const auto copy = [&](unsigned d) {
        void *const *matrix = problem->buffers[d].matrix;
        return GPU_TRY(error, cudaMemcpyAsync(matrix[OPERAND_OUT], matrix[OPERAND_A],
                                              gpu_bench_bytes(bench, d, OPERAND_A), cudaMemcpyDeviceToDevice,
                                              (cudaStream_t)problem->parts[d].stream));
    };
    return gpu_bench_each(bench, error, copy) != 0 ? -1 : gpu_bench_meet(bench, problem, error);
}

/* Holds later work on the problem's first stream until the host has enqueued its first launch. */
static int hold(Bench *bench, const Problem *problem, Error *error)
{
    if (gpu_bench_wait(bench, error) != 0 ||
        gpu_clock_hold(&bench->clocks[0], problem->task.stream, bench->own, error) != 0) {
        return -1;
    }
    gpu_launch_opens(bench->repeats == 1 ? &bench->clocks[0] : NULL);
    return 0;
}

/* Also of work without a launch, and after a failure. */
static void release(Bench *bench)
{
    gpu_launch_opens(NULL);
    gpu_clock_release(&bench->clocks[0]);
}

static int upload(Bench *bench, Problem *problem, Error *error)
{
    return gpu_bench_mark(bench, problem, BEGUN, error) != 0 ||
                   gpu_bench_upload(bench, problem, error) != 0 ||
                   (bench->gated && hold(bench, problem, error) != 0)
               ? -1
               : gpu_bench_mark(bench, problem, UPLOADED, error);
}

/* The default stream waits for the task's, or the task's for it. It does not do so by itself, as the streams
 * of a point are non-blocking: transfers would wait for each other. */
static int join_default(const Problem *problem, bool begins, Error *error)
{
    const cudaStream_t own = (cudaStream_t)problem->task.stream, other = NULL;
    const cudaEvent_t event = (cudaEvent_t)problem->buffers[0].is_done;
    return GPU_TRY(error, cudaEventRecord(event, begins ? own : other)) != 0
               ? -1
               : GPU_TRY(error, cudaStreamWaitEvent(begins ? other : own, event, 0));
}

static int run_variant(const Bench *bench, const Problem *problem, Error *error)
{
    return bench->job.variant->run(&problem->task) != 0 ? -1 : gpu_bench_enter(bench, 0, error);
}

/* Repetition i begins when all devices have completed the one before, with what it must find. */
static int begin_repetition(const Bench *bench, const Problem *problem, size_t i, Error *error)
{
    if (bench->keeps_input) {
        return renew_input(bench, problem, error);
    }
    if (i > 0 && job_accumulates(&bench->job) && gpu_bench_poison_some(bench, problem, error) != 0) {
        return -1;
    }
    return i > 0 ? gpu_bench_meet(bench, problem, error) : 0;
}

/* In place, each of several iterations begins with a copy of the input on the GPU, within its time: 8 n^2
 * bytes beside n^3 operations. So a result that accumulates is cleared. */
int gpu_bench_run(const Bench *bench, Problem *problem, size_t repeats, Error *error)
{
    problem->task.error = error;
    if (bench->job.profile && GPU_TRY(error, cudaProfilerStart()) != 0) {
        return -1;
    }
    const bool joins = (bench->job.variant->flags & VARIANT_DEFAULT_STREAM) != 0,
               renews = bench->keeps_input || job_accumulates(&bench->job);
    const size_t count = repeats * bench->job.point.iterations;
    for (size_t i = 0; i < count; i++) {
        /* The task's stream does nothing between two repetitions unless it renews what they find. */
        if (begin_repetition(bench, problem, i, error) != 0 ||
            (joins && (renews || i == 0) && join_default(problem, true, error) != 0) ||
            run_variant(bench, problem, error) != 0 ||
            (joins && (renews || i + 1 == count) && join_default(problem, false, error) != 0)) {
            return -1;
        }
    }
    return bench->job.profile ? GPU_TRY(error, cudaProfilerStop()) : 0;
}

static int compute(Bench *bench, Problem *problem, Error *error)
{
    const size_t before = gpu_launch_count();
    const int failed =
        gpu_bench_run(bench, problem, 1, error) != 0 ? -1 : gpu_bench_mark(bench, problem, COMPUTED, error);
    bench->launches = gpu_launch_count() - before;
    if (bench->gated) {
        release(bench);
    }
    return failed;
}

static int download(Bench *bench, Problem *problem, Error *error)
{
    const bool last = problem == &bench->problems[bench->job.point.matrices - 1];
    /* Before the copy: that of pageable memory returns only when it is complete. */
    if (last && (bench->long_kernels || bench->gated) && !bench->job.profile &&
        gpu_bench_enqueue_clocks(bench, problem->events[COMPUTED], error) != 0) {
        return -1;
    }
    return gpu_bench_gather(bench, problem, error) != 0 ? -1
                                                        : gpu_bench_mark(bench, problem, DOWNLOADED, error);
}

typedef int Step(Bench *bench, Problem *problem, Error *error);

static int for_all(Bench *bench, Step *step, Error *error)
{
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        if (step(bench, &bench->problems[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int whole(Bench *bench, Problem *problem, Error *error)
{
    return upload(bench, problem, error) != 0 || compute(bench, problem, error) != 0
               ? -1
               : download(bench, problem, error);
}

static int first_pass(Bench *bench, Error *error)
{
    const bool failed = bench->job.point.transfer == TRANSFER_OVERLAP_BREADTH
                            ? for_all(bench, upload, error) != 0 || for_all(bench, compute, error) != 0 ||
                                  for_all(bench, download, error) != 0
                            : for_all(bench, whole, error) != 0;
    if (failed) {
        release(bench);
    }
    return failed ? -1 : gpu_bench_wait(bench, error);
}

static int elapsed(void *from, void *to, double *seconds, Error *error)
{
    float ms = 0;
    const int failed = GPU_TRY(error, cudaEventElapsedTime(&ms, (cudaEvent_t)from, (cudaEvent_t)to));
    *seconds = (double)ms * 1e-3;
    return failed;
}

static int read_moments(Bench *bench, Problem *problem, Error *error)
{
    for (int i = 0; i < MOMENTS; i++) {
        if (elapsed(bench->problems[0].events[BEGUN], problem->events[i], &problem->at_s[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int by_start(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Time during which an operation that ends at `end` was in progress for at least one matrix. */
static double busy_s(Bench *bench, Moment end)
{
    const size_t count = bench->job.point.matrices;
    for (size_t i = 0; i < count; i++) {
        bench->spans[i][0] = bench->problems[i].at_s[end - 1];
        bench->spans[i][1] = bench->problems[i].at_s[end];
    }
    qsort(bench->spans, count, sizeof bench->spans[0], by_start);
    double sum = 0, reached = -HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        double from = fmax(bench->spans[i][0], reached), to = bench->spans[i][1];
        if (to > from) {
            sum += to - from;
            reached = to;
        }
    }
    return sum;
}

/* True if every run of the kernels finds the same inputs. */
static bool keeps_restored(const Bench *bench)
{
    return !bench->job.workload->in_place || bench->keeps_input;
}

/* On all devices before any continues, as each may write to the others. */
static int poison_some(const Bench *bench, const Problem *problem, Error *error)
{
    return bench->job.workload->in_place                       ? 0
           : gpu_bench_poison_some(bench, problem, error) != 0 ? -1
                                                               : gpu_bench_meet(bench, problem, error);
}

/* Under racecheck a GPU is busy for another tenth of the pass: it judges what it recorded. */
static bool under_compute_sanitizer(void)
{
    return getenv("NV_SANITIZER_INJECTION_PORT_BASE") != NULL;
}

/* After the point's streams are done, and our readings of the clocks beside them, waits for whole GPUs.
 * Counts the passes since `start_s` where that took long: a variant may have put work on a stream that no
 * event of the point waits for. */
static int wait_for_rest(Bench *bench, double start_s, Error *error)
{
    const auto end_reading = [&](unsigned d) {
        return GPU_TRY(error, cudaStreamSynchronize((cudaStream_t)bench->clocks[d].stream));
    };
    if (gpu_bench_each(bench, error, end_reading) != 0) {
        return -1;
    }
    const double done_s = timing_now_s();
    const int failed =
        gpu_bench_each(bench, error, [&](unsigned) { return GPU_TRY(error, cudaDeviceSynchronize()); });
    const double rest_s = timing_now_s() - done_s;
    bench->passes++;
    bench->left_running +=
        rest_s > fmax(LATE_S, LATE_SHARE * (done_s - start_s)) && !under_compute_sanitizer();
    return failed;
}

/* Was the work done by the launches that are timed? 0 or -1. */
static int check_streams(const Bench *bench, const Phases *phases, Error *error)
{
    if (!(phases->kernel_s > LAUNCH_S * (double)bench->job.point.iterations)) {
        return error_set(
            error,
            "%zu iterations of the kernels took %.2g s, less than launches take: nothing was launched on the "
            "task's stream; pass task->stream to every launch",
            bench->job.point.iterations, phases->kernel_s);
    }
    if (bench->left_running >= LATE_PASSES && 3 * bench->left_running >= bench->passes) {
        return error_set(
            error,
            "the GPU was still at work when the task's stream was done, in %zu of %zu runs: let the "
            "task's stream wait for an event of every other stream",
            bench->left_running, bench->passes);
    }
    return 0;
}

/* The kernels of one problem once more, `repeats` times without transfers and launch gaps; then once for the
 * result that is verified. */
static int compute_again(Bench *bench, Problem *problem, Error *error)
{
    void *stream = problem->task.stream;
    const double start_s = timing_now_s();
    const bool last = problem == &bench->problems[bench->job.point.matrices - 1];
    if (poison_some(bench, problem, error) != 0 ||
        (!keeps_restored(bench) && gpu_bench_upload(bench, problem, error) != 0) ||
        gpu_bench_flush(bench, stream, error) != 0 || hold(bench, problem, error) != 0) {
        return -1;
    }
    int result = gpu_bench_mark(bench, problem, UPLOADED, error) != 0 ||
                         gpu_bench_run(bench, problem, bench->repeats, error) != 0
                     ? -1
                     : gpu_bench_mark(bench, problem, COMPUTED, error);
    if (result == 0 && last) {
        result = gpu_clock_enqueue(&bench->clocks[0], CLOCK_AFTER, stream, error);
    }
    release(bench);
    if (result == 0 && bench->repeats > 1) {
        result = poison_some(bench, problem, error) != 0 ? -1 : gpu_bench_run(bench, problem, 1, error);
    }
    return result != 0 || gpu_bench_wait(bench, error) != 0 ? -1 : wait_for_rest(bench, start_s, error);
}

static int second_pass(Bench *bench, double *kernel_s, Error *error)
{
    (void)gpu_clock_expired(&bench->clocks[0]); /* of a pass before */
    if (for_all(bench, compute_again, error) != 0) {
        return -1;
    }
    *kernel_s = 0;
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        void *const *events = bench->problems[i].events;
        double run_s;
        if (elapsed(events[UPLOADED], events[COMPUTED], &run_s, error) != 0) {
            return -1;
        }
        *kernel_s += run_s / (double)bench->repeats;
    }
    return 0;
}

/* An even number: the first pass's run and the verified one then differ in parity, which detects a variant
 * that works every other time at once. */
static void decide_repeats(Bench *bench, double kernel_s)
{
    const double each_s = kernel_s / (double)bench->job.point.matrices;
    if (each_s > 0 && each_s < SHORT_S && !bench->job.cold && keeps_restored(bench) &&
        !job_accumulates(&bench->job)) {
        bench->repeats = (size_t)fmin(2 * ceil(BATCH_S * BATCH_MARGIN / each_s / 2), MOST_REPEATS);
    }
}

/* Launches on the default stream are not counted. */
static bool has_several_launches(const Bench *bench)
{
    return bench->launches > 1 || bench->own > 1;
}

/* True if kernel_s is more accurate in a second pass. */
static bool needs_second_pass(Bench *bench, double kernel_s)
{
    if (bench->overlap) {
        return false;
    }
    if (bench->gated && has_several_launches(bench)) {
        if (bench->samples <= 2) {
            decide_repeats(bench, kernel_s);
        }
        return bench->repeats > 1;
    }
    return !bench->long_kernels || bench->job.cold;
}

/* kernel_s of the second pass. The first two samples determine the number of repetitions, which is then the
 * same for all later samples of the batch. */
static int time_again(Bench *bench, Phases *phases, Error *error)
{
    bench->timed_again = true;
    if (second_pass(bench, &phases->kernel_s, error) != 0) {
        return -1;
    }
    if (bench->samples <= 2) {
        const size_t before = bench->repeats;
        decide_repeats(bench, phases->kernel_s);
        if (bench->repeats != before && second_pass(bench, &phases->kernel_s, error) != 0) {
            return -1;
        }
    }
    phases->repeats = (double)bench->repeats;
    return 0;
}

/* kernel_s of the second pass where it is more accurate, and the clock after the kernels. `beside`: the first
 * pass has enqueued readings of the clocks. */
static int refine(Bench *bench, bool beside, Phases *phases, Error *error)
{
    bench->long_kernels = phases->kernel_s >= LONG_S * (double)bench->job.point.matrices;
    if (bench->job.profile) {
        return 0;
    }
    const bool again = needs_second_pass(bench, phases->kernel_s);
    /* The second pass has enqueued a reading of the first clock. */
    const unsigned enqueued = again ? 1 : beside ? bench->own : 0;
    if ((again && time_again(bench, phases, error) != 0) ||
        gpu_bench_read_clocks(bench, enqueued, error) != 0) {
        return -1;
    }
    phases->sm_mhz = fmin(bench->before_mhz, bench->after_mhz);
    phases->launch_gaps = gpu_clock_expired(&bench->clocks[0]);
    return 0;
}

/* The part of a sample within the monotonic clock; with files, reading and writing them too. */
static int timed(Bench *bench, Phases *phases, Error *error)
{
    const bool file = job_from_file(&bench->job);
    const double start_s = timing_now_s();
    if ((file && driver_read(&gpu_driver, bench, &bench->job, phases, error) != 0) ||
        first_pass(bench, error) != 0) {
        return -1;
    }
    phases->total_s = timing_now_s() - start_s;
    if (wait_for_rest(bench, start_s, error) != 0) {
        return -1;
    }
    if (!file || bench->job.output == NULL) {
        return 0;
    }
    phases->output_s = 0.0;
    return driver_write(&gpu_driver, bench, &bench->job, phases, error);
}

static int sample(Bench *bench, Phases *phases, Error *error)
{
    *phases = phases_none;
    bench->before_mhz = bench->after_mhz = NAN;
    bench->timed_again = false;
    if (!bench->job.profile && gpu_bench_settle(bench, error) != 0) {
        return -1;
    }
    bench->gated = !bench->overlap && !bench->job.cold && !bench->job.profile && bench->repeats == 1 &&
                   (bench->samples == 0 || has_several_launches(bench));
    const bool read = bench->long_kernels || bench->gated;
    if (timed(bench, phases, error) != 0 || for_all(bench, read_moments, error) != 0) {
        return -1;
    }
    bench->samples++;
    phases->h2d_s = busy_s(bench, UPLOADED);
    phases->kernel_s = busy_s(bench, COMPUTED);
    phases->d2h_s = busy_s(bench, DOWNLOADED);
    if (refine(bench, read, phases, error) != 0 || check_streams(bench, phases, error) != 0) {
        return -1;
    }
    return bench->job.trace == NULL ? 0 : gpu_bench_trace(bench, error);
}

void gpu_bench_begin_nvml(Bench *bench)
{
    bench->interference = interference_none;
    bench->begun_s = timing_now_s();
    for (unsigned d = 0; bench->has_energy && d < bench->own; d++) {
        nvml_begin(gpu_nvml(bench->problems[0].parts[d].device, NULL));
    }
}

/* Power and energy are sums over the point's GPUs; throttle reasons are those of any of them. */
void gpu_bench_end_nvml(Bench *bench)
{
    Interference *sum = &bench->interference;
    const bool is_long = timing_now_s() - bench->begun_s >= ENERGY_S;
    for (unsigned d = 0; d < bench->own && (int)d < gpu_count(); d++) {
        Interference one = interference_none;
        nvml_end(gpu_nvml(bench->problems[0].parts[d].device, NULL), is_long && bench->has_energy, &one);
        sum->power_w = d == 0 ? one.power_w : sum->power_w + one.power_w;
        sum->energy_j = d == 0 ? one.energy_j : sum->energy_j + one.energy_j;
        sum->throttle = d == 0 || isnan(sum->throttle) || isnan(one.throttle)
                            ? one.throttle
                            : (double)((unsigned)sum->throttle | (unsigned)one.throttle);
    }
    bench->has_energy = is_long;
}

/* Calls of the management library are slow, so they come before the GPU's clock is brought up and after all
 * work: the energy is that of both passes. */
int gpu_bench_sample(Bench *bench, Phases *phases, Interference *interference, Error *error)
{
    gpu_bench_begin_nvml(bench);
    os_noise_begin(&bench->watch);
    int failed = sample(bench, phases, error);
    os_noise_end(&bench->watch, &bench->interference);
    gpu_bench_end_nvml(bench);
    *interference = bench->interference;
    return failed;
}

int gpu_bench_rerun(Bench *bench, Error *error)
{
    const size_t bytes = gpu_bench_matrix_bytes(bench, OPERAND_OUT);
    bool differ = false;
    for (size_t i = 0; bench->timed_again && i < bench->job.point.matrices; i++) {
        const void *result = bench->problems[i].host[OPERAND_OUT];
        const uint64_t before = matrix_hash(0, result, bytes);
        if (gpu_bench_gather(bench, &bench->problems[i], error) != 0 || gpu_bench_wait(bench, error) != 0) {
            return -1;
        }
        differ = differ || matrix_hash(0, result, bytes) != before;
    }
    return differ;
}
