/* The parent's side of the workers: starts them, feeds them, watches them, buries them. */
#ifndef SPEEDUP_CREW_H
#define SPEEDUP_CREW_H

#include <sys/types.h>

#include "experiments/harness/measure/protocol.h"

enum { CREW_SIZE = 3 };

/* One live worker a binding: bound CPU variants, libraries (which bind
 * themselves), the GPU. Only one works at a time, the others sleep. */
typedef struct Worker {
    pid_t pid; /* 0: an empty place */
    int orders_fd, reports_fd;
    Stage *stage;
    char binding[1024];
    unsigned long used; /* when, by count, to know the oldest */
} Worker;

typedef struct Crew {
    Worker workers[CREW_SIZE];
    unsigned long visits;
} Crew;

typedef struct Listener {
    int (*on_report)(void *context, const Report *report, Error *error); /* -1 ends the visit and the run */
    void (*on_wait)(void *context);                                      /* called about ten times a second */
    void *context;
} Listener;

/* Sends `order` with the earlier samples to a worker bound as asked and hands
 * every report to the listener. A worker that dies or hangs yields a last
 * report with status failed or timeout. 0 when the visit is over, -1 when the listener failed, the
 * run was interrupted (error->text empty) or no worker can be started. */
int crew_visit(Crew *crew, const Order *order, const double *kernel_s, const double *total_s,
               const char *bind, const char *places, double timeout_s, const Listener *listener,
               Error *error);

/* Ends all workers. */
void crew_dismiss(Crew *crew);

#endif
