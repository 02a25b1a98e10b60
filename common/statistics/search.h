/* Sorting, and binary search for the first of equal elements; bsearch returns any of them. */
#pragma once

#include <stddef.h>

/* Sorts in ascending order; no value may be NAN. */
void sort_ascending(double *values, size_t count);

/* Index of the first element that is not less than `sought` by `compare`, of `count` sorted elements of
 * `size` bytes; `count` if all are less. */
size_t search_first(const void *sorted, size_t count, size_t size, const void *sought,
                    int (*compare)(const void *, const void *));
