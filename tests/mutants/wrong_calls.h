/* Errors that any variant can have, wrapped around its run() by tests/mutants/make.sh: work in some calls
 * only, results of an earlier call, writes out of bounds.
 *
 * A batch on the CPU begins with a warm-up call and, for short work, calls that determine the number of
 * repetitions. Whatever their number, one of five samples includes a fourth call. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "common/workload.h"

static int run(const Task *task);

static inline uint32_t *words_of(const Task *task)
{
    return (uint32_t *)task->out;
}

/* ---- work only in some calls ---- */

static inline int idle_after_first_call(const Task *task)
{
    static size_t calls;
    return calls++ == 0 ? run(task) : 0;
}

static inline int idle_every_second_call(const Task *task)
{
    static size_t calls;
    return calls++ % 2 == 0 ? run(task) : 0;
}

static inline int idle_in_every_fourth_call(const Task *task)
{
    static size_t calls;
    return ++calls % 4 != 1 || calls == 1 ? run(task) : 0;
}

#ifndef __CUDACC__

/* Flips one bit of one element; of a float, a middle bit of the mantissa. */
static inline int spoils_every_fourth_call(const Task *task)
{
    static size_t calls;
    int failed = run(task);
    if (++calls % 4 == 1 && calls > 1) {
        size_t n = task->point->n;
        words_of(task)[n / 2 * n + n / 3] ^= 1u << 16;
    }
    return failed;
}

/* ---- results of an earlier call ---- */

typedef struct Cache {
    size_t n;
    const void *a;
    ElementType type;
    void *result;
} Cache;

static inline int from_cache(const Task *task, Cache *cache, bool hit)
{
    size_t bytes = point_matrix_bytes(task->point);
    if (hit) {
        memcpy(task->out, cache->result, bytes);
        return 0;
    }
    int failed = run(task);
    free(cache->result);
    *cache = (Cache){task->point->n, task->a, task->point->type, malloc(bytes)};
    memcpy(cache->result, task->out, bytes);
    return failed;
}

/* For any inputs of that size. */
static inline int cached_by_size(const Task *task)
{
    static Cache cache;
    return from_cache(task, &cache, cache.n == task->point->n && cache.type == task->point->type);
}

/* By the address of the first input. */
static inline int cached_by_input(const Task *task)
{
    static Cache cache;
    return from_cache(task, &cache,
                      cache.n == task->point->n && cache.type == task->point->type && cache.a == task->a);
}

/* ---- writes out of bounds ---- */

static inline int writes_past_end(const Task *task)
{
    size_t n = task->point->n;
    int failed = run(task);
    ((volatile uint32_t *)task->out)[n * n] = 1;
    return failed;
}

static inline int writes_before_start(const Task *task)
{
    int failed = run(task);
    ((volatile uint32_t *)task->out)[-1] = 1;
    return failed;
}

/* ---- single cells at large n ---- */

/* Makes the longest distance of an ordinary row one too long. */
static inline int one_cell_longer(const Task *task)
{
    size_t n = task->point->n, longest = 0;
    int failed = run(task);
    uint32_t *row = words_of(task) + n / 2 * n;
    for (size_t j = 0; j < n; j++) {
        longest = row[j] > row[longest] ? j : longest;
    }
    row[longest] += n > 1024;
    return failed;
}

/* Makes the last two vertices finite where they are unreachable, as in the graph that run.sh makes. */
static inline int reaches_zero_cycle(const Task *task)
{
    size_t n = task->point->n, source = n / 2;
    int failed = run(task);
    uint32_t *row = words_of(task) + source * n, beyond = (1u << 30) - 1;
    if (n > 512 && row[n - 1] == beyond && row[n - 2] == beyond) {
        row[n - 1] = row[n - 2] = 5;
    }
    return failed;
}

/* Multiplies the last element of a product by 1.001; its row is verified by element. */
static inline int one_element_off(const Task *task)
{
    size_t n = task->point->n;
    int failed = run(task);
    if (n > 512 && task->point->type == TYPE_FLOAT32) {
        ((float *)task->out)[n * n - 1] *= 1.001f;
    }
    if (n > 512 && task->point->type == TYPE_FLOAT64) {
        ((double *)task->out)[n * n - 1] *= 1.001;
    }
    return failed;
}

#endif
