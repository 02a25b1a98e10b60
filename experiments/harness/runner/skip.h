/* Skip: points that a variant rejects or that are predicted to take too long get a row without a sample. The
 * time of a sample is predicted from smaller sizes of the same code. */
#pragma once

#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/row.h"
#include "experiments/harness/store/groups.h"

/* Hash of the identity without what changes with the size, the input and the placement. */
uint64_t skip_hash_code(const char *const *field);

/* Predicts the points whose state has a code from the fastest time of this build in the file at the largest
 * smaller size. */
void skip_predict_earlier(Sweep *sweep, const Groups *groups);

/* Must sweep->planned be skipped? Runs it at smaller sizes if it might take too long. 1: *result is the
 * outcome to record; 0: no; -1 and an error. */
int skip_point(Sweep *sweep, WorkerPool *pool, Result *result, Error *error);
