/* The worker process. */
#pragma once

/* Serves requests until the parent closes the pipe. 0; -1 if this process was not started as a worker. */
int worker_serve(void);

/* The same for rank 0 of a job (rank.h), on these descriptors. Returns the exit code when the job must end.
 */
int worker_serve_ranks(int requests_fd, int messages_fd, int page_fd);
