/* Makes one call of a C library function fail: a library for LD_PRELOAD, for tests/faults/run.sh.
 *
 * Calls are counted over the program and its workers, in the page of the file FAULTS_STATE, which is 4096
 * zeros at first, from the start of main() on. FAULTS_CASE="FUNCTION NUMBER ERROR" fails that call: with an
 * errno, or `short`, which reads or writes half. Without it FAULTS_LOG gets a line FUNCTION CALLER KIND per
 * call; a KIND with `s` is a call for a stream, one with `c` creates a file. Streams get functions of this
 * file, as the C library's own calls cannot be replaced; stderr is left alone. Other programs are not
 * touched. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MALLOC, CALLOC, REALLOC, MMAP, OPEN, READ, WRITE, FSYNC, RENAME, SPAWN, PIPE, FUNCTIONS };
enum { SHORT = -1, NO_FAULT = 0 };

static const char *const names[FUNCTIONS] = {"malloc", "calloc", "realloc", "mmap",  "open", "read",
                                             "write",  "fsync",  "rename",  "spawn", "pipe"};

typedef struct State {
    atomic_long calls[FUNCTIONS];
    atomic_long failed; /* calls that were made to fail */
} State;

static State *state; /* NULL: not in this program */
static int log_fd = -1, chosen = -1, chosen_error;
static long chosen_number;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

/* ---- counting ---- */

static void log_call(int function, const void *caller, const char *kind)
{
    Dl_info info;
    char line[200];
    const bool known = dladdr(caller, &info) != 0 && info.dli_fname != NULL;
    const char *slash = known ? strrchr(info.dli_fname, '/') : NULL;
    const int length = snprintf(line, sizeof line, "%s %.100s+%lx %s\n", names[function],
                                slash != NULL ? slash + 1 : "program",
                                (unsigned long)caller - (known ? (unsigned long)info.dli_fbase : 0), kind);
    syscall(SYS_write, log_fd, line, (size_t)length);
}

/* The fault of this call: an errno, SHORT or NO_FAULT. */
static int fault_at(int function, const void *caller, const char *kind)
{
    const int saved = errno;
    if (state == NULL) {
        return NO_FAULT;
    }
    const long number = atomic_fetch_add(&state->calls[function], 1) + 1;
    if (log_fd >= 0) {
        log_call(function, caller, kind);
    }
    errno = saved;
    if (function != chosen || number != chosen_number) {
        return NO_FAULT;
    }
    atomic_fetch_add(&state->failed, 1);
    return chosen_error;
}

#define CALLER __builtin_return_address(0)
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_WITH(code, result)                                                                              \
    do {                                                                                                     \
        errno = code;                                                                                        \
        return result;                                                                                       \
    } while (0)
/* Returns `result` from a function of the C library if it is the call that is to fail. */
#define FAIL_IF_CHOSEN(function, result)                                                                     \
    do {                                                                                                     \
        const int fault = fault_at(function, CALLER, "");                                                    \
        if (fault != NO_FAULT) {                                                                             \
            FAIL_WITH(fault, result);                                                                        \
        }                                                                                                    \
    } while (0)

/* ---- memory ---- */

void *malloc(size_t size)
{
    FAIL_IF_CHOSEN(MALLOC, NULL);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    FAIL_IF_CHOSEN(CALLOC, NULL);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    FAIL_IF_CHOSEN(REALLOC, NULL);
    return __libc_realloc(memory, size);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
    FAIL_IF_CHOSEN(MMAP, MAP_FAILED);
    return (void *)syscall(SYS_mmap, address, length, protection, flags, fd, offset);
}

void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

/* ---- files ---- */

static int open_at(const void *caller, bool stream, int folder, const char *path, int flags, mode_t mode)
{
    const bool creates = (flags & O_CREAT) != 0;
    const int fault = fault_at(OPEN, caller, stream ? creates ? "sc" : "s" : creates ? "c" : "");
    if (fault != NO_FAULT) {
        FAIL_WITH(fault, -1);
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list arguments)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_at(CALLER, false, AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_at(CALLER, false, folder, path, flags, mode);
}

int open64(const char *, int, ...) __attribute__((alias("open")));
int openat64(int, const char *, int, ...) __attribute__((alias("openat")));

static size_t half_of(int fault, size_t size)
{
    return fault == SHORT && size > 1 ? size / 2 : size;
}

/* At a place of the file, or with -1 where the last call ended. */
static ssize_t read_from(const void *caller, const char *kind, int fd, void *buffer, size_t size, off_t at)
{
    const int fault = fault_at(READ, caller, kind);
    if (fault > 0) {
        FAIL_WITH(fault, -1);
    }
    size = half_of(fault, size);
    return at < 0 ? syscall(SYS_read, fd, buffer, size) : syscall(SYS_pread64, fd, buffer, size, at);
}

ssize_t read(int fd, void *buffer, size_t size)
{
    return read_from(CALLER, "", fd, buffer, size, -1);
}

ssize_t pread(int fd, void *buffer, size_t size, off_t at)
{
    return read_from(CALLER, "", fd, buffer, size, at);
}

static ssize_t write_to(const void *caller, const char *kind, int fd, const void *buffer, size_t size)
{
    const int fault = fault_at(WRITE, caller, kind);
    if (fault > 0) {
        FAIL_WITH(fault, -1);
    }
    return syscall(SYS_write, fd, buffer, half_of(fault, size));
}

ssize_t write(int fd, const void *buffer, size_t size)
{
    return write_to(CALLER, "", fd, buffer, size);
}

int fsync(int fd)
{
    FAIL_IF_CHOSEN(FSYNC, -1);
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int) __attribute__((alias("fsync")));

int rename(const char *from, const char *to)
{
    FAIL_IF_CHOSEN(RENAME, -1);
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

/* ---- streams ---- */

static int descriptor(void *cookie)
{
    return (int)(long)cookie;
}

static ssize_t stream_read(void *cookie, char *buffer, size_t size)
{
    return read_from(NULL, "s", descriptor(cookie), buffer, size, -1);
}

/* As glibc's: goes on after a short write, and returns how much was written before an error. */
static ssize_t stream_write(void *cookie, const char *buffer, size_t size)
{
    size_t done = 0;
    for (ssize_t put = 0; done < size && put >= 0; done += put > 0 ? (size_t)put : 0) {
        put = write_to(NULL, "s", descriptor(cookie), buffer + done, size - done);
    }
    return (ssize_t)done;
}

static int stream_seek(void *cookie, off64_t *at, int whence)
{
    *at = lseek(descriptor(cookie), *at, whence);
    return *at < 0 ? -1 : 0;
}

static int stream_close(void *cookie)
{
    return close(descriptor(cookie));
}

static FILE *stream_of(int fd, const char *mode)
{
    const char plain[3] = {mode[0], strchr(mode, '+') != NULL ? '+' : '\0', '\0'};
    FILE *stream = fopencookie((void *)(long)fd, plain,
                               (cookie_io_functions_t){stream_read, stream_write, stream_seek, stream_close});
    if (stream != NULL) {
        stream->_fileno = fd;
    }
    return stream;
}

FILE *fopen(const char *path, const char *mode)
{
    const int access = strchr(mode, '+') != NULL ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    const int create = mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT | O_APPEND : 0;
    if (state == NULL) {
        return REAL(fopen)(path, mode);
    }
    const int fd = open_at(CALLER, true, AT_FDCWD, path,
                           access | create | (strchr(mode, 'e') != NULL ? O_CLOEXEC : 0) |
                               (strchr(mode, 'x') != NULL ? O_EXCL : 0),
                           0666);
    FILE *stream = fd >= 0 ? stream_of(fd, mode) : NULL;
    if (stream == NULL && fd >= 0) {
        close(fd);
        errno = ENOMEM;
    }
    return stream;
}

FILE *fopen64(const char *, const char *) __attribute__((alias("fopen")));

FILE *fdopen(int fd, const char *mode)
{
    return state == NULL ? REAL(fdopen)(fd, mode) : stream_of(fd, mode);
}

/* ---- processes ---- */

int posix_spawnp(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment)
{
    const int fault = fault_at(SPAWN, CALLER, "");
    return fault != NO_FAULT ? fault
                             : REAL(posix_spawnp)(pid, path, actions, attributes, arguments, environment);
}

pid_t fork(void)
{
    FAIL_IF_CHOSEN(SPAWN, -1);
    return REAL(fork)();
}

int pipe2(int fds[2], int flags)
{
    FAIL_IF_CHOSEN(PIPE, -1);
    return (int)syscall(SYS_pipe2, fds, flags);
}

/* ---- the case ---- */

static int error_of(const char *name)
{
    static const struct {
        const char *name;
        int error;
    } errors[] = {{"ENOMEM", ENOMEM}, {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EINTR", EINTR}, {"short", SHORT}};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (strcmp(errors[i].name, name) == 0) {
            return errors[i].error;
        }
    }
    return NO_FAULT;
}

static void read_case(const char *text)
{
    char function[16], error[16];
    if (sscanf(text, "%15s %ld %15s", function, &chosen_number, error) == 3) {
        for (int i = 0; i < FUNCTIONS; i++) {
            chosen = strcmp(names[i], function) == 0 ? i : chosen;
        }
        chosen_error = error_of(error);
    }
}

/* Descriptors above those that the program gives its workers. */
static int high(int fd)
{
    const int moved = fcntl(fd, F_DUPFD_CLOEXEC, 200);
    syscall(SYS_close, fd);
    return moved;
}

static void begin(void)
{
    char program[4096];
    const char *path = getenv("FAULTS_STATE"), *log = getenv("FAULTS_LOG"), *text = getenv("FAULTS_CASE");
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    const char *slash = strrchr(program, '/');
    if (path == NULL || slash == NULL || strncmp(slash + 1, "speedup", 7) != 0) {
        return;
    }
    const int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    State *shared =
        fd < 0 ? MAP_FAILED
               : (void *)syscall(SYS_mmap, NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0L);
    if (shared == MAP_FAILED) {
        return;
    }
    syscall(SYS_close, fd);
    if (text != NULL) {
        read_case(text);
    } else if (log != NULL) {
        log_fd =
            high((int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    }
    FILE *output = stream_of(STDOUT_FILENO, "w");
    stdout = output != NULL ? output : stdout;
    state = shared;
}

typedef int Main(int, char **, char **);
static Main *program_main;

static int main_with_faults(int argc, char **argv, char **environment)
{
    begin();
    return program_main(argc, argv, environment);
}

/* Before main() constructors run, also CUDA's, which crash without memory; their calls are not the program's.
 */
int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*linker_fini)(void), void *stack_end)
{
    program_main = main;
    return REAL(__libc_start_main)(main_with_faults, argc, argv, init, fini, linker_fini, stack_end);
}
