/* Flushes the caches, so that the next sample starts cold. */
#pragma once

#include <stddef.h>

/* Bytes of the buffer for `threads` threads. */
size_t flush_needs_bytes(unsigned threads);

/* Reads the buffer, one part per thread of the team. It must have been written before: untouched pages all
 * map to one page of zeros. */
void flush_caches(const void *buffer, size_t bytes);
