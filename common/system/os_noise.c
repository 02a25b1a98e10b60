/* See os_noise.h.
 *
 * Each thread reads its own counters: involuntary context switches from getrusage, processor time from the
 * thread's clock, because getrusage updates it only at ticks. The clock of a process is exact for the calling
 * thread and for sleeping ones, and up to a tick behind for others.
 *
 * Steal is counted in ticks of 10 ms, too coarse for a few of them. A sample shorter than LEAST_S therefore
 * gets the share since the end of an earlier sample at least that long ago, if there is one. Reading steal
 * slows a short sample that follows (3 % of 50 us), so it is read before a sample only if the last one was
 * long. */
#include "common/system/os_noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "common/system/file.h"
#include "common/timing.h"

static const double LEAST_S = 0.1;

/* ---- threads ---- */

typedef struct Counters {
    double switches, cpu_s;
} Counters;

/* Of the calling thread, or of the process. NAN if unavailable. */
static Counters count(OsNoiseScope scope)
{
    const bool team = scope == OS_NOISE_TEAM;
    struct rusage usage;
    Counters counters = {NAN, timing_clock_s(team ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID)};
    if (getrusage(team ? RUSAGE_THREAD : RUSAGE_SELF, &usage) == 0) {
        counters.switches = (double)usage.ru_nivcsw;
    }
    return counters;
}

/* Of each thread at the start of the sample. A thread that starts later counts from 0. */
static _Thread_local Counters begun;

/* ---- the machine ---- */

void os_noise_read_stat(const char *line, MachineTime *time)
{
    /* user, nice, system, idle, iowait, irq, softirq, steal; guest time is part of user and nice. */
    enum { FIELDS = 8 };
    const char *next = strncmp(line, "cpu ", 4) == 0 ? line + 4 : "";
    time->all_ticks = 0.0;
    for (int i = 0; i < FIELDS; i++) {
        char *end;
        const double ticks = (double)strtoull(next, &end, 10);
        time->stolen_ticks = end != next ? ticks : NAN; /* the last one */
        time->all_ticks += time->stolen_ticks;
        next = end;
    }
}

static MachineTime machine_time(void)
{
    char line[256];
    MachineTime time = {.at_s = timing_now_s()};
    file_read_start("/proc/stat", line, sizeof line);
    os_noise_read_stat(line, &time);
    return time;
}

double os_noise_steal(const MachineTime *from, const MachineTime *to)
{
    double all = to->all_ticks - from->all_ticks;
    double stolen = to->stolen_ticks - from->stolen_ticks; /* the counters of some hypervisors go backwards */
    return all > 0.0 && stolen >= 0.0 ? stolen / all : NAN;
}

double os_noise_read_load(const char *line)
{
    char *end = NULL;
    const char *slash = strchr(line, '/'); /* "0.52 0.18 0.25 7/96 3612" */
    while (slash != NULL && slash > line && slash[-1] != ' ') {
        slash--;
    }
    const double load = slash != NULL ? strtod(slash, &end) : NAN;
    return end != NULL && *end == '/' ? load : NAN;
}

static double steal_of_sample(OsNoise *noise)
{
    MachineTime now = machine_time();
    double steal = os_noise_steal(&noise->since, &now);
    noise->is_long = now.at_s - noise->begun_s >= LEAST_S;
    if (now.at_s - noise->recent.at_s >= LEAST_S) {
        noise->past = noise->recent;
        noise->recent = now;
    }
    return steal;
}

/* ---- a sample ---- */

void os_noise_open(OsNoise *noise, OsNoiseScope scope)
{
    MachineTime now = machine_time();
    *noise = (OsNoise){.scope = scope, .past = now, .recent = now};
}

/* The threads come last: they must not wait between here and the sample. */
void os_noise_begin(OsNoise *noise)
{
    noise->begun_s = timing_now_s();
    noise->since = noise->is_long ? machine_time() : noise->past;
#pragma omp parallel if (noise->scope == OS_NOISE_TEAM)
    begun = count(noise->scope);
}

void os_noise_end(OsNoise *noise, Interference *interference)
{
    double switches = 0.0, cpu_s = 0.0;
#pragma omp parallel if (noise->scope == OS_NOISE_TEAM) reduction(+ : switches, cpu_s)
    {
        Counters now = count(noise->scope);
        switches += now.switches - begun.switches;
        cpu_s += now.cpu_s - begun.cpu_s;
    }
    interference->involuntary_switches = switches;
    interference->cpu_s = cpu_s;
    interference->steal = steal_of_sample(noise);
    /* Not getloadavg: six busy threads read 0.5 after four seconds, and for a minute after they have ended.
     */
    char line[128];
    file_read_start("/proc/loadavg", line, sizeof line);
    interference->load = os_noise_read_load(line);
}
