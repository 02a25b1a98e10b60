/* Results that were found right, by hash: the same bits in another sample need no second look. Private to
 * common/verify/. Not to be called by two threads at once. */
#ifndef SPEEDUP_VERIFIED_CACHE_H
#define SPEEDUP_VERIFIED_CACHE_H

#include "common/workload.h"

/* Was a result with this key remembered? Then `accuracy`, where not NULL, is what it was remembered with.
 * The key is a hash of the result chained from a hash of all that it is the result of. */
bool verified_cache_find(uint64_t key, Accuracy *accuracy);
void verified_cache_add(uint64_t key, Accuracy accuracy);

#endif
