/* See launch.h. */
#include "experiments/harness/runner/launch.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/system/child.h"
#include "common/text/text.h"
#include "experiments/harness/cli/launcher.h"

enum {
    MOST_WORDS = TEXT_MOST / 2 + 16, /* the launcher's and this program's */
    LOG_BYTES = 16384,
    MOST_EARLIER = 256,
};

/* ---- ending ---- */

/* Children that this process had before the job: it may have replaced a program that had some, and the worker
 * of a GPU may run. */
static pid_t earlier[MOST_EARLIER];
static size_t earlier_count;

/* The parent of a process; 0 if unknown. */
static pid_t parent_of(const char *pid)
{
    char path[300], text[16];
    snprintf(path, sizeof path, "/proc/%s/status", pid);
    return machine_read_field(path, "PPid", text, sizeof text) == 0 ? (pid_t)strtol(text, NULL, 10) : 0;
}

static bool is_earlier(pid_t pid)
{
    size_t i = 0;
    while (i < earlier_count && earlier[i] != pid) {
        i++;
    }
    return i < earlier_count;
}

/* Notes the children of this process as earlier ones, or kills all others. Returns how many it killed. */
static size_t go_through_children(bool kill_them)
{
    size_t killed = 0;
    DIR *folder = opendir("/proc");
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid <= 0 || parent_of(entry->d_name) != getpid()) {
            continue;
        }
        if (!kill_them && earlier_count < MOST_EARLIER) {
            earlier[earlier_count++] = pid;
        } else if (kill_them && !is_earlier(pid)) {
            kill(pid, SIGKILL);
            child_wait(pid);
            killed++;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return killed;
}

/* Releases all but processes. */
static void launch_close(Launch *launch)
{
    char path[128];
    child_close(launch->passed, WORKER_FDS);
    child_close(&launch->socket_fd, 1);
    child_close(&launch->log_fd, 1);
    if (launch->folder[0] != '\0') {
        snprintf(path, sizeof path, "%s/socket", launch->folder);
        unlink(path);
        rmdir(launch->folder);
    }
}

void launch_end(Launch *launch)
{
    while (go_through_children(true) > 0) { /* their children become this process's */
    }
    launch_close(launch);
}

/* ---- starting ---- */

/* A socket in a new private folder, and the file for the output. 0, or -1 and an error. */
static int open_socket(Launch *launch, Error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (child_folder("speedup-ranks", launch->folder, sizeof launch->folder, error) != 0) {
        return -1;
    }
    snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", launch->folder);
    launch->socket_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    launch->log_fd = memfd_create("speedup-ranks", MFD_CLOEXEC);
    return launch->socket_fd < 0 || launch->log_fd < 0 ||
                   bind(launch->socket_fd, (struct sockaddr *)&address, sizeof address) != 0 ||
                   listen(launch->socket_fd, 1) != 0
               ? error_set(error, "cannot make the ranks' socket: %s", strerror(errno))
               : 0;
}

/* Starts this program as the launcher that it then becomes (rank_launch), so that it dies with this process.
 */
static pid_t start_launcher(const Launch *launch, const char *const *words, Error *error)
{
    const Child child = {.arguments = (char *const *)(uintptr_t)words, /* exec does not modify them */
                         .leads_group = true,
                         .fd_count = 3,
                         .fd = {CHILD_NULL, launch->log_fd, launch->log_fd}};
    earlier_count = 0;
    go_through_children(false);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t pid = child_start(&child);
    if (pid < 0) {
        error_set(error, "cannot start the launcher: %s", strerror(errno));
    }
    return pid;
}

pid_t launch_start(Launch *launch, const PlanPoint *planned, const int passed[WORKER_FDS], Error *error)
{
    const char *launcher = launcher_choose(planned->options->launcher);
    char command[TEXT_MOST + 1], program[PATH_MAX], ranks[16], threads[16], path[128];
    const char *word[MOST_WORDS] = {"speedup", "worker", "launch"};
    size_t count = 3;
    pid_t pid = -1;
    *launch = (Launch){.socket_fd = -1, .log_fd = -1};
    memcpy(launch->passed, passed, sizeof launch->passed);
    if (launcher == NULL) {
        error_set(error, "there is no mpirun in PATH");
    } else if (launcher_program(program, sizeof program, error) == 0 && open_socket(launch, error) == 0) {
        snprintf(command, sizeof command, "%s", launcher);
        for (char *rest = command, *next; (next = strsep(&rest, " ")) != NULL;) {
            if (next[0] != '\0') {
                word[count++] = next;
            }
        }
        snprintf(ranks, sizeof ranks, "%u", planned->point.ranks);
        snprintf(threads, sizeof threads, "%u", planned->point.threads);
        snprintf(path, sizeof path, "%s/socket", launch->folder);
        const char *bind = planned->bind[0] != '\0' ? planned->bind : "false";
        const char *places = planned->places[0] != '\0' ? planned->places : "-";
        const char *const more[] = {"-n", ranks,   program, "worker", "ranks",
                                    path, threads, bind,    places,   machine_build_id()};
        memcpy(&word[count], more, sizeof more);
        pid = start_launcher(launch, word, error);
    }
    if (pid < 0) { /* no process of the job has begun */
        launch_close(launch);
    }
    return pid;
}

/* ---- connecting ---- */

void launch_accept(Launch *launch)
{
    const int fd = launch->socket_fd < 0 ? -1 : accept4(launch->socket_fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0) {
        return;
    }
    fds_pass(fd, launch->passed, WORKER_FDS, false); /* a rank that is gone shows as the job's end */
    close(fd);
    child_close(&launch->socket_fd, 1);
    child_close(launch->passed, WORKER_FDS);
}

/* ---- output ---- */

/* How well a line explains an end: launchers print much beside it. */
static int weight(const char *line)
{
    return strstr(line, "noticed that process rank") != NULL || strstr(line, "speedup: ") == line ? 3
           : strstr(line, "error") != NULL || strstr(line, "not ") != NULL || strstr(line, "unable") != NULL
               ? 2
           : line[0] != '\0' && line[0] != '-' ? 1
                                               : 0;
}

void launch_reason(const Launch *launch, char *text, size_t size)
{
    char output[LOG_BYTES];
    int best = 0;
    text[0] = '\0';
    child_log_end(launch->log_fd, output, sizeof output);
    for (char *rest = output, *line; (line = strsep(&rest, "\n")) != NULL;) {
        line += strspn(line, " \t");
        if (weight(line) > best) {
            best = weight(line);
            const char *rank = strstr(line, "rank ");
            snprintf(text, size, "%s", best == 3 && rank != NULL ? rank : line);
        }
    }
}
