/* One batch in the worker: opens a point, samples it, verifies the results, and ends with calls on the same
 * and on other inputs. */
#pragma once

#include "common/driver.h"
#include "experiments/harness/runner/protocol.h"

/* Sends the results as they are there. -1: the parent is gone. */
int batch_run(const Request *request, const Job *job, const Driver *driver);
