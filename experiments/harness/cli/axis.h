/* The axes of a sweep: lists of values, parsed from a,b,c and lo:hi[:step|:xfactor].
 *
 * Every value is kept as a size_t, also types, schedules and transfers, so that
 * crossing and zipping treat all axes alike. */
#ifndef SPEEDUP_AXIS_H
#define SPEEDUP_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/workload.h"

typedef enum AxisId {
    AXIS_ID_TYPE,
    AXIS_ID_SIZE,
    AXIS_ID_THREADS,
    AXIS_ID_SCHEDULE,
    AXIS_ID_BLOCK,
    AXIS_ID_TILE,
    AXIS_ID_DEVICES,
    AXIS_ID_RANKS,
    AXIS_ID_MATRICES,
    AXIS_ID_TRANSFER,
    AXIS_ID_ITERATIONS,
    AXIS_IDS
} AxisId;

typedef struct Axis {
    size_t *values;
    size_t count;
    bool given; /* named on the command line, not a default */
} Axis;

const char *axis_name(AxisId id); /* as the option is called: "size" */

/* Index of the axis called `name`; AXIS_IDS when there is none. */
AxisId axis_find(const char *name);

/* The bit of Variant.axes that says whether a variant reads the axis; 0 for the
 * axes that every variant has. */
unsigned axis_bit(AxisId id);

/* Appends the values of `text`. 0, or -1 and an error that names the item and the remedy. */
int axis_parse(AxisId id, const char *text, Axis *axis, Error *error);

int axis_append(Axis *axis, size_t value, Error *error);

/* Of threads or devices: appends 1, 2, 3, 4, 6, 8, 12, 16, ... below `most`, and `most`: powers of two and
 * those between them, so that eight processors already have the five counts that a law of scaling is fitted
 * to. */
int axis_append_counts(Axis *axis, size_t most, Error *error);

void axis_free(Axis *axis);

/* A point's value on an axis, and back. */
void axis_set(Point *point, AxisId id, size_t value);

size_t schedule_pack(Schedule schedule);
Schedule schedule_unpack(size_t value);

#endif
