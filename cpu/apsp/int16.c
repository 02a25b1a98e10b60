/* apsp cpu/int16: distances in 16 bits, twice as many per vector, where that is proved exact.
 *
 * Every weight saturates at 2^15 - 1, here "infinite". Saturation commutes with minima and sums, so the
 * result is each distance, saturated: correct if it is below infinite, otherwise a longer path or none. One
 * pass over the result decides which. The last edge of a path that reaches infinite starts at a vertex whose
 * distance is below infinite. So if the largest distance below infinite plus the heaviest edge is less than
 * infinite, no such path exists, and infinite means unreachable. Otherwise cpu/look_ahead computes the result
 * again in 32 bits.
 *
 * Vector instructions take the same time as in 32 bits, and the matrix is half as large: twice the rate at
 * all sizes, apart from conversion. The algorithm is that of cpu/look_ahead.
 *
 * Measured on one thread of a Xeon (Sapphire Rapids): 1.75 times cpu/look_ahead at n 1024, 1.9 times at 2048.
 *
 * Limits: distances that reach 2^15 cost half as much again as cpu/look_ahead alone, as they are detected at
 * the end (a heavier edge is detected at once); memory for the 16-bit copy.
 *
 * Source: the proof follows from the triangle inequality; packed 16-bit minima: Intel 64 and IA-32
 * Architectures Software Developer's Manual, VPMINUW. */
#include <stdio.h>

#include "cpu/apsp/look_ahead.h"

/* Saturates the calling thread's rows of `from`. Returns the heaviest edge in them. */
static int32_t saturate(const Distances *d, const int32_t *from)
{
    int32_t heaviest = 0;
    Range rows = thread_range(d->rows, 1);
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        uint16_t *to = (void *)distances_at(d, i, 0);
        size_t known = i < d->n ? d->n : 0;
        for (size_t j = 0; j < known; j++) {
            int32_t weight = from[i * d->n + j], edge = weight < INFINITE_INT32 ? weight : 0;
            to[j] = (uint16_t)(weight < INFINITE_UINT16 ? weight : INFINITE_UINT16);
            heaviest = edge > heaviest ? edge : heaviest;
        }
        memset(to + known, 0, (d->stride - known) * sizeof *to);
    }
    return heaviest;
}

/* The largest distance below infinite in the calling thread's rows. */
static int32_t longest_path(const Distances *d)
{
    uint16_t longest = 0;
    Range rows = thread_range(d->n, 1);
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const uint16_t *row = (const void *)distances_at(d, i, 0);
        for (size_t j = 0; j < d->n; j++) {
            uint16_t path = row[j] < INFINITE_UINT16 ? row[j] : 0;
            longest = path > longest ? path : longest;
        }
    }
    return longest;
}

static void desaturate(const Distances *d, int32_t *to)
{
    Range rows = thread_range(d->n, 1);
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const uint16_t *row = (const void *)distances_at(d, i, 0);
        for (size_t j = 0; j < d->n; j++) {
            to[i * d->n + j] = row[j] < INFINITE_UINT16 ? row[j] : INFINITE_INT32;
        }
    }
}

static bool exact; /* the last result was computed in 16 bits */

static int run(const Task *task)
{
    Distances d = distances_of(task->point->n, sizeof(uint16_t));
    char *workspace = task->workspace;
    d.cells = workspace + look_ahead_bytes(&d);
    int32_t heaviest = 0, longest = 0;
#pragma omp parallel reduction(max : heaviest)
    heaviest = saturate(&d, task->out);
    exact = heaviest < INFINITE_UINT16;
    if (exact) {
#pragma omp parallel reduction(max : longest)
        {
            look_ahead_close(&d, workspace);
            longest = longest_path(&d);
        }
        exact = longest + heaviest < INFINITE_UINT16;
    }
    if (!exact) {
        look_ahead_int32(task);
        return 0;
    }
#pragma omp parallel
    desaturate(&d, task->out);
    return 0;
}

static size_t workspace(const Point *point)
{
    Distances d = distances_of(point->n, sizeof(uint16_t));
    size_t narrow = size_add(look_ahead_bytes(&d), distances_bytes(&d)),
           wide = look_ahead_int32_bytes(point->n);
    return narrow > wide ? narrow : wide;
}

static void describe(const Point *point, char *text, size_t size)
{
    isa_describe(point, text, size);
    size_t length = strlen(text);
    snprintf(text + length, size - length,
             exact ? "; 16 bits" : "; 32 bits, as 16 are not proved to suffice");
}

const Variant variant_cpu_apsp_int16 = {
    .workload = "apsp",
    .name = "cpu/int16",
    .idea = "distances of 16 bits, twice as many in a vector, where the result proves that they suffice",
    .source = "Intel 64 and IA-32 Architectures Software Developer's Manual, VPMINUW",
    .after = "cpu/look_ahead",
    .types = INT32,
    .axes = AXIS_OPENMP_THREADS,
    .instructions = INSTRUCTIONS_PACKED,
    .workspace = workspace,
    .describe = describe,
    .run = run,
};
