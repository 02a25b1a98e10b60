/* Joining the job of a launcher, commands of rank 0, agreement. See ranks_job.h and common/ranks.h.
 * Library: MPI */
#include "cpu/ranks_job.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "common/ranks.h"

enum { WAIT_NS = 50000 }; /* between two polls for a command */

RankJob rank_job;

void rank_job_command(CommandKind kind, const Job *job)
{
    Command given = {.kind = kind};
    if (rank_job.own != 0) {
        return;
    }
    if (job != NULL) {
        snprintf(given.workload, sizeof given.workload, "%s", job->workload->name);
        snprintf(given.variant, sizeof given.variant, "%s", job->variant->name);
        given.point = job->point;
    }
    MPI_Request request;
    MPI_Ibcast(&given, sizeof given, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

Command rank_job_await(void)
{
    const struct timespec pause = {.tv_nsec = WAIT_NS};
    Command given;
    MPI_Request request;
    int there = 0;
    MPI_Ibcast(&given, sizeof given, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &there, MPI_STATUS_IGNORE); !there;
         MPI_Test(&request, &there, MPI_STATUS_IGNORE)) {
        nanosleep(&pause, NULL);
    }
    return given;
}

int rank_job_agree(int failed, Error *error)
{
    int first = failed != 0 ? rank_job.own : rank_job.count;
    MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == rank_job.count) {
        return 0;
    }
    Error shared = *error;
    MPI_Bcast(&shared, sizeof shared, MPI_BYTE, first, MPI_COMM_WORLD);
    if (first != rank_job.own) {
        error_set(error, "rank %d: %.400s", first, shared.text);
        error->no_room = shared.no_room;
    }
    return -1;
}

int ranks_join(unsigned *rank, Error *error)
{
    int provided;
    MPI_Comm node;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
        return error_set(error, "MPI cannot be initialized");
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_job.own);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_job.count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &rank_job.node_ranks);
    MPI_Comm_rank(node, &rank_job.node_rank);
    rank_job.node_first = rank_job.own;
    MPI_Bcast(&rank_job.node_first, 1, MPI_INT, 0, node);
    rank_job.nodes = rank_job.node_rank == 0;
    MPI_Allreduce(MPI_IN_PLACE, &rank_job.nodes, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_free(&node);
    *rank = (unsigned)rank_job.own;
    return 0;
}

void ranks_leave(void)
{
    rank_job_command(LEAVE, NULL);
    MPI_Finalize();
}

const char *ranks_launcher(void)
{
#ifdef OPEN_MPI
    return geteuid() == 0 ? "mpirun --allow-run-as-root --map-by slot:OVERSUBSCRIBE --bind-to none"
                          : "mpirun --map-by slot:OVERSUBSCRIBE --bind-to none";
#else
    return "mpirun";
#endif
}

const char *ranks_missing(void)
{
    return NULL;
}
