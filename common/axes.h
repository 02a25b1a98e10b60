/* The axes of a sweep: one list. The options, --help, plan, manifest, rows and words of a point follow from
 * it.
 *
 * A new axis is a field of Point and a bit AXIS_... (workload.h), an AxisId, a row in axes.c, and its column
 * (experiments/harness/store/columns.h). */
#pragma once

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

/* Every value is a size_t, also a type, schedule, shape or transfer, so that all axes are crossed and zipped
 * alike. */
typedef struct AxisInfo {
    const char *name;    /* of the option: "size" */
    size_t offset, size; /* of the field in Point */
    unsigned bit;        /* in Variant.axes; 0: every variant reads it, or with `gpu` every GPU variant */
    bool gpu;
    bool workers;             /* counts what shares the work: "2 threads"; laws of scaling run along it */
    size_t most;              /* largest value; 0: the values are words */
    size_t neutral;           /* left out of words, and of manifests if it is a count */
    const char *help;         /* of words: all of them */
    const char *default_text; /* in --help */
    const char *check_values; /* of `check`, as a list; NULL: the default */
    const char *environment_variable; /* takes precedence over the default; NULL: none */
} AxisInfo;

extern const AxisInfo axis_table[AXIS_IDS];

/* The axis called `name`; AXIS_IDS if there is none. */
AxisId axis_find(const char *name);

/* Does the variant run at the values of the axis? Else it has one value of its own. */
bool axis_is_read(const Variant *variant, AxisId id);

/* Each dimension of a shape is at most this, as one value contains all three. */
#define MOST_DIMENSION (((size_t)1 << 21) - 1)

size_t axis_get(const Point *point, AxisId id);
void axis_set(Point *point, AxisId id, size_t value);

/* Sets the axis of the point to a value that is a word (most = 0), or to a shape. 0, or -1 if the word is
 * unknown. */
int axis_parse_word(AxisId id, const char *word, Point *point);

/* Sets the size of the point to m x n x k, or to m x n if k is 0; equal dimensions are a square. */
void axis_set_shape(Point *point, size_t m, size_t n, size_t k);

/* The point's value as an option takes it: "512", "33x65x129", "dynamic:16". Returns `text`. */
const char *axis_format(const Point *point, AxisId id, char *text, size_t size);
