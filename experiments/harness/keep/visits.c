/* See visits.h. */
#include "experiments/harness/keep/visits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool visits_row_counts(const Row *row)
{
    const char *status = row->field[COL_STATUS];
    return (strcmp(status, "ok") == 0 || strcmp(status, "reduced") == 0) && row->kernel_s > 0;
}

/* Files of versions that did not look have no such column. */
static Calm calm_of(const Row *row)
{
    static int at = -1;
    for (int c = 0; at < 0; c++) {
        at = c == COLUMNS || strcmp(column_names[c], "disturbed") == 0 ? c : -1;
    }
    const char *disturbed = at < COLUMNS ? row->field[at] : "";
    return strcmp(disturbed, "0") == 0 ? CALM : strcmp(disturbed, "1") == 0 ? NOT_CALM : CALM_UNKNOWN;
}

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static double sorted_median(const double *sorted, size_t count)
{
    return count == 0 ? NAN : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

Visit visits_one(const Row *const *rows, size_t count, unsigned round)
{
    Visit visit = {.min_s = NAN, .median_s = NAN};
    double *all = malloc(2 * (count + 1) * sizeof *all), *calm = all != NULL ? all + count + 1 : NULL;
    size_t calm_count = 0, disturbed = 0;
    for (size_t i = 0; all != NULL && i < count; i++) {
        if (!visits_row_counts(rows[i]) || (round != 0 && rows[i]->round != round)) {
            continue;
        }
        Calm here = calm_of(rows[i]);
        all[visit.samples++] = rows[i]->kernel_s;
        disturbed += here == NOT_CALM;
        if (here == CALM) {
            calm[calm_count++] = rows[i]->kernel_s;
        }
    }
    if (visit.samples > 0) {
        qsort(all, visit.samples, sizeof *all, by_value);
        qsort(calm, calm_count, sizeof *calm, by_value);
        bool mostly = 2 * calm_count >= visit.samples;
        visit.min_s = calm_count > 0 ? calm[0] : all[0];
        visit.median_s = mostly ? sorted_median(calm, calm_count) : sorted_median(all, visit.samples);
        visit.calm = calm_count + disturbed == 0 ? CALM_UNKNOWN : mostly ? CALM : NOT_CALM;
    }
    free(all);
    return visit;
}

size_t visits_medians(const Row *const *rows, size_t count, double *median)
{
    unsigned last = 0;
    size_t rounds = 0;
    for (size_t i = 0; i < count; i++) {
        last = rows[i]->round > last ? rows[i]->round : last;
    }
    for (unsigned round = 1; round <= last; round++) {
        Visit visit = visits_one(rows, count, round);
        if (visit.samples > 0 && rounds < count) {
            median[rounds++] = visit.median_s;
        }
    }
    return rounds;
}
