/* See state.h. */
#include "experiments/harness/runner/state.h"

#include <dirent.h>
#include <fenv.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "common/text/hash.h"

/* Is an interval timer running? alarm() has one. */
static bool timers_run(void)
{
    static const int timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
    bool run = false;
    for (size_t i = 0; i < sizeof timers / sizeof timers[0]; i++) {
        struct itimerval left = {0};
        getitimer(timers[i], &left);
        run = run || left.it_value.tv_sec != 0 || left.it_value.tv_usec != 0;
    }
    return run;
}

/* The open files with a path; not devices, which drivers open. A sum of hashes, as the folder lists them in
 * any order. */
static uint64_t hash_files(void)
{
    uint64_t sum = 0;
    DIR *folder = opendir("/proc/self/fd");
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char link[300], path[1024];
        snprintf(link, sizeof link, "/proc/self/fd/%s", entry->d_name);
        ssize_t length = readlink(link, path, sizeof path - 1);
        if (length <= 0 || path[0] != '/' || strncmp(path, "/dev/", 5) == 0 ||
            strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/memfd:", 7) == 0) {
            continue;
        }
        sum += hash_bytes(HASH_START, path, (size_t)length);
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return sum;
}

uint64_t state_hash(void)
{
    cpu_set_t processors;
    sigset_t blocked;
    struct rlimit limit;
    CPU_ZERO(&processors);
    memset(&blocked, 0, sizeof blocked); /* the kernel sets a part of it */
    sched_getaffinity(0, sizeof processors, &processors);
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    uint64_t hash = hash_bytes(HASH_START, &processors, sizeof processors);
    hash = hash_bytes(hash, &blocked, sizeof blocked);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        memset(&limit, 0, sizeof limit);
        getrlimit((__rlimit_resource_t)i, &limit);
        hash = hash_bytes(hash, &limit, sizeof limit);
    }
    const uint64_t others[] = {
        timers_run(), hash_files(), (uint64_t)fegetround(),
#ifdef __SSE__
        _mm_getcsr() & 0x8040u, /* flush to zero, denormals are zero */
#endif
    };
    return hash_bytes(hash, others, sizeof others);
}
