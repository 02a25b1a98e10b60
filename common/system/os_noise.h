/* What else happened while a sample ran: how often its threads were interrupted, the processor time that
 * they got, and what the machine's others took. */
#ifndef SPEEDUP_OS_NOISE_H
#define SPEEDUP_OS_NOISE_H

#include "common/driver.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum OsNoiseScope {
    OS_NOISE_TEAM,    /* each thread of the OpenMP team; without OpenMP the calling thread */
    OS_NOISE_PROCESS, /* all threads of the process, for a library with threads of its own */
} OsNoiseScope;

/* The machine's processor time since it was started, at a moment. */
typedef struct MachineTime {
    double at_s, all_ticks, stolen_ticks; /* stolen: given to others by the hypervisor; NAN if not told */
} MachineTime;

typedef struct OsNoise {
    OsNoiseScope scope;
    bool is_long; /* the last sample was long enough to have a steal of its own */
    double begun_s;
    MachineTime since;        /* from where the sample's steal counts */
    MachineTime past, recent; /* ends of earlier samples, or the opening */
} OsNoise;

/* Before the first sample. */
void os_noise_open(OsNoise *watch, OsNoiseScope scope);

/* Directly before and after a sample, not timed, with the same team. The end fills in switches,
 * processor time, steal and load, and leaves the GPU's fields alone. */
void os_noise_begin(OsNoise *watch);
void os_noise_end(OsNoise *watch, Interference *interference);

/* The first line of /proc/stat. NAN in both if it has no steal time. */
void os_noise_read_stat(const char *line, MachineTime *time);

/* The share of the time from one moment to the other that was stolen; NAN if no time passed or it is unknown.
 */
double os_noise_steal(const MachineTime *from, const MachineTime *to);

#ifdef __cplusplus
}
#endif

#endif
