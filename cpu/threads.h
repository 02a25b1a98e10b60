/* What variants with OpenMP threads share.
 *
 * The driver sets the number of threads and the schedule before it calls a
 * variant, so a variant only says what is shared out. */
#ifndef SPEEDUP_CPU_THREADS_H
#define SPEEDUP_CPU_THREADS_H

#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* For Variant.missing: without OpenMP a threaded variant is only its serial twin again. */
static inline const char *openmp_missing(void)
{
#ifdef _OPENMP
    return NULL;
#else
    return "not built: no OpenMP";
#endif
}

/* For Variant.axes of threaded code that is worth having on one thread too: it reads the axis in builds that
 * can thread it. */
#ifdef _OPENMP
#define AXIS_OPENMP_THREADS AXIS_THREADS
#else
#define AXIS_OPENMP_THREADS 0
#endif

/* The calling thread of a parallel region, and how many there are. */
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

/* A contiguous part of an array: elements first .. first + count - 1. */
typedef struct Range {
    size_t first, count;
} Range;

/* Part `index` of `parts` of `count` elements, parts equal up to one `step`. Every part but the last is whole
 * steps. */
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

/* The calling thread's part in a parallel region: those of schedule(static), so that each thread finds its
 * pages on its own NUMA node. */
static inline Range thread_range(size_t count, size_t step)
{
    Team team = thread_team();
    return range_of(count, step, team.thread, team.threads);
}

#endif
