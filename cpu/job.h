/* What both CPU drivers read from a job. */
#pragma once

#include "common/driver.h"
#include "common/matrix.h"
#include "common/system/guard.h"

/* A library has its own threads, and OpenMP's must not compete with them. */
static inline bool job_from_library(const Job *job)
{
    return (job->variant->flags & VARIANT_LIBRARY) != 0;
}

/* A buffer on the NUMA nodes of the threads that will use it. 0 or -1. */
static inline int job_allocate(Guarded *buffer, unsigned name, size_t bytes, unsigned threads, Error *error)
{
    if (guarded_alloc(buffer, name, bytes, error) != 0) {
        return -1;
    }
    matrix_first_touch(buffer->memory, bytes, threads);
    guarded_arm(buffer);
    return 0;
}

/* Poisons a result, or a workspace, if there is one: memory that happens to be zero would hide a sum that is
 * never cleared. */
static inline void job_poison(const Job *job, const Guarded *buffer)
{
    if (buffer->memory != NULL) {
        matrix_poison_bytes(buffer->memory, buffer->bytes, job->point.type,
                            job_from_library(job) ? 1 : job->point.threads);
    }
}

/* Threads of the reference loop. */
static inline unsigned job_loop_threads(const Job *job)
{
    return job_from_library(job) || job->point.threads == 0 ? 1 : job->point.threads;
}
