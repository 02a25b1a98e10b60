/* Shared by variants with OpenMP threads.
 *
 * The driver sets the number of threads and the schedule before it calls a variant; the variant only
 * distributes work. */
#pragma once

#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* For Variant.missing: without OpenMP a threaded variant is a copy of its serial version. */
static inline const char *openmp_missing(void)
{
#ifdef _OPENMP
    return NULL;
#else
    return "not built: no OpenMP";
#endif
}

/* For Variant.axes of threaded code that is also useful on one thread: AXIS_THREADS in builds with OpenMP. */
#ifdef _OPENMP
#define AXIS_OPENMP_THREADS AXIS_THREADS
#else
#define AXIS_OPENMP_THREADS 0
#endif

/* Index of the calling thread in a parallel region, and their number. */
typedef struct Team {
    size_t thread, threads;
} Team;

static inline Team thread_team(void)
{
#ifdef _OPENMP
    return (Team){(size_t)omp_get_thread_num(), (size_t)omp_get_num_threads()};
#else
    return (Team){0, 1};
#endif
}

/* A contiguous range: elements first .. first + count - 1. */
typedef struct Range {
    size_t first, count;
} Range;

/* Range `index` of `parts` ranges of `count` elements, whose sizes differ by one `step` at most. Every range
 * but the last is a multiple of `step`. */
static inline Range range_of(size_t count, size_t step, size_t index, size_t parts)
{
    size_t steps = count / step, more = steps % parts, each = steps / parts;
    Range share = {(index * each + (index < more ? index : more)) * step,
                   (each + (index < more ? 1 : 0)) * step};
    if (index == parts - 1) {
        share.count = count - share.first;
    }
    return share;
}

/* The calling thread's range in a parallel region. It matches schedule(static), so that each thread finds its
 * pages on its own NUMA node. */
static inline Range thread_range(size_t count, size_t step)
{
    Team team = thread_team();
    return range_of(count, step, team.thread, team.threads);
}
