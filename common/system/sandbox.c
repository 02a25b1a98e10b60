/* See sandbox.h. */
#include "common/system/sandbox.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "common/system/child.h"
#include "common/system/sanitizer.h"

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0 /* numbers and registers of calls are not known */
#endif

/* Sanitizers and coverage write files and start processes in every program. */
#define INSTRUMENTED (ADDRESS_SANITIZER || THREAD_SANITIZER)
extern void __gcov_dump(void) __attribute__((weak));

/* Headers older than these. */
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif
#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW 4u
#endif
#ifndef SECCOMP_FILTER_FLAG_TSYNC_ESRCH
#define SECCOMP_FILTER_FLAG_TSYNC_ESRCH 16u
#endif
#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1u
#endif

/* ---- system calls ---- */

/* Calls that change nothing outside of the process. Not every architecture has each. */
static const int allowed[] = {
    /* often, so first for kernels without a bitmap */
    SYS_futex,
    SYS_clock_gettime,
    SYS_getrusage,
    SYS_sched_yield,
    SYS_read,
    SYS_write,
    SYS_mprotect,
    /* memory */
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_mincore,
    SYS_mlock,
    SYS_mlock2,
    SYS_munlock,
    SYS_mlockall,
    SYS_munlockall,
    SYS_mbind,
    SYS_set_mempolicy,
    SYS_get_mempolicy,
    SYS_membarrier,
    /* threads, signals and timers of its own */
    SYS_exit,
    SYS_exit_group,
    SYS_set_tid_address,
    SYS_set_robust_list,
    SYS_getpid,
    SYS_gettid,
    SYS_getppid,
    SYS_getpgid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_sched_getaffinity,
    SYS_sched_setaffinity, /* the filter of pass_binding() comes first */
    SYS_getcpu,
    SYS_sched_getparam,
    SYS_sched_getscheduler,
    SYS_sched_get_priority_max,
    SYS_sched_get_priority_min,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigpending,
    SYS_rt_sigtimedwait,
    SYS_rt_sigsuspend,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_setitimer,
    SYS_getitimer,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_times,
    SYS_getrlimit,
    SYS_setrlimit,
    SYS_sysinfo,
    SYS_uname,
    SYS_getrandom,
    SYS_capget,
    /* reading, and descriptors that are open */
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_preadv,
    SYS_lseek,
    SYS_ftruncate, /* of the file of a graph's result, the only one */
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_statfs,
    SYS_fstatfs,
    SYS_faccessat,
    SYS_readlinkat,
    SYS_getcwd,
    SYS_getdents64,
    SYS_dup,
    SYS_dup3,
    SYS_ppoll,
    SYS_pselect6,
    SYS_pipe2,
    SYS_eventfd2,
    SYS_epoll_create1,
    SYS_epoll_ctl,
    SYS_epoll_pwait,
    SYS_fadvise64,
#ifdef SYS_close_range
    SYS_close_range,
#endif
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef __x86_64__
    SYS_arch_prctl,
    SYS_time,
    SYS_alarm,
    SYS_pause,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_dup2,
    SYS_poll,
    SYS_select,
    SYS_pipe,
    SYS_getpgrp,
    SYS_epoll_wait,
#endif
};

/* Calls that serve no computation. Others that are not allowed fail with EPERM. */
enum Reason { WRITES, CHANGES, CONNECTS, STARTS, SHARES, SIGNALS, REASONS };

static const char *const reasons[REASONS] = {
    [WRITES] = "it opened a file for writing",
    [CHANGES] = "it changed a folder or the name of a file",
    [CONNECTS] = "it opened a socket",
    [STARTS] = "it started a process",
    [SHARES] = "it made memory or a queue that another process can open",
    [SIGNALS] = "it sent a signal to another process",
};

static const struct {
    int call;
    enum Reason reason;
} denied_calls[] = {
    {SYS_unlinkat, CHANGES},  {SYS_linkat, CHANGES},  {SYS_renameat2, CHANGES},
    {SYS_symlinkat, CHANGES}, {SYS_mkdirat, CHANGES}, {SYS_mknodat, CHANGES},
    {SYS_openat, WRITES},     {SYS_truncate, WRITES}, {SYS_socket, CONNECTS},
    {SYS_clone, STARTS},      {SYS_execve, STARTS},   {SYS_socketpair, CONNECTS},
    {SYS_execveat, STARTS},   {SYS_shmget, SHARES},   {SYS_memfd_create, SHARES},
    {SYS_shmat, SHARES},      {SYS_semget, SHARES},   {SYS_mq_open, SHARES},
    {SYS_kill, SIGNALS},      {SYS_msgget, SHARES},   {SYS_rt_sigqueueinfo, SIGNALS},
    {SYS_tgkill, SIGNALS},
#ifdef SYS_renameat
    {SYS_renameat, CHANGES},
#endif
#ifdef __x86_64__
    {SYS_creat, WRITES},      {SYS_unlink, CHANGES},  {SYS_rename, CHANGES},
    {SYS_link, CHANGES},      {SYS_symlink, CHANGES}, {SYS_mkdir, CHANGES},
    {SYS_rmdir, CHANGES},     {SYS_mknod, CHANGES},   {SYS_fork, STARTS},
    {SYS_vfork, STARTS},      {SYS_open, WRITES},
#endif
};

/* Calls that are allowed if the low half of an argument passes a test; several tests of a call are
 * alternatives. */
typedef enum Test { EQUALS, DIFFERS, HAS_BIT, HAS_NO_BIT } Test;

enum { OWN = -1 }; /* in place of a value: the id of this process */
enum { WRITING = O_ACCMODE | O_CREAT | O_TRUNC };

static const struct Rule {
    int call;
    unsigned argument;
    Test test;
    int value;
} rules[] = {
#ifdef SYS_open
    {SYS_open, 1, HAS_NO_BIT, WRITING},
#endif
    {SYS_openat, 2, HAS_NO_BIT, WRITING},
    {SYS_clone, 0, HAS_BIT, CLONE_THREAD},
    {SYS_kill, 0, EQUALS, OWN},
    {SYS_tgkill, 0, EQUALS, OWN},
    {SYS_rt_sigaction, 0, DIFFERS, SIGSYS}, /* a handler would hide that a call was denied */
    {SYS_prlimit64, 0, EQUALS, 0},
    {SYS_fcntl, 1, EQUALS, F_GETFD},
    {SYS_fcntl, 1, EQUALS, F_SETFD},
    {SYS_fcntl, 1, EQUALS, F_GETFL},
    {SYS_fcntl, 1, EQUALS, F_DUPFD},
    {SYS_fcntl, 1, EQUALS, F_DUPFD_CLOEXEC},
    {SYS_ioctl, 1, EQUALS, TCGETS}, /* isatty() */
    {SYS_prctl, 0, EQUALS, PR_SET_NAME},
    {SYS_prctl, 0, EQUALS, PR_GET_NAME},
    {SYS_prctl, 0, EQUALS, PR_SET_VMA}, /* names of memory */
};

/* Their arguments lie in memory, where a filter cannot read. Libraries then use clone() and openat(). */
static const int unknown[] = {
#ifdef SYS_clone3
    SYS_clone3,
#endif
#ifdef SYS_openat2
    SYS_openat2,
#endif
};

/* ---- the filter ---- */

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define NUMBER offsetof(struct seccomp_data, nr)
#define LOAD(offset) ((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(offset)))
#define RETURN(value) ((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value))
/* Goes on behind the next `count` instructions unless (or, SKIP_IF, if) the test of the loaded word passes.
 */
#define SKIP_UNLESS(test, value, count)                                                                      \
    ((struct sock_filter)BPF_JUMP(BPF_JMP | (test) | BPF_K, value, 0, count))
#define SKIP_IF(test, value, count) ((struct sock_filter)BPF_JUMP(BPF_JMP | (test) | BPF_K, value, count, 0))
#define FAIL(number) (SECCOMP_RET_ERRNO | (number))

typedef struct Filter {
    struct sock_filter
        code[8 + 2 * (LENGTH(allowed) + LENGTH(denied_calls) + LENGTH(unknown)) + 5 * LENGTH(rules)];
    unsigned short length;
} Filter;

static void add(Filter *filter, struct sock_filter instruction)
{
    filter->code[filter->length++] = instruction;
}

static void add_call(Filter *filter, int call, unsigned decision)
{
    add(filter, SKIP_UNLESS(BPF_JEQ, (unsigned)call, 1));
    add(filter, RETURN(decision));
}

static void add_rule(Filter *filter, const struct Rule *rule)
{
    const unsigned value = (unsigned)(rule->value == OWN ? getpid() : rule->value);
    const unsigned short test = rule->test == EQUALS || rule->test == DIFFERS ? BPF_JEQ : BPF_JSET;
    const bool wanted = rule->test == EQUALS || rule->test == HAS_BIT;
    add(filter, SKIP_UNLESS(BPF_JEQ, (unsigned)rule->call, 4));
    add(filter, LOAD(offsetof(struct seccomp_data, args) + 8 * rule->argument));
    add(filter, wanted ? SKIP_UNLESS(test, value, 1) : SKIP_IF(test, value, 1));
    add(filter, RETURN(SECCOMP_RET_ALLOW));
    add(filter, LOAD(NUMBER));
}

static void make_filter(Filter *filter)
{
    filter->length = 0;
    add(filter, LOAD(offsetof(struct seccomp_data, arch)));
    add(filter, SKIP_IF(BPF_JEQ, ARCHITECTURE, 1));
    add(filter, RETURN(FAIL(EPERM))); /* 32-bit calls have other numbers */
    add(filter, LOAD(NUMBER));
    for (size_t i = 0; i < LENGTH(allowed); i++) {
        add_call(filter, allowed[i], SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < LENGTH(rules); i++) {
        add_rule(filter, &rules[i]);
    }
    for (size_t i = 0; i < LENGTH(denied_calls); i++) {
        add_call(filter, denied_calls[i].call, SECCOMP_RET_TRAP);
    }
    for (size_t i = 0; i < LENGTH(unknown); i++) {
        add_call(filter, unknown[i], FAIL(ENOSYS));
    }
    add(filter, RETURN(FAIL(EPERM)));
}

/* ---- entering ---- */

enum { SANDBOX_ENTERED = -1 };

static _Atomic int *denied_call;

/* The path that a call opens; "" for other calls. */
static const char *opened_path(int call, const ucontext_t *context)
{
#if defined __x86_64__
    const int path = call == SYS_open ? REG_RDI : REG_RSI;
    return call == SYS_open || call == SYS_openat ? (const char *)context->uc_mcontext.gregs[path] : "";
#elif defined __aarch64__
    return call == SYS_openat ? (const char *)context->uc_mcontext.regs[1] : "";
#else
    (void)call, (void)context;
    return "";
#endif
}

/* Stores the number of the call, and ends the process. */
static void on_denied(int number, siginfo_t *info, void *context)
{
    static const char gpu[] = "/dev/nvidia";
    const bool is_gpu = strncmp(opened_path(info->si_syscall, context), gpu, sizeof gpu - 1) == 0;
    int none = SANDBOX_ENTERED;
    atomic_compare_exchange_strong(denied_call, &none, is_gpu ? SANDBOX_USES_GPU : info->si_syscall + 1);
    raise(number); /* SA_RESETHAND: has its default action now */
}

/* Before it opens a GPU, CUDA's driver makes calls that fail. */
bool sandbox_uses_gpu(void)
{
    void *driver = denied_call != NULL ? dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD) : NULL;
    if (driver != NULL) {
        dlclose(driver);
    }
    return driver != NULL;
}

static void note_gpu(void)
{
    if (sandbox_uses_gpu()) {
        atomic_store(denied_call, SANDBOX_USES_GPU);
    }
}

const char *sandbox_missing(void)
{
    unsigned action = SECCOMP_RET_TRAP;
    return ARCHITECTURE == 0 ? "no filter is written for this processor"
           : INSTRUMENTED || __gcov_dump != NULL
               ? "this program is built with a sanitizer or for coverage, which write files"
           : syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0
               ? "the kernel or the container allows no seccomp filters"
               : NULL;
}

/* SPEC_ALLOW: else old kernels (before 5.16) slow the process by a mitigation of Spectre. */
static int install(struct sock_filter *code, unsigned short length, unsigned flags)
{
    const struct sock_fprog program = {length, code};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                        SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW | flags, &program);
}

/* Passes the binding of threads by id to the supervisor, which gets the only listener. Best effort: old
 * kernels have none, nor does a process that has a supervisor already. */
static void pass_binding(int supervisor)
{
    struct sock_filter code[] = {LOAD(NUMBER),
                                 SKIP_UNLESS(BPF_JEQ, SYS_sched_setaffinity, 4),
                                 LOAD(offsetof(struct seccomp_data, args)),
                                 SKIP_IF(BPF_JEQ, 0, 2),
                                 SKIP_IF(BPF_JEQ, (unsigned)getpid(), 1),
                                 RETURN(SECCOMP_RET_USER_NOTIF),
                                 RETURN(SECCOMP_RET_ALLOW)};
    int listener =
        install(code, LENGTH(code), SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_TSYNC_ESRCH);
    if (listener >= 0) {
        fds_pass(supervisor, &listener, 1, false); /* to a supervisor that is gone: such calls fail */
        child_close(&listener, 1);
    }
}

int sandbox_enter(_Atomic int *denied, int supervisor, Error *error)
{
    struct sigaction action = {.sa_sigaction = on_denied, .sa_flags = (int)(SA_SIGINFO | SA_RESETHAND)};
    Filter filter;
    make_filter(&filter);
    denied_call = denied;
    sigemptyset(&action.sa_mask);
    const bool ready = sigaction(SIGSYS, &action, NULL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    if (ready) {
        pass_binding(supervisor);
    }
    if (!ready || install(filter.code, filter.length, 0) != 0) {
        return error_set(error, "cannot enter the sandbox: %s", strerror(errno));
    }
    atomic_store(denied, SANDBOX_ENTERED);
    atexit(note_gpu);
    return 0;
}

void sandbox_answer(int listener, pid_t pid)
{
    struct seccomp_notif call = {0};
    char path[64];
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) {
        return;
    }
    snprintf(path, sizeof path, "/proc/%ld/task/%d", (long)pid, (int)call.data.args[0]);
    struct seccomp_notif_resp answer = {.id = call.id, .error = -EPERM};
    if (access(path, F_OK) == 0) {
        answer = (struct seccomp_notif_resp){.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

const char *sandbox_denied(int denied)
{
    if (denied == SANDBOX_USES_GPU) {
        return "it uses a GPU; name it gpu/NAME, with VARIANT_HOST_POINTERS where run() takes host memory";
    }
    for (size_t i = 0; i < LENGTH(denied_calls); i++) {
        if (denied_calls[i].call == denied - 1) {
            return reasons[denied_calls[i].reason];
        }
    }
    /* The handler did not run: posix_spawn() and system() block all signals. */
    return denied == SANDBOX_ENTERED ? "it started a process, or made another such call with signals blocked"
                                     : NULL;
}
