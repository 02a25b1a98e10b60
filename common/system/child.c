/* See child.h.
 *
 * posix_spawn, not fork(): fork runs handlers of libraries in the child, and an OpenMP runtime's may crash
 * there. */
#include "common/system/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/system/affinity.h"
#include "common/text/text.h"

/* Adds the action that gives the child descriptor `to`, and returns the duplicate to close afterwards. The
 * duplicate lies above all numbers that the child gets, so that no dup2 overwrites one that follows. */
static int add_fd(posix_spawn_file_actions_t *actions, int from, int to, int *failed)
{
    const int high = from == CHILD_NULL ? -1 : fcntl(from, F_DUPFD_CLOEXEC, CHILD_MOST_FDS);
    const int code = from == CHILD_NULL
                         ? posix_spawn_file_actions_addopen(actions, to, "/dev/null", O_RDWR, 0)
                     : high < 0 ? errno
                                : posix_spawn_file_actions_adddup2(actions, high, to);
    *failed = *failed != 0 ? *failed : code;
    return high;
}

pid_t child_start(const Child *child)
{
    int high[CHILD_MOST_FDS];
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t ignored;
    posix_spawn_file_actions_init(&actions); /* neither can fail on Linux */
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, (short)((child->leads_group ? POSIX_SPAWN_SETPGROUP : 0) |
                                                  (child->default_signals ? POSIX_SPAWN_SETSIGDEF : 0)));
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGINT);
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGTTOU);
    sigaddset(&ignored, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    int failed = 0;
    for (size_t i = 0; i < child->fd_count; i++) {
        high[i] = add_fd(&actions, child->fd[i], (int)i, &failed);
    }
    if (failed == 0) {
        affinity_restore(); /* an OpenMP runtime loaded since may have bound this thread */
        failed = posix_spawnp(&pid, child->program != NULL ? child->program : "/proc/self/exe", &actions,
                              &attributes, child->arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    child_close(high, child->fd_count);
    errno = failed;
    return failed == 0 ? pid : -1;
}

void child_close(int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
        fds[i] = -1;
    }
}

bool child_is(pid_t pid, int state)
{
    siginfo_t info = {.si_pid = 0};
    const int code = TEMP_FAILURE_RETRY(waitid(P_PID, (id_t)pid, &info, state | WNOHANG | WNOWAIT));
    return (code < 0 && state == WEXITED) || info.si_pid == pid;
}

int child_end_fd(pid_t pid)
{
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    return -1;
#endif
}

void child_delete_shared(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/dev/shm/__KMP_REGISTERED_LIB_%d_%u", (int)pid, getuid());
    unlink(path);
}

int child_wait(pid_t pid)
{
    int status = 0;
    (void)TEMP_FAILURE_RETRY(waitpid(pid, &status, 0));
    child_delete_shared(pid);
    return status;
}

int child_run_script(const char *const *words, int out, Error *error)
{
    const Child child = {.program = words[0],
                         .arguments = (char *const *)(uintptr_t)words, /* exec does not modify them */
                         .default_signals = true,
                         .fd_count = 3,
                         .fd = {CHILD_NULL, out, STDERR_FILENO}};
    const pid_t pid = child_start(&child);
    if (pid < 0) {
        return error_set(error, "cannot start %s, whose script does this: %s; install it", words[0],
                         strerror(errno));
    }
    const int status = child_wait(pid);
    error->text[0] = '\0';
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- what it prints ---- */

/* Of 16 KiB, as a pipe can hold: more is of a process that the child left behind. */
enum { DRAIN_READS = 64 };

int child_output_open(ChildOutput *output)
{
    int fd[2] = {-1, -1};
    const bool made = pipe2(fd, O_CLOEXEC) == 0 && fcntl(fd[0], F_SETFL, O_NONBLOCK) == 0;
    *output = (ChildOutput){.fd = made ? fd[0] : -1};
    return fd[1];
}

static void print_line(ChildOutput *output)
{
    char text[4 * sizeof output->line];
    size_t length = 0;
    output->line[output->used] = '\0';
    output->used = 0;
    text_make_utf8(output->line);
    for (const char *c = output->line; *c != '\0'; c++) {
        const bool control = text_is_control(*c) && *c != '\t';
        length += (size_t)sprintf(text + length, control ? "\\x%02x" : "%c", (unsigned char)*c);
    }
    fprintf(stderr, "%s%.*s\n", output->before != NULL ? output->before : "", (int)length, text);
}

bool child_output_copy(ChildOutput *output)
{
    char bytes[16384];
    const ssize_t got = output->fd < 0 ? -1 : read(output->fd, bytes, sizeof bytes);
    for (ssize_t i = 0; i < got; i++) {
        if (output->bytes++ >= CHILD_OUTPUT_MOST) {
            continue;
        }
        if (bytes[i] != '\n') {
            output->line[output->used++] = bytes[i] != '\0' ? bytes[i] : ' ';
        }
        if (bytes[i] == '\n' || output->used == sizeof output->line - 1) {
            print_line(output);
        }
    }
    if (got == 0) { /* closed by the child; else poll() would return at once from now on */
        child_close(&output->fd, 1);
    }
    return got > 0;
}

void child_output_end(ChildOutput *output, bool stays)
{
    for (int left = DRAIN_READS; left > 0 && child_output_copy(output); left--) {
    }
    if (output->used > 0) {
        print_line(output);
    }
    if (output->bytes > CHILD_OUTPUT_MOST) {
        fprintf(stderr, "%sspeedup: a variant printed %zu more bytes, which are left out\n",
                output->before != NULL ? output->before : "", output->bytes - CHILD_OUTPUT_MOST);
    }
    output->bytes = 0;
    child_close(&output->fd, stays ? 0 : 1);
}

void child_log_end(int fd, char *text, size_t size)
{
    const off_t end = lseek(fd, 0, SEEK_END), most = (off_t)size - 1;
    const ssize_t length = pread(fd, text, size - 1, end > most ? end - most : 0);
    text[length > 0 ? length : 0] = '\0';
    text_make_utf8(text);
    for (; *text != '\0'; text++) {
        *text = text_is_control(*text) && *text != '\n' ? ' ' : *text;
    }
}

/* ---- descriptors ---- */

int fds_pass(int socket, int *fds, size_t count, bool receive)
{
    union {
        char bytes[CMSG_SPACE(CHILD_MOST_FDS * sizeof(int))];
        struct cmsghdr aligned;
    } control = {.bytes = {0}};
    char byte = 0;
    struct iovec content = {&byte, 1};
    struct msghdr message = {.msg_iov = &content,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = CMSG_SPACE(count * sizeof *fds)};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    if (!receive) {
        *rights = (struct cmsghdr){CMSG_LEN(count * sizeof *fds), SOL_SOCKET, SCM_RIGHTS};
        memcpy(CMSG_DATA(rights), fds, count * sizeof *fds);
        return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
    }
    const bool received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC) == 1;
    rights = received ? CMSG_FIRSTHDR(&message) : NULL;
    if (rights == NULL || rights->cmsg_type != SCM_RIGHTS ||
        rights->cmsg_len != CMSG_LEN(count * sizeof *fds)) {
        return -1;
    }
    memcpy(fds, CMSG_DATA(rights), count * sizeof *fds);
    return 0;
}

const char *child_tmpdir(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL && folder[0] != '\0' ? folder : "/tmp";
}

int child_folder(const char *stem, char *path, size_t size, Error *error)
{
    const char *folder = child_tmpdir();
    const bool fits = (size_t)snprintf(path, size, "%s/%s-XXXXXX", folder, stem) < size;
    if (fits && mkdtemp(path) != NULL) {
        return 0;
    }
    path[0] = '\0';
    return fits ? error_set(error, "cannot make a folder in %s: %s; set TMPDIR to a writable one", folder,
                            strerror(errno))
                : error_set(error, "the path in TMPDIR is too long; set a shorter one");
}
