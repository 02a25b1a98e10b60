/* See crew.h. */
#include "experiments/harness/measure/crew.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "experiments/harness/ask/environment.h"
#include "experiments/harness/measure/affinity.h"
#include "experiments/harness/measure/interrupt.h"

enum { POLL_MS = 100, FAREWELL_MS = 5000 };
#define SETUP_EXTRA_S 120.0 /* while opening, inputs and a GPU context are made; restoring copies them */

/* Starts this program again as a worker with the pipe ends at the agreed numbers: its process, or -1 and
 * errno. Not fork(): that runs handlers of libraries in the child, and an OpenMP runtime's may crash there.
 */
static pid_t spawn_worker(int orders_fd, int reports_fd, int stage_fd, const char *bind, const char *places)
{
    const int ours[3] = {orders_fd, reports_fd, stage_fd};
    const int theirs[3] = {WORKER_ORDERS_FD, WORKER_REPORTS_FD, WORKER_STAGE_FD};
    char *const arguments[] = {"speedup", "worker", NULL};
    int high[3]; /* out of the way of the numbers they must get */
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++) {
        high[i] = fcntl(ours[i], F_DUPFD_CLOEXEC, 10);
        failed = failed != 0   ? failed
                 : high[i] < 0 ? errno
                               : posix_spawn_file_actions_adddup2(&actions, high[i], theirs[i]);
    }
    if (failed == 0) {
        failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    }
    if (failed == 0) { /* stdout is data: a variant that prints must not spoil it */
        failed = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    }
    if (failed == 0) {
        environment_set(bind[0] != '\0' ? bind : "false", places);
        affinity_restore(); /* a runtime that was loaded late may have bound this thread since */
        failed = posix_spawn(&pid, "/proc/self/exe", &actions, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 3; i++) {
        if (high[i] >= 0) {
            close(high[i]);
        }
    }
    errno = failed;
    return failed == 0 ? pid : -1;
}

static int start(Worker *worker, const char *bind, const char *places, Error *error)
{
    int orders[2] = {-1, -1}, reports[2] = {-1, -1};
    int stage_fd = memfd_create("speedup-stage", MFD_CLOEXEC);
    if (stage_fd < 0 || ftruncate(stage_fd, sizeof(Stage)) != 0 || pipe2(orders, O_CLOEXEC) != 0 ||
        pipe2(reports, O_CLOEXEC) != 0) {
        error_set(error, "cannot make the pipes of a worker: %s", strerror(errno));
        goto close_all;
    }
    worker->stage = mmap(NULL, sizeof(Stage), PROT_READ | PROT_WRITE, MAP_SHARED, stage_fd, 0);
    if (worker->stage == MAP_FAILED) {
        error_set(error, "cannot share memory with a worker: %s", strerror(errno));
        goto close_all;
    }
    worker->pid = spawn_worker(orders[0], reports[1], stage_fd, bind, places);
    if (worker->pid < 0) {
        worker->pid = 0;
        munmap(worker->stage, sizeof(Stage));
        error_set(error, "cannot start a worker: %s", strerror(errno));
        goto close_all;
    }
    worker->orders_fd = orders[1];
    worker->reports_fd = reports[0];
    close(orders[0]);
    close(reports[1]);
    close(stage_fd);
    return 0;

close_all:
    for (int i = 0; i < 2; i++) {
        if (orders[i] >= 0) {
            close(orders[i]);
        }
        if (reports[i] >= 0) {
            close(reports[i]);
        }
    }
    if (stage_fd >= 0) {
        close(stage_fd);
    }
    return -1;
}

/* Closes the pipes, ends the process and returns its wait status. A worker that is asked
 * ends by itself at the end of its pipe; one that takes too long over it is killed too. */
static int retire(Worker *worker, bool kill_it)
{
    int status = 0;
    if (worker->pid == 0) {
        return 0;
    }
    close(worker->orders_fd);
    close(worker->reports_fd);
    for (unsigned waited_ms = 0; !kill_it && waitpid(worker->pid, &status, WNOHANG) == 0; waited_ms++) {
        kill_it = waited_ms >= FAREWELL_MS;
        poll(NULL, 0, 1);
    }
    if (kill_it) {
        kill(worker->pid, SIGKILL);
        while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    munmap(worker->stage, sizeof(Stage));
    *worker = (Worker){0};
    return status;
}

/* The live worker of this binding, or a new one in an empty or the oldest place. */
static Worker *find_worker(Crew *crew, const char *variant, const char *bind, const char *places,
                           Error *error)
{
    char binding[sizeof crew->workers[0].binding];
    snprintf(binding, sizeof binding, "%.3s %s %s", variant, bind, places);
    Worker *place = &crew->workers[0];
    for (int i = 0; i < CREW_SIZE; i++) {
        Worker *worker = &crew->workers[i];
        if (worker->pid != 0 && strcmp(worker->binding, binding) == 0) {
            worker->used = ++crew->visits;
            return worker;
        }
        if (place->pid != 0 && (worker->pid == 0 || worker->used < place->used)) {
            place = worker;
        }
    }
    retire(place, false);
    if (start(place, bind, places, error) != 0) {
        return NULL;
    }
    snprintf(place->binding, sizeof place->binding, "%s", binding);
    place->used = ++crew->visits;
    return place;
}

static const char *activity_name(Activity activity)
{
    switch (activity) {
    case ACTIVITY_OPENING:
        return "while its inputs were made";
    case ACTIVITY_RUNNING:
        return "while it ran";
    case ACTIVITY_RESTORING:
        return "while its inputs were restored";
    case ACTIVITY_VERIFYING:
        return "while its result was verified";
    case ACTIVITY_CLOSING:
        return "while its memory was freed";
    case ACTIVITY_IDLE:
        break;
    }
    return "between two samples";
}

/* What the end of the process says: a report in place of the one that never came. */
static Report report_of_death(Activity activity, int status)
{
    Report report = {.status = STATUS_FAILED, .last = true};
    const char *when = activity_name(activity);
    snprintf(report.stop, sizeof report.stop, "%s", status_name(STATUS_FAILED));
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        snprintf(report.detail, sizeof report.detail, "killed %s, probably for want of memory", when);
    } else if (WIFSIGNALED(status)) {
        snprintf(report.detail, sizeof report.detail, "crashed %s: signal %d, %s", when, WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else {
        snprintf(report.detail, sizeof report.detail, "ended the process %s with exit code %d", when,
                 WEXITSTATUS(status));
    }
    return report;
}

/* Has the variant's own code, or what waits for it, run for longer than it may? */
static bool overdue(const Worker *worker, double timeout_s)
{
    Activity activity = (Activity)atomic_load(&worker->stage->activity);
    if (activity == ACTIVITY_IDLE || activity == ACTIVITY_VERIFYING) {
        return false;
    }
    uint64_t since_ns = atomic_load(&worker->stage->since_ns);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double age_s = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - 1e-9 * (double)since_ns;
    return age_s > timeout_s + (activity == ACTIVITY_RUNNING ? 0.0 : SETUP_EXTRA_S);
}

/* The next report: from the worker, or about its death or its hanging. 1 when interrupted. */
static int next_report(Worker *worker, double timeout_s, const Listener *listener, Report *report)
{
    for (;;) {
        struct pollfd reports = {.fd = worker->reports_fd, .events = POLLIN};
        int ready = poll(&reports, 1, POLL_MS);
        if (interrupted()) {
            retire(worker, true);
            return 1;
        }
        if (ready > 0) {
            if (pipe_read(worker->reports_fd, report, sizeof *report) == 0) {
                return 0;
            }
            Activity activity = (Activity)atomic_load(&worker->stage->activity);
            *report = report_of_death(activity, retire(worker, false));
            return 0;
        }
        if (overdue(worker, timeout_s)) {
            *report = (Report){.status = STATUS_TIMEOUT, .last = true};
            snprintf(report->stop, sizeof report->stop, "%s", status_name(STATUS_TIMEOUT));
            snprintf(report->detail, sizeof report->detail, "no result after %g s (--timeout), %s", timeout_s,
                     activity_name((Activity)atomic_load(&worker->stage->activity)));
            retire(worker, true);
            return 0;
        }
        if (listener->on_wait != NULL) {
            listener->on_wait(listener->context);
        }
    }
}

static int send_order(const Worker *worker, const Order *order, const double *kernel_s, const double *total_s)
{
    int failed = pipe_write(worker->orders_fd, order, sizeof *order);
    for (size_t i = 0; failed == 0 && i < order->previous; i++) {
        double pair[2] = {kernel_s[i], total_s[i]};
        failed = pipe_write(worker->orders_fd, pair, sizeof pair);
    }
    return failed;
}

int crew_visit(Crew *crew, const Order *order, const double *kernel_s, const double *total_s,
               const char *bind, const char *places, double timeout_s, const Listener *listener, Error *error)
{
    Worker *worker = find_worker(crew, order->variant, bind, places, error);
    if (worker == NULL) {
        return -1;
    }
    send_order(worker, order, kernel_s, total_s); /* a worker that is gone shows as a death below */
    for (Report report = {0}; !report.last;) {
        if (next_report(worker, timeout_s, listener, &report) != 0) {
            error->text[0] = '\0';
            return -1;
        }
        if (listener->on_report(listener->context, &report, error) != 0) {
            return -1;
        }
        if (worker->pid != 0) {
            pipe_write(worker->orders_fd, "", 1);
        }
        if (report.status == STATUS_FAILED) {
            retire(worker, true); /* what failed may have left anything behind */
        }
    }
    return 0;
}

void crew_dismiss(Crew *crew)
{
    for (int i = 0; i < CREW_SIZE; i++) {
        retire(&crew->workers[i], interrupted());
    }
}
