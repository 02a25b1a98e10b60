/* One sample: inputs to the GPU, kernels, results back, and the time of each.
 *
 * End to end is the monotonic clock around everything. In sequence (pageable, pinned) one stream takes
 * one matrix after the other. Overlapped, every matrix has its stream, and the order of issue is that of
 * workload.h. Events on the work's own stream mark the moments in between.
 *
 * Overlapped operations of a kind wait for each other inside their spans: ten copies issued at once
 * seem to begin at once. So a phase is the time during which at least one operation of its kind was
 * under way (the union of the spans), not their sum. In sequence the two are the same.
 *
 * Short kernels: after a copy the GPU is idle until the next launch arrives, some microseconds, and
 * the events would charge that to the kernel. So in sequence, kernels shorter than LONG_S are run once
 * more after the clock has stopped, behind a gate that opens when all of it is enqueued, and kernel_s is
 * taken from there. So is that of a cold cache, however long: in the first pass the copy has just brought
 * the inputs through the L2. End to end stays the first pass's. Before the second pass some of
 * the result is poisoned again, and a sample that is verified is verified twice (rerun).
 *
 * Kernels of a matrix that take less than SHORT_S together are repeated in the second pass for BATCH_S and a
 * little more (METHOD I), as an event's step is 0.5 us; the first two samples decide how often, as a library
 * may still be looking for its kernel in the first. Not with a cold
 * cache, and not in place where the input would have to come back in between. Nothing is poisoned between two
 * repetitions: on the GPU that takes as long as a short kernel. So behind them some of the result is poisoned
 * and the kernels run once more, untimed, and that result is judged: a variant that leaves out what it did
 * before, or does its work every other time, is found.
 *
 * The SM clock is read before the sample and right behind its kernels, while they still tell: on a stream
 * beside the last copy back when kernels are long, else behind the second pass. */
#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/matrix.h"
#include "common/size.h"
#include "common/timing.h"
#include "gpu/bench.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/profile.h"

/* Above this, launch gaps (some ten microseconds) are below 1 % of a kernel. */
static const double LONG_S = 5e-3;

/* So many launches are enqueued before the gate opens by itself. */
static const double SHORT_S = 50e-6, BATCH_S = 200e-6, BATCH_MARGIN = 1.25, MOST_REPEATS = 200;

int gpu_bench_upload(const Bench *bench, const Problem *problem, Error *error)
{
    const Workload *workload = bench->job.workload;
    if (workload->in_place) {
        return gpu_bench_scatter(bench, problem, bench->keeps_input ? MATRIX_A : MATRIX_OUT, problem->host_a,
                                 error);
    }
    if (workload->inputs >= 1 && gpu_bench_scatter(bench, problem, MATRIX_A, problem->host_a, error) != 0) {
        return -1;
    }
    return workload->inputs >= 2 ? gpu_bench_scatter(bench, problem, MATRIX_B, problem->host_b, error) : 0;
}

/* What keeps its input begins each time with a copy of it, on all devices, as each may read what others have.
 */
static int renew_input(const Bench *bench, const Problem *problem, Error *error)
{
    for (unsigned d = 0; d < bench->own; d++) {
        const DeviceBuffers *share = &problem->buffers[d];
        if (GPU_TRY(error,
                    cudaMemcpyAsync(share->out, share->a, gpu_bench_slice_bytes(bench, d),
                                    cudaMemcpyDeviceToDevice, (cudaStream_t)problem->parts[d].stream)) != 0) {
            return -1;
        }
    }
    return gpu_bench_meet(bench, problem, error);
}

static int upload(Bench *bench, Problem *problem, Error *error)
{
    if (gpu_bench_mark(bench, problem, BEGUN, error) != 0 || gpu_bench_upload(bench, problem, error) != 0) {
        return -1;
    }
    return gpu_bench_mark(bench, problem, UPLOADED, error);
}

/* In place, each of several iterations begins with a copy of the input on the card, which counts as its
 * own time: 8 n^2 bytes beside n^3 operations. */
int gpu_bench_run(const Bench *bench, Problem *problem, size_t repeats, Error *error)
{
    problem->task.error = error;
    if (gpu_profiling() && GPU_TRY(error, gpu_profile_start()) != 0) {
        return -1;
    }
    for (size_t i = 0; i < repeats * bench->job.point.iterations; i++) {
        if (bench->keeps_input && renew_input(bench, problem, error) != 0) {
            return -1;
        }
        if (bench->job.variant->run(&problem->task) != 0 || gpu_bench_enter(bench, 0, error) != 0) {
            return -1;
        }
    }
    return gpu_profiling() ? GPU_TRY(error, gpu_profile_stop()) : 0;
}

static int compute(Bench *bench, Problem *problem, Error *error)
{
    return gpu_bench_run(bench, problem, 1, error) != 0 ? -1
                                                        : gpu_bench_mark(bench, problem, COMPUTED, error);
}

/* Reads the clocks behind the problem's kernels, beside what follows on its streams. */
static int read_clocks_beside(Bench *bench, const Problem *problem, Error *error)
{
    for (unsigned d = 0; d < bench->own; d++) {
        GpuClock *clock = &bench->clocks[d];
        if (clock->shared != NULL &&
            (gpu_bench_enter(bench, d, error) != 0 ||
             GPU_TRY(error, cudaStreamWaitEvent((cudaStream_t)clock->stream,
                                                (cudaEvent_t)problem->events[COMPUTED], 0)) != 0 ||
             gpu_clock_enqueue(clock, CLOCK_AFTER, clock->stream, error) != 0)) {
            return -1;
        }
    }
    return bench->own == 1 ? 0 : gpu_bench_enter(bench, 0, error);
}

static int download(Bench *bench, Problem *problem, Error *error)
{
    const bool last = problem == &bench->problems[bench->job.point.matrices - 1];
    /* Before the copy: that of pageable memory returns only when it is done. */
    if (last && bench->long_kernels && !gpu_profiling() && read_clocks_beside(bench, problem, error) != 0) {
        return -1;
    }
    if (gpu_bench_gather(bench, problem, problem->host_out, error) != 0) {
        return -1;
    }
    return gpu_bench_mark(bench, problem, DOWNLOADED, error);
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
    if (upload(bench, problem, error) != 0 || compute(bench, problem, error) != 0) {
        return -1;
    }
    return download(bench, problem, error);
}

static int first_pass(Bench *bench, Error *error)
{
    if (bench->job.point.transfer == TRANSFER_OVERLAP_BREADTH) {
        if (for_all(bench, upload, error) != 0 || for_all(bench, compute, error) != 0 ||
            for_all(bench, download, error) != 0) {
            return -1;
        }
    } else if (for_all(bench, whole, error) != 0) {
        return -1;
    }
    return gpu_bench_wait(bench, error);
}

static int read_moments(Bench *bench, Problem *problem, Error *error)
{
    cudaEvent_t origin = (cudaEvent_t)bench->problems[0].events[BEGUN];
    for (int i = 0; i < MOMENTS; i++) {
        float ms = 0;
        if (GPU_TRY(error, cudaEventElapsedTime(&ms, origin, (cudaEvent_t)problem->events[i])) != 0) {
            return -1;
        }
        problem->at_s[i] = (double)ms * 1e-3;
    }
    return 0;
}

static int by_start(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Time during which an operation that ends at `end` was under way for at least one matrix. */
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

/* Do the kernels find their inputs as they were, however often they run? */
static bool keeps_restored(const Bench *bench)
{
    return !bench->job.workload->in_place || bench->keeps_input;
}

/* On all devices, before any goes on: each may write what others have. */
static int poison_some(const Bench *bench, const Problem *problem, Error *error)
{
    return bench->job.workload->in_place                       ? 0
           : gpu_bench_poison_some(bench, problem, error) != 0 ? -1
                                                               : gpu_bench_meet(bench, problem, error);
}

/* The result that is judged: of a run of its own, behind those that were timed together. */
static int prove(const Bench *bench, Problem *problem, Error *error)
{
    return poison_some(bench, problem, error) != 0 ? -1 : gpu_bench_run(bench, problem, 1, error);
}

/* The kernels of one problem once more, without transfers and without launch gaps, as often as was decided.
 */
static int compute_again(Bench *bench, Problem *problem, Error *error)
{
    void *stream = problem->task.stream;
    const bool last = problem == &bench->problems[bench->job.point.matrices - 1];
    if (poison_some(bench, problem, error) != 0 ||
        (!keeps_restored(bench) && gpu_bench_upload(bench, problem, error) != 0) ||
        gpu_bench_flush(bench, stream, error) != 0 || gpu_bench_wait(bench, error) != 0 ||
        gpu_clock_hold(&bench->clocks[0], stream, bench->own, error) != 0) {
        return -1;
    }
    int result = gpu_bench_mark(bench, problem, UPLOADED, error) != 0 ||
                         gpu_bench_run(bench, problem, bench->repeats, error) != 0
                     ? -1
                     : gpu_bench_mark(bench, problem, COMPUTED, error);
    if (result == 0 && last) {
        result = gpu_clock_enqueue(&bench->clocks[0], CLOCK_AFTER, stream, error);
    }
    gpu_clock_release(&bench->clocks[0]);
    if (result != 0 || (bench->repeats > 1 && prove(bench, problem, error) != 0)) {
        return -1;
    }
    return gpu_bench_wait(bench, error);
}

static int second_pass(Bench *bench, double *kernel_s, Error *error)
{
    if (for_all(bench, compute_again, error) != 0) {
        return -1;
    }
    *kernel_s = 0;
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        const Problem *problem = &bench->problems[i];
        float ms = 0;
        if (GPU_TRY(error, cudaEventElapsedTime(&ms, (cudaEvent_t)problem->events[UPLOADED],
                                                (cudaEvent_t)problem->events[COMPUTED])) != 0) {
            return -1;
        }
        *kernel_s += (double)ms * 1e-3 / (double)bench->repeats;
    }
    return 0;
}

/* An even number: the first pass's run and the one that is judged are then not of a parity, and a variant
 * that works every other time is found at once. */
static void decide_repeats(Bench *bench, double kernel_s)
{
    const double lane_s = kernel_s / (double)bench->job.point.matrices;
    if (lane_s > 0 && lane_s < SHORT_S && !bench->job.cold && keeps_restored(bench)) {
        bench->repeats = (size_t)fmin(2 * ceil(BATCH_S * BATCH_MARGIN / lane_s / 2), MOST_REPEATS);
    }
}

/* kernel_s of the second pass. What the first two samples decide holds from that sample on, so that all that
 * is measured in a visit is repeated as often. */
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

/* kernel_s and the clock behind the kernels, from wherever they are true. `read`: the first pass has read the
 * clock. */
static int refine(Bench *bench, bool read, Phases *phases, Error *error)
{
    const bool is_long = phases->kernel_s >= LONG_S * (double)bench->job.point.matrices;
    bench->long_kernels = is_long;
    if (gpu_profiling()) {
        return 0;
    }
    const bool beside = read && (bench->overlap || (is_long && !bench->job.cold));
    if (!bench->overlap && (!is_long || bench->job.cold)) {
        read = true;
        if (time_again(bench, phases, error) != 0) {
            return -1;
        }
    }
    if (!read && gpu_clock_enqueue(&bench->clocks[0], CLOCK_AFTER, bench->clocks[0].stream, error) != 0) {
        return -1;
    }
    if (GPU_TRY(error, cudaStreamSynchronize((cudaStream_t)bench->clocks[0].stream)) != 0) {
        return -1;
    }
    bench->after_mhz = gpu_clock_mhz(&bench->clocks[0], CLOCK_AFTER);
    if (gpu_bench_read_others(bench, beside, error) != 0) {
        return -1;
    }
    phases->sm_mhz = fmin(bench->before_mhz, bench->after_mhz);
    return 0;
}

int gpu_bench_fill(Bench *bench, Error *error)
{
    const Job *job = &bench->job;
    for (size_t i = 0; i < job->point.matrices; i++) {
        Problem *problem = &bench->problems[i];
        if (job->workload->fill(&job->point, &job->input, i, problem->host_a, problem->host_b, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int write_outputs(const Bench *bench, Error *error)
{
    const Point *point = &bench->job.point;
    for (size_t i = 0; i < point->matrices; i++) {
        if (matrix_write(bench->job.output, bench->problems[i].host_out, point->n, point->type, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* What the monotonic clock is around; from a file to a file, reading and writing too. */
static int timed(Bench *bench, Phases *phases, Error *error)
{
    double start_s = timing_now_s();
    if (bench->job.input.graph != NULL) {
        phases->fill_s = 0.0;
        bench->job.input.fill_s = &phases->fill_s;
        int failed = gpu_bench_fill(bench, error);
        bench->job.input.fill_s = NULL;
        if (failed != 0) {
            return -1;
        }
        phases->input_s = timing_now_s() - start_s;
    }
    if (first_pass(bench, error) != 0) {
        return -1;
    }
    double done_s = timing_now_s();
    phases->total_s = done_s - start_s;
    if (bench->job.output != NULL) {
        if (write_outputs(bench, error) != 0) {
            return -1;
        }
        phases->output_s = timing_now_s() - done_s;
        phases->total_s += phases->output_s;
    }
    return 0;
}

static int sample(Bench *bench, Phases *phases, Error *error)
{
    *phases = phases_none;
    bench->before_mhz = bench->after_mhz = NAN;
    bench->timed_again = false;
    if (!gpu_profiling() && gpu_bench_settle(bench, error) != 0) {
        return -1;
    }
    const bool read = bench->long_kernels;
    if (timed(bench, phases, error) != 0 || for_all(bench, read_moments, error) != 0) {
        return -1;
    }
    bench->samples++;
    phases->h2d_s = busy_s(bench, UPLOADED);
    phases->kernel_s = busy_s(bench, COMPUTED);
    phases->d2h_s = busy_s(bench, DOWNLOADED);
    if (refine(bench, read, phases, error) != 0) {
        return -1;
    }
    if (!(phases->kernel_s > 0)) {
        return error_set(error, "a kernel took no time: nothing was launched");
    }
    return bench->job.trace == NULL ? 0 : gpu_bench_trace(bench, error);
}

void gpu_bench_begin_nvml(Bench *bench)
{
    bench->interference = interference_none;
    for (unsigned d = 0; d < bench->own; d++) {
        nvml_begin(gpu_nvml(bench->problems[0].parts[d].device, NULL));
    }
}

/* Power and energy of all GPUs of the point together, and what slows any of them. */
void gpu_bench_end_nvml(Bench *bench)
{
    Interference *sum = &bench->interference;
    for (unsigned d = 0; d < bench->own && (int)d < gpu_count(); d++) {
        Interference one = interference_none;
        nvml_end(gpu_nvml(bench->problems[0].parts[d].device, NULL), &one);
        sum->power_w = d == 0 ? one.power_w : sum->power_w + one.power_w;
        sum->energy_j = d == 0 ? one.energy_j : sum->energy_j + one.energy_j;
        sum->throttle = d == 0 || isnan(sum->throttle) || isnan(one.throttle)
                            ? one.throttle
                            : (double)((unsigned)sum->throttle | (unsigned)one.throttle);
    }
}

/* The management library takes its time, so it is asked before the clock of the GPU is brought up and after
 * all is done: its energy counts both passes. */
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

/* Host memory for a piece of a result. */
typedef struct Room {
    char *memory;
    size_t bytes;
} Room;

/* Compares `bytes` of a result on a device with those in host memory, a piece at a time, and takes them over
 * from the first piece on that differs, or from the start if something did before. 1 when something did, 0,
 * or -1. */
static int take_over_block(char *to, const char *from, size_t bytes, Room room, int differ, Error *error)
{
    for (size_t done = 0; done < bytes; done += room.bytes) {
        const size_t now = size_min(bytes - done, room.bytes);
        if (GPU_TRY(error, cudaMemcpy(room.memory, from + done, now, cudaMemcpyDeviceToHost)) != 0) {
            return -1;
        }
        if (differ || memcmp(to + done, room.memory, now) != 0) {
            differ = 1;
            memcpy(to + done, room.memory, now);
        }
    }
    return differ;
}

/* The same of a problem's whole result. */
static int take_over(const Bench *bench, const Problem *problem, Room room, Error *error)
{
    const size_t row_bytes = bench->job.point.n * type_size(bench->job.point.type);
    int differ = 0;
    for (size_t i = 0; differ >= 0 && i < distribution_blocks(&bench->distribution); i++) {
        const OwnedBlock block = distribution_block(&bench->distribution, i, bench->job.variant->first_owner);
        differ = take_over_block((char *)problem->host_out + block.row * row_bytes,
                                 (const char *)problem->buffers[block.device].out + block.own_row * row_bytes,
                                 block.rows * row_bytes, room, differ, error);
    }
    return differ;
}

int gpu_bench_rerun(Bench *bench, Error *error)
{
    if (!bench->timed_again) {
        return 0;
    }
    Room room = {.memory = NULL, .bytes = (size_t)8 << 20};
    room.memory = (char *)malloc(room.bytes);
    if (room.memory == NULL) {
        return error_set(error, "no memory to compare the results of two passes");
    }
    int differ = 0;
    for (size_t i = 0; differ >= 0 && i < bench->job.point.matrices; i++) {
        const int now = take_over(bench, &bench->problems[i], room, error);
        differ = now < 0 ? -1 : differ | now;
    }
    free(room.memory);
    return differ;
}
