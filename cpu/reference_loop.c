/* See reference_loop.h.
 *
 * Each thread reads a buffer line by line, again and again, all from its second-level cache: about two cycles
 * a line, and a neighbor on the same core shares that cache's bandwidth. A loop in registers hardly notices a
 * neighbor, and neither does a chain of dependent loads. Twice the first-level cache suffices to miss it on
 * every line; a larger buffer detects no more and evicts more of the variant's data (a copy of 2 x 1 MiB in
 * 45 us became 6 % slower with 256 KiB, 2 % with 96 KiB). A first pass, untimed, brings the buffer back from
 * wherever the variant has evicted it.
 *
 * The work does not depend on the buffer's size and takes 7 to 20 us: many clock steps, and a small part of
 * most samples. Limits: the loop detects neither memory traffic nor a preempted thread (the switches count
 * those). */
#include "cpu/reference_loop.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "common/matrix.h"
#include "common/size.h"
#include "common/timing.h"
#include "cpu/threads.h"

enum {
    LINE_BYTES = 64,
    READ_BYTES = 1 << 20,     /* while the clock runs */
    DEFAULT_BYTES = 96 << 10, /* of the buffer, where the caches' sizes are not known */
};

size_t reference_loop_part_bytes(size_t l1_bytes, size_t l2_bytes)
{
    size_t bytes = l1_bytes > 0 ? 2 * l1_bytes : DEFAULT_BYTES;
    return l2_bytes > 0 && bytes > l2_bytes / 2 ? l2_bytes / 2 : bytes;
}

/* From the C library, which is fast: machine.h reads the whole topology in 4 ms, and each batch is a new
 * process. */
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

int reference_loop_open(ReferenceLoop *loop, unsigned threads, Error *error)
{
    *loop = (ReferenceLoop){.threads = threads, .part_bytes = own_part_bytes()};
    loop->buffer = matrix_alloc(reference_loop_needs_bytes(threads), error);
    if (loop->buffer == NULL) {
        return -1;
    }
#pragma omp parallel num_threads((int)threads)
    memset(loop->buffer + thread_team().thread * loop->part_bytes, 1, loop->part_bytes);
    return 0;
}

void reference_loop_close(ReferenceLoop *loop)
{
    matrix_free(loop->buffer, reference_loop_needs_bytes(loop->threads));
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

double reference_loop_time_s(const ReferenceLoop *loop)
{
    const size_t part_bytes = loop->part_bytes;
    double slowest_s = 0.0;
#pragma omp parallel num_threads((int)loop->threads) reduction(max : slowest_s)
    slowest_s = loop_s(loop->buffer + thread_team().thread * part_bytes, part_bytes);
    return slowest_s;
}
