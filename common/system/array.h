/* Arrays that grow, and the order of whole numbers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/c_linkage.h"

C_LINKAGE_BEGIN

/* Makes room for one more element. `array`: the address of the pointer to `count` elements of `size` bytes,
 * which only this function allocates. 0, or -1 without memory. */
int array_grow(void *array, size_t count, size_t size);

/* -1, 0 or 1, as qsort expects it. */
static inline int compare_whole(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

C_LINKAGE_END
