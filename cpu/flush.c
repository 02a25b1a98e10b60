/* See flush.h.
 *
 * Each thread reads a part larger than its private caches, and all threads together read twice the last-level
 * cache. Reading leaves no dirty lines to be written back during the sample. */
#include "cpu/flush.h"

#include "common/machine/machine.h"
#include "common/size.h"

enum {
    LINE_BYTES = 64,
    LEAST_BYTES = 64 << 20, /* if cache sizes are unknown */
};

size_t flush_needs_bytes(unsigned threads)
{
    const Machine *machine = machine_get();
    size_t shared = size_mul(2, machine->last_level_bytes);
    size_t own = size_mul(size_mul(2, machine->l2_bytes), threads);
    size_t most = shared > own ? shared : own;
    return most > LEAST_BYTES ? most : LEAST_BYTES;
}

void flush_caches(const void *buffer, size_t bytes)
{
    const unsigned char *start = buffer;
    size_t lines = bytes / LINE_BYTES;
    unsigned sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (size_t line = 0; line < lines; line++) {
        sum += start[line * LINE_BYTES];
    }
    volatile unsigned used = sum; /* keeps the compiler from removing the loop */
    (void)used;
}
