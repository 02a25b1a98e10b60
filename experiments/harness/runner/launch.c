/* See launch.h. */
#include "experiments/harness/runner/launch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/text/text.h"
#include "experiments/harness/cli/launcher.h"
#include "experiments/harness/runner/affinity.h"

enum {
    MOST_WORDS = TEXT_MOST / 2 + 16,
    LOG_BYTES = 16384,
    MOST_EARLIER = 256
}; /* words: a launcher's, and our own */

static void note_earlier(void);
static void launch_close(Launch *launch);

/* ---- starting ---- */

/* A socket in a new folder that only this user may enter. 0, or -1 and an error. */
static int open_socket(Launch *launch, Error *error)
{
    const char *folder = getenv("TMPDIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int length = snprintf(launch->folder, sizeof launch->folder, "%s/speedup-ranks-XXXXXX",
                                folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    if ((size_t)length >= sizeof launch->folder) {
        launch->folder[0] = '\0';
        return error_set(error, "the path in TMPDIR is too long for a socket; set a shorter one");
    }
    if (mkdtemp(launch->folder) == NULL) {
        launch->folder[0] = '\0';
        return error_set(
            error, "cannot make a folder for the ranks' socket: %s; set TMPDIR to one that can be written",
            strerror(errno));
    }
    snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", launch->folder);
    launch->socket_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    launch->log_fd = memfd_create("speedup-ranks", MFD_CLOEXEC);
    if (launch->socket_fd < 0 || launch->log_fd < 0 ||
        bind(launch->socket_fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(launch->socket_fd, 1) != 0) {
        return error_set(error, "cannot make the ranks' socket: %s", strerror(errno));
    }
    return 0;
}

/* The environment without what a launcher told this process; to be freed. NULL without memory. */
static char **own_environment(void)
{
    size_t count = 0, kept = 0;
    while (environ[count] != NULL) {
        count++;
    }
    char **own = calloc(count + 1, sizeof *own);
    for (size_t i = 0; own != NULL && i < count; i++) {
        if (!launcher_is_of_job(environ[i])) {
            own[kept++] = environ[i];
        }
    }
    return own;
}

/* This program as a launcher that it then becomes (rank_launch), so that it dies with this one. */
static pid_t spawn(const Launch *launch, char *const *word, Error *error)
{
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **own = own_environment();
    int failed = own == NULL ? ENOMEM : posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    failed = failed != 0 ? failed
                         : posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    failed = failed != 0 ? failed : posix_spawn_file_actions_adddup2(&actions, launch->log_fd, STDOUT_FILENO);
    failed = failed != 0 ? failed : posix_spawn_file_actions_adddup2(&actions, launch->log_fd, STDERR_FILENO);
    if (failed == 0) {
        affinity_restore();
        failed = posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, word, own);
    }
    if (own != NULL) {
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    free(own);
    return failed == 0 ? pid : (pid_t)error_set(error, "cannot start the launcher: %s", strerror(failed));
}

pid_t launch_start(Launch *launch, const PlanPoint *planned, const int handed[HANDED], Error *error)
{
    const char *launcher = launcher_choose(planned->asked->launcher);
    char words[TEXT_MOST + 1], program[PATH_MAX], ranks[16], threads[16], path[128];
    char *word[MOST_WORDS] = {"speedup", "worker", "launch"};
    size_t count = 3;
    pid_t pid = -1;
    *launch = (Launch){.socket_fd = -1, .log_fd = -1};
    memcpy(launch->handed, handed, sizeof launch->handed);
    if (launcher == NULL) {
        error_set(error, "there is no mpirun in PATH");
    } else if (launcher_program(program, sizeof program, error) == 0 && open_socket(launch, error) == 0) {
        snprintf(words, sizeof words, "%s", launcher);
        snprintf(ranks, sizeof ranks, "%u", planned->point.ranks);
        snprintf(threads, sizeof threads, "%u", planned->point.threads);
        snprintf(path, sizeof path, "%s/socket", launch->folder);
        for (char *rest = words, *next; (next = strsep(&rest, " ")) != NULL;) {
            if (next[0] != '\0') {
                word[count++] = next;
            }
        }
        char bind[PLACEMENT_SIZE], places[PLACEMENT_SIZE], build[32];
        snprintf(build, sizeof build, "%s", machine_build_id());
        snprintf(bind, sizeof bind, "%s", planned->bind[0] != '\0' ? planned->bind : "false");
        snprintf(places, sizeof places, "%s", planned->places[0] != '\0' ? planned->places : "-");
        char *const more[] = {"-n", ranks, program, "worker", "ranks", path, threads, bind, places, build};
        for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
            word[count++] = more[i];
        }
        note_earlier();
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        pid = spawn(launch, word, error);
    }
    if (pid < 0) { /* no process of the job has begun, so that there is none to end */
        launch_close(launch);
    }
    return pid;
}

/* ---- handing over ---- */

static void close_handed(Launch *launch)
{
    for (int i = 0; i < HANDED; i++) {
        if (launch->handed[i] >= 0) {
            close(launch->handed[i]);
            launch->handed[i] = -1;
        }
    }
}

void launch_look(Launch *launch)
{
    const int fd = launch->socket_fd < 0 ? -1 : accept4(launch->socket_fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0) {
        return;
    }
    union {
        char bytes[CMSG_SPACE(sizeof launch->handed)];
        struct cmsghdr aligned;
    } control = {.bytes = {0}};
    char byte = 0;
    struct iovec content = {&byte, 1};
    struct msghdr message = {.msg_iov = &content,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof launch->handed);
    memcpy(CMSG_DATA(rights), launch->handed, sizeof launch->handed);
    (void)sendmsg(fd, &message, MSG_NOSIGNAL); /* a rank that is gone shows as the job's end */
    close(fd);
    close(launch->socket_fd);
    launch->socket_fd = -1;
    close_handed(launch);
}

/* ---- what it said ---- */

/* How well a line explains an end: launchers say much beside it. */
static int weight(const char *line)
{
    return strstr(line, "noticed that process rank") != NULL || strstr(line, "speedup: ") == line ? 3
           : strstr(line, "error") != NULL || strstr(line, "not ") != NULL || strstr(line, "unable") != NULL
               ? 2
           : line[0] != '\0' && line[0] != '-' ? 1
                                               : 0;
}

void launch_words(const Launch *launch, char *text, size_t size)
{
    char said[LOG_BYTES];
    const off_t end = lseek(launch->log_fd, 0, SEEK_END);
    const off_t first = end > LOG_BYTES - 1 ? end - (LOG_BYTES - 1) : 0;
    const ssize_t length = pread(launch->log_fd, said, LOG_BYTES - 1, first);
    int best = 0;
    text[0] = '\0';
    said[length > 0 ? length : 0] = '\0';
    for (char *rest = said, *line; (line = strsep(&rest, "\n")) != NULL;) {
        line += strspn(line, " \t");
        if (weight(line) > best) {
            best = weight(line);
            const char *rank = strstr(line, "rank ");
            snprintf(text, size, "%s", best == 3 && rank != NULL ? rank : line);
        }
    }
}

/* ---- ending ---- */

/* The parent of a process; 0 where that cannot be told. */
static pid_t parent_of(const char *pid)
{
    char path[300], text[512];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t length = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0) {
        close(fd);
    }
    text[length > 0 ? length : 0] = '\0';
    const char *behind = strrchr(text, ')'); /* a name may have blanks and brackets */
    return behind != NULL ? (pid_t)strtol(behind + 3 + strspn(behind + 3, " "), NULL, 10) : 0;
}

/* Children that this process had before its first job: who became this program may have had some. */
static pid_t earlier[MOST_EARLIER];
static size_t earlier_count;
static bool earlier_known;

static bool is_earlier(pid_t pid)
{
    size_t i = 0;
    while (i < earlier_count && earlier[i] != pid) {
        i++;
    }
    return i < earlier_count;
}

static void note_earlier(void)
{
    DIR *folder = earlier_known ? NULL : opendir("/proc");
    earlier_known = true;
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid > 0 && parent_of(entry->d_name) == getpid() && earlier_count < MOST_EARLIER) {
            earlier[earlier_count++] = pid;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

/* Kills the children of this process but `spared` and earlier ones, and takes them. False where there was
 * none. */
static bool kill_children(pid_t spared)
{
    bool any = false;
    DIR *folder = opendir("/proc");
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid > 0 && pid != spared && !is_earlier(pid) && parent_of(entry->d_name) == getpid()) {
            kill(pid, SIGKILL);
            while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
            }
            any = true;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return any;
}

/* Gives back all but processes. */
static void launch_close(Launch *launch)
{
    char path[128];
    close_handed(launch);
    if (launch->socket_fd >= 0) {
        close(launch->socket_fd);
    }
    if (launch->log_fd >= 0) {
        close(launch->log_fd);
    }
    if (launch->folder[0] != '\0') {
        snprintf(path, sizeof path, "%s/socket", launch->folder);
        unlink(path);
        rmdir(launch->folder);
    }
}

void launch_end(Launch *launch, pid_t spared)
{
    while (kill_children(spared)) { /* whose own children then are this process's */
    }
    launch_close(launch);
}
