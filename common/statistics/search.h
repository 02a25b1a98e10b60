/* Sorting numbers, and searching what is sorted: bsearch finds any of equal elements, this the first. */
#ifndef SPEEDUP_SEARCH_H
#define SPEEDUP_SEARCH_H

#include <stddef.h>

/* Sorts numbers, none of them NAN, the least first. */
void sort_ascending(double *values, size_t count);

/* The place of the first element that does not come before `sought`, in the order of `compare`, of `count`
 * sorted elements of `size` bytes; `count` when all come before it. */
size_t search_first(const void *sorted, size_t count, size_t size, const void *sought,
                    int (*compare)(const void *, const void *));

#endif
