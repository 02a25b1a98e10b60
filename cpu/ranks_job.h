/* The job of a launcher: its processes, rank 0's commands to the others, and their agreement. */
#pragma once

#include <mpi.h>

#include "common/workload.h"
#include "cpu/job.h"

typedef enum CommandKind { OPEN, RESTORE, SAMPLE, REFERENCE_LOOP, CLOSE, LEAVE } CommandKind;

typedef struct Command {
    CommandKind kind;
    char workload[32], variant[96];
    Point point;
} Command;

/* Places in the job; rank_job.node_first is the rank of the first process of this one's node. */
typedef struct RankJob {
    int own, count;                        /* this process, number of processes */
    int nodes;                             /* number of nodes */
    int node_rank, node_ranks, node_first; /* processes on this node: this one, number, first one's rank */
} RankJob;

extern RankJob rank_job;

/* Rank 0: has the others execute a step, which it then executes too. Nothing on the others. */
void rank_job_command(CommandKind kind, const Job *job);

/* On the others: waits for the next command with sleeps. */
Command rank_job_await(void);

/* Makes a step fail on all processes if it failed on one: -1 and the first one's error, with its rank on the
 * others. */
int rank_job_agree(int failed, Error *error);
