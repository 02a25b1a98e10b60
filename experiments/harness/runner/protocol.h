/* What the parent and its worker process say to each other.
 *
 * The parent writes an Order into a pipe; the worker answers through another with a Message a sample and
 * waits for a byte, so that nothing of the parent runs while a sample does. When
 * all is freed it says so in a last Message. A shared page tells what the worker is doing, so that the parent
 * can end one that hangs without being woken before every sample.
 *
 * The worker runs other people's code, so the parent takes every byte from it for what it is: a Message holds
 * only types of which every pattern of bits is a value, and becomes an Outcome by message_read, which
 * believes nothing. */
#ifndef SPEEDUP_PROTOCOL_H
#define SPEEDUP_PROTOCOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/driver.h"
#include "common/statistics/stopping_rule.h"
#include "common/text/text.h"
#include "experiments/harness/store/status.h"

enum { WORKER_ORDERS_FD = 3, WORKER_MESSAGES_FD = 4, WORKER_STAGE_FD = 5 };

/* One visit to a point: the samples of one round. */
typedef struct Order {
    char workload[32], variant[96];
    Point point;
    uint64_t seed;
    char graph[TEXT_MOST + 1], output[64], trace[TEXT_MOST + 1]; /* "" for none */
    bool cold, once, profile; /* once: one verified sample without warm-up, as `check` wants */
    double warmup_s;
    StopRule rule;
    bool stays;      /* ranks: their job serves another visit */
    double clock_hz; /* the highest of the processor that the parent knows (common/machine/machine.h) */
} Order;

/* What came of a sample, or of the visit. */
typedef struct Outcome {
    Status status;
    bool last;        /* no sample follows in this visit */
    unsigned flags;   /* FLAGS_OF_SAMPLES */
    bool sampled;     /* phases are those of a sample */
    bool crashed;     /* the process ended by itself: a crash, or exit() */
    bool killed;      /* somebody else ended it, or the kernel for want of memory */
    char stop[16];    /* why the point is done, which the parent decides for right ones; "" while it is not */
    double started_s; /* the date of the sample's start (timing_date_s) */
    Phases phases;
    Interference interference;
    double loop_s; /* the reference loop on the slowest thread, the longer of right before and right after the
                      sample; NAN where the driver has none */
    double noise;  /* loop_s over the run's shortest on as many threads, which the parent knows */
    Accuracy accuracy;
    uint64_t input_hash; /* 0 where the inputs were never made */
    char detail[480];
    char devices[480]; /* the GPUs, where the driver tells; else "" */
} Outcome;

typedef enum MessageKind {
    MESSAGE_SAMPLE,   /* an Outcome */
    MESSAGE_END,      /* the visit is over, and all its memory is freed; the worker waits for another order */
    MESSAGE_FAREWELL, /* the same, and the worker ends: the visit changed the process */
    MESSAGE_KINDS
} MessageKind;

typedef struct Message {
    uint64_t magic;
    uint32_t kind, status, last, sampled, flags, precision;
    char stop[16];
    double phases[sizeof(Phases) / sizeof(double)]; /* the fields, in their order */
    double interference[sizeof(Interference) / sizeof(double)];
    double started_s, loop_s;
    double error[2]; /* relative, units */
    uint64_t input_hash;
    char detail[480], devices[480];
} Message;

void message_write(Message *message, MessageKind kind, const Outcome *outcome);

/* Takes a message apart. 0; -1 where it cannot be one: whatever wrote it, the worker's code did not. */
int message_read(const Message *message, MessageKind *kind, Outcome *outcome);

/* What the worker is doing; the parent bounds the time of each. */
typedef enum Activity {
    ACTIVITY_IDLE,
    ACTIVITY_OPENING,
    ACTIVITY_RUNNING,
    ACTIVITY_RESTORING,
    ACTIVITY_VERIFYING,
    ACTIVITY_CLOSING,
} Activity;

typedef struct Stage {
    _Atomic int activity;    /* Activity */
    _Atomic uint64_t number; /* counts what it has done: a new number is a new start */
    _Atomic uint64_t fault;  /* what guard_watch noted; 0: nothing */
} Stage;

/* Whole reads and writes; -1 at the end of the pipe or an error. */
int pipe_read(int fd, void *buffer, size_t size);
int pipe_write(int fd, const void *buffer, size_t size);

#endif
