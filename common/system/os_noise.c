/* See os_noise.h.
 *
 * Each thread asks the kernel for its own counters: involuntary context switches from getrusage, processor
 * time from the thread's clock, as that of getrusage stands still between two ticks. In a process the clock
 * is exact for the calling thread and for those that sleep again, and up to a tick behind for the others.
 *
 * Steal is counted in ticks of 10 ms and is noise over a few of them. So a sample shorter than LEAST_S gets
 * the share of the time since an earlier sample that ended at least that long ago, where there is one.
 * Reading it takes long enough to slow a short sample that follows (3 % of 50 us), so before a sample it is
 * read only where the last one was long. */
#include "common/system/os_noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "common/timing.h"

static const double LEAST_S = 0.1;

/* ---- threads ---- */

typedef struct Counters {
    double switches, cpu_s;
} Counters;

/* NAN where the kernel does not tell. */
static Counters count(int who, clockid_t clock)
{
    struct rusage usage;
    struct timespec used;
    Counters counters = {NAN, NAN};
    if (getrusage(who, &usage) == 0) {
        counters.switches = (double)usage.ru_nivcsw;
    }
    if (clock_gettime(clock, &used) == 0) {
        counters.cpu_s = (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
    }
    return counters;
}

/* Of each thread when the sample began. A thread that is born in the sample counts from 0. */
static _Thread_local Counters begun;

static void begin_team(void)
{
#pragma omp parallel
    begun = count(RUSAGE_THREAD, CLOCK_THREAD_CPUTIME_ID);
}

static void end_team(Interference *interference)
{
    double switches = 0.0, cpu_s = 0.0;
#pragma omp parallel reduction(+ : switches, cpu_s)
    {
        Counters now = count(RUSAGE_THREAD, CLOCK_THREAD_CPUTIME_ID);
        switches += now.switches - begun.switches;
        cpu_s += now.cpu_s - begun.cpu_s;
    }
    interference->involuntary_switches = switches;
    interference->cpu_s = cpu_s;
}

/* ---- the machine ---- */

void os_noise_read_stat(const char *line, MachineTime *time)
{
    /* user, nice, system, idle, iowait, irq, softirq, steal; guests' time is in user's and nice's. */
    enum { STEAL = 7 };
    double all = 0.0, last = NAN;
    bool known = strncmp(line, "cpu ", 4) == 0;
    const char *next = known ? line + 4 : line;
    for (int i = 0; known && i <= STEAL; i++) {
        char *end;
        last = (double)strtoull(next, &end, 10);
        all += last;
        known = end != next;
        next = end;
    }
    time->all_ticks = known ? all : NAN;
    time->stolen_ticks = known ? last : NAN;
}

static MachineTime machine_time(void)
{
    char line[256] = "";
    MachineTime time = {.at_s = timing_now_s()};
    FILE *stream = fopen("/proc/stat", "r");
    if (stream != NULL) {
        if (fgets(line, sizeof line, stream) == NULL) {
            line[0] = '\0';
        }
        fclose(stream);
    }
    os_noise_read_stat(line, &time);
    return time;
}

double os_noise_steal(const MachineTime *from, const MachineTime *to)
{
    double all = to->all_ticks - from->all_ticks;
    double stolen = to->stolen_ticks - from->stolen_ticks; /* some hypervisors' counters go back */
    return all > 0.0 && stolen >= 0.0 ? stolen / all : NAN;
}

static double steal_of_sample(OsNoise *watch)
{
    MachineTime now = machine_time();
    double steal = os_noise_steal(&watch->since, &now);
    watch->is_long = now.at_s - watch->begun_s >= LEAST_S;
    if (now.at_s - watch->recent.at_s >= LEAST_S) {
        watch->past = watch->recent;
        watch->recent = now;
    }
    return steal;
}

static double load_average(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : NAN;
}

/* ---- a sample ---- */

void os_noise_open(OsNoise *watch, OsNoiseScope scope)
{
    MachineTime now = machine_time();
    *watch = (OsNoise){.scope = scope, .past = now, .recent = now};
}

/* The threads come last, so that they find nothing to wait for between here and the sample. */
void os_noise_begin(OsNoise *watch)
{
    watch->begun_s = timing_now_s();
    watch->since = watch->is_long ? machine_time() : watch->past;
    if (watch->scope == OS_NOISE_TEAM) {
        begin_team();
    } else {
        begun = count(RUSAGE_SELF, CLOCK_PROCESS_CPUTIME_ID);
    }
}

void os_noise_end(OsNoise *watch, Interference *interference)
{
    if (watch->scope == OS_NOISE_TEAM) {
        end_team(interference);
    } else {
        Counters now = count(RUSAGE_SELF, CLOCK_PROCESS_CPUTIME_ID);
        interference->involuntary_switches = now.switches - begun.switches;
        interference->cpu_s = now.cpu_s - begun.cpu_s;
    }
    interference->steal = steal_of_sample(watch);
    interference->load = load_average();
}
