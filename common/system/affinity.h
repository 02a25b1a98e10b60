/* The processors that this process was started with. */
#pragma once

#include <sched.h>
#include <stdbool.h>

/* Up to 16,384 processors, where cpu_set_t has 1,024: for CPU_ISSET_S and its like. */
typedef struct ProcessorSet {
    cpu_set_t parts[16];
} ProcessorSet;

/* The processors that this thread may use; false if the kernel does not say. */
bool affinity_now(ProcessorSet *usable);

/* True if the processor is in the set; any number is allowed. */
bool affinity_has(const ProcessorSet *set, unsigned long processor);

/* The size of the set. */
unsigned affinity_count(const ProcessorSet *set);

/* Restores those of the start: an OpenMP runtime may bind this thread when it is loaded. */
void affinity_restore(void);

/* The number of those of the start. */
unsigned affinity_processors(void);
