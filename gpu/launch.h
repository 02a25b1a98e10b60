/* How a GPU variant launches a kernel: one checked way.
 *
 * Every launch goes through gpu_launch, which names the kernel, its place and
 * the driver's reason when it fails. In a recorded launch (`speedup kernels`) the
 * shape and the kernel's attributes are recorded and nothing runs.
 *
 * A variant's run() is therefore:
 *
 *     void *arguments[] = {&task->a, &task->b, &task->out, &n};
 *     LaunchShape shape = {.grid = {g, g, 1}, .block = {32, 32, 1}};
 *     return GPU_LAUNCH(task, kernel<32>, &shape, arguments);
 */
#ifndef SPEEDUP_GPU_LAUNCH_H
#define SPEEDUP_GPU_LAUNCH_H

#include <stddef.h>

#include "common/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#define GPU_TEXT_(x) #x
#define GPU_TEXT(x) GPU_TEXT_(x)
#define GPU_LAUNCH(task, kernel, shape, arguments)                                                           \
    gpu_launch((task), (const void *)(kernel), #kernel, __FILE__ ":" GPU_TEXT(__LINE__), (shape), (arguments))

/* Checks a CUDA runtime status (as int; 0 is success) of a call that a variant had to make itself:
 * 0, or -1 with task->error naming expression, place and reason. */
int gpu_check(const Task *task, int status, const char *expression, const char *place);

#define GPU_CHECK(task, expression)                                                                          \
    gpu_check((task), (int)(expression), #expression, __FILE__ ":" GPU_TEXT(__LINE__))

/* True while launches are only written down: a variant may then skip library calls. */
int gpu_is_recording(void);

/* What the whole task costs, as its workload counts it: the operations of a variant that makes one
 * launch. Known in a recorded launch, 0 else. */
double gpu_task_work(void);

#ifdef __cplusplus
}
#endif

#endif
