/* See dispatch.h. */
#include "experiments/harness/runner/dispatch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/system/child.h"
#include "common/system/file.h"
#include "common/system/sandbox.h"
#include "common/verify/verify.h"
#include "experiments/harness/runner/interrupt.h"

/* A GPU's driver needs its devices, MPI sockets, and a program all that it does. */
static bool can_enter_sandbox(const PlanPoint *planned)
{
    return planned->program == NULL && planned->point.ranks == 0 && !variant_on_gpu(planned->variant);
}

int dispatch_check_sandbox(const RunOptions *options, Plan *plan, Error *error)
{
    const char *missing =
        options->race ? "LLVM's OpenMP, which --race needs, makes shared memory" : sandbox_missing();
    bool plugins = false;
    for (size_t i = 0; i < plan->count; i++) {
        PlanPoint *planned = &plan->points[i];
        const bool can = can_enter_sandbox(planned);
        plugins = plugins || (can && planned->plugin != NULL);
        if (options->sandbox && planned->program != NULL) {
            return error_set(
                error, "--sandbox does not apply to --command, whose program may do all that you may; leave "
                       "it out, and run a program that you do not trust in a container");
        }
        if (options->sandbox && !can && planned->refused[0] == '\0') {
            snprintf(planned->refused, sizeof planned->refused,
                     "--sandbox: %s; leave the option out to measure it",
                     variant_on_gpu(planned->variant) ? "a GPU's driver needs to write to its devices"
                                                      : "several processes need sockets and shared memory");
        }
    }
    if (options->sandbox && missing != NULL) {
        return error_set(
            error, "--sandbox: %s; leave it out, and run code that you do not trust in a virtual machine",
            missing);
    }
    if (plugins && missing != NULL) {
        PLAN_NOTE(plan, "plug-ins run without the sandbox: %s\n", missing);
    }
    return 0;
}

Request dispatch_request(const PlanPoint *planned)
{
    const RunOptions *requested = planned->options;
    Request request = {
        .point = planned->point,
        .seed = requested->seed,
        .cold = requested->cold,
        .warmup_s = planned->warmup_s,
        .rule = planned->rule,
        .clock_hz = machine_clock_highest_hz(),
        .sandbox = can_enter_sandbox(planned) && (planned->plugin != NULL || requested->sandbox) &&
                   !requested->race && sandbox_missing() == NULL,
    };
    if (planned->program != NULL) {
        request.program = plan_program(planned);
    }
    const PluginFile *file;
    for (size_t i = 0; (file = plugin_file_at(planned->plugin, planned->variant->workload, i)) != NULL; i++) {
        request.plugins[i] = *file;
    }
    snprintf(request.workload, sizeof request.workload, "%s", planned->variant->workload);
    plugin_name_in_file(planned->plugin, planned->variant, request.variant, sizeof request.variant);
    request.values = requested->file_values;
    if (requested->graph != NULL) {
        snprintf(request.graph, sizeof request.graph, "%s",
                 requested->graph_unpacked[0] != '\0' ? requested->graph_unpacked : requested->graph);
    }
    return request;
}

/* The result of a point from a graph file is written beside the samples, in the format of report F. The file
 * has no name, so that nothing is left of it: the worker opens it by the parent's descriptor, which *fd
 * returns; -1 for no file. 0, or -1 and an error. */
static int make_output(const Sweep *sweep, Request *request, int *fd, Error *error)
{
    char path[sizeof sweep->file->path + sizeof ".result-XXXXXX"];
    *fd = -1;
    if (request->graph[0] == '\0') {
        return 0;
    }
    snprintf(path, sizeof path, "%s.result-XXXXXX", sweep->file->path);
    *fd = mkostemp(path, O_CLOEXEC);
    if (*fd < 0) {
        return error_set(error, "cannot make a file for the result beside %s: %s; name another --out",
                         sweep->file->path, strerror(errno));
    }
    unlink(path);
    snprintf(request->output, sizeof request->output, "/proc/%ld/fd/%d", (long)getpid(), *fd);
    return 0;
}

/* The first batch of a point in this run ends with runs on other inputs: a variant that keeps something from
 * an earlier call does so in every process. Of long samples only those of the variant's smallest and largest
 * size have one, as it may keep something at large sizes only, and of these those with the most threads. */
static OtherInputs other_inputs(const Sweep *sweep)
{
    const PlanPoint *own = sweep->planned;
    bool smallest = true, largest = true, most_threads = true;
    if (sweep->state->other_inputs) {
        return OTHER_INPUTS_NONE;
    }
    for (size_t i = 0; i < sweep->plan->count && most_threads && (smallest || largest); i++) {
        const PlanPoint *planned = &sweep->plan->points[i];
        if (planned->variant == own->variant && planned->point.type == own->point.type) {
            smallest = smallest && planned->point.n >= own->point.n;
            largest = largest && planned->point.n <= own->point.n;
            most_threads = most_threads &&
                           (planned->point.n != own->point.n || planned->point.threads <= own->point.threads);
        }
    }
    return most_threads && (smallest || largest) ? OTHER_INPUTS_RUN : OTHER_INPUTS_SHORT;
}

int dispatch_batch(Sweep *sweep, WorkerPool *pool, const ResultHandler *handler, Error *error)
{
    const RunOptions *options = sweep->options;
    PointState *state = sweep->state;
    for (bool killed = true; killed;) {
        Request request = dispatch_request(sweep->planned);
        int output;
        const unsigned kills = state->kills;
        const bool crashed_before = state->crash[0] != '\0';
        snprintf(request.trace, sizeof request.trace, "%s", options->trace != NULL ? options->trace : "");
        if (options->profile) {
            request.no_warmup = request.profile = true;
            request.rule.min_samples = request.rule.max_samples = 1;
        }
        if (make_output(sweep, &request, &output, error) != 0) {
            return -1;
        }
        request.other_inputs = other_inputs(sweep);
        const int failed = worker_pool_run(pool, &request, sweep->planned, handler, error);
        child_close(&output, 1);
        if (failed != 0) {
            return -1;
        }
        state->other_inputs = state->kills == kills && (crashed_before || state->crash[0] == '\0');
        killed = state->kills > kills && !state->done;
    }
    return 0;
}

/* ---- the worker pool ---- */

/* Passes the worker's results to the handler until the batch is over. After the last result only the end of
 * the batch may follow, and before it no end: other messages were not written by the worker's code. The
 * worker has judged its results too, but shares its memory with the variant. */
static int receive_results(Worker *worker, const Request *request, const PlanPoint *planned,
                           const ResultHandler *handler, Error *error)
{
    const Workload *workload = registry_workload(request->workload);
    ThreadUse use = {0};
    size_t samples = 0;
    for (bool failed = false, last = false; worker->pid != 0;) {
        Result result;
        MessageKind kind;
        if (worker_next(worker, planned, handler->progress, &kind, &result) != 0) {
            error->text[0] = '\0';
            return -1;
        }
        samples += kind == MESSAGE_SAMPLE;
        if (worker->pid != 0 && ((kind == MESSAGE_SAMPLE) == last || samples > request->rule.max_samples)) {
            kind = MESSAGE_SAMPLE;
            result = worker_abort(worker, STATUS_FAILED, PROTOCOL_VIOLATION);
        }
        if (kind != MESSAGE_SAMPLE) {
            if (kind == MESSAGE_WORKER_EXITING || failed) { /* a failure may have left the process damaged */
                worker_stop(worker, failed);
            }
            return 0;
        }
        if (result.sampled != 0) {
            Error why;
            const double kernel_s = result.phases.kernel_s;
            thread_use_add(&use, &result.interference);
            if (worker->pid != 0 && status_is_right(result.status) && planned->program == NULL &&
                (verify_rate_here(workload, planned->variant, &request->point, kernel_s, &why) != 0 ||
                 verify_threads(&request->point, &use, &why) != 0)) {
                result = worker_abort(worker, STATUS_WRONG, why.text);
            }
        }
        if (handler->on_result(handler->context, &result, error) != 0) {
            return -1;
        }
        failed = result.status == STATUS_FAILED;
        last = result.last;
        /* Without this byte both processes would wait. A worker that has ended is found by worker_next, and
         * one that reads none of these bytes by its samples. */
        if (worker->pid != 0 && fd_write(worker->requests_fd, "", 1, &(size_t){0}) != 0 && errno != EPIPE) {
            return error_set(error, "cannot write to a worker: %s; the same command resumes",
                             strerror(errno));
        }
    }
    return 0;
}

int worker_pool_run(WorkerPool *pool, const Request *request, const PlanPoint *planned,
                    const ResultHandler *handler, Error *error)
{
    Worker own = {0};
    const bool on_gpu = driver_for(planned->variant, planned->point.ranks > 0) == &gpu_driver;
    Worker *worker = on_gpu ? &pool->gpu : request->stays ? &pool->ranks : &own;
    const bool other_job = worker->ranks > 0 && (worker->ranks != planned->point.ranks ||
                                                 worker->threads != planned->point.threads ||
                                                 strcmp(worker->bind, planned->bind) != 0);
    if (worker->pid != 0 && (other_job || child_is(worker->pid, WEXITED))) {
        worker_stop(worker, !other_job);
    }
    if (worker->pid == 0 && worker_start(worker, planned, error) != 0) {
        return -1;
    }
    const bool bar = handler->progress != NULL && handler->progress->bar;
    worker->output.before = bar ? "\r\033[K" : NULL;
    worker_send(worker, request);
    const int failed = receive_results(worker, request, planned, handler, error);
    if (worker == &own || failed != 0) {
        worker_stop(worker, true);
    } else if (worker->pid != 0) {
        child_output_end(&worker->output, true);
    }
    return failed;
}

void worker_pool_dismiss(WorkerPool *pool)
{
    worker_stop(&pool->ranks, interrupted());
    worker_stop(&pool->gpu, interrupted());
}
