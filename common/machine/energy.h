/* Energy of the processor packages, idle power included, from the RAPL counters of Intel and AMD in
 * /sys/class/powercap. Most systems let only root read them, and few virtual machines have them. Memory is
 * not included. */
#pragma once

#include <stddef.h>

enum { ENERGY_MOST_PACKAGES = 16 };

typedef struct Energy {
    struct {
        char path[160];
        double range_uj, begun_uj; /* range of the counter before it restarts from 0; value at energy_begin */
    } packages[ENERGY_MOST_PACKAGES];
    size_t count; /* packages with readable counters; 0: none */
} Energy;

/* Finds the packages in a tree like /sys; `root` is prepended to every path ("" for the machine itself). */
void energy_open(Energy *energy, const char *root);

void energy_begin(Energy *energy);

/* Joules since energy_begin, sum of all packages; NAN if a counter could not be read. One overflow of the
 * counter is corrected; it takes a minute or more. */
double energy_since_j(const Energy *energy);
