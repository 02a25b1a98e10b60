/* The times of a point's samples, in the order in which they were taken. */
#ifndef SPEEDUP_TIMES_H
#define SPEEDUP_TIMES_H

#include <stddef.h>

#include "common/error.h"

typedef struct Times {
    double *kernel_s, *total_s; /* count of each */
    size_t count, room;
} Times;

/* Appends one sample. 0, or -1 without memory; what was there stays. */
int times_add(Times *times, double kernel_s, double total_s, Error *error);
void times_free(Times *times);

#endif
