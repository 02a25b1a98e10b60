/* See times.h. */
#include "experiments/harness/keep/times.h"

#include <stdbool.h>
#include <stdlib.h>

static bool enlarge(double **values, size_t room)
{
    double *larger = realloc(*values, room * sizeof *larger);
    if (larger != NULL) {
        *values = larger;
    }
    return larger != NULL;
}

int times_add(Times *times, double kernel_s, double total_s, Error *error)
{
    if (times->count == times->room) {
        size_t room = 2 * times->room + 16;
        if (!enlarge(&times->kernel_s, room) || !enlarge(&times->total_s, room)) {
            error_set(error, "no memory for the times of %zu samples", room);
            return -1;
        }
        times->room = room;
    }
    times->kernel_s[times->count] = kernel_s;
    times->total_s[times->count++] = total_s;
    return 0;
}

void times_free(Times *times)
{
    free(times->kernel_s);
    free(times->total_s);
    *times = (Times){0};
}
