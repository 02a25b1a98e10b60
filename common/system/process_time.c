/* See process_time.h.
 *
 * At both ends the wall clock is read outermost: the processor time always belongs to a shorter interval, so
 * that right variants never seem to use more than their threads. The clock of the calling thread comes next:
 * listing the threads is its own work, which may take a millisecond on a busy or traced machine. Reading
 * takes 4 us and 0.6 us a thread. */
#include "common/system/process_time.h"

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "common/system/file.h"
#include "common/timing.h"

/* Of an exact clock: threads that run while the others are read. Of others: the tick of 100 Hz, the longest.
 */
#define EXACT_ERROR_S 2e-4
#define TICK_S 1e-2
#define LONGEST_STEP_S 1e-4 /* of an exact clock */

/* Threads of a library may spin for some 30 ms after they are made, those of LLVM's OpenMP for 200 ms. */
#define MOST_REST_S 0.3

static double children_s(void)
{
    struct rusage used;
    return getrusage(RUSAGE_CHILDREN, &used) == 0
               ? (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec)
               : 0;
}

/* The sum of a function of the number of each thread that the process has. */
static double sum_of_threads(double (*of_thread)(long thread))
{
    double sum = 0;
    DIR *threads = opendir("/proc/self/task");
    for (const struct dirent *entry; threads != NULL && (entry = readdir(threads)) != NULL;) {
        const long thread = strtol(entry->d_name, NULL, 10);
        sum += thread > 0 ? of_thread(thread) : 0;
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return sum;
}

/* By the clock of any thread, as the kernel encodes it (linux/posix-timers.h): inverted number, per thread
 * (4), scheduler time (2). pthread_getcpuclockid knows it for threads of this C library only. */
static double used_s(long thread)
{
    return timing_clock_s((clockid_t)(~(unsigned)thread << 3 | 6u));
}

static double process_s(void)
{
    (void)sum_of_threads(used_s); /* not the sum: it lacks threads that have ended */
    return timing_clock_s(CLOCK_PROCESS_CPUTIME_ID) + children_s();
}

/* Time in which a thread was ready to run and another had its processor; NAN if unknown. */
static double queue_s(long thread)
{
    char path[64], text[80];
    snprintf(path, sizeof path, "/proc/self/task/%ld/schedstat", thread);
    file_read_start(path, text, sizeof text);
    const char *second = strchr(text, ' '); /* nanoseconds that it ran, that it waited */
    return second != NULL ? 1e-9 * strtod(second, NULL) : NAN;
}

double threads_queue_s(void)
{
    return sum_of_threads(queue_s);
}

void process_time_begin(ProcessTime *time)
{
    time->wall_s = timing_now_s();
    time->queue_s = queue_s((long)syscall(SYS_gettid));
    time->caller_s = timing_clock_s(CLOCK_THREAD_CPUTIME_ID);
    time->cpu_s = process_s();
}

void process_time_end(const ProcessTime *time, Interference *interference)
{
    interference->process_cpu_s = process_s() - time->cpu_s;
    interference->caller_cpu_s = timing_clock_s(CLOCK_THREAD_CPUTIME_ID) - time->caller_s;
    const double queued_s = queue_s((long)syscall(SYS_gettid)) - time->queue_s;
    interference->process_wall_s = timing_now_s() - time->wall_s;
    interference->caller_blocked_s =
        fmax(interference->process_wall_s - interference->caller_cpu_s - (isnan(queued_s) ? 0 : queued_s), 0);
}

/* Does the clock of this thread advance in small steps, and can those of others be read? */
static bool is_exact(void)
{
    const double first_s = timing_clock_s(CLOCK_THREAD_CPUTIME_ID), until_s = timing_now_s() + LONGEST_STEP_S;
    bool advanced = false;
    while (!advanced && timing_now_s() < until_s) {
        advanced = timing_clock_s(CLOCK_THREAD_CPUTIME_ID) > first_s;
    }
    return advanced && access("/proc/self/task", R_OK | X_OK) == 0;
}

double process_time_error_s(void)
{
    static double error_s;
    if (error_s == 0) {
        error_s = is_exact() ? EXACT_ERROR_S : TICK_S;
    }
    return error_s;
}

/* 1 if the thread is running, or ready to run; else 0. */
static double runs(long thread)
{
    char path[64], line[128];
    snprintf(path, sizeof path, "/proc/self/task/%ld/stat", thread);
    file_read_start(path, line, sizeof line);
    const char *name_end = strrchr(line, ')'); /* the name may have any characters */
    return name_end != NULL && strncmp(name_end, ") R", 3) == 0;
}

void threads_rest(void)
{
    const struct timespec pause = {.tv_nsec = 200000};
    const double until_s = timing_now_s() + MOST_REST_S;
    while (sum_of_threads(runs) > 1 && timing_now_s() < until_s) { /* one: the caller */
        nanosleep(&pause, NULL);
    }
}
