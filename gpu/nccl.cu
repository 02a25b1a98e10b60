/* See nccl.h.
 * The declarations below follow NCCL's API reference: its header is not needed.
 * Source: NVIDIA, NCCL documentation, "Using NCCL with CUDA" and the API reference. */
#include "gpu/nccl.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/size.h"
#include "gpu/launch.h"
#include "gpu/library.h"
#include "gpu/parts.h"

#define LIBRARY "libnccl.so.2"

enum { SUCCESS = 0, BYTE = 0 }; /* of ncclResult_t, of ncclDataType_t */

typedef struct ncclComm *Communicator;

/* ncclUniqueId, which ncclCommInitRank takes by value. */
typedef struct UniqueId {
    char bytes[128];
} UniqueId;

extern "C" {
int ncclCommInitAll(Communicator *, int, const int *);
int ncclGetUniqueId(UniqueId *);
int ncclCommInitRank(Communicator *, int, UniqueId, int);
int ncclCommDestroy(Communicator);
int ncclCommAbort(Communicator);
int ncclGroupStart(void);
int ncclGroupEnd(void);
int ncclBroadcast(const void *, void *, size_t, int, int, Communicator, cudaStream_t);
int ncclSend(const void *, size_t, int, int, Communicator, cudaStream_t);
int ncclRecv(void *, size_t, int, int, Communicator, cudaStream_t);
int ncclGetVersion(int *);
const char *ncclGetErrorString(int);
}

#define FIND(function) GPU_FIND(LIBRARY, function)

struct NcclTeam {
    unsigned own; /* members of this process */
    bool failed;  /* a collective of it: members may wait for each other for ever */
    Communicator members[MOST_DEVICES];
};

/* ncclSend is the youngest of the functions above. */
const char *gpu_nccl_missing(void)
{
    return FIND(ncclSend) != NULL ? NULL
                                  : "no " LIBRARY ": install NCCL or name its folder in LD_LIBRARY_PATH";
}

void gpu_nccl_describe(const Point *point, char *text, size_t size)
{
    int version = 0; /* 22809 is 2.28.9 */
    (void)point;
    if (gpu_nccl_missing() == NULL && FIND(ncclGetVersion)(&version) == SUCCESS) {
        snprintf(text, size, "NCCL %d.%d.%d", version / 10000, version / 100 % 100, version % 100);
    }
}

static int check(const Task *task, int status, const char *call)
{
    return status == SUCCESS ? 0
                             : error_set(task->error, "%s of NCCL: %s (%d; NCCL_DEBUG=WARN reports more)",
                                         call, FIND(ncclGetErrorString)(status), status);
}

static int open_devices(const Task *task, NcclTeam *team)
{
    int devices[MOST_DEVICES];
    for (unsigned d = 0; d < team->own; d++) {
        devices[d] = task->parts[d].device;
    }
    return check(task, FIND(ncclCommInitAll)(team->members, (int)team->own, devices), "ncclCommInitAll");
}

/* Rank 0 makes the id, and broadcasts whether it succeeded before any rank waits. */
static int open_ranks(const Task *task, NcclTeam *team)
{
    struct {
        UniqueId id;
        int status;
    } shared = {};
    const unsigned rank = task->parts[0].member;
    if (rank == 0) {
        shared.status = FIND(ncclGetUniqueId)(&shared.id);
    }
    task->share(&shared, sizeof shared);
    if (check(task, shared.status, "ncclGetUniqueId") != 0 || part_enter(task, 0) != 0) {
        return -1;
    }
    const int status =
        FIND(ncclCommInitRank)(&team->members[0], (int)part_team(task->point), shared.id, (int)rank);
    return check(task, status, "ncclCommInitRank");
}

int gpu_nccl_open(const Task *task, NcclTeam **team)
{
    *team = NULL;
    if (gpu_is_recording()) {
        return 0;
    }
    NcclTeam *made = (NcclTeam *)calloc(1, sizeof *made);
    const char *missing = made == NULL ? "no memory for NCCL" : gpu_nccl_missing();
    if (missing != NULL) {
        free(made);
        return error_set(task->error, "%s", missing);
    }
    made->own = part_own(task->point);
    if ((task->point->ranks > 0 ? open_ranks(task, made) : open_devices(task, made)) != 0) {
        free(made);
        return -1;
    }
    *team = made;
    return 0;
}

void gpu_nccl_close(NcclTeam *team)
{
    for (unsigned d = 0; team != NULL && d < team->own; d++) {
        (void)(team->failed ? FIND(ncclCommAbort) : FIND(ncclCommDestroy))(team->members[d]);
    }
    free(team);
}

/* The first failure of a group of calls. The group must be ended also after a failure. */
static int end_group(const Task *task, NcclTeam *team, int status, const char *call)
{
    const int ended = FIND(ncclGroupEnd)();
    team->failed = team->failed || status != SUCCESS || ended != SUCCESS;
    return check(task, status, call) != 0 ? -1 : check(task, ended, "ncclGroupEnd");
}

/* Within a group, on all members of this process. */
static int broadcast(const NcclTeam *team, unsigned root, void *const *buffers, size_t offset,
                     void *const *streams, size_t bytes)
{
    int status = SUCCESS;
    for (unsigned d = 0; status == SUCCESS && d < team->own; d++) {
        void *const buffer = (char *)buffers[d] + offset;
        status = FIND(ncclBroadcast)(buffer, buffer, bytes, BYTE, (int)root, team->members[d],
                                     (cudaStream_t)streams[d]);
    }
    return status;
}

int gpu_nccl_broadcast(const Task *task, NcclTeam *team, unsigned root, void *const *buffers,
                       void *const *streams, size_t bytes)
{
    if (team == NULL) {
        return 0;
    }
    int status = FIND(ncclGroupStart)();
    status = status != SUCCESS ? status : broadcast(team, root, buffers, 0, streams, bytes);
    return end_group(task, team, status, "ncclBroadcast");
}

int gpu_nccl_all_gather(const Task *task, NcclTeam *team, void *const *buffers, void *const *streams,
                        size_t block_bytes, size_t bytes)
{
    if (team == NULL) {
        return 0;
    }
    int status = FIND(ncclGroupStart)();
    size_t done = 0;
    for (unsigned root = 0; status == SUCCESS && done < bytes; root++, done += block_bytes) {
        status = broadcast(team, root, buffers, done, streams, size_min(block_bytes, bytes - done));
    }
    return end_group(task, team, status, "ncclBroadcast");
}

int gpu_nccl_exchange(const Task *task, NcclTeam *team, const void *const *from, void *const *to,
                      void *const *streams, size_t bytes)
{
    if (team == NULL) {
        return 0;
    }
    int status = FIND(ncclGroupStart)();
    for (unsigned d = 0; status == SUCCESS && d < team->own; d++) {
        for (unsigned e = 0; status == SUCCESS && e < team->own; e++) {
            const unsigned at = d * team->own + e;
            if (e == d) {
                continue;
            }
            status =
                FIND(ncclSend)(from[at], bytes, BYTE, (int)e, team->members[d], (cudaStream_t)streams[d]);
            status = status != SUCCESS ? status
                                       : FIND(ncclRecv)(to[at], bytes, BYTE, (int)e, team->members[d],
                                                        (cudaStream_t)streams[d]);
        }
    }
    return end_group(task, team, status, "ncclSend and ncclRecv");
}
