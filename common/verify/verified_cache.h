/* Cache of verified results by hash: identical bits in another sample are not verified again. Private to
 * common/verify/. Not thread-safe. */
#pragma once

#include "common/workload.h"

/* Looks up a result; sets *accuracy to its stored accuracy. The key is a hash of the result
 * chained from a hash of its inputs. */
bool verified_cache_find(uint64_t key, Accuracy *accuracy);
void verified_cache_add(uint64_t key, Accuracy accuracy);
