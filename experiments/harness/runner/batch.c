/* See batch.h. */
#include "experiments/harness/runner/batch.h"

#include <fenv.h>
#include <inttypes.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/gpu.h"
#include "common/machine/machine.h"
#include "common/random.h"
#include "common/system/guard.h"
#include "common/system/process_time.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "common/verify/verify.h"
#include "cpu/team.h"
#include "experiments/harness/runner/worker.h"
#include "experiments/harness/store/status.h"

/* A run that takes this long, and this many times the warm-up, needs no warm-up and counts as the first
 * sample: page faults and thread starts are well under a fortieth of it. A GPU loads its kernels too. */
#define WARM_ENOUGH_S 0.2
#define WARM_ENOUGH_TIMES 40.0
#define WARM_ENOUGH_TIMES_ON_GPU 200.0

/* Longer samples run on other inputs only if their size is the smallest or largest of the variant. */
#define OTHER_INPUTS_S 0.02

/* More calls on the same inputs, at the end of a batch: a race may spoil one of a hundred. At most this share
 * of the batch's time. */
enum { MOST_CALLS = 11, MOST_SAMPLES = 2 /* where a call is a whole sample: GPUs, ranks */ };
#define CALLS_SHARE 0.01

/* Such work, a product of n 66, has as many calls in `check`, and other inputs of each kind: whatever the
 * load. */
#define SMALL_WORK (2.0 * 66 * 66 * 66)

/* The bytes of memory that malloc returns are not zero: of a float 1e38, of an int 2e9. */
enum { PERTURB = 0x7f ^ 0xff };

/* From the first call libraries keep memory, and in the second the driver for its trials. */
enum { GROWING_FROM = 3 };

/* Calls in each of which threads have to be idle: a processor of a virtual machine may come late. */
enum { IDLE_CALLS = 5 };

typedef struct Batch {
    const Request *request;
    Job job;
    const Driver *driver;
    Bench *bench;
    uint64_t input_hash;       /* 0 for a driver without inputs */
    double quota;              /* processors that a control group allows; INFINITY: no limit */
    size_t samples;            /* of this batch ... */
    double spent_s;            /* ... and their total time */
    Interference interference; /* during the last sample or call */
    ThreadUse use;             /* of all samples and calls */
    bool is_wrong;             /* the driver's verdict on the last one */
    size_t calls, growths;     /* samples and calls so far, and those in which the heap grew */
    Accuracy accuracy;         /* of the last verified results */
    Result result;             /* to send next */
} Batch;

static int send_failure(Batch *batch, Status status, const char *why)
{
    if (why[0] == '\0') {
        why = status == STATUS_SKIPPED ? NO_MESSAGE("accepts", "error")
              : batch->bench == NULL   ? NO_MESSAGE("open", "task->error")
                                       : NO_MESSAGE("run", "task->error");
    }
    return worker_send_failure(&batch->result, status, why);
}

/* Does the point fit in free memory? 0, or -1 and the figures. */
static int check_memory(const Batch *batch, Error *error)
{
    size_t host_bytes = 0, device_bytes = 0;
    if (batch->driver->memory != NULL) {
        batch->driver->memory(&batch->job, &host_bytes, &device_bytes);
    }
    size_t host_free = machine_memory_free_bytes();
    size_t device_free = batch->driver->device_free != NULL ? batch->driver->device_free() : 0;
    double gib = 1024.0 * 1024.0 * 1024.0;
    if (host_bytes == SIZE_MAX || device_bytes == SIZE_MAX) {
        return error_set(error, "its memory exceeds the address space");
    }
    if (host_bytes <= host_free && device_bytes <= device_free) {
        return 0;
    }
    const bool on_host = host_bytes > host_free;
    return error_set(error, "needs %.2f GiB of %smemory, %.2f GiB are free",
                     (double)(on_host ? host_bytes : device_bytes) / gib, on_host ? "" : "GPU ",
                     (double)(on_host ? host_free : device_free) / gib);
}

/* Seconds of the reference loop, NAN where the driver has none. A timer's interrupt alone can double one
 * reading, and a slow core stays slow for longer: the shortest of three counts. */
static double time_loop(const Batch *batch)
{
    enum { READINGS = 3 };
    double shortest_s = NAN;
    for (int i = 0; batch->driver->reference_loop != NULL && i < READINGS; i++) {
        shortest_s = fmin(shortest_s, batch->driver->reference_loop(batch->bench));
    }
    return shortest_s;
}

/* Bytes that malloc has given out; 0 if unknown. */
static size_t heap_bytes(void)
{
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
#else
    return 0;
#endif
}

/* Calls the driver's function for a sample, or for one more call if phases is NULL. Notes what it does to the
 * process, and keeps rounding modes and traps of the variant out of the verifier. 0 or -1. */
static int run_variant(Batch *batch, Phases *phases, Error *error)
{
    const Driver *driver = batch->driver;
    Phases ignored;
    const size_t before_bytes = heap_bytes();
    error->text[0] = '\0'; /* a failure without a message is one of the variant */
    worker_enter(ACTIVITY_RUNNING);
    const int verdict =
        phases == NULL && driver->call != NULL
            ? driver->call(batch->bench, &batch->interference, error)
            : driver->sample(batch->bench, phases != NULL ? phases : &ignored, &batch->interference, error);
    fesetenv(FE_DFL_ENV);
    worker_enter(ACTIVITY_IDLE);
    batch->calls++;
    batch->growths += batch->calls >= GROWING_FROM && heap_bytes() > before_bytes;
    batch->is_wrong = verdict > 0;
    thread_use_add(&batch->use, &batch->interference);
    return verdict == 0 ? 0 : -1;
}

/* Did the heap grow in every call but the first ones? That of a program is not here. */
static bool grows(const Batch *batch)
{
    return batch->driver->input != NULL && batch->growths > 1 &&
           batch->growths == batch->calls - (GROWING_FROM - 1);
}

/* Restores the inputs and takes one sample, whose times are in batch->result. */
static int take_sample(Batch *batch, Error *error)
{
    Result *result = &batch->result;
    worker_enter(ACTIVITY_RESTORING);
    result->loop_s = time_loop(batch);
    if (batch->driver->restore(batch->bench, error) != 0) {
        return -1;
    }
    result->started_s = timing_date_s();
    int failed = run_variant(batch, &result->phases, error);
    result->loop_s = fmax(result->loop_s, time_loop(batch));
    if (failed == 0 && !(result->phases.kernel_s > 0.0 && result->phases.total_s > 0.0)) {
        return error_set(
            error,
            "the sample time is below the clock's resolution; use a larger --size or more --iterations");
    }
    return failed;
}

/* Verifies the driver's current results. 0 right, 1 wrong, -1 undecided. */
static int verify_outputs(Batch *batch, Error *error)
{
    const Job *job = &batch->job;
    int verdict = verify_inputs(job, batch->driver, batch->bench, error);
    for (size_t i = 0; verdict == 0 && i < job->point.matrices; i++) {
        Accuracy accuracy;
        const Computed result = driver_computed(batch->driver, batch->bench, job, i);
        if (result.out == NULL) {
            return error_set(error, "the result could not be fetched");
        }
        verdict = verify_result(job, &result, &accuracy, error);
        batch->accuracy = i == 0 ? accuracy : accuracy_worse(batch->accuracy, accuracy);
    }
    return verdict;
}

/* Verifies the results of every timed run of the sample. 0 right, 1 wrong, -1 undecided. */
static int verify(Batch *batch, Error *error)
{
    worker_enter(ACTIVITY_VERIFYING);
    int verdict = verify_outputs(batch, error);
    if (verdict == 0 && batch->driver->rerun != NULL) {
        int differ = batch->driver->rerun(batch->bench, error);
        verdict = differ > 0 ? verify_outputs(batch, error) : differ;
    }
    worker_enter(ACTIVITY_IDLE);
    return verdict;
}

/* Did all samples and calls so far use more threads than the point has? Sets an error then. */
static bool is_crowded(const Batch *batch, Error *error)
{
    return verify_threads(&batch->job.point, &batch->use, error) != 0;
}

/* Verifies threads and results. 0 right, 1 wrong, -1 undecided. */
static int judge_result(Batch *batch, Error *error)
{
    return is_crowded(batch, error) ? 1 : verify(batch, error);
}

/* Warms up for a time. Returns 1 if a run is long enough to be the first sample, 0, or -1. */
static int warm_up(Batch *batch, Error *error)
{
    const double warmup_s = batch->request->warmup_s, until_s = timing_now_s() + warmup_s;
    const double times = variant_on_gpu(batch->job.variant) ? WARM_ENOUGH_TIMES_ON_GPU : WARM_ENOUGH_TIMES;
    if (batch->request->no_warmup) {
        return 0;
    }
    do {
        if (take_sample(batch, error) != 0) {
            return -1;
        }
        if (batch->result.phases.total_s >= fmax(WARM_ENOUGH_S, times * warmup_s)) {
            return 1;
        }
    } while (timing_now_s() < until_s);
    return 0;
}

/* Whether idle threads spin or sleep changes times, so the row records the policy. A quota stops all threads
 * for the rest of a period once they have used it up. */
static void note_environment(const Batch *batch, char *text, size_t size)
{
    if (batch->job.point.threads > batch->quota) {
        text_append(text, size, "; ", "%u threads, a quota of %.3g processors", batch->job.point.threads,
                    batch->quota);
    }
    const char *policy = getenv("OMP_WAIT_POLICY");
    if (policy != NULL && policy[0] != '\0') {
        text_append(text, size, "; ", "OMP_WAIT_POLICY=%s", policy);
    }
}

/* Is the rate the bandwidth of a cache, as the working set fits into it? */
static bool fits_cache(const Batch *batch)
{
    const Job *job = &batch->job;
    GpuInfo gpu;
    if (job->cold || strcmp(workload_rate_unit(job->workload, &job->point), "GB/s") != 0) {
        return false;
    }
    /* GPUs that share the point: several devices may be one GPU. */
    const double gpus = job->point.devices > 0 ? fmin(job->point.devices, gpu_count()) : job->point.ranks;
    double cache = variant_on_gpu(job->variant) && gpu_info(&gpu, NULL) == 0
                       ? (double)gpu.l2_bytes * fmax(gpus, 1)
                       : (double)machine_get()->last_level_bytes;
    return (double)job->point.matrices * (double)workload_all_bytes(job->workload, &job->point) <= cache;
}

static unsigned flags_of(const Batch *batch)
{
    const Driver *driver = batch->driver;
    const bool crowded = batch->job.point.threads > batch->quota ||
                         (driver->oversubscribed != NULL && driver->oversubscribed(batch->bench));
    const bool loaded =
        driver->reference_loop != NULL && batch->interference.load > (double)sysconf(_SC_NPROCESSORS_ONLN);
    return (fits_cache(batch) ? FLAG_FITS_CACHE : 0u) | (crowded ? FLAG_OVERSUBSCRIBED : 0u) |
           (batch->interference.throttle > 0.0 ? FLAG_THROTTLED : 0u) |
           (batch->result.phases.launch_gaps ? FLAG_LAUNCH_GAPS : 0u) | (loaded ? FLAG_NOISY : 0u);
}

/* Verifies the sample, and fills batch->result with the verdict and whether it is the last. 0 right, 1 wrong,
 * -1 undecided. */
static int judge_sample(Batch *batch, Error *error)
{
    Result *result = &batch->result;
    const Job *job = &batch->job;
    const Variant *variant = job->variant;
    batch->samples++;
    batch->spent_s += result->phases.total_s;
    int verdict = verify_rate_here(job->workload, variant, &job->point, result->phases.kernel_s, error);
    if (verdict == 0) {
        verdict = judge_result(batch, error);
    }
    bool reduced = verdict == 0 && precision_reduced(variant, batch->job.point.type, &batch->accuracy);
    result->status = verdict != 0 ? STATUS_WRONG : reduced ? STATUS_REDUCED : STATUS_OK;
    result->last = verdict != 0 || stop_batch(&batch->request->rule, batch->samples, batch->spent_s);
    result->sampled = true;
    result->flags = flags_of(batch);
    result->interference = batch->interference;
    result->accuracy = verdict == 0 ? batch->accuracy : (Accuracy){NAN, NAN, PRECISION_EXACT};
    result->input_hash = batch->input_hash;
    result->detail[0] = result->devices[0] = '\0';
    if (verdict > 0) {
        snprintf(result->detail, sizeof result->detail, "%.479s", error->text);
    } else {
        if (variant->describe != NULL) {
            variant->describe(&batch->job.point, result->detail, sizeof result->detail);
        }
        batch->driver->describe(batch->bench, result->detail, sizeof result->detail);
        note_environment(batch, result->detail, sizeof result->detail);
    }
    if (batch->driver->devices != NULL) {
        batch->driver->devices(batch->bench, result->devices, sizeof result->devices);
    }
    return verdict;
}

/* May untimed calls follow the samples? A file's inputs are read anew in every sample. A profile and a trace
 * list the timed runs only. */
static bool may_call(const Batch *batch)
{
    return batch->driver->other_inputs != NULL && batch->job.input.graph == NULL &&
           !batch->request->profile && batch->request->trace[0] == '\0';
}

/* Runs the variant once more on the inputs that are there. 0 right, 1 wrong, -1 undecided. */
static int call_again(Batch *batch, Error *error)
{
    worker_enter(ACTIVITY_RESTORING);
    if (batch->driver->call == NULL && batch->driver->restore(batch->bench, error) != 0) {
        return -1;
    }
    if (run_variant(batch, NULL, error) != 0) {
        return -1;
    }
    const int verdict = judge_result(batch, error);
    if (verdict == 0 && batch->accuracy.precision > batch->result.accuracy.precision) {
        batch->result.accuracy = batch->accuracy; /* for these inputs it is of a coarser class */
        if (precision_reduced(batch->job.variant, batch->job.point.type, &batch->accuracy)) {
            batch->result.status = STATUS_REDUCED;
        }
    }
    return verdict;
}

static bool is_small(const Batch *batch)
{
    return workload_work(batch->job.workload, &batch->job.point) <= SMALL_WORK;
}

static void blame_race(Error *error)
{
    const Error why = *error;
    error_set(
        error,
        "right in some calls only, with the same inputs: %.300s; threads race, something is kept from an "
        "earlier call, or memory is read that nothing was written to",
        why.text);
}

/* The same inputs again, several times. */
static int verify_calls(Batch *batch, Error *error)
{
    const double most_s = CALLS_SHARE * batch->spent_s;
    const int most = batch->driver->call != NULL ? MOST_CALLS : MOST_SAMPLES;
    const double calls = batch->request->no_warmup ? (is_small(batch) ? most : 0)
                                                   : fmin(most, most_s / batch->result.phases.total_s);
    int verdict = 0;
    for (int i = 0; verdict == 0 && i < (int)calls; i++) {
        verdict = call_again(batch, error);
    }
    if (verdict > 0 && !is_crowded(batch, error)) {
        blame_race(error);
    }
    return verdict;
}

/* Runs the variant on other inputs in the same memory; it may refuse unusual ones. 0 right, 1 wrong, -1
 * undecided. */
static int verify_input(Batch *batch, const Input *input, Error *error)
{
    batch->job.input = *input;
    worker_enter(ACTIVITY_RESTORING);
    if (batch->driver->other_inputs(batch->bench, input, error) != 0) {
        return -1;
    }
    const int verdict = call_again(batch, error);
    return verdict < 0 && input->kind != INPUT_USUAL ? 0 : verdict;
}

/* Finds out why the result for `other` was wrong after those for `first` were right, and says so. The remedy
 * for a race is another one than for what is kept. */
static void explain(Batch *batch, const Input *first, const Input *other, Error *error)
{
    enum { TRIALS = 3 };
    static const char *const kinds[INPUT_KINDS] = {"usual", "sparse", "small", "large"};
    const Error why = *error;
    Input usual = *first;
    usual.seed = random_secret();
    bool flaky = call_again(batch, error) == 0 || verify_input(batch, first, error) != 0;
    for (int i = 1; i < TRIALS && !flaky; i++) {
        flaky = call_again(batch, error) != 0;
    }
    const bool unusual = other->kind != INPUT_USUAL && other->changed == 0;
    if (flaky) {
        *error = why;
        blame_race(error);
    } else if (unusual && verify_input(batch, &usual, error) == 0) {
        error_set(error,
                  "wrong for %s inputs (--seed %" PRIu64
                  "), which docs/adversarial.md describes: %.300s; the usual ones are right",
                  kinds[other->kind], other->seed, why.text);
    } else {
        error_set(error,
                  "right for these inputs only: with %s in the same memory (--seed %" PRIu64
                  "%s) %.300s; keep nothing between two calls of run()",
                  other->changed != 0 ? "one row changed" : "others", other->seed,
                  other->changed != 0 ? "" : "; wrong in a run of their own, too? Then it is these inputs",
                  why.text);
    }
}

/* Runs the variant on other inputs. All samples of a process have the same ones, so they cannot show what a
 * variant keeps from an earlier call: a packed matrix, a result. `check` tries all kinds of small work. Of
 * larger work a truth takes as long as the work: a run has either unusual inputs or one row changed, by
 * chance. */
static int verify_other_inputs(Batch *batch, Error *error)
{
    const Input first = batch->job.input;
    const uint64_t seed = random_secret();
    const bool check = batch->request->no_warmup, small = is_small(batch);
    const bool changed = check || small || (seed & 1) == 0, unusual = small || !changed;
    const size_t kinds = !unusual ? 0 : check && batch->driver->call != NULL ? INPUT_KINDS : 1;
    Input input = first;
    int verdict = 0;
    for (size_t i = 0; verdict == 0 && i < kinds; i++) {
        input.seed = seed;
        input.kind =
            check ? (InputKind)((seed + i) % INPUT_KINDS) : (InputKind)(1 + seed % (INPUT_KINDS - 1));
        verdict = verify_input(batch, &input, error);
    }
    if (verdict == 0 && changed) {
        input.changed = seed | 1;
        verdict = verify_input(batch, &input, error);
    }
    if (verdict > 0 && !is_crowded(batch, error)) {
        explain(batch, &first, &input, error);
    }
    return verdict;
}

/* Flags the point if threads are idle in the last call and in further ones. 0 or -1. */
static int note_idle_threads(Batch *batch, Error *error)
{
    int idle = 0, failed = 0;
    while (failed == 0 && threads_idle(&batch->job.point, &batch->interference) && ++idle < IDLE_CALLS) {
        failed = run_variant(batch, NULL, error);
    }
    batch->result.flags |= idle == IDLE_CALLS ? FLAG_IDLE_THREADS : 0u;
    return failed;
}

/* The end of a batch that has been right so far, before its last result is reported. 0, 1 or -1, as above. */
static int end_batch(Batch *batch, Error *error)
{
    Result *result = &batch->result;
    const Request *request = batch->request;
    const double total_s = result->phases.total_s;
    const bool others = request->other_inputs == OTHER_INPUTS_RUN ||
                        (request->other_inputs == OTHER_INPUTS_SHORT && total_s <= OTHER_INPUTS_S);
    int verdict = 0;
    if (may_call(batch)) {
        const bool team = others && batch->driver->call != NULL && batch->job.point.threads > 1;
        if (team) {
            team_wait_asleep(batch->job.point.threads);
        }
        verdict = verify_calls(batch, error);
        mallopt(M_PERTURB, PERTURB);
        verdict = verdict == 0 && others ? verify_other_inputs(batch, error) : verdict;
        verdict = verdict == 0 && team ? note_idle_threads(batch, error) : verdict;
    }
    result->flags |= grows(batch) ? FLAG_GROWS : 0u;
    if (verdict == 0) {
        verdict = guard_intact(batch->job.point.ranks == 0, error); /* MPI has handlers of its own */
    }
    if (batch->request->other_inputs != OTHER_INPUTS_NONE && !variant_on_gpu(batch->job.variant)) {
        team_release(); /* OpenMP's threads spin for milliseconds */
        threads_rest(); /* one that run() has left behind writes to its result, and crashes */
    }
    if (verdict > 0) {
        result->status = STATUS_WRONG;
        result->accuracy = (Accuracy){NAN, NAN, PRECISION_EXACT};
        snprintf(result->detail, sizeof result->detail, "%.479s", error->text);
    }
    return verdict;
}

/* Takes and reports the samples of a batch. -1: the parent is gone. */
static int sample_point(Batch *batch)
{
    Error error = {.text = ""};
    int code = warm_up(batch, &error);
    for (bool taken = code == 1; code >= 0 && !batch->result.last; taken = false) {
        code = taken ? 0 : take_sample(batch, &error);
        code = code < 0 ? code : judge_sample(batch, &error);
        code = code == 0 && batch->result.last ? end_batch(batch, &error) : code;
        if (code >= 0 && worker_send_result(&batch->result) != 0) {
            return -1;
        }
    }
    const Status status = batch->is_wrong ? STATUS_WRONG : error.no_room ? STATUS_SKIPPED : STATUS_FAILED;
    return code < 0 ? send_failure(batch, status, error.text) : 0;
}

int batch_run(const Request *request, const Job *job, const Driver *driver)
{
    Batch batch = {.request = request, .job = *job, .driver = driver, .quota = machine_quota("")};
    Error error = {.text = ""};
    mallopt(M_PERTURB, request->no_warmup ? PERTURB : 0); /* a GPU's worker has ended another batch with it */
    worker_enter(ACTIVITY_OPENING); /* reading the free memory of a GPU makes its context */
    /* The parent has called this hook of a variant of this program, but of no plug-in. */
    const bool rejected = request->plugins[0].path[0] != '\0' && job->variant->accepts != NULL &&
                          job->variant->accepts(&job->point, &error) != 0;
    if (rejected || check_memory(&batch, &error) != 0) {
        return send_failure(&batch, STATUS_SKIPPED, error.text);
    }
    if ((job->variant->flags & VARIANT_HOST_POINTERS) != 0) {
        gpu_driver.device_free(); /* makes the context, which no sample should contain */
    }
    batch.job.input_hash = &batch.input_hash;
    batch.bench = driver->open(&batch.job, &error);
    fesetenv(FE_DFL_ENV);
    if (batch.bench == NULL) {
        return send_failure(&batch, error.no_room ? STATUS_SKIPPED : STATUS_FAILED, error.text);
    }
    const int failed = sample_point(&batch);
    worker_enter(ACTIVITY_CLOSING);
    driver->close(batch.bench);
    return failed;
}
