/* See nccl.h.
 * The declarations below follow NCCL's API reference: its header is not needed.
 * Source: NVIDIA, NCCL documentation, "Using NCCL with CUDA" and the API reference. */
#include "gpu/nccl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/size.h"
#include "gpu/launch.h"
#include "gpu/parts.h"

#define LIBRARY "libnccl.so.2"

enum { SUCCESS = 0, BYTE = 0 }; /* of ncclResult_t, of ncclDataType_t */

typedef struct ncclComm *Communicator;

/* ncclUniqueId, which ncclCommInitRank takes by value. */
typedef struct UniqueId {
    char bytes[128];
} UniqueId;

/* The functions of the library that are called: our name and its name, result and parameters. */
#define FUNCTIONS(X)                                                                                         \
    X(init_all, ncclCommInitAll, int, (Communicator *, int, const int *))                                    \
    X(unique_id, ncclGetUniqueId, int, (UniqueId *))                                                         \
    X(init_rank, ncclCommInitRank, int, (Communicator *, int, UniqueId, int))                                \
    X(destroy, ncclCommDestroy, int, (Communicator))                                                         \
    X(abort, ncclCommAbort, int, (Communicator))                                                             \
    X(group_start, ncclGroupStart, int, (void))                                                              \
    X(group_end, ncclGroupEnd, int, (void))                                                                  \
    X(broadcast, ncclBroadcast, int, (const void *, void *, size_t, int, int, Communicator, cudaStream_t))   \
    X(send, ncclSend, int, (const void *, size_t, int, int, Communicator, cudaStream_t))                     \
    X(receive, ncclRecv, int, (void *, size_t, int, int, Communicator, cudaStream_t))                        \
    X(version, ncclGetVersion, int, (int *))                                                                 \
    X(explain, ncclGetErrorString, const char *, (int))

#define MEMBER(member, name, result, parameters) result(*member) parameters;
typedef struct Library {
    FUNCTIONS(MEMBER)
} Library;

struct NcclTeam {
    unsigned own; /* members of this process */
    bool failed;  /* a collective of it: members may wait for each other for ever */
    Communicator members[MOST_DEVICES];
};

#define ENTRY(member, name, result, parameters) {#name, offsetof(Library, member)},
static const struct {
    const char *name;
    size_t where;
} functions[] = {FUNCTIONS(ENTRY)};

/* NULL if it cannot be opened or lacks a function; opened once. */
static const Library *library_get(void)
{
    static Library library;
    static bool known, complete;
    if (!known) {
        known = true;
        void *const opened = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
        complete = opened != NULL;
        for (size_t i = 0; complete && i < sizeof functions / sizeof functions[0]; i++) {
            void *const function = dlsym(opened, functions[i].name);
            *(void **)((char *)&library + functions[i].where) = function;
            complete = function != NULL;
        }
    }
    return complete ? &library : NULL;
}

const char *gpu_nccl_missing(void)
{
    return library_get() != NULL ? NULL
                                 : "no " LIBRARY ": install NCCL or name its folder in LD_LIBRARY_PATH";
}

void gpu_nccl_describe(const Point *point, char *text, size_t size)
{
    const Library *library = library_get();
    int version = 0; /* 22809 is 2.28.9 */
    (void)point;
    if (library != NULL && library->version(&version) == SUCCESS) {
        snprintf(text, size, "NCCL %d.%d.%d", version / 10000, version / 100 % 100, version % 100);
    }
}

static int check(const Task *task, int status, const char *call)
{
    return status == SUCCESS ? 0
                             : error_set(task->error, "%s of NCCL: %s (%d; NCCL_DEBUG=WARN reports more)",
                                         call, library_get()->explain(status), status);
}

static int open_devices(const Task *task, NcclTeam *team)
{
    int devices[MOST_DEVICES];
    for (unsigned d = 0; d < team->own; d++) {
        devices[d] = task->parts[d].device;
    }
    return check(task, library_get()->init_all(team->members, (int)team->own, devices), "ncclCommInitAll");
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
        shared.status = library_get()->unique_id(&shared.id);
    }
    task->share(&shared, sizeof shared);
    if (check(task, shared.status, "ncclGetUniqueId") != 0 || part_enter(task, 0) != 0) {
        return -1;
    }
    const int status =
        library_get()->init_rank(&team->members[0], (int)part_team(task->point), shared.id, (int)rank);
    return check(task, status, "ncclCommInitRank");
}

int gpu_nccl_open(const Task *task, NcclTeam **team)
{
    *team = NULL;
    if (gpu_is_recording()) {
        return 0;
    }
    const Library *library = library_get();
    NcclTeam *made = (NcclTeam *)calloc(1, sizeof *made);
    if (library == NULL || made == NULL) {
        free(made);
        return error_set(task->error, "%s", library == NULL ? gpu_nccl_missing() : "no memory for NCCL");
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
        (void)(team->failed ? library_get()->abort : library_get()->destroy)(team->members[d]);
    }
    free(team);
}

/* The first failure of a group of calls. The group must be ended also after a failure. */
static int end_group(const Task *task, NcclTeam *team, int status, const char *call)
{
    const int ended = library_get()->group_end();
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
        status = library_get()->broadcast(buffer, buffer, bytes, BYTE, (int)root, team->members[d],
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
    int status = library_get()->group_start();
    status = status != SUCCESS ? status : broadcast(team, root, buffers, 0, streams, bytes);
    return end_group(task, team, status, "ncclBroadcast");
}

int gpu_nccl_all_gather(const Task *task, NcclTeam *team, void *const *buffers, void *const *streams,
                        size_t block_bytes, size_t bytes)
{
    if (team == NULL) {
        return 0;
    }
    int status = library_get()->group_start();
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
    const Library *library = library_get();
    int status = library->group_start();
    for (unsigned d = 0; status == SUCCESS && d < team->own; d++) {
        for (unsigned e = 0; status == SUCCESS && e < team->own; e++) {
            const unsigned at = d * team->own + e;
            if (e == d) {
                continue;
            }
            status = library->send(from[at], bytes, BYTE, (int)e, team->members[d], (cudaStream_t)streams[d]);
            status = status != SUCCESS ? status
                                       : library->receive(to[at], bytes, BYTE, (int)e, team->members[d],
                                                          (cudaStream_t)streams[d]);
        }
    }
    return end_group(task, team, status, "ncclSend and ncclRecv");
}
