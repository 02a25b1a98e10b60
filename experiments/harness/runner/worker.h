/* The worker process. */
#pragma once

#include "experiments/harness/runner/protocol.h"

/* Serves requests on these descriptors, which rank 0 of a job receives (rank.h), until the parent closes the
 * pipe. 0; -1 if this process was not started as a worker. */
int worker_serve(int requests_fd, int messages_fd, int page_fd);

/* For a batch. */
void worker_enter(Activity activity);

/* Sends the result and waits until the parent has recorded it. -1: the parent is gone. */
int worker_send_result(Result *result);

/* Makes the result the last one of the batch, without a sample, and sends it. */
int worker_send_failure(Result *result, Status status, const char *why);
