/* Arrays that grow, and the order of whole numbers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/c_linkage.h"

C_LINKAGE_BEGIN

/* Appends a copy of the element. `array`: the address of the pointer to *count elements of `size` bytes,
 * which only this function allocates. 0, or -1 without memory. */
int array_append(void *array, size_t *count, const void *element, size_t size);

/* -1, 0 or 1, as qsort expects it. */
static inline int compare_whole(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

C_LINKAGE_END
