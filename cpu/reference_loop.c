/* See reference_loop.h.
 *
 * Each thread reads a buffer line by line, again and again, all from its second-level cache: some two cycles
 * a line, and a neighbour on the same core shares them. A loop in registers is nearly blind to that, and one
 * that waits for each load before the next leaves room for both. Twice a first-level cache is enough to find
 * nothing there; more would see no more, and would drive more of the variant's data out (a copy of 2 x 1 MiB
 * in 45 us became 6 % slower by 256 KiB, 2 % by 96 KiB). A first pass, untimed, brings the buffer back from
 * wherever the variant has driven it.
 *
 * The work is the same whatever the buffer's size, and takes 7 to 20 us: many steps of the clock, and a small
 * part of most samples. Limits: it sees neither the memory's load, nor a thread that lost its processor
 * (switches tell that). */
#include "cpu/reference_loop.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "common/matrix.h"
#include "common/size.h"
#include "common/timing.h"

enum {
    LINE_BYTES = 64,
    READ_BYTES = 1 << 20,     /* while the clock runs */
    DEFAULT_BYTES = 96 << 10, /* of the buffer, where the caches' sizes are not known */
};

struct Yardstick {
    unsigned threads;
    size_t part_bytes;
    unsigned char *buffer; /* a part for each thread, one behind the other */
    double times_s[];      /* of each thread */
};

size_t reference_loop_part_bytes(size_t l1_bytes, size_t l2_bytes)
{
    size_t bytes = l1_bytes > 0 ? 2 * l1_bytes : DEFAULT_BYTES;
    return l2_bytes > 0 && bytes > l2_bytes / 2 ? l2_bytes / 2 : bytes;
}

/* The C library knows it at once. machine.h reads the whole topology, which takes 4 ms, and each visit to a
 * point is a new process. */
static size_t own_part_bytes(void)
{
    long l1_bytes = 0, l2_bytes = 0;
#ifdef _SC_LEVEL1_DCACHE_SIZE
    l1_bytes = sysconf(_SC_LEVEL1_DCACHE_SIZE);
    l2_bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return reference_loop_part_bytes(l1_bytes > 0 ? (size_t)l1_bytes : 0,
                                     l2_bytes > 0 ? (size_t)l2_bytes : 0);
}

size_t reference_loop_needs_bytes(unsigned threads)
{
    return size_mul(own_part_bytes(), threads);
}

/* The calling thread's number in its team. */
static unsigned own_number(void)
{
#ifdef _OPENMP
    return (unsigned)omp_get_thread_num();
#else
    return 0;
#endif
}

Yardstick *reference_loop_open(unsigned threads, Error *error)
{
    Yardstick *yardstick = calloc(1, sizeof *yardstick + threads * sizeof(double));
    if (yardstick == NULL) {
        error_set(error, "no memory for a yardstick of %u threads; use fewer", threads);
        return NULL;
    }
    yardstick->threads = threads;
    yardstick->part_bytes = own_part_bytes();
    yardstick->buffer = matrix_alloc(reference_loop_needs_bytes(threads), error);
    if (yardstick->buffer == NULL) {
        reference_loop_close(yardstick);
        return NULL;
    }
#pragma omp parallel num_threads((int)threads)
    memset(yardstick->buffer + own_number() * yardstick->part_bytes, 1, yardstick->part_bytes);
    return yardstick;
}

void reference_loop_close(Yardstick *yardstick)
{
    if (yardstick != NULL) {
        matrix_free(yardstick->buffer, reference_loop_needs_bytes(yardstick->threads));
        free(yardstick);
    }
}

/* One word of every line; volatile, so that each is really read. */
static void read_lines(const volatile unsigned char *buffer, size_t bytes)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i += LINE_BYTES) {
        sum += *(const volatile uint64_t *)(buffer + i);
    }
    volatile uint64_t used = sum;
    (void)used;
}

/* Of one thread. */
static double loop_s(const unsigned char *part, size_t part_bytes)
{
    read_lines(part, part_bytes);
    double start_s = timing_now_s();
    for (size_t done = 0; done < READ_BYTES; done += part_bytes) {
        read_lines(part, part_bytes);
    }
    return timing_now_s() - start_s;
}

void reference_loop_time(Yardstick *yardstick, double *mean_s, double *max_s)
{
    const size_t part_bytes = yardstick->part_bytes;
#pragma omp parallel num_threads((int)yardstick->threads)
    {
        unsigned own = own_number();
        yardstick->times_s[own] = loop_s(yardstick->buffer + own * part_bytes, part_bytes);
    }
    *mean_s = *max_s = 0.0;
    for (unsigned i = 0; i < yardstick->threads; i++) {
        *mean_s += yardstick->times_s[i] / yardstick->threads;
        *max_s = yardstick->times_s[i] > *max_s ? yardstick->times_s[i] : *max_s;
    }
}
