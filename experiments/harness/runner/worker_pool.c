/* See worker_pool.h. */
#include "experiments/harness/runner/worker_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/registry.h"
#include "common/system/guard.h"
#include "common/timing.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/runner/affinity.h"
#include "experiments/harness/runner/interrupt.h"

enum { POLL_MS = 100, FAREWELL_MS = 5000, LAUNCHER_ENDS_MS = 3000, SIGNALLED = 128 };
#define SETUP_EXTRA_S 120.0 /* for all but running: a process starts, inputs and a GPU context are made */
#define LAUNCH_S 60.0       /* that a launcher has to start its ranks */
#define NOT_OURS "its process wrote to the program's own pipe"
#define LONGEST_LOOK_S 1.0 /* between two looks; what is longer, this process was stopped itself */

/* Starts this program again as a worker with the pipe ends at the agreed numbers: its process, or -1 and
 * errno. Not fork(): that runs handlers of libraries in the child, and an OpenMP runtime's may crash there.
 */
static pid_t spawn_worker(int orders_fd, int messages_fd, int stage_fd, const char *bind, const char *places)
{
    const int ours[3] = {orders_fd, messages_fd, stage_fd};
    const int theirs[3] = {WORKER_ORDERS_FD, WORKER_MESSAGES_FD, WORKER_STAGE_FD};
    char *const arguments[] = {"speedup", "worker", NULL};
    int high[3]; /* out of the way of the numbers they must get */
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes); /* cannot fail on Linux */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
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
        failed = posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    for (int i = 0; i < 3; i++) {
        if (high[i] >= 0) {
            close(high[i]);
        }
    }
    errno = failed;
    return failed == 0 ? pid : -1;
}

static void close_all(const int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

/* The process of a worker, or of the launcher of one that is several processes. -1 and an error. */
static pid_t start_process(Worker *worker, const PlanPoint *planned, const int *fd, Error *error)
{
    const char *text = NULL;
    if (planned->point.ranks > 0) {
        worker->launched = true;
        worker->ranks = planned->point.ranks;
        worker->threads = planned->point.threads;
        worker->bind = planned->bind;
        return launch_start(&worker->launch, planned, fd, error);
    }
    pid_t pid = spawn_worker(fd[0], fd[1], fd[2], planned->bind, planned->places);
    text = pid < 0 ? strerror(errno) : NULL;
    for (int i = 0; i < HANDED; i++) {
        close(fd[i]);
    }
    return pid < 0 ? (pid_t)error_set(error, "cannot start a worker: %s", text) : pid;
}

static int start(Worker *worker, const PlanPoint *planned, pid_t beside, Error *error)
{
    enum { ORDERS_READ, ORDERS_WRITE, MESSAGES_READ, MESSAGES_WRITE, STAGE, FDS };
    int fd[FDS] = {-1, -1, -1, -1, -1};
    *worker = (Worker){.pid_fd = -1, .beside = beside};
    fd[STAGE] = memfd_create("speedup-stage", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd[STAGE] < 0 || ftruncate(fd[STAGE], sizeof(Stage)) != 0 ||
        pipe2(&fd[ORDERS_READ], O_CLOEXEC) != 0 || pipe2(&fd[MESSAGES_READ], O_CLOEXEC) != 0 ||
        fcntl(fd[MESSAGES_READ], F_SETFL, O_NONBLOCK) != 0 ||
        fcntl(fd[ORDERS_WRITE], F_SETFL, O_NONBLOCK) != 0) {
        error_set(error, "cannot make the pipes of a worker: %s", strerror(errno));
        close_all(fd, FDS);
        return -1;
    }
    /* The worker cannot take away the page that this process reads. A kernel without seals goes without. */
    (void)fcntl(fd[STAGE], F_ADD_SEALS, F_SEAL_SHRINK);
    worker->stage = mmap(NULL, sizeof(Stage), PROT_READ, MAP_SHARED, fd[STAGE], 0);
    if (worker->stage == MAP_FAILED) {
        error_set(error, "cannot share memory with a worker: %s", strerror(errno));
        close_all(fd, FDS);
        return -1;
    }
    const int theirs[HANDED] = {fd[ORDERS_READ], fd[MESSAGES_WRITE], fd[STAGE]};
    pid_t pid = start_process(worker, planned, theirs, error);
    if (pid < 0) {
        munmap(worker->stage, sizeof(Stage));
        close(fd[ORDERS_WRITE]);
        close(fd[MESSAGES_READ]);
        return -1;
    }
    worker->pid = pid;
#ifdef SYS_pidfd_open
    worker->pid_fd = (int)syscall(SYS_pidfd_open, pid, 0);
#endif
    worker->orders_fd = fd[ORDERS_WRITE];
    worker->messages_fd = fd[MESSAGES_READ];
    return 0;
}

/* Has the process ended? It stays a zombie, whose number nobody else gets. */
static bool has_ended(const Worker *worker)
{
    siginfo_t info = {.si_pid = 0};
    int code;
    do {
        code = waitid(P_PID, (id_t)worker->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    } while (code < 0 && errno == EINTR);
    return code < 0 || info.si_pid == worker->pid;
}

static bool is_stopped(const Worker *worker)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)worker->pid, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == worker->pid;
}

static bool wait_for_end(const Worker *worker, int most_ms)
{
    struct pollfd end = {.fd = worker->pid_fd, .events = POLLIN};
    if (worker->pid_fd >= 0) {
        poll(&end, 1, most_ms);
        return has_ended(worker);
    }
    for (int waited_ms = 0; waited_ms < most_ms && !has_ended(worker); waited_ms++) {
        poll(NULL, 0, 1);
    }
    return has_ended(worker);
}

/* Closes the pipes, ends the process with all that it forked and returns its wait status. A worker that is
 * asked ends by itself at the end of its pipe; one that takes too long over it, or is stopped, is killed. */
static int retire(Worker *worker, bool kill_it)
{
    int status = 0;
    if (worker->pid == 0) {
        return 0;
    }
    close(worker->orders_fd);
    close(worker->messages_fd);
    if (!kill_it) {
        wait_for_end(worker, FAREWELL_MS);
    } else if (worker->launched) { /* it ends its ranks, and takes away what they have in the system */
        kill(worker->pid, SIGTERM);
        wait_for_end(worker, LAUNCHER_ENDS_MS);
    }
    kill(-worker->pid, SIGKILL);
    kill(worker->pid, SIGKILL); /* it may have left its group */
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (worker->pid_fd >= 0) {
        close(worker->pid_fd);
    }
    if (worker->launched) {
        launch_end(&worker->launch, worker->beside);
    }
    munmap(worker->stage, sizeof(Stage));
    *worker = (Worker){0};
    return status;
}

static const char *activity_name(int activity)
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
    default:
        return "between two samples";
    }
}

static Outcome last_outcome(Status status)
{
    Outcome outcome = {.status = status, .last = true};
    snprintf(outcome.stop, sizeof outcome.stop, "%s", status_name(status));
    return outcome;
}

static bool is_killing(int number)
{
    return number == SIGKILL || number == SIGTERM || number == SIGHUP;
}

/* The end of a launcher whose rank 0 never came: its exit code is about itself. */
static Outcome outcome_of_launcher(int status, const char *said)
{
    Outcome outcome = last_outcome(STATUS_FAILED);
    const bool signalled = WIFSIGNALED(status);
    snprintf(outcome.detail, sizeof outcome.detail,
             "its launcher ended before the ranks had begun, %s %d%s%s",
             signalled ? "by signal" : "exit code", signalled ? WTERMSIG(status) : WEXITSTATUS(status),
             said[0] != '\0' ? ": " : "", said);
    outcome.killed = signalled && is_killing(WTERMSIG(status));
    outcome.crashed = !outcome.killed;
    return outcome;
}

/* What the end of the process says, in place of the outcome that never came; `said`: what the processes of a
 * job said last, NULL where it was none. */
static Outcome outcome_of_death(int activity, uint64_t fault, int status, const char *said)
{
    Outcome outcome = last_outcome(STATUS_FAILED);
    const char *when = activity_name(activity);
    char crashed[120];
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (said != NULL && WIFEXITED(status) &&
        WEXITSTATUS(status) > SIGNALLED) { /* so launchers tell of a rank */
        number = WEXITSTATUS(status) - SIGNALLED;
    }
    if ((number != SIGSEGV && number != SIGBUS) || !guard_trespass(fault, crashed, sizeof crashed)) {
        snprintf(crashed, sizeof crashed, "crashed");
    }
    outcome.killed = is_killing(number);
    outcome.crashed = !outcome.killed;
    if (outcome.killed) {
        snprintf(outcome.detail, sizeof outcome.detail,
                 "killed %s by signal %d, by somebody or for want of memory", when, number);
    } else if (number != 0) {
        snprintf(outcome.detail, sizeof outcome.detail, "%s %s: signal %d, %s", crashed, when, number,
                 strsignal(number));
    } else {
        snprintf(outcome.detail, sizeof outcome.detail, "ended the process %s with exit code %d", when,
                 WEXITSTATUS(status));
    }
    const size_t length = strlen(outcome.detail);
    if (said != NULL) {
        snprintf(outcome.detail + length, sizeof outcome.detail - length, ": %s",
                 said[0] != '\0' ? said : "the launcher of its ranks");
    }
    return outcome;
}

/* Has what the worker is doing taken longer than it may? Counted by this process's looks, whatever the worker
 * writes into its stage, and without the time for which this process itself was stopped. */
static bool overdue(Worker *worker, double timeout_s)
{
    int activity = atomic_load(&worker->stage->activity);
    uint64_t number = atomic_load(&worker->stage->number);
    double now_s = timing_now_s();
    double look_s = now_s - worker->looked_s;
    worker->looked_s = now_s;
    if (activity != worker->activity || number != worker->number) {
        worker->activity = activity;
        worker->number = number;
        worker->watched_s = 0.0;
    }
    worker->watched_s += look_s < LONGEST_LOOK_S ? look_s : LONGEST_LOOK_S;
    bool runs = activity == ACTIVITY_RUNNING;
    return worker->watched_s > timeout_s + (runs || is_stopped(worker) ? 0.0 : SETUP_EXTRA_S);
}

typedef enum Arrival { ARRIVED, NOT_YET, BROKEN } Arrival;

/* Takes what the pipe has of the next message. BROKEN: it is closed. */
static Arrival receive(Worker *worker)
{
    while (worker->received < sizeof worker->incoming) {
        ssize_t got = read(worker->messages_fd, (char *)&worker->incoming + worker->received,
                           sizeof worker->incoming - worker->received);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return got < 0 && errno == EAGAIN ? NOT_YET : BROKEN;
        }
        worker->received += (size_t)got;
    }
    worker->received = 0;
    return ARRIVED;
}

/* Writes what the pipe takes of the order. A worker that is gone shows as a death. */
static void send_more(Worker *worker)
{
    while (worker->sent < sizeof worker->outgoing) {
        ssize_t put = write(worker->orders_fd, (const char *)&worker->outgoing + worker->sent,
                            sizeof worker->outgoing - worker->sent);
        if (put <= 0 && !(put < 0 && errno == EINTR)) {
            return;
        }
        worker->sent += put > 0 ? (size_t)put : 0;
    }
}

/* Ends a worker that did not end by itself, and says why. */
static void give_up(Worker *worker, Outcome *outcome, Status status, const char *why)
{
    *outcome = last_outcome(status);
    snprintf(outcome->detail, sizeof outcome->detail, "%s, %s%s", why, is_stopped(worker) ? "stopped " : "",
             activity_name(atomic_load(&worker->stage->activity)));
    retire(worker, true);
}

/* Takes a worker that has ended, and says what its end means. */
static Outcome bury(Worker *worker)
{
    const int activity = atomic_load(&worker->stage->activity);
    const uint64_t fault = atomic_load(&worker->stage->fault);
    const bool launched = worker->launched, begun = !launched || worker->launch.socket_fd < 0;
    char said[300] = "";
    if (launched) {
        launch_words(&worker->launch, said, sizeof said);
    }
    const int status = retire(worker, true);
    return begun ? outcome_of_death(activity, fault, status, launched ? said : NULL)
                 : outcome_of_launcher(status, said);
}

/* The next outcome: from the worker, or about its death or its hanging; `kind` tells whether the visit is
 * over. -1 when interrupted. */
static int next_outcome(Worker *worker, double timeout_s, const Listener *listener, MessageKind *kind,
                        Outcome *outcome)
{
    *kind = MESSAGE_SAMPLE;
    worker->looked_s = timing_now_s();
    worker->watched_s = 0.0;
    for (;;) {
        struct pollfd events[] = {{.fd = worker->messages_fd, .events = POLLIN},
                                  {.fd = worker->pid_fd, .events = POLLIN},
                                  {.fd = -1, .events = POLLOUT},
                                  {.fd = worker->launched ? worker->launch.socket_fd : -1, .events = POLLIN}};
        if (worker->sent < sizeof worker->outgoing) {
            events[2].fd = worker->orders_fd;
        }
        poll(events, 4, POLL_MS);
        if (worker->launched) {
            launch_look(&worker->launch);
        }
        send_more(worker);
        if (interrupted()) {
            retire(worker, true);
            return -1;
        }
        bool ended = has_ended(worker); /* asked first: what it said before its end is in the pipe */
        Arrival arrival = receive(worker);
        if (arrival == ARRIVED) {
            if (message_read(&worker->incoming, kind, outcome) != 0) {
                *kind = MESSAGE_SAMPLE;
                give_up(worker, outcome, STATUS_FAILED, NOT_OURS);
            }
            return 0;
        }
        if (ended || (arrival == BROKEN && wait_for_end(worker, FAREWELL_MS))) {
            *outcome = bury(worker);
            return 0;
        }
        if (arrival == BROKEN) {
            give_up(worker, outcome, STATUS_FAILED, "its process closed the program's own pipe");
            return 0;
        }
        if (worker->launched && worker->launch.socket_fd >= 0 && worker->watched_s > LAUNCH_S) {
            give_up(worker, outcome, STATUS_FAILED, "its launcher did not start all ranks within a minute");
            return 0;
        }
        if (overdue(worker, timeout_s)) {
            char why[80];
            snprintf(why, sizeof why, "no result after %g s (--timeout)", timeout_s);
            give_up(worker, outcome, STATUS_TIMEOUT, why);
            return 0;
        }
        if (listener->on_wait != NULL) {
            listener->on_wait(listener->context);
        }
    }
}

/* Hears a worker until its visit is over. Whatever it says behind its last outcome but that the visit is
 * over, or before it that it is, was not said by the worker's code. */
static int hear(Worker *worker, double timeout_s, const Listener *listener, Error *error)
{
    for (bool failed = false, last = false; worker->pid != 0;) {
        Outcome outcome;
        MessageKind kind;
        if (next_outcome(worker, timeout_s, listener, &kind, &outcome) != 0) {
            error->text[0] = '\0';
            return -1;
        }
        if (worker->pid != 0 && (kind == MESSAGE_SAMPLE) == last) {
            kind = MESSAGE_SAMPLE;
            give_up(worker, &outcome, STATUS_FAILED, NOT_OURS);
        }
        if (kind != MESSAGE_SAMPLE) {
            if (kind == MESSAGE_FAREWELL || failed) { /* what failed may have left anything behind */
                retire(worker, failed);
            }
            return 0;
        }
        if (listener->on_outcome(listener->context, &outcome, error) != 0) {
            return -1;
        }
        failed = outcome.status == STATUS_FAILED;
        last = outcome.last;
        if (worker->pid != 0) {
            pipe_write(worker->orders_fd, "", 1);
        }
    }
    return 0;
}

int worker_pool_visit(WorkerPool *pool, const Order *order, const PlanPoint *planned, double timeout_s,
                      const Listener *listener, Error *error)
{
    Worker own = {0};
    const bool on_gpu = variant_on_gpu(planned->variant) && planned->point.ranks == 0,
               stays = on_gpu || order->stays;
    Worker *worker = on_gpu ? &pool->gpu : order->stays ? &pool->ranks : &own;
    const bool other_job = worker->launched && (worker->ranks != planned->point.ranks ||
                                                worker->threads != planned->point.threads ||
                                                strcmp(worker->bind, planned->bind) != 0);
    if (worker->pid != 0 && (other_job || has_ended(worker))) {
        retire(worker, !other_job);
    }
    if (worker->pid == 0 && start(worker, planned, pool->gpu.pid, error) != 0) {
        return -1;
    }
    worker->outgoing = *order;
    worker->sent = 0;
    send_more(worker);
    int failed = hear(worker, timeout_s, listener, error);
    if (!stays || failed != 0) {
        retire(worker, true);
    }
    return failed;
}

void worker_pool_dismiss(WorkerPool *pool)
{
    retire(&pool->ranks, interrupted());
    retire(&pool->gpu, interrupted());
}
