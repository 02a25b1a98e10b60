/* The other side of the pipe: what a worker process runs. */
#ifndef SPEEDUP_WORKER_H
#define SPEEDUP_WORKER_H

/* Serves orders until the parent closes the pipe. 0; -1 when this process was not started as a worker. */
int worker_serve(void);

/* The same for rank 0 of a job (rank.h), by these descriptors. It returns when the job is to end: the exit
 * code. */
int worker_serve_ranks(int orders_fd, int messages_fd, int stage_fd);

#endif
