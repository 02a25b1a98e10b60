/* Hash of bytes: 64-bit FNV-1a, with negligible collisions among a million texts. Source: Fowler, Noll, Vo.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_START 0xcbf29ce484222325u

/* Continues a hash over `size` bytes. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *at = bytes; size > 0; at++, size--) {
        hash = (hash ^ *at) * 0x100000001b3u;
    }
    return hash;
}

/* Over a text with its terminating 0, so that the texts of a sequence stay separate. */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}
