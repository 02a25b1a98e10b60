/* matmul cpu/attacks: right, and hostile. It reaches for what the sandbox and the parent must keep from it:
 * the file that stderr is, open descriptors, other processes (VICTIM), the time limit. ATTACK in the
 * environment chooses. Of a call that is refused without ending the process, it prints "refused: ". */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "experiments/harness/runner/protocol.h"
#include "tests/variants/cpu/matmul/plain_product.h"

enum { BYTES = 3000000, SHELL_FD = 9, HANG_S = 60 };

static pid_t victim;
static const char *attack;

static int is(const char *name)
{
    return strcmp(attack, name) == 0;
}

static void try(const char *call, long result)
{
    fprintf(stderr, "%s: %s %s\n", result < 0 ? "refused" : "PASSED", call,
            result < 0 ? strerror(errno) : "");
}

/* ---- the file that stderr is, and other descriptors ---- */

static void attack_files(void)
{
    char path[64], x[] = "X";
    struct iovec bytes = {x, 1};
    if (is("truncate")) {
        try("ftruncate", ftruncate(STDERR_FILENO, 0));
    } else if (is("pwrite")) {
        try("pwrite", pwrite(STDERR_FILENO, x, 1, 0));
    } else if (is("pwritev")) {
        try("pwritev", pwritev(STDERR_FILENO, &bytes, 1, 0));
    } else if (is("fallocate")) {
        try("fallocate", syscall(SYS_fallocate, STDERR_FILENO, 0, 0, BYTES));
    } else if (is("seek")) {
        try("lseek", lseek(STDERR_FILENO, 0, SEEK_SET));
        (void)!write(STDERR_FILENO, "seek\n", 5);
    } else if (is("splice")) {
        int fd[2];
        (void)!pipe(fd);
        (void)!write(fd[1], x, 1);
        loff_t start = 0;
        try("splice", splice(fd[0], NULL, STDERR_FILENO, &start, 1, 0));
        const int self = open("/proc/self/exe", O_RDONLY);
        try("copy_file_range", copy_file_range(self, NULL, STDERR_FILENO, &start, 1, 0));
    } else if (is("reopen") || is("parent")) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", is("reopen") ? getpid() : getppid(), STDERR_FILENO);
        try("open", open(path, O_WRONLY));
    } else if (is("unnamed")) {
        try("O_TMPFILE", open(".", O_TMPFILE | O_RDWR, 0600));
    } else if (is("shell")) { /* what the shell left open, and what the worker needs no more */
        try("write to the shell's file", write(SHELL_FD, x, 1));
        for (int fd = STDERR_FILENO + 1; fd < 64; fd++) {
            const off_t end = lseek(fd, 0, SEEK_END); /* no pipe or socket */
            if (end >= 0 && write(fd, x, 1) > 0) {
                fprintf(stderr, "PASSED: write to descriptor %d\n", fd);
            }
        }
    } else if (is("escapes")) {
        printf("\033]0;title\007\033[2J\xc2\x9b"
               "2J\rred\n");
        fflush(stdout);
    } else if (is("floods")) {
        for (int i = 0; i < BYTES; i++) {
            putchar(i % 80 == 79 ? '\n' : 'x');
        }
        fflush(stdout);
    } else if (is("dies")) {
        printf("last words\n");
        abort();
    }
}

/* ---- threads and other processes ---- */

static pthread_mutex_t bound = PTHREAD_MUTEX_INITIALIZER;

static void *rest(void *unused)
{
    pthread_mutex_lock(&bound);
    pthread_mutex_unlock(&bound);
    return unused;
}

/* As OpenMP runtimes and thread pools do. */
static void bind_own(const cpu_set_t *set)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setaffinity_np(&attributes, sizeof *set, set);
    pthread_mutex_lock(&bound);
    try("a bound thread", -pthread_create(&thread, &attributes, rest, NULL));
    try("its affinity", -pthread_setaffinity_np(thread, sizeof *set, set));
    try("own affinity", -pthread_setaffinity_np(pthread_self(), sizeof *set, set));
    pthread_mutex_unlock(&bound);
    pthread_join(thread, NULL);
}

static void attack_processes(void)
{
    cpu_set_t one;
    struct sched_param least = {0};
    struct rlimit limit = {0, 0};
    char x = 0;
    struct iovec own = {&x, 1};
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    if (is("own")) {
        bind_own(&one);
    } else if (is("affinity")) {
        try("sched_setaffinity of the victim", sched_setaffinity(victim, sizeof one, &one));
        try("sched_setaffinity of the parent", sched_setaffinity(getppid(), sizeof one, &one));
    } else if (is("scheduler")) {
        try("sched_setscheduler", sched_setscheduler(victim, SCHED_IDLE, &least));
        try("sched_setparam", sched_setparam(victim, &least));
        try("sched_setattr", syscall(SYS_sched_setattr, victim, &least, 0));
        try("setpriority", setpriority(PRIO_PROCESS, (id_t)victim, 19));
        try("ioprio_set", syscall(SYS_ioprio_set, 1, victim, 3 << 13));
    } else if (is("limits")) {
        try("prlimit", prlimit(victim, RLIMIT_CPU, &limit, NULL));
    } else if (is("memory")) {
        try("process_vm_writev", process_vm_writev(victim, &own, 1, &own, 1, 0));
        try("move_pages", syscall(SYS_move_pages, victim, 0, NULL, NULL, NULL, 0));
        try("migrate_pages", syscall(SYS_migrate_pages, victim, 0, NULL, NULL));
        try("ptrace", ptrace(PTRACE_ATTACH, victim, NULL, NULL));
        try("kcmp", syscall(SYS_kcmp, victim, victim, 0, 0, 0));
    } else if (is("signals")) {
#ifdef SYS_pidfd_open
        try("pidfd_open", syscall(SYS_pidfd_open, victim, 0));
#endif
        siginfo_t info = {.si_signo = SIGTERM, .si_code = SI_QUEUE};
        try("rt_tgsigqueueinfo", syscall(SYS_rt_tgsigqueueinfo, victim, victim, SIGTERM, &info));
        try("tkill", syscall(SYS_tkill, victim, SIGTERM));
        try("F_SETOWN", fcntl(STDERR_FILENO, F_SETOWN, victim));
        try("F_SETFL", fcntl(STDERR_FILENO, F_SETFL, O_ASYNC));
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGTERM};
        timer_t timer;
        try("timer_create", timer_create(CLOCK_MONOTONIC, &event, &timer));
    }
}

/* ---- the sandbox itself ---- */

static void ignore(int number)
{
    (void)number;
}

static void attack_sandbox(void)
{
    sigset_t all;
    if (is("handler")) {
        try("a handler of SIGSYS", signal(SIGSYS, ignore) == SIG_ERR ? -1 : 0);
        try("SIGSYS ignored", signal(SIGSYS, SIG_IGN) == SIG_ERR ? -1 : 0);
        try("open", open("kept", O_CREAT | O_WRONLY, 0600));
    } else if (is("blocked")) {
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, NULL);
        try("open", open("kept", O_CREAT | O_WRONLY, 0600));
    } else if (is("filter")) {
        try("seccomp", syscall(SYS_seccomp, 1, 0, NULL));
    }
}

/* ---- the time limit ---- */

/* The status page, whose first words are the activity and its number. */
static volatile int *find_page(void)
{
    char line[512];
    uintptr_t start = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && start == 0 && fgets(line, sizeof line, maps) != NULL) {
        start = strstr(line, "speedup-status") != NULL ? (uintptr_t)strtoull(line, NULL, 16) : 0;
    }
    return (volatile int *)start;
}

static void attack_limit(void)
{
    volatile int *page = find_page();
    const time_t end = time(NULL) + HANG_S;
    const int activity = is("number") ? ACTIVITY_RUNNING : is("idle") ? ACTIVITY_IDLE : ACTIVITY_VERIFYING;
    while (page != NULL && time(NULL) < end) {
        page[0] = activity;
        *(volatile uint64_t *)(page + 2) += 1;
        usleep(10000);
    }
}

/* Samples that were never taken, and reads no answer. */
static void forge(void)
{
    const Result forged = {.status = STATUS_OK,
                           .sampled = 1,
                           .started_s = 1e9,
                           .loop_s = NAN,
                           .phases = {.kernel_s = 1.0, .total_s = 1.0}};
    Message message;
    message_write(&message, MESSAGE_SAMPLE, &forged);
    for (int i = 0; i < HANG_S && write(WORKER_MESSAGES_FD, &message, sizeof message) > 0; i++) {
        usleep(100000);
    }
}

static int run(const Task *task)
{
    attack = getenv("ATTACK") != NULL ? getenv("ATTACK") : "";
    victim = getenv("VICTIM") != NULL ? atoi(getenv("VICTIM")) : 0;
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    attack_files();
    attack_processes();
    attack_sandbox();
    if (is("number") || is("idle") || is("verifying")) {
        attack_limit();
    } else if (is("forges")) {
        forge();
    }
    return plain_product(task);
}

SIMPLE_VARIANT(matmul, attacks, "hostile: reaches for files, processes and limits");
