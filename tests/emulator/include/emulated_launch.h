/* GPU_LAUNCH where a kernel is a function that can be called: included before every source. */
#pragma once

#include "cuda_runtime.h"

#include "gpu/check.h"
#include "gpu/launch.h"

template <typename... Parameters>
static inline int emulated_gpu_launch(const Task *task, const char *name, const char *place,
                                      const LaunchShape &shape, void (*kernel)(Parameters...),
                                      typename LaunchType<LaunchArgument<Parameters>>::type... given)
{
    if (!gpu_is_recording()) {
        emulated_next_launch(name, [=] { kernel(given.value...); });
    }
    return gpu_launch_kernel(task, name, place, shape, kernel, given.value...);
}

#undef GPU_LAUNCH
#define GPU_LAUNCH(task, shape, ...)                                                                         \
    emulated_gpu_launch((task), #__VA_ARGS__, __FILE__ ":" GPU_TEXT(__LINE__), (shape), __VA_ARGS__)
