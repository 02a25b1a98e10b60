/* What else happened while a sample ran: how often its threads were interrupted, the processor time that
 * they got, and what the machine's others took. */
#ifndef SPEEDUP_WATCH_H
#define SPEEDUP_WATCH_H

#include "common/driver.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum WatchScope {
    WATCH_TEAM,    /* each thread of the OpenMP team; without OpenMP the calling thread */
    WATCH_PROCESS, /* all threads of the process, for a library with threads of its own */
} WatchScope;

/* The machine's processor time since it was started, at a moment. */
typedef struct MachineTime {
    double at_s, all_ticks, stolen_ticks; /* stolen: given to others by the hypervisor; NAN if not told */
} MachineTime;

typedef struct Watch {
    WatchScope scope;
    bool is_long; /* the last sample was long enough to have a steal of its own */
    double begun_s;
    MachineTime since;        /* from where the sample's steal counts */
    MachineTime past, recent; /* ends of earlier samples, or the opening */
} Watch;

/* Before the first sample. */
void watch_open(Watch *watch, WatchScope scope);

/* Right before and right after a sample, outside its clock, with the same team. The end fills in switches,
 * processor time, steal and load, and leaves the GPU's fields alone. */
void watch_begin(Watch *watch);
void watch_end(Watch *watch, Interference *interference);

/* The first line of /proc/stat. NAN in both where it tells no steal. */
void watch_read_stat(const char *line, MachineTime *time);

/* The share of the time from one moment to the other that was stolen; NAN where no time passed or is told. */
double watch_steal(const MachineTime *from, const MachineTime *to);

#ifdef __cplusplus
}
#endif

#endif
