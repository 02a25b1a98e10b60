/* What the parent and its worker process say to each other.
 *
 * The worker is the same program, so plain structs travel through two pipes:
 * the parent writes an Order and the samples of earlier rounds; the worker
 * answers with a Report a sample and waits for one byte, so that nothing of
 * the parent runs while a sample does. A shared page tells what the worker is
 * doing, so that the parent can end one that hangs without being woken before
 * every sample. */
#ifndef SPEEDUP_PROTOCOL_H
#define SPEEDUP_PROTOCOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/driver.h"
#include "common/stats.h"
#include "common/text.h"
#include "experiments/harness/keep/status.h"

enum { WORKER_ORDERS_FD = 3, WORKER_REPORTS_FD = 4, WORKER_STAGE_FD = 5 };

/* One visit to a point: the samples of one round. Followed on the pipe by
 * `previous` pairs of doubles, kernel_s and total_s of the samples so far. */
typedef struct Order {
    char workload[32], variant[96];
    Point point;
    uint64_t seed;
    char graph[TEXT_MOST + 1], output[TEXT_MOST_PATH + sizeof ".result-XXXXXX"],
        trace[TEXT_MOST + 1]; /* "" for none */
    bool cold, once, profile; /* once: one verified sample without warm-up, as `check` wants */
    double warmup_s;
    StopRule rule;
    unsigned round;
    size_t previous;
} Order;

typedef struct Report {
    Status status;
    bool last;     /* the visit ends with this report */
    bool sampled;  /* phases are those of a sample */
    char stop[16]; /* why the point is done; "" while it is not */
    Phases phases;
    uint64_t input_hash; /* 0 where the inputs were never made */
    char detail[480];
} Report;

/* All but IDLE and VERIFYING are watched: they run the variant's code or wait for what it began. */
typedef enum Activity {
    ACTIVITY_IDLE,
    ACTIVITY_OPENING,
    ACTIVITY_RUNNING,
    ACTIVITY_RESTORING,
    ACTIVITY_VERIFYING,
    ACTIVITY_CLOSING,
} Activity;

typedef struct Stage {
    _Atomic int activity;      /* Activity */
    _Atomic uint64_t since_ns; /* of the monotonic clock, when it began */
} Stage;

/* Whole reads and writes; -1 at the end of the pipe or an error. */
int pipe_read(int fd, void *buffer, size_t size);
int pipe_write(int fd, const void *buffer, size_t size);

#endif
