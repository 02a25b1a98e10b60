/* Energy of the processor: what its packages took since a moment, idle power included, by the counters that
 * Intel and AMD call RAPL and Linux shows in /sys/class/powercap. Most systems let only root read them, and
 * virtual machines seldom have them. Memory is not in it. */
#ifndef SPEEDUP_ENERGY_H
#define SPEEDUP_ENERGY_H

#include <stddef.h>

enum { ENERGY_MOST_PACKAGES = 16 };

typedef struct Energy {
    struct {
        char path[160];
        double range_uj, begun_uj; /* the counter starts again from 0 beyond its range */
    } packages[ENERGY_MOST_PACKAGES];
    size_t count; /* packages whose counters can be read; 0: none */
} Energy;

/* Finds the packages in a tree like /sys, `root` before every path ("" for the machine's own). */
void energy_open(Energy *energy, const char *root);

void energy_begin(Energy *energy);

/* J since energy_begin, of all packages together; NAN where a counter could not be read. A counter that went
 * once around is seen to; it takes a minute and more. */
double energy_since_j(const Energy *energy);

#endif
