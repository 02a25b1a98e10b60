/* See state.h. */
#include "experiments/harness/runner/state.h"

#include <dirent.h>
#include <fenv.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "common/text/hash.h"

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

/* A sum of hashes, as the folder lists the files in any order. */
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

ProcessState state_now(void)
{
    ProcessState state;
    memset(&state, 0, sizeof state); /* also the bytes that the kernel does not set, for state_equal */
    sched_getaffinity(0, sizeof state.processors, &state.processors);
    sigprocmask(SIG_SETMASK, NULL, &state.blocked);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        getrlimit((__rlimit_resource_t)i, &state.limits[i]);
    }
    state.timers = timers_run();
    state.files = hash_files();
    state.rounding = fegetround();
#ifdef __SSE__
    state.float_mode = _mm_getcsr() & 0x8040u;
#endif
    return state;
}

bool state_equal(const ProcessState *a, const ProcessState *b)
{
    return memcmp(&a->processors, &b->processors, sizeof a->processors) == 0 &&
           memcmp(&a->blocked, &b->blocked, sizeof a->blocked) == 0 &&
           memcmp(a->limits, b->limits, sizeof a->limits) == 0 && a->timers == b->timers &&
           a->files == b->files && a->rounding == b->rounding && a->float_mode == b->float_mode;
}
