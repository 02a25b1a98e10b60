/* The protocol between the parent and a worker process.
 *
 * The parent writes a Request into a pipe; the worker answers through another pipe. To a batch it answers
 * with a Message per sample and waits for a byte, so that the parent is idle while a sample runs. A last
 * Message reports that all memory is freed. The answer to another request, what a plug-in contains or what a
 * point of its workload costs, is on a shared page before the Message of its end; the failure of one is a
 * sample too. The page also holds the worker's activity, so that the parent can end a hanging worker without
 * waking up before every sample.
 *
 * The worker runs variants, which may corrupt its memory, so the parent validates every field: a Message has
 * only types of which every bit pattern is a value (no bool), and message_read accepts or rejects it. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/driver.h"
#include "common/statistics/stopping_rule.h"
#include "common/text/text.h"
#include "experiments/harness/cli/plugin.h"
#include "experiments/harness/cli/program.h"
#include "experiments/harness/store/status.h"

/* File descriptors of a worker. */
enum { WORKER_REQUESTS_FD = 3, WORKER_MESSAGES_FD, WORKER_PAGE_FD, WORKER_FDS = 3 };

/* Whether a batch ends with a verified run on other inputs, which is not timed. */
typedef enum OtherInputs {
    OTHER_INPUTS_NONE,
    OTHER_INPUTS_SHORT, /* only if a sample is short */
    OTHER_INPUTS_RUN,
} OtherInputs;

typedef enum RequestKind {
    REQUEST_BATCH,       /* the samples of a point in one round */
    REQUEST_DESCRIPTION, /* of plugins[0] */
    REQUEST_COSTS,       /* of `point`, by the cost model of the plug-in that it described */
} RequestKind;

typedef struct Request {
    RequestKind kind;
    bool devices; /* in a description hooks may use a GPU's devices */
    char workload[32], variant[96];
    Point point;
    uint64_t seed;
    char graph[TEXT_MOST + 1], output[64], trace[TEXT_MOST + 1]; /* paths; "" for none */
    bool values;                                                 /* of the graph */
    bool cold, profile;
    bool
        no_warmup; /* for `check`, the profiler and probes: also, the memory of malloc is not zero, and small
                      work ends with calls on the same inputs and on others of each kind, whatever its time */
    OtherInputs other_inputs;
    bool stays;   /* ranks: their job serves another batch */
    bool sandbox; /* the process enters it (common/system/sandbox.h) */
    double warmup_s;
    StopRule rule;
    ProgramSpec program;                       /* of which it is a point; without text: of a variant */
    PluginFile plugins[MOST_PLUGINS_OF_POINT]; /* that have the variant and its workload */
    double clock_hz; /* the highest processor clock that the parent knows (common/machine/machine.h) */
} Request;

/* The outcome of a sample or of a batch. */
typedef struct Result {
    Status status;
    unsigned last;    /* 1: no sample follows in this batch */
    unsigned sampled; /* 1: phases are those of a sample */
    unsigned crashed; /* 1: the process ended by a crash or exit() ... */
    unsigned killed;  /* 1: ... or by a signal from outside: the OOM killer, a user. The parent sets both */
    unsigned flags;   /* FLAGS_OF_SAMPLES */
    char stop[16];    /* why the point is done, which the parent sets; "" if it is not */
    double started_s; /* date of the sample's start (timing_date_s) */
    Phases phases;
    Interference interference;
    double loop_s; /* reference loop: slowest thread, the longer of right before and right after the sample;
                      NAN if the driver has none */
    double noise;  /* its slowdown (store/loop_cache.h); the parent sets it */
    Accuracy accuracy;
    uint64_t input_hash; /* 0 if the inputs were never made */
    char detail[480];
    char devices[480]; /* GPUs, if the driver lists them; else "" */
} Result;

typedef enum MessageKind {
    MESSAGE_SAMPLE,         /* a Result */
    MESSAGE_END,            /* the answer is complete and memory freed; the worker waits for a request */
    MESSAGE_WORKER_EXITING, /* the same, and the worker exits because the batch changed the process */
    MESSAGE_KINDS
} MessageKind;

typedef struct Message {
    uint64_t magic;
    uint32_t kind;
    Result result; /* of a sample */
} Message;

/* `result` may be NULL for kinds other than a sample. */
void message_write(Message *message, MessageKind kind, const Result *result);

/* Sets *kind and, of a sample, *result, without control characters. 0, or -1 if a field has a value that no
 * worker writes, which result->detail names. */
int message_read(const Message *message, MessageKind *kind, Result *result);

/* The worker's activity; the parent limits the time of each. */
typedef enum Activity {
    ACTIVITY_IDLE,
    ACTIVITY_LOADING, /* code of a plug-in runs */
    ACTIVITY_OPENING,
    ACTIVITY_RUNNING,
    ACTIVITY_RESTORING,
    ACTIVITY_PREPARING, /* a program's --prepare */
    ACTIVITY_VERIFYING,
    ACTIVITY_CLOSING,
} Activity;

typedef struct StatusPage {
    _Atomic int activity;    /* Activity */
    _Atomic uint64_t number; /* counts activities: a new number restarts the time limit */
    _Atomic uint64_t fault;  /* as guard_watch records it; 0: none */
    _Atomic int denied;      /* as sandbox_enter records it; 0: none */
    /* Answers, whose reader copies them before it checks their values. */
    PluginDescription described;
    Costs costs;
} StatusPage;
