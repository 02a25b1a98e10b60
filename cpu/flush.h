/* Empties the caches of what a sample left in them, so that the next one starts cold. */
#ifndef SPEEDUP_CPU_FLUSH_H
#define SPEEDUP_CPU_FLUSH_H

#include <stddef.h>

/* Size of the buffer that `threads` threads have to read. */
size_t flush_needs_bytes(unsigned threads);

/* Reads the buffer, a part for each thread of the team. It must have been written once: untouched
 * pages are all the same page of zeros. */
void flush_caches(const void *buffer, size_t bytes);

#endif
