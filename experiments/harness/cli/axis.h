/* Values of the axes, parsed from lists a,b,c and ranges lo:hi[:step|:xfactor]; a range of shapes steps every
 * dimension in which its ends differ. */
#pragma once

#include "common/axes.h"

typedef struct Axis {
    AxisId id;
    size_t *values;
    size_t count;
    unsigned char *digits; /* of each value as typed, if it has leading zeros, else 0; NULL: none has */
    bool given;            /* on the command line; false for a default */
} Axis;

/* Appends the values of `text`. 0, or -1 and an error with the item and the remedy. */
int axis_parse(const char *text, Axis *axis, Error *error);

int axis_append(Axis *axis, size_t value, Error *error);

/* Default counts of threads, devices or ranks: appends 1, 2, 3, 4, 6, 8, 12, 16, ... below `most`, and
 * `most`. With the counts between the powers of two, eight processors have the five that a law of scaling
 * needs. */
int axis_append_counts(Axis *axis, size_t most, Error *error);

void axis_free(Axis *axis);
