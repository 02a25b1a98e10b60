/* Operating-system noise during a sample: involuntary context switches and processor time of its threads,
 * steal and load of the machine. */
#pragma once

#include "common/driver.h"

C_LINKAGE_BEGIN

typedef enum OsNoiseScope {
    OS_NOISE_TEAM,    /* the threads of the OpenMP team; without OpenMP the calling thread */
    OS_NOISE_PROCESS, /* all threads of the process, for a library with its own threads */
} OsNoiseScope;

/* The machine's processor time since boot, at a moment. */
typedef struct MachineTime {
    double at_s, all_ticks,
        stolen_ticks; /* stolen: given to other guests by the hypervisor; NAN if unknown */
} MachineTime;

typedef struct OsNoise {
    OsNoiseScope scope;
    bool is_long; /* the last sample was long enough for a steal of its own */
    double begun_s;
    MachineTime since;        /* start of the interval for the sample's steal */
    MachineTime past, recent; /* ends of earlier samples, or the opening */
} OsNoise;

/* Before the first sample. */
void os_noise_open(OsNoise *noise, OsNoiseScope scope);

/* Call right before and right after a sample, outside its clock, with the same team. The end sets switches,
 * processor time, steal and load, and not the GPU's fields. */
void os_noise_begin(OsNoise *noise);
void os_noise_end(OsNoise *noise, Interference *interference);

/* Parses the first line of /proc/stat. NAN in both if it has no steal. */
void os_noise_read_stat(const char *line, MachineTime *time);

/* Parses /proc/loadavg: the threads of the machine that run or could, the reader included. NAN if it has
 * none. */
double os_noise_read_load(const char *line);

/* The stolen share of the time between two moments; NAN if unknown. */
double os_noise_steal(const MachineTime *from, const MachineTime *to);

C_LINKAGE_END
