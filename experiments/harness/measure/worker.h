/* The other side of the pipe: what a worker process runs. */
#ifndef SPEEDUP_WORKER_H
#define SPEEDUP_WORKER_H

/* Serves orders until the parent closes the pipe. 0; -1 when this process was not started as a worker. */
int worker_serve(void);

#endif
