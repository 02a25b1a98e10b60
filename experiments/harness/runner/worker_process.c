/* See worker_process.h. */
#include "experiments/harness/runner/worker_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/system/file.h"
#include "common/system/guard.h"
#include "common/system/sandbox.h"
#include "common/timing.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/runner/interrupt.h"

enum { POLL_MS = 100, EXIT_MS = 5000, LAUNCHER_EXIT_MS = 3000, SIGNAL_CODES = 128 };
#define SETUP_EXTRA_S                                                                                        \
    120.0             /* for all activities but running and preparing: process start, inputs, GPU context */
#define LAUNCH_S 60.0 /* for a launcher to start its ranks */
#define LONGEST_CHECK_S 1.0 /* between two checks; a longer gap means that this process was stopped */

/* ---- starting ---- */

/* Starts a worker, or the launcher of a job of ranks, with its ends of the pipes and the page, which are
 * closed here. -1 and an error. */
static pid_t start_process(Worker *worker, const PlanPoint *planned, int fd[WORKER_FDS], Error *error)
{
    char *const arguments[] = {"speedup", "worker", NULL};
    if (planned->point.ranks > 0) {
        worker->ranks = planned->point.ranks;
        worker->threads = planned->point.threads;
        worker->bind = planned->bind;
        return launch_start(&worker->launch, planned, fd, error);
    }
    int printed = child_output_open(&worker->output);
    const Child child = {.arguments = arguments,
                         .leads_group = true,
                         .fd_count = WORKER_REQUESTS_FD + WORKER_FDS,
                         .fd = {CHILD_NULL, printed, printed, fd[0], fd[1], fd[2]}};
    if (planned->bind != NULL) {
        environment_set(planned->bind[0] != '\0' ? planned->bind : "false", planned->places);
    }
    const pid_t pid = printed >= 0 ? child_start(&child) : -1;
    if (pid < 0) {
        error_set(error, "cannot start a worker: %s", strerror(errno));
        child_output_end(&worker->output, false);
    }
    child_close(&printed, 1);
    child_close(fd, WORKER_FDS);
    return pid;
}

int worker_start(Worker *worker, const PlanPoint *planned, Error *error)
{
    enum { REQUESTS_READ, REQUESTS_WRITE, MESSAGES_READ, MESSAGES_WRITE, PAGE, FDS };
    int fd[FDS] = {-1, -1, -1, -1, -1};
    *worker = (Worker){.pid_fd = -1, .page = MAP_FAILED, .output.fd = -1, .listener_fd = -1};
    worker->launch.socket_fd = worker->launch.log_fd = -1;
    /* Only the worker of a plug-in, which is not bound, answers on its page: a limit of file sizes counts it.
     */
    const size_t bytes = planned->bind == NULL ? sizeof(StatusPage) : offsetof(StatusPage, described);
    fd[PAGE] = memfd_create("speedup-status", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd[PAGE] >= 0 && ftruncate(fd[PAGE], (off_t)bytes) == 0 &&
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, &fd[REQUESTS_READ]) == 0 &&
        pipe2(&fd[MESSAGES_READ], O_CLOEXEC) == 0 && fcntl(fd[MESSAGES_READ], F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(fd[REQUESTS_WRITE], F_SETFL, O_NONBLOCK) == 0) {
        /* So that a worker cannot change the page's size. Best effort: old kernels lack seals. */
        (void)fcntl(fd[PAGE], F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
        worker->page = mmap(NULL, sizeof(StatusPage), PROT_READ, MAP_SHARED, fd[PAGE], 0);
    }
    if (worker->page == MAP_FAILED) {
        error_set(error, "cannot make the pipes and the shared page of a worker: %s%s", strerror(errno),
                  errno == EFBIG ? "; raise the limit (ulimit -f)" : "");
        child_close(fd, FDS);
        return -1;
    }
    int theirs[WORKER_FDS] = {fd[REQUESTS_READ], fd[MESSAGES_WRITE], fd[PAGE]};
    const pid_t pid = start_process(worker, planned, theirs, error);
    if (pid < 0) {
        munmap(worker->page, sizeof(StatusPage));
        close(fd[REQUESTS_WRITE]);
        close(fd[MESSAGES_READ]);
        return -1;
    }
    worker->pid = pid;
    worker->pid_fd = child_end_fd(pid);
    worker->requests_fd = fd[REQUESTS_WRITE];
    worker->messages_fd = fd[MESSAGES_READ];
    return 0;
}

/* ---- ending ---- */

static bool wait_for_end(Worker *worker, int most_ms)
{
    struct pollfd end = {.fd = worker->pid_fd, .events = POLLIN};
    for (int waited_ms = 0; waited_ms < most_ms && !child_is(worker->pid, WEXITED); waited_ms++) {
        poll(&end, 1, 1);
        child_output_copy(&worker->output);
    }
    return child_is(worker->pid, WEXITED);
}

int worker_stop(Worker *worker, bool kill_it)
{
    if (worker->pid == 0) {
        return 0;
    }
    close(worker->requests_fd);
    close(worker->messages_fd);
    if (!kill_it) {
        wait_for_end(worker, EXIT_MS);
    } else if (worker->ranks > 0) { /* it ends its ranks and removes their system resources */
        kill(worker->pid, SIGTERM);
        wait_for_end(worker, LAUNCHER_EXIT_MS);
    }
    kill(-worker->pid, SIGKILL);
    kill(worker->pid, SIGKILL); /* it may have left its group */
    const int status = child_wait(worker->pid);
    child_close(&worker->pid_fd, 1);
    child_output_end(&worker->output, false);
    child_close(&worker->listener_fd, 1);
    if (worker->ranks > 0) {
        launch_end(&worker->launch);
    }
    munmap(worker->page, sizeof(StatusPage));
    *worker = (Worker){0};
    return status;
}

static const char *activity_name(int activity)
{
    static const char *const names[] = {
        [ACTIVITY_IDLE] = "between two samples",
        [ACTIVITY_LOADING] = "while it was loaded",
        [ACTIVITY_OPENING] = "while its inputs were made",
        [ACTIVITY_RUNNING] = "while it ran",
        [ACTIVITY_RESTORING] = "while its inputs were restored",
        [ACTIVITY_PREPARING] = "while --prepare ran",
        [ACTIVITY_VERIFYING] = "while its result was verified",
        [ACTIVITY_CLOSING] = "while its memory was freed",
    };
    return activity >= 0 && activity <= ACTIVITY_CLOSING ? names[activity] : names[ACTIVITY_IDLE];
}

Result worker_abort(Worker *worker, Status status, const char *why)
{
    Result result = {.status = status, .last = true};
    snprintf(result.detail, sizeof result.detail, "%s, %s%s", why,
             child_is(worker->pid, WSTOPPED) ? "stopped " : "",
             activity_name(atomic_load(&worker->page->activity)));
    worker_stop(worker, true);
    return result;
}

static const char where_to_look[] = "; look for a wrong index or pointer, a local array that is larger than "
                                    "the stack, or an aligned load from "
                                    "another address";

/* Reaps a worker that has ended: the result stands for its end during a batch. A launcher exits with 128 and
 * the signal that ended a rank; before rank 0 has connected its exit code is its own. */
static Result reap_worker(Worker *worker)
{
    Result result = {.status = STATUS_FAILED, .last = true};
    const char *when = activity_name(atomic_load(&worker->page->activity));
    const uint64_t fault = atomic_load(&worker->page->fault);
    const int denied = atomic_load(&worker->page->denied);
    const bool launched = worker->ranks > 0, begun = worker->launch.socket_fd < 0;
    char reason[300], crash[120], *text = result.detail;
    launch_reason(&worker->launch, reason, sizeof reason);
    const int status = worker_stop(worker, true), code = WEXITSTATUS(status);
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const char *call = sandbox_denied(denied), *more = begun && launched ? "the launcher of its ranks" : "";
    if (!begun) {
        snprintf(text, sizeof result.detail, "its launcher ended before the ranks had begun, %s %d",
                 signal != 0 ? "by signal" : "exit code", signal != 0 ? signal : code);
    } else if (launched && WIFEXITED(status) && code > SIGNAL_CODES) {
        signal = code - SIGNAL_CODES;
    }
    const bool at_address = signal == SIGSEGV || signal == SIGBUS,
               at_matrix = at_address && guard_trespass(fault, crash, sizeof crash);
    if (!at_matrix) {
        snprintf(crash, sizeof crash, "crashed");
    }
    result.killed = signal == SIGKILL || signal == SIGTERM || signal == SIGHUP;
    result.crashed = !result.killed;
    if (begun && result.killed) {
        snprintf(text, sizeof result.detail, "killed %s by signal %d (OOM killer or external)", when, signal);
    } else if (begun && call != NULL && (signal == SIGSYS || denied == SANDBOX_USES_GPU)) {
        snprintf(text, sizeof result.detail, "ended by the sandbox %s: %s; a variant only computes and reads",
                 when, call);
    } else if (begun && signal != 0) {
        snprintf(text, sizeof result.detail, "%s %s: signal %d, %s%s", crash, when, signal, strsignal(signal),
                 at_address && !at_matrix ? where_to_look : "");
    } else if (begun) {
        snprintf(text, sizeof result.detail, "ended the process %s with exit code %d", when, code);
    }
    more = reason[0] != '\0' ? reason : more;
    if (more[0] != '\0') {
        text_append(text, sizeof result.detail, ": ", "%s", more);
    }
    return result;
}

/* ---- supervising ---- */

/* Has the worker's activity lasted longer than allowed? Measured between this process's checks, and without
 * the time for which this process was stopped.
 *
 * A variant can write to the page, so that each check sees a new activity. Hence the sums since the last
 * message have limits too: of running (the warm-up and its last run, the sample, those on other inputs), and
 * of all else. */
static bool is_overdue(Worker *worker, const PlanPoint *planned)
{
    const double timeout_s = planned->options->timeout_s,
                 most_running_s = 4.0 * timeout_s + planned->warmup_s;
    const bool starts_slowly = worker->ranks > 0 || variant_on_gpu(planned->variant);
    const double extra_s = worker->outgoing.kind != REQUEST_BATCH ? 0.0
                           : starts_slowly                        ? SETUP_EXTRA_S
                                           : fmin(SETUP_EXTRA_S, 15.0 + 5.0 * timeout_s);
    const int activity = atomic_load(&worker->page->activity);
    const uint64_t number = atomic_load(&worker->page->number);
    const double now_s = timing_now_s(), since_s = fmin(now_s - worker->checked_s, LONGEST_CHECK_S);
    worker->checked_s = now_s;
    if (activity != worker->activity || number != worker->number) {
        worker->activity = activity;
        worker->number = number;
        worker->active_s = 0.0;
    }
    worker->active_s += since_s;
    *(activity == ACTIVITY_RUNNING ? &worker->running_s : &worker->other_s) += since_s;
    const bool no_extra =
        activity == ACTIVITY_RUNNING || activity == ACTIVITY_PREPARING || child_is(worker->pid, WSTOPPED);
    return worker->running_s > most_running_s || worker->other_s > timeout_s + extra_s ||
           (no_extra && worker->active_s > timeout_s);
}

void worker_send(Worker *worker, const Request *request)
{
    worker->outgoing = *request;
    worker->sent = 0;
}

/* Waits until the worker can be read or written, or has ended, at most POLL_MS. */
static void wait_for_event(Worker *worker)
{
    enum { LISTENER, REQUESTS };
    const int wanted = (worker->sent < sizeof worker->outgoing ? POLLOUT : 0) |
                       (worker->outgoing.sandbox && worker->listener_fd < 0 ? POLLIN : 0);
    struct pollfd events[] = {
        [LISTENER] = {.fd = worker->listener_fd, .events = POLLIN},
        [REQUESTS] = {.fd = wanted != 0 ? worker->requests_fd : -1, .events = (short)wanted},
        {.fd = worker->messages_fd, .events = POLLIN},
        {.fd = worker->pid_fd, .events = POLLIN},
        {.fd = worker->output.fd, .events = POLLIN},
        {.fd = worker->launch.socket_fd, .events = POLLIN}};
    poll(events, sizeof events / sizeof events[0], POLL_MS);
    if ((events[LISTENER].revents & POLLIN) != 0) {
        sandbox_answer(worker->listener_fd, worker->pid);
    }
    if ((events[REQUESTS].revents & POLLIN) != 0) {
        fds_pass(worker->requests_fd, &worker->listener_fd, 1, true);
    }
}

int worker_next(Worker *worker, const PlanPoint *planned, Progress *progress, MessageKind *kind,
                Result *result)
{
    char late[80];
    snprintf(late, sizeof late, "no result after %g s%s", planned->options->timeout_s,
             worker->outgoing.kind == REQUEST_BATCH ? " (--timeout)" : "");
    worker->checked_s = timing_now_s();
    worker->active_s = worker->running_s = worker->other_s = 0.0;
    *kind = MESSAGE_SAMPLE;
    for (;;) {
        wait_for_event(worker);
        child_output_copy(&worker->output);
        launch_accept(&worker->launch);
        /* As much as the pipe takes; a worker that has ended is found below. */
        (void)fd_write(worker->requests_fd, &worker->outgoing, sizeof worker->outgoing, &worker->sent);
        if (interrupted()) {
            worker_stop(worker, true);
            return -1;
        }
        const bool ended =
            child_is(worker->pid, WEXITED); /* checked first: its last messages are in the pipe then */
        if (fd_read(worker->messages_fd, &worker->incoming, sizeof worker->incoming, &worker->received) ==
            0) {
            worker->received = 0;
            if (message_read(&worker->incoming, kind, result) != 0) {
                char why[120];
                snprintf(why, sizeof why, PROTOCOL_VIOLATION " (%.40s is out of range)", result->detail);
                *kind = MESSAGE_SAMPLE;
                *result = worker_abort(worker, STATUS_FAILED, why);
            }
            return 0;
        }
        const bool closed = errno != EAGAIN;
        if (ended || (closed && wait_for_end(worker, EXIT_MS))) {
            *result = reap_worker(worker);
            return 0;
        }
        const bool launching = worker->launch.socket_fd >= 0;
        const char *why = closed ? "its process closed the program's own pipe"
                          : launching && worker->active_s > LAUNCH_S
                              ? "its launcher did not start all ranks within a minute"
                          : is_overdue(worker, planned) ? late
                                                        : NULL;
        if (why != NULL) {
            *result = worker_abort(worker, why == late ? STATUS_TIMEOUT : STATUS_FAILED, why);
            return 0;
        }
        if (progress != NULL) {
            progress_draw(progress);
        }
    }
}
