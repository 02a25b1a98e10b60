/* A hash of bytes, to tell apart what differs by chance: FNV-1a of 64 bits, which keeps even a million texts
 * apart. Source: Fowler, Noll, Vo. */
#ifndef SPEEDUP_HASH_H
#define SPEEDUP_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u

/* A hash carried on over `size` bytes. Where texts follow each other, the 0 at each one's end must count too,
 * so that they cannot run together. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *at = bytes; size > 0; at++, size--) {
        hash = (hash ^ *at) * 0x100000001b3u;
    }
    return hash;
}

#endif
