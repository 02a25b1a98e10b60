/* How a GPU variant launches a kernel.
 *
 * Every launch goes through gpu_launch, whose error names the kernel, the place and the driver's reason. In a
 * recorded launch (`speedup kernels`) the shape is recorded and nothing runs.
 *
 * A variant's run() is therefore:
 *
 *     LaunchShape shape = {.grid = {g, g, 1}, .block = {32, 32, 1}};
 *     return GPU_LAUNCH(task, shape, kernel<float, 32>, task->a, task->b, task->out, n);
 *
 * Arguments are converted to the kernel's parameters as in a call; task->a, a const void *, becomes a pointer
 * to const of any type, and task->out one of any type.
 */
#pragma once

#include <stddef.h>

#include "common/workload.h"
#include "gpu/check.h"
#include "gpu/clock.h"

typedef struct LaunchShape {
    unsigned grid[3], block[3]; /* as CUDA counts them: x first; all three must be set */
    size_t dynamic_shared_bytes;
    /* For `speedup kernels`, of the whole launch; 0: unknown. */
    double operations;      /* as the workload's cost model counts them: gpu_task_work(), or a part of it */
    double global_accesses; /* elements read from or written to global memory by all threads */
} LaunchShape;

/* Enqueues kernel(arguments...) on task->stream. 0, or -1 with task->error set. */
int gpu_launch(const Task *task, const void *kernel, const char *kernel_name, const char *place,
               const LaunchShape *shape, void **arguments);

/* An argument, converted to the kernel's parameter. */
template <typename Parameter> struct LaunchArgument {
    Parameter value;
    template <typename Given> LaunchArgument(const Given &given) : value(given)
    {
    }
};
template <typename Pointed> struct LaunchArgument<Pointed *> {
    Pointed *value;
    LaunchArgument(decltype(nullptr)) : value(nullptr)
    {
    }
    template <typename Given> LaunchArgument(Given *given) : value(static_cast<Pointed *>(given))
    {
    }
};
/* The type itself, by which no argument decides what the kernel's parameters are. */
template <typename Type> struct LaunchType {
    typedef Type type;
};

template <typename... Parameters>
static inline int gpu_launch_kernel(const Task *task, const char *name, const char *place,
                                    const LaunchShape &shape, void (*kernel)(Parameters...),
                                    typename LaunchType<LaunchArgument<Parameters>>::type... given)
{
    void *arguments[] = {(void *)&given.value..., NULL};
    return gpu_launch(task, (const void *)kernel, name, place, &shape, arguments);
}

/* GPU_LAUNCH(task, shape, kernel, arguments...); a kernel may have template arguments. 0 or -1. */
#define GPU_LAUNCH(task, shape, ...)                                                                         \
    gpu_launch_kernel((task), #__VA_ARGS__, __FILE__ ":" GPU_TEXT(__LINE__), (shape), __VA_ARGS__)

/* An int: the expression, in which Element is the point's type of elements; unsigned for int32, which wraps.
 * GPU_BY_ELEMENT_TYPE: also Float16 and Bfloat16, which are only stored. */
#define GPU_BY_TYPE(task, ...) GPU_BY_TYPE_OF(task, FOR_EACH_TYPE, __VA_ARGS__)
#define GPU_BY_ELEMENT_TYPE(task, ...) GPU_BY_TYPE_OF(task, FOR_EACH_ELEMENT_TYPE, __VA_ARGS__)
#define GPU_BY_TYPE_OF(task, FOR_EACH, ...)                                                                  \
    [&]() -> int {                                                                                           \
        switch ((task)->point->type) {                                                                       \
            FOR_EACH(GPU_TYPE_CASE, __VA_ARGS__)                                                             \
        default:                                                                                             \
            break;                                                                                           \
        }                                                                                                    \
        return -1;                                                                                           \
    }()
#define GPU_TYPE_CASE(name, NAME, C_TYPE, WIDE, PRECISION, POISON, ...)                                      \
    case TYPE_##NAME: {                                                                                      \
        typedef C_TYPE Element;                                                                              \
        return __VA_ARGS__;                                                                                  \
    }

/* True while launches are only recorded: a variant may then skip library calls. */
int gpu_is_recording(void);

/* For the driver: the next launch opens this gate as soon as it is enqueued. NULL: none does. */
void gpu_launch_opens(GpuClock *gate);

/* Launches enqueued by this process so far. */
size_t gpu_launch_count(void);

/* Operations of the whole task by its workload's cost model, for a variant of one launch. Known in a recorded
 * launch, else 0. */
double gpu_task_work(void);
