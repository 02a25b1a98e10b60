/* Asynchronous copies to shared memory: some are made at once, the others when they are waited for. */
#pragma once

#include "cuda_runtime.h"

void emulated_copy(void *to, const void *from, size_t bytes); /* to one of this thread's open copies */
void emulated_commit(void);                                   /* those make a group */
void emulated_wait_prior(unsigned groups);                    /* until at most so many groups are open */
void emulated_wait_all(void);                                 /* and those that are in none */

#define __pipeline_memcpy_async emulated_copy
#define __pipeline_commit emulated_commit
#define __pipeline_wait_prior emulated_wait_prior
