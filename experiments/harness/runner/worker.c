/* The worker process: receives requests, and reports what it does.
 *
 * It is a child process, so that a crash, a hang, an illegal address or exhausted memory ends the child and
 * not the sweep, and its OpenMP runtime finds the requested binding when it is loaded. On the CPU it serves
 * one batch (batch.h), so that no variant changes the process of the next; on a GPU it serves a round, but
 * for variants with host pointers. */
#include "experiments/harness/runner/worker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/system/affinity.h"
#include "common/system/file.h"
#include "common/system/guard.h"
#include "common/system/sandbox.h"
#include "common/text/hash.h"
#include "common/text/text.h"
#include "cpu/team.h"
#include "experiments/harness/runner/batch.h"
#include "experiments/harness/runner/program_driver.h"

static StatusPage *page;
static int requests, messages; /* descriptors */

void worker_enter(Activity activity)
{
    atomic_store(&page->activity, activity);
    atomic_fetch_add(&page->number, 1);
}

static int send(MessageKind kind, const Result *result)
{
    Message message;
    message_write(&message, kind, result);
    return fd_write(messages, &message, sizeof message, &(size_t){0});
}

int worker_send_result(Result *result)
{
    char written;
    worker_enter(ACTIVITY_IDLE);
    if (result->status != STATUS_OK && sandbox_uses_gpu()) {
        text_append(result->detail, sizeof result->detail, "; ", "%s", sandbox_denied(SANDBOX_USES_GPU));
    }
    return send(MESSAGE_SAMPLE, result) != 0 ? -1 : fd_read(requests, &written, 1, &(size_t){0});
}

int worker_send_failure(Result *result, Status status, const char *why)
{
    result->status = status;
    result->last = true;
    result->sampled = false;
    snprintf(result->detail, sizeof result->detail, "%.479s", why);
    return worker_send_result(result);
}

/* Loads the plug-ins of the request, once in this process. 0, or -1 and an error. */
static int load_plugins(const Request *request, Error *error)
{
    if (registry_variant(request->workload, request->variant) != NULL) {
        return 0;
    }
    for (size_t i = 0; i < MOST_PLUGINS_OF_POINT && request->plugins[i].path[0] != '\0'; i++) {
        const PluginDescriptor *plugin;
        if (plugin_file_load(&request->plugins[i], &plugin, error) != 0) {
            return error_set(error, "%.400s: %.500s", request->plugins[i].path, error->text);
        }
        int failed = plugin->workload != NULL ? registry_add_workload(plugin->workload) : 0;
        for (size_t v = 0; failed == 0 && plugin->variants[v] != NULL; v++) {
            failed = registry_add(plugin->variants[v]);
        }
        if (failed != 0) {
            return error_set(error, "no memory for the plug-in %.400s", request->plugins[i].path);
        }
    }
    return 0;
}

/* Prepares the process for a request: opens the file for results, enters the sandbox, and loads plug-ins,
 * whose code runs then. 0, or -1 and an error. */
static int prepare(const Request *request, FILE **output, Error *error)
{
    const bool writes = request->output[0] != '\0'; /* to a file that the parent has made */
    *output = writes ? fopen(request->output, "wb") : NULL;
    if (writes && *output == NULL) {
        return error_set(error, "cannot open the file for the result: %s", strerror(errno));
    }
    if (request->sandbox) {
        team_set(&request->point); /* LLVM's OpenMP makes shared memory at its start */
        if (sandbox_enter(&page->denied, requests, error) != 0) {
            return -1;
        }
    }
    worker_enter(ACTIVITY_LOADING);
    return request->kind == REQUEST_BATCH ? load_plugins(request, error) : 0;
}

/* ---- requests of plug-ins ---- */

static const PluginDescriptor *described; /* NULL: none yet */
static bool has_plugin;                   /* was it to describe one? */

/* Answers with what the plug-in contains. 0, or -1 and an error. */
static int describe_plugin(const Request *request, Error *error)
{
    PluginDescription *has = &page->described;
    if (plugin_file_load(&request->plugins[0], &described, error) != 0) {
        return -1;
    }
    has->has_workload = described->workload != NULL;
    int failed = has->has_workload ? plugin_describe_workload(described->workload, &has->workload, error) : 0;
    for (size_t i = 0; failed == 0 && described->variants[i] != NULL; i++) {
        if (i == PLUGIN_MOST_VARIANTS) {
            return error_set(error, "it has more than %d Variants; make several plug-ins",
                             PLUGIN_MOST_VARIANTS);
        }
        failed = plugin_describe_variant(described->variants[i], request->devices, &has->variants[i], error);
        has->count = i + 1;
    }
    return failed != 0 ? -1 : send(MESSAGE_END, NULL);
}

static int answer_costs(const Workload *workload, const Point *point)
{
    Costs *costs = &page->costs;
    costs->work = workload_work(workload, point);
    snprintf(costs->unit, sizeof costs->unit, "%s", workload_rate_unit(workload, point));
    for (int i = 0; i < OPERANDS; i++) {
        if (i == OPERAND_OUT || i < (int)workload->inputs) {
            costs->extent[i] = workload_extent(workload, point, (Operand)i);
            costs->type[i] = workload_type(workload, point, (Operand)i);
        }
    }
    return send(MESSAGE_END, NULL);
}

/* -1: no other request follows. */
static int serve_plugin(const Request *request)
{
    Result failure = {0};
    Error error = {.text = ""};
    has_plugin = true;
    worker_enter(request->kind == REQUEST_COSTS ? ACTIVITY_RUNNING : ACTIVITY_LOADING);
    if (request->kind == REQUEST_COSTS) {
        return described != NULL && described->workload != NULL
                   ? answer_costs(described->workload, &request->point)
                   : -1;
    }
    if (prepare(request, &(FILE *){NULL}, &error) == 0 && describe_plugin(request, &error) == 0) {
        return 0;
    }
    worker_send_failure(&failure, STATUS_FAILED, error.text);
    return -1;
}

/* ---- batches ---- */

/* Is an interval timer running? alarm() has one. */
static bool timers_run(void)
{
    static const int timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    bool run = false;
    for (size_t i = 0; i < sizeof timers / sizeof timers[0]; i++) {
        struct itimerval left = {0};
        getitimer(timers[i], &left);
        run = run || left.it_value.tv_sec != 0 || left.it_value.tv_usec != 0;
    }
    return run;
}

/* The open files with a path; not devices, which drivers open. A sum of hashes, as the folder lists them in
 * any order. */
static uint64_t hash_files(void)
{
    uint64_t sum = 0;
    DIR *folder = opendir("/proc/self/fd");
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char link[300], path[1024];
        snprintf(link, sizeof link, "/proc/self/fd/%s", entry->d_name);
        ssize_t length = readlink(link, path, sizeof path - 1);
        if (length <= 0 || path[0] != '/' || strncmp(path, "/dev/", 5) == 0 ||
            strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/memfd:", 7) == 0) {
            continue;
        }
        sum += hash_bytes(HASH_START, path, (size_t)length);
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return sum;
}

/* Hash of what a batch may change of its process: the usable processors, the blocked signals, the limits,
 * whether a timer runs, the open files, and the rounding and float modes. On the CPU each batch has a process
 * of its own. A GPU's worker serves a whole round, as its context takes 0.3 s to make; it compares the states
 * before and after each batch, and exits when they differ. */
static uint64_t state_hash(void)
{
    ProcessorSet processors;
    sigset_t blocked;
    struct rlimit limit;
    memset(&blocked, 0, sizeof blocked); /* the kernel sets a part of it */
    affinity_now(&processors);
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    uint64_t hash = hash_bytes(HASH_START, &processors, sizeof processors);
    hash = hash_bytes(hash, &blocked, sizeof blocked);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        memset(&limit, 0, sizeof limit);
        getrlimit((__rlimit_resource_t)i, &limit);
        hash = hash_bytes(hash, &limit, sizeof limit);
    }
    const uint64_t others[] = {
        timers_run(), hash_files(), (uint64_t)fegetround(),
#ifdef __SSE__
        _mm_getcsr() & 0x8040u, /* flush to zero, denormals are zero */
#endif
    };
    return hash_bytes(hash, others, sizeof others);
}

/* Writes the reports that instrumented builds write at exit: a CPU worker skips the handlers of exit(), as a
 * variant's may be slow. */
extern void __gcov_dump(void) __attribute__((weak));
extern void __lsan_do_leak_check(void) __attribute__((weak));

static void flush_all(void)
{
    fflush(NULL);
    if (__gcov_dump != NULL) {
        __gcov_dump();
    }
    if (__lsan_do_leak_check != NULL) {
        __lsan_do_leak_check(); /* exits if memory leaked: the point's row reports that */
    }
}

/* -1: the worker exits. */
static int send_end(bool stays)
{
    return send(stays ? MESSAGE_END : MESSAGE_WORKER_EXITING, NULL) == 0 && stays ? 0 : -1;
}

/* Carries out the next request. -1: no other follows. */
static int serve(void)
{
    Request request;
    Result failure = {0};
    if (fd_read(requests, &request, sizeof request, &(size_t){0}) != 0) {
        return -1;
    }
    if (request.kind != REQUEST_BATCH) {
        return serve_plugin(&request);
    }
    machine_clock_seen(request.clock_hz); /* measured again only if a rate exceeds it */
    const bool is_program = request.program.text[0] != '\0';
    Error error = {.text = "the program was replaced while it ran"};
    worker_enter(ACTIVITY_OPENING);
    FILE *output;
    const bool loaded = prepare(&request, &output, &error) == 0;
    const Program program = {.variant = {.workload = request.workload, .name = request.variant},
                             .spec = request.program};
    const Job job = {
        .workload = registry_workload(request.workload),
        .variant = is_program ? &program.variant : registry_variant(request.workload, request.variant),
        .point = request.point,
        .input = {.seed = request.seed,
                  .graph = request.graph[0] != '\0' ? request.graph : NULL,
                  .values = request.values},
        .cold = request.cold,
        .profile = request.profile,
        .output = output,
        .trace = request.trace[0] != '\0' ? request.trace : NULL,
    };
    const bool known = loaded && job.workload != NULL && job.variant != NULL;
    if (is_program) {
        for (int fd = WORKER_REQUESTS_FD; fd < WORKER_REQUESTS_FD + WORKER_FDS; fd++) {
            fcntl(fd, F_SETFD, FD_CLOEXEC); /* the program must not inherit them */
        }
    }
    const uint64_t before = state_hash();
    const int failed =
        !known ? worker_send_failure(&failure, STATUS_FAILED, error.text)
               : batch_run(&request, &job,
                           is_program ? &program_driver : driver_for(job.variant, request.point.ranks > 0));
    if (failed != 0) {
        return -1;
    }
    worker_enter(ACTIVITY_CLOSING);
    if (request.point.ranks > 0) {
        return send_end(request.stays);
    }
    if (!known || driver_for(job.variant, false) == &cpu_driver) {
        flush_all();
        send(MESSAGE_WORKER_EXITING, NULL);
        _exit(0);
    }
    if (output != NULL) {
        fclose(output);
    }
    const uint64_t after = state_hash();
    worker_enter(ACTIVITY_IDLE);
    return send_end(before == after);
}

int worker_serve(int requests_fd, int messages_fd, int page_fd)
{
    requests = requests_fd;
    messages = messages_fd;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* no worker outlives a killed parent */
    signal(SIGINT, SIG_IGN);          /* the parent decides when to stop */
    page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, page_fd, 0);
    if (page == MAP_FAILED) {
        return -1;
    }
    guard_watch(&page->fault);
    FILE *score = fopen("/proc/self/oom_score_adj", "w");
    if (score != NULL) { /* the OOM killer should choose the worker, not the sweep */
        fputs("1000", score);
        fclose(score);
    }
    while (serve() == 0) {
    }
    if (has_plugin) { /* no handler of the plug-in runs */
        flush_all();
        _exit(0);
    }
    return 0;
}
