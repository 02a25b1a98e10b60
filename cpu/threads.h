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

/* A contiguous part of an array: elements first .. first + count - 1. */
typedef struct Share {
    size_t first, count;
} Share;

/* The calling thread's part of `count` elements in a parallel region, parts equal
 * up to one `step`: those of schedule(static), so that each thread finds its pages
 * on its own NUMA node. Every part but the last is whole steps. */
static inline Share thread_share(size_t count, size_t step)
{
    size_t thread = 0, threads = 1;
#ifdef _OPENMP
    thread = (size_t)omp_get_thread_num();
    threads = (size_t)omp_get_num_threads();
#endif
    size_t steps = count / step, more = steps % threads, each = steps / threads;
    Share share = {(thread * each + (thread < more ? thread : more)) * step,
                   (each + (thread < more ? 1 : 0)) * step};
    if (thread == threads - 1) {
        share.count = count - share.first;
    }
    return share;
}

#endif
