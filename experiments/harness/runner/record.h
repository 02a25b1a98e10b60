/* Record: takes the results of a point, writes their rows, and prints the line of a finished batch. */
#pragma once

#include "experiments/harness/runner/protocol.h"
#include "experiments/harness/runner/sweep_state.h"

/* Records a result of sweep->planned. 0, or -1 and an error. `sweep` is a Sweep: a ResultHandler. */
int record_result(void *sweep, const Result *result, Error *error);
