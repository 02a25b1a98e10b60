/* See worker_pool.h. */
#include "experiments/harness/runner/worker_pool.h"

#include <errno.h>
#include <string.h>

#include "common/registry.h"
#include "common/verify/verify.h"
#include "experiments/harness/runner/interrupt.h"

/* Is a right result impossible? The worker judges too, but shares its memory with the variant. */
static bool is_impossible(const Request *request, const PlanPoint *planned, const Result *result,
                          const ThreadUse *use, Error *error)
{
    const Workload *workload = registry_workload(request->workload);
    return result->sampled != 0 && status_is_right(result->status) && planned->program == NULL &&
           workload != NULL &&
           (verify_rate_here(workload, planned->variant, &request->point, result->phases.kernel_s, error) !=
                0 ||
            verify_threads(&request->point, use, error) != 0);
}

/* Passes the worker's results to the handler until the batch is over. After the last result only the end of
 * the batch may follow, and before it no end: other messages were not written by the worker's code. */
static int receive_results(Worker *worker, const Request *request, const PlanPoint *planned,
                           const ResultHandler *handler, Error *error)
{
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
        if (worker->pid != 0 && ((kind == MESSAGE_SAMPLE) == last || kind >= MESSAGE_WORKLOAD ||
                                 samples > request->rule.max_samples)) {
            kind = MESSAGE_SAMPLE;
            result = worker_abort(worker, STATUS_FAILED, PROTOCOL_VIOLATION);
        }
        Error why;
        if (kind == MESSAGE_SAMPLE && result.sampled != 0) {
            thread_use_add(&use, &result.interference);
        }
        if (worker->pid != 0 && kind == MESSAGE_SAMPLE &&
            is_impossible(request, planned, &result, &use, &why)) {
            result = worker_abort(worker, STATUS_WRONG, why.text);
        }
        if (kind != MESSAGE_SAMPLE) {
            if (kind == MESSAGE_WORKER_EXITING || failed) { /* a failure may have left the process damaged */
                worker_stop(worker, failed);
            }
            return 0;
        }
        if (handler->on_result(handler->context, &result, error) != 0) {
            return -1;
        }
        failed = result.status == STATUS_FAILED;
        last = result.last;
        /* Without this byte both processes would wait. A worker that has ended is found by has_ended, and one
         * that reads none of these bytes by its samples. */
        if (worker->pid != 0 && pipe_write(worker->requests_fd, "", 1, &(size_t){0}) != 0 && errno != EPIPE) {
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
    const bool on_gpu = variant_on_gpu(planned->variant) && planned->point.ranks == 0;
    Worker *worker = on_gpu ? &pool->gpu : request->stays ? &pool->ranks : &own;
    const bool other_job = worker->launched && (worker->ranks != planned->point.ranks ||
                                                worker->threads != planned->point.threads ||
                                                strcmp(worker->bind, planned->bind) != 0);
    if (worker->pid != 0 && (other_job || worker_has_ended(worker))) {
        worker_stop(worker, !other_job);
    }
    if (worker->pid == 0 && worker_start(worker, planned, pool->gpu.pid, error) != 0) {
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
