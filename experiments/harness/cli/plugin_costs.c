/* See plugin_costs.h. */
#include "experiments/harness/cli/plugin_costs.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "common/axes.h"
#include "common/system/child.h"
#include "common/system/sandbox.h"
#include "common/timing.h"

enum { REPLIES_FD = 3, REQUESTS_FD, POLL_MS = 5 };
#define EVALUATE_S 60.0 /* the first time it is loaded, which may wait for a GPU's driver */

/* The values of one point. */
typedef struct Costs {
    double work;
    Extent extent[OPERANDS];
    unsigned type[OPERANDS];
} Costs;

typedef struct Evaluator {
    PluginWorkload *described; /* NULL: free */
    const PluginFile *file;
    pid_t pid; /* 0: not started; -1: could not be */
    int requests, replies;
    ChildOutput output;
    bool failed;
    Point point; /* the last one, or where it failed, and its values */
    Costs costs;
} Evaluator;

/* ---- the child ---- */

int plugin_costs_serve(const char *path, const char *kept, const char *build)
{
    static PluginFile file;
    Error error;
    Point point;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (fcntl(REPLIES_FD, F_SETFD, FD_CLOEXEC) != 0 || fcntl(REQUESTS_FD, F_SETFD, FD_CLOEXEC) != 0) {
        return 2; /* not started by this program */
    }
    snprintf(file.path, sizeof file.path, "%s", path);
    snprintf(file.kept, sizeof file.kept, "%s", kept);
    snprintf(file.build, sizeof file.build, "%s", build);
    if (sandbox_missing() == NULL && sandbox_enter(NULL, -1, &error) != 0) {
        return 2;
    }
    const PluginDescriptor *plugin = plugin_file_load(&file, &error);
    const Workload *workload = plugin != NULL ? plugin->workload : NULL;
    while (workload != NULL && pipe_read(REQUESTS_FD, &point, sizeof point) == 0) {
        Costs costs = {.work = workload->work(&point)};
        for (int operand = 0; operand < OPERANDS; operand++) {
            const bool used = operand == OPERAND_OUT || operand < (int)workload->inputs;
            if (used) {
                costs.extent[operand] = workload_extent(workload, &point, (Operand)operand);
                costs.type[operand] = workload_type(workload, &point, (Operand)operand);
            }
        }
        if (pipe_write(REPLIES_FD, &costs, sizeof costs) != 0) {
            break;
        }
    }
    fflush(NULL);
    _exit(0); /* no handler of the plug-in runs */
}

/* ---- the parent ---- */

static bool start(Evaluator *evaluator)
{
    static char name[] = "speedup", worker[] = "worker", command[] = "costs";
    const PluginFile *file = evaluator->file;
    char *const arguments[] = {name,
                               worker,
                               command,
                               (char *)(uintptr_t)file->path,
                               (char *)(uintptr_t)file->kept,
                               (char *)(uintptr_t)file->build,
                               NULL};
    int requests[2], replies[2];
    if (pipe2(requests, O_CLOEXEC) != 0) {
        return false;
    }
    if (pipe2(replies, O_CLOEXEC) != 0) {
        child_close(requests, 2);
        return false;
    }
    int printed = child_output_open(&evaluator->output);
    const Child child = {.arguments = arguments,
                         .leads_group = true,
                         .fd_count = REQUESTS_FD + 1,
                         .fd = {CHILD_NULL, printed, printed, replies[1], requests[0]}};
    evaluator->pid = printed >= 0 ? child_start(&child) : -1;
    child_close(&printed, 1);
    close(replies[1]);
    close(requests[0]);
    evaluator->requests = requests[1];
    evaluator->replies = replies[0];
    return evaluator->pid > 0;
}

/* The child has ended by itself, or hangs. */
static void stop(Evaluator *evaluator)
{
    evaluator->failed = true;
    if (evaluator->pid > 0) {
        kill(-evaluator->pid, SIGKILL);
        child_wait(evaluator->pid);
    }
    if (evaluator->pid != 0) {
        close(evaluator->requests);
        close(evaluator->replies);
        child_output_end(&evaluator->output, false);
    }
    evaluator->pid = 0;
}

static bool ask(Evaluator *evaluator, Point point)
{
    const double deadline_s = timing_now_s() + EVALUATE_S;
    struct pollfd pipe = {.fd = evaluator->replies, .events = POLLIN};
    if (pipe_write(evaluator->requests, &point, sizeof point) != 0) {
        return false;
    }
    while (poll(&pipe, 1, POLL_MS) <= 0) {
        child_output_copy(&evaluator->output);
        if (timing_now_s() >= deadline_s) {
            return false;
        }
    }
    return pipe_read(evaluator->replies, &evaluator->costs, sizeof evaluator->costs) == 0;
}

static bool same_point(const Point *one, const Point *other)
{
    bool same = one->edges == other->edges;
    for (int id = 0; id < AXIS_IDS; id++) {
        same = same && axis_get(one, (AxisId)id) == axis_get(other, (AxisId)id);
    }
    return same;
}

/* The values at the point. Of a hook that crashed before: no work, no bytes, so that nothing is predicted. */
static const Costs *evaluate(Evaluator *evaluator, const Point *point)
{
    static const Costs none = {.work = NAN};
    if (evaluator->pid > 0 && same_point(&evaluator->point, point)) {
        return &evaluator->costs;
    }
    if (evaluator->failed) {
        return &none;
    }
    evaluator->point = *point;
    if ((evaluator->pid == 0 && !start(evaluator)) || !ask(evaluator, *point)) {
        stop(evaluator);
        return &none;
    }
    for (int operand = 0; operand < OPERANDS; operand++) {
        if (evaluator->costs.type[operand] >= ELEMENT_TYPES) {
            evaluator->costs.work = NAN;
            evaluator->costs.type[operand] = 0;
        }
    }
    return &evaluator->costs;
}

/* A hook has no argument that says whose it is, so each evaluator has functions of its own. */
#define FOR_EACH_EVALUATOR(X) X(0) X(1) X(2) X(3)
#define ONE(i) +1
enum { MOST_EVALUATORS = 0 FOR_EACH_EVALUATOR(ONE) };
static Evaluator evaluators[MOST_EVALUATORS];

#define HOOKS(i)                                                                                             \
    static Extent extent_##i(const Point *point, Operand operand)                                            \
    {                                                                                                        \
        return evaluate(&evaluators[i], point)->extent[operand];                                             \
    }                                                                                                        \
    static ElementType type_##i(const Point *point, Operand operand)                                         \
    {                                                                                                        \
        return (ElementType)evaluate(&evaluators[i], point)->type[operand];                                  \
    }                                                                                                        \
    static double work_##i(const Point *point)                                                               \
    {                                                                                                        \
        return evaluate(&evaluators[i], point)->work;                                                        \
    }                                                                                                        \
    static const char *rate_unit_##i(ElementType type)                                                       \
    {                                                                                                        \
        return evaluators[i].described->unit[type];                                                          \
    }
FOR_EACH_EVALUATOR(HOOKS)

static const struct {
    Extent (*extent)(const Point *point, Operand operand);
    ElementType (*type)(const Point *point, Operand operand);
    double (*work)(const Point *point);
    const char *(*rate_unit)(ElementType type);
} hooks[MOST_EVALUATORS] = {
#define HOOKS_OF(i) {extent_##i, type_##i, work_##i, rate_unit_##i},
    FOR_EACH_EVALUATOR(HOOKS_OF)};

int plugin_costs_attach(PluginWorkload *described, const PluginFile *file, Error *error)
{
    int i = 0;
    while (i < MOST_EVALUATORS && evaluators[i].described != NULL) {
        i++;
    }
    if (i == MOST_EVALUATORS) {
        return error_set(error, "at most %d plug-ins may have a Workload; leave one out", MOST_EVALUATORS);
    }
    evaluators[i] = (Evaluator){.described = described, .file = file};
    described->workload.extent = hooks[i].extent;
    described->workload.type = hooks[i].type;
    described->workload.work = hooks[i].work;
    described->workload.rate_unit = hooks[i].rate_unit;
    return 0;
}

/* That of the workload; NULL if it is none of a plug-in. */
static Evaluator *find(const Workload *workload)
{
    for (int i = 0; i < MOST_EVALUATORS; i++) {
        if (evaluators[i].described != NULL && &evaluators[i].described->workload == workload) {
            return &evaluators[i];
        }
    }
    return NULL;
}

void plugin_costs_detach(const PluginWorkload *described)
{
    Evaluator *evaluator = described != NULL ? find(&described->workload) : NULL;
    if (evaluator != NULL) {
        stop(evaluator);
        evaluator->described = NULL;
    }
}

int plugin_costs_check(const Workload *workload, const Point *point, Error *error)
{
    Evaluator *evaluator = find(workload);
    if (evaluator == NULL) {
        return 0;
    }
    char size[32];
    const Costs *costs = evaluate(evaluator, point);
    axis_format(evaluator->failed ? &evaluator->point : point, AXIS_ID_SIZE, size, sizeof size);
    if (evaluator->failed) {
        return error_set(error, ".work, .extent or .type of %s crashed or did not end at size %s; correct it",
                         workload->name, size);
    }
    if (!(costs->work > 0.0 && isfinite(costs->work))) {
        return error_set(error,
                         ".work of %s is no positive number of operations or bytes at size %s; correct it",
                         workload->name, size);
    }
    return workload_bytes(workload, point, OPERAND_OUT) > 0
               ? 0
               : error_set(error, ".extent of %s is 0 elements of the result at size %s; correct it",
                           workload->name, size);
}
