/* Processor time of the whole process, with every thread that it has or had, and of children that it has
 * waited for.
 *
 * The kernel adds the time of a running thread to the clock of its process at its ticks only (1 to 10 ms).
 * Reading the clock of each thread brings that of the process up to date, so that a sample of a millisecond
 * can be judged. */
#pragma once

#include "common/driver.h"

typedef struct ProcessTime {
    double wall_s, cpu_s, caller_s, queue_s; /* at the beginning of the interval */
} ProcessTime;

/* Call before and after a sample, outside its clock, by the same thread. The end sets process_cpu_s,
 * caller_cpu_s and process_wall_s. */
void process_time_begin(ProcessTime *time);
void process_time_end(const ProcessTime *time, Interference *interference);

/* Time in which threads that the process has now were ready to run and others had their processors. */
double threads_queue_s(void);

/* Largest error of a processor time: small where the kernel's accounting is exact, else a tick. */
double process_time_error_s(void);

/* Waits until no other thread of the process is running, for at most 0.3 s: a library's may spin for ever. */
void threads_rest(void);
