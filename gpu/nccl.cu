/* See nccl.h.
 * Source: NVIDIA, NCCL documentation, "Using NCCL with CUDA" and the API reference, after which the few
 * declarations below are written: its header is not needed. */
#include "gpu/nccl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpu/launch.h"
#include "gpu/parts.h"

#define LIBRARY "libnccl.so.2"

enum { SUCCESS = 0, BYTE = 0 }; /* of ncclResult_t, of ncclDataType_t */

typedef struct ncclComm *Communicator;

/* ncclUniqueId, which ncclCommInitRank takes by value. */
typedef struct UniqueId {
    char bytes[128];
} UniqueId;

/* The library's functions, as far as they are called. */
typedef struct Library {
    int (*init_all)(Communicator *, int, const int *);
    int (*unique_id)(UniqueId *);
    int (*init_rank)(Communicator *, int, UniqueId, int);
    int (*destroy)(Communicator);
    int (*group_start)(void);
    int (*group_end)(void);
    int (*broadcast)(const void *, void *, size_t, int, int, Communicator, cudaStream_t);
    int (*send)(const void *, size_t, int, int, Communicator, cudaStream_t);
    int (*receive)(void *, size_t, int, int, Communicator, cudaStream_t);
    int (*version)(int *);
    const char *(*explain)(int);
} Library;

struct NcclTeam {
    unsigned own; /* members of this process */
    Communicator members[MOST_DEVICES];
};

/* Which of a job's teams a rank is of, and where in it. */
typedef struct GridPlace {
    unsigned teams, team;
    unsigned members, member; /* of that team */
} GridPlace;

static const struct {
    const char *name;
    size_t where;
} functions[] = {
    {"ncclCommInitAll", offsetof(Library, init_all)},   {"ncclGetUniqueId", offsetof(Library, unique_id)},
    {"ncclCommInitRank", offsetof(Library, init_rank)}, {"ncclCommDestroy", offsetof(Library, destroy)},
    {"ncclGroupStart", offsetof(Library, group_start)}, {"ncclGroupEnd", offsetof(Library, group_end)},
    {"ncclBroadcast", offsetof(Library, broadcast)},    {"ncclSend", offsetof(Library, send)},
    {"ncclRecv", offsetof(Library, receive)},           {"ncclGetVersion", offsetof(Library, version)},
    {"ncclGetErrorString", offsetof(Library, explain)},
};

/* NULL where it cannot be opened or lacks a function; looked for once. */
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
                             : error_set(task->error, "%s of NCCL: %s (%d; NCCL_DEBUG=WARN tells more)", call,
                                         library_get()->explain(status), status);
}

static int open_devices(const Task *task, NcclTeam *team)
{
    int devices[MOST_DEVICES];
    for (unsigned d = 0; d < team->own; d++) {
        devices[d] = task->parts[d].device;
    }
    return check(task, library_get()->init_all(team->members, (int)team->own, devices), "ncclCommInitAll");
}

/* The first rank makes an id for each team, and broadcasts whether it succeeded before any rank waits. */
static int open_place(const Task *task, const GridPlace *place, NcclTeam *team)
{
    typedef struct SharedId {
        UniqueId id;
        int status;
    } SharedId;
    SharedId own = {};
    for (unsigned i = 0; i < place->teams && own.status == SUCCESS; i++) {
        SharedId made = {};
        if (task->parts[0].member == 0) {
            made.status = library_get()->unique_id(&made.id);
        }
        task->share(&made, sizeof made);
        own = i == place->team || made.status != SUCCESS ? made : own;
    }
    return check(task, own.status, "ncclGetUniqueId") != 0 || part_enter(task, 0) != 0
               ? -1
               : check(task,
                       library_get()->init_rank(&team->members[0], (int)place->members, own.id,
                                                (int)place->member),
                       "ncclCommInitRank");
}

/* `place`: of ranks; NULL: a process's devices. */
static int open_team(const Task *task, const GridPlace *place, NcclTeam **team)
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
    if ((place != NULL ? open_place(task, place, made) : open_devices(task, made)) != 0) {
        free(made);
        return -1;
    }
    *team = made;
    return 0;
}

int gpu_nccl_open(const Task *task, NcclTeam **team)
{
    const GridPlace all = {1, 0, part_team(task->point), task->parts != NULL ? task->parts[0].member : 0};
    return open_team(task, task->point->ranks > 0 ? &all : NULL, team);
}

void gpu_nccl_close(NcclTeam *team)
{
    for (unsigned d = 0; team != NULL && d < team->own; d++) {
        (void)library_get()->destroy(team->members[d]);
    }
    free(team);
}

int gpu_nccl_open_grid(Task *task, const GridShape *shape)
{
    const GridPart own = grid_part(shape, task->parts != NULL ? task->parts[0].member : 0);
    const GridPlace in_row = {shape->rows, own.row, shape->columns, own.column},
                    in_column = {shape->columns, own.column, shape->rows, own.row};
    NcclGrid made = {}, *grid = (NcclGrid *)malloc(sizeof *grid);
    int failed = (in_row.members > 1 && open_team(task, &in_row, &made.in_row) != 0) ||
                 (in_column.members > 1 && open_team(task, &in_column, &made.in_column) != 0);
    if (failed == 0 && grid == NULL) { /* behind the teams, for which all wait for each other */
        failed = error_set(task->error, "no memory for NCCL");
    }
    if (failed != 0) {
        gpu_nccl_close(made.in_row);
        gpu_nccl_close(made.in_column);
        free(grid);
        return -1;
    }
    *grid = made;
    task->handle = grid;
    return 0;
}

void gpu_nccl_close_grid(Task *task)
{
    NcclGrid *grid = (NcclGrid *)task->handle;
    if (grid != NULL) {
        gpu_nccl_close(grid->in_row);
        gpu_nccl_close(grid->in_column);
    }
    free(grid);
    task->handle = NULL;
}

/* The first failure of a group of calls, whose end must be said all the same. */
static int end_group(const Task *task, int status, const char *call)
{
    const int ended = library_get()->group_end();
    return check(task, status, call) != 0 ? -1 : check(task, ended, "ncclGroupEnd");
}

int gpu_nccl_broadcast(const Task *task, const NcclTeam *team, unsigned root, void *const *buffers,
                       void *const *streams, size_t bytes)
{
    if (team == NULL) {
        return 0;
    }
    const Library *library = library_get();
    int status = library->group_start();
    for (unsigned d = 0; status == SUCCESS && d < team->own; d++) {
        status = library->broadcast(buffers[d], buffers[d], bytes, BYTE, (int)root, team->members[d],
                                    (cudaStream_t)streams[d]);
    }
    return end_group(task, status, "ncclBroadcast");
}

int gpu_nccl_exchange(const Task *task, const NcclTeam *team, const void *const *from, void *const *to,
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
            status = library->send(from[at], bytes, BYTE, (int)e, team->members[d], (cudaStream_t)streams[d]);
            status = status != SUCCESS ? status
                                       : library->receive(to[at], bytes, BYTE, (int)e, team->members[d],
                                                          (cudaStream_t)streams[d]);
        }
    }
    return end_group(task, status, "ncclSend and ncclRecv");
}
