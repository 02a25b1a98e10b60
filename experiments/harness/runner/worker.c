/* The worker process: opens a point, samples it, verifies it, tells.
 *
 * It runs in a child of its own so that a crash, a hang, an illegal address or
 * an appetite for memory ends the child and not the sweep, and so that its
 * OpenMP runtime finds the binding it was asked for when it loads. On the CPU it serves one visit, so that
 * nothing which one variant does to the process is there for the next; on a GPU it serves a round (state.h).
 */
#include "experiments/harness/runner/worker.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "common/gpu.h"
#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/system/guard.h"
#include "common/timing.h"
#include "common/verify/verify.h"
#include "experiments/harness/runner/protocol.h"
#include "experiments/harness/runner/state.h"
#include "experiments/harness/store/flags.h"

/* A run that takes this long, and so many times as long as one would warm up, needs no other before it and
 * counts as the first sample: page faults and thread starts are well under a fortieth of it. A GPU has its
 * kernels to load, too. */
#define WARM_ENOUGH_S 0.2
#define WARM_ENOUGH_TIMES 40.0
#define WARM_ENOUGH_TIMES_ON_GPU 200.0

typedef struct Visit {
    const Order *order;
    Job job;
    const Driver *driver;
    Bench *bench;
    size_t samples;    /* of this visit ... */
    double spent_s;    /* ... and what they took together */
    double started_s;  /* the date of the last sample ... */
    double loop_s;     /* ... and the reference loop's time beside it */
    Accuracy accuracy; /* of the results that were verified last */
    Outcome outcome;   /* the next one to send */
} Visit;

static Stage *stage;
static int orders = WORKER_ORDERS_FD, messages = WORKER_MESSAGES_FD;
static bool is_rank; /* 0 of several */

static void enter(Activity activity)
{
    atomic_store(&stage->activity, activity);
    atomic_fetch_add(&stage->number, 1);
}

static int send(MessageKind kind, const Outcome *outcome)
{
    Message message;
    message_write(&message, kind, outcome);
    return pipe_write(messages, &message, sizeof message);
}

/* Sends the outcome and waits until the parent has written the row. */
static int send_outcome(const Outcome *outcome)
{
    char written;
    enter(ACTIVITY_IDLE);
    return send(MESSAGE_SAMPLE, outcome) != 0 ? -1 : pipe_read(orders, &written, 1);
}

static int send_failure(Visit *visit, Status status, const char *why)
{
    Outcome *outcome = &visit->outcome;
    outcome->status = status;
    outcome->last = true;
    outcome->sampled = false;
    snprintf(outcome->stop, sizeof outcome->stop, "%s", status_name(status));
    snprintf(outcome->detail, sizeof outcome->detail, "%.479s", why);
    return send_outcome(outcome);
}

/* Does the point fit in the memory that is free now? 0, or -1 and the figures. */
static int check_memory(const Visit *visit, Error *error)
{
    size_t host_bytes = 0, device_bytes = 0;
    visit->driver->memory(&visit->job, &host_bytes, &device_bytes);
    size_t host_free = machine_memory_free_bytes();
    size_t device_free = visit->driver->device_free();
    double gib = 1024.0 * 1024.0 * 1024.0;
    if (host_bytes == SIZE_MAX || device_bytes == SIZE_MAX) {
        return error_set(error, "its memory is more than any address space");
    }
    if (host_bytes > host_free) {
        return error_set(error, "needs %.2f GiB of memory, %.2f GiB are free", (double)host_bytes / gib,
                         (double)host_free / gib);
    }
    if (device_bytes > device_free) {
        return error_set(error, "needs %.2f GiB of GPU memory, %.2f GiB are free", (double)device_bytes / gib,
                         (double)device_free / gib);
    }
    return 0;
}

/* Seconds of the reference loop, NAN where the driver has none. A timer's interrupt alone can double one
 * reading, and a slow core stays slow for longer: the shortest of three counts. */
static double time_loop(const Visit *visit)
{
    enum { READINGS = 3 };
    double shortest_s = NAN;
    for (int i = 0; visit->driver->reference_loop != NULL && i < READINGS; i++) {
        shortest_s = fmin(shortest_s, visit->driver->reference_loop(visit->bench));
    }
    return shortest_s;
}

/* One sample with everything before it; watched while the variant runs. */
static int take_sample(Visit *visit, Phases *phases, Error *error)
{
    enter(ACTIVITY_RESTORING);
    visit->loop_s = time_loop(visit);
    if (visit->driver->restore(visit->bench, error) != 0) {
        return -1;
    }
    visit->started_s = timing_date_s();
    enter(ACTIVITY_RUNNING);
    int failed = visit->driver->sample(visit->bench, phases, error);
    enter(ACTIVITY_IDLE);
    visit->loop_s = fmax(visit->loop_s, time_loop(visit));
    if (failed == 0 && !(phases->kernel_s > 0.0 && phases->total_s > 0.0)) {
        return error_set(
            error, "the clock saw no time pass during a sample; take a larger --size or more --iterations");
    }
    return failed;
}

/* All results that the driver gives now. 0 right, 1 wrong, -1 not decided. */
static int verify_outputs(Visit *visit, Error *error)
{
    const Job *job = &visit->job;
    int verdict = verify_inputs(job, visit->driver, visit->bench, error);
    for (size_t i = 0; verdict == 0 && i < job->point.matrices; i++) {
        Accuracy accuracy;
        const void *a, *b;
        visit->driver->inputs(visit->bench, i, &a, &b);
        const void *out = visit->driver->output(visit->bench, i);
        if (out == NULL) {
            return error_set(error, "the result could not be fetched");
        }
        verdict = job->workload->verify(&job->point, &job->input, i, a, b, out, &accuracy, error);
        visit->accuracy = i == 0 ? accuracy : accuracy_worse(visit->accuracy, accuracy);
    }
    return verdict;
}

/* All results of the sample, of each run that was timed. 0 right, 1 wrong, -1 not decided. */
static int verify(Visit *visit, Error *error)
{
    enter(ACTIVITY_VERIFYING);
    int verdict = verify_outputs(visit, error);
    if (verdict == 0 && visit->driver->rerun != NULL) {
        int differ = visit->driver->rerun(visit->bench, error);
        verdict = differ > 0 ? verify_outputs(visit, error) : differ;
    }
    enter(ACTIVITY_IDLE);
    return verdict;
}

/* What else the driver saw happen during the sample. */
static void interference(const Visit *visit, Interference *seen)
{
    *seen = interference_none;
    if (visit->driver->interference != NULL) {
        visit->driver->interference(visit->bench, seen);
    }
}

static int check_limit(const Visit *visit, const Phases *phases, Error *error)
{
    const Job *job = &visit->job;
    bool on_gpu = variant_on_gpu(job->variant);
    GpuInfo gpu;
    if (on_gpu && gpu_info(&gpu, NULL) != 0) {
        return 0;
    }
    return verify_rate(job->workload, job->variant, &job->point, on_gpu ? &gpu : NULL, phases->kernel_s,
                       error);
}

/* Warm-up by time. A first run that is long enough is kept as a sample (returns 1). */
static int warm_up(Visit *visit, Phases *phases, Error *error)
{
    const double warmup_s = visit->order->warmup_s, until_s = timing_now_s() + warmup_s;
    const double times = variant_on_gpu(visit->job.variant) ? WARM_ENOUGH_TIMES_ON_GPU : WARM_ENOUGH_TIMES;
    if (visit->order->once) {
        return 0;
    }
    do {
        if (take_sample(visit, phases, error) != 0) {
            return -1;
        }
        if (phases->total_s >= fmax(WARM_ENOUGH_S, times * warmup_s)) {
            return 1;
        }
    } while (timing_now_s() < until_s);
    return 0;
}

/* Idle threads that spin or sleep change the times of what follows, so the row says which was asked for. */
static void note_environment(char *text, size_t size)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    size_t used = strlen(text);
    if (policy != NULL && policy[0] != '\0') {
        snprintf(text + used, size - used, "%sOMP_WAIT_POLICY=%s", used > 0 ? "; " : "", policy);
    }
}

/* GPUs that share the point: one may stand for several devices. */
static double gpus_of(const Point *point)
{
    const double parts = point->devices > 0 ? fmin(point->devices, gpu_count()) : point->ranks;
    return fmax(parts, 1);
}

/* Is it a bandwidth from a working set that stays in the cache? Then it is the cache's, not the memory's. */
static bool fits_cache(const Visit *visit)
{
    const Job *job = &visit->job;
    GpuInfo gpu;
    if (job->cold || strcmp(job->workload->rate_unit(job->point.type), "GB/s") != 0) {
        return false;
    }
    double cache = variant_on_gpu(job->variant) && gpu_info(&gpu, NULL) == 0
                       ? (double)gpu.l2_bytes * gpus_of(&job->point)
                       : (double)machine_get()->last_level_bytes;
    double matrices = (double)(job->workload->inputs + 1) * (double)job->point.matrices;
    return matrices * (double)point_matrix_bytes(&job->point) <= cache;
}

static unsigned flags_of(const Visit *visit, const Interference *seen)
{
    const Driver *driver = visit->driver;
    bool crowded = driver->oversubscribed != NULL && driver->oversubscribed(visit->bench);
    return (fits_cache(visit) ? FLAG_FITS_CACHE : 0u) | (crowded ? FLAG_OVERSUBSCRIBED : 0u) |
           (seen->throttle > 0.0 ? FLAG_THROTTLED : 0u);
}

/* Fills visit->outcome with one finished sample: judged, and whether it is the last. */
static int judge_sample(Visit *visit, const Phases *phases, Error *error)
{
    Outcome *outcome = &visit->outcome;
    visit->samples++;
    visit->spent_s += phases->total_s;
    int verdict = check_limit(visit, phases, error);
    if (verdict == 0) {
        verdict = verify(visit, error);
    }
    bool reduced = verdict == 0 && precision_reduced(visit->job.variant, &visit->accuracy);
    *outcome = (Outcome){
        .status = verdict != 0 ? STATUS_WRONG
                  : reduced    ? STATUS_REDUCED
                               : STATUS_OK,
        .last = verdict != 0 || stop_visit(&visit->order->rule, visit->samples, visit->spent_s),
        .sampled = true,
        .started_s = visit->started_s,
        .phases = *phases,
        .loop_s = visit->loop_s,
        .accuracy = verdict == 0 ? visit->accuracy : (Accuracy){NAN, NAN, PRECISION_EXACT},
        .input_hash = visit->driver->input_hash(visit->bench),
    };
    interference(visit, &outcome->interference);
    outcome->flags = flags_of(visit, &outcome->interference);
    visit->driver->describe(visit->bench, outcome->detail, sizeof outcome->detail);
    note_environment(outcome->detail, sizeof outcome->detail);
    if (visit->driver->devices != NULL) {
        visit->driver->devices(visit->bench, outcome->devices, sizeof outcome->devices);
    }
    snprintf(outcome->stop, sizeof outcome->stop, "%s", verdict != 0 ? status_name(STATUS_WRONG) : "");
    return verdict;
}

static int sample_point(Visit *visit)
{
    Error error;
    Phases phases;
    int kept = warm_up(visit, &phases, &error);
    if (kept < 0) {
        return send_failure(visit, STATUS_FAILED, error.text);
    }
    for (bool first = true; !visit->outcome.last; first = false) {
        if (visit->order->profile) {
            gpu_profile(true);
        }
        if (!(first && kept == 1) && take_sample(visit, &phases, &error) != 0) {
            return send_failure(visit, STATUS_FAILED, error.text);
        }
        if (visit->order->profile) {
            gpu_profile(false);
        }
        int verdict = judge_sample(visit, &phases, &error);
        if (verdict < 0) {
            return send_failure(visit, STATUS_FAILED, error.text);
        }
        if (verdict > 0) {
            snprintf(visit->outcome.detail, sizeof visit->outcome.detail, "%.479s", error.text);
        }
        if (send_outcome(&visit->outcome) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Visits the point. -1: the parent is gone. */
static int visit_point(Visit *visit)
{
    Error error = {.text = ""};
    enter(ACTIVITY_OPENING); /* asking for the free memory of a GPU makes its context */
    if (check_memory(visit, &error) != 0) {
        return send_failure(visit, STATUS_SKIPPED, error.text);
    }
    visit->bench = visit->driver->open(&visit->job, &error);
    if (visit->bench == NULL) {
        return send_failure(visit, error.no_room ? STATUS_SKIPPED : STATUS_FAILED, error.text);
    }
    int failed = sample_point(visit);
    enter(ACTIVITY_CLOSING);
    visit->driver->close(visit->bench);
    return failed;
}

/* What instrumented builds tell when a process ends is told here: a worker of the CPU ends without handlers
 * of exit(), as a variant's may take their time. */
extern void __gcov_dump(void) __attribute__((weak));
extern void __lsan_do_leak_check(void) __attribute__((weak));

static void flush_all(void)
{
    fflush(NULL);
    if (__gcov_dump != NULL) {
        __gcov_dump();
    }
    if (__lsan_do_leak_check != NULL) {
        __lsan_do_leak_check(); /* ends the process when something leaked: that becomes the point's row */
    }
}

/* Waits for an order, carries it out and says so. -1: there will be no other. */
static int serve(void)
{
    Order order;
    Visit visit = {.order = &order};
    if (pipe_read(orders, &order, sizeof order) != 0) {
        return -1;
    }
    machine_clock_seen(order.clock_hz); /* looked for again only where that is too slow for a result */
    visit.job = (Job){
        .workload = registry_workload(order.workload),
        .variant = registry_variant(order.workload, order.variant),
        .point = order.point,
        .input = {.seed = order.seed, .graph = order.graph[0] != '\0' ? order.graph : NULL},
        .cold = order.cold,
        .output = order.output[0] != '\0' ? order.output : NULL,
        .trace = order.trace[0] != '\0' ? order.trace : NULL,
    };
    bool known = visit.job.workload != NULL && visit.job.variant != NULL;
    visit.driver = known ? driver_for(visit.job.variant) : NULL;
    const ProcessState before = state_now();
    int failed =
        known ? visit_point(&visit) : send_failure(&visit, STATUS_FAILED, "the program changed while it ran");
    if (failed != 0) {
        return -1;
    }
    enter(ACTIVITY_CLOSING);
    if (is_rank) {
        return send(order.stays ? MESSAGE_END : MESSAGE_FAREWELL, NULL) == 0 && order.stays ? 0 : -1;
    }
    if (!known || !variant_on_gpu(visit.job.variant)) {
        flush_all();
        send(MESSAGE_FAREWELL, NULL);
        _exit(0);
    }
    const ProcessState after = state_now();
    bool stays = state_equal(&before, &after);
    enter(ACTIVITY_IDLE);
    return send(stays ? MESSAGE_END : MESSAGE_FAREWELL, NULL) == 0 && stays ? 0 : -1;
}

static int serve_all(int stage_fd)
{
    stage = mmap(NULL, sizeof *stage, PROT_READ | PROT_WRITE, MAP_SHARED, stage_fd, 0);
    if (stage == MAP_FAILED) {
        return -1;
    }
    guard_watch(&stage->fault);
    FILE *victim = fopen("/proc/self/oom_score_adj", "w");
    if (victim != NULL) { /* when memory runs out, the worker goes, not the sweep */
        fputs("1000", victim);
        fclose(victim);
    }
    while (serve() == 0) {
    }
    return 0;
}

int worker_serve(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a killed parent leaves no worker behind */
    signal(SIGINT, SIG_IGN);          /* the parent decides when to stop */
    signal(SIGTTOU, SIG_IGN);         /* it is in a process group of its own, and may print all the same */
    return serve_all(WORKER_STAGE_FD);
}

int worker_serve_ranks(int orders_fd, int messages_fd, int stage_fd)
{
    orders = orders_fd;
    messages = messages_fd;
    is_rank = true;
    return serve_all(stage_fd) == 0 ? 0 : 1;
}
