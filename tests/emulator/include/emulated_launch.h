/* GPU_LAUNCH where a kernel is a function with a type: included before every source. */
#pragma once

#include "cuda_runtime.h"

#include "gpu/check.h"
#include "gpu/launch.h"

template <typename... Parameters, size_t... I>
static inline std::function<void()> emulated_thread(void (*kernel)(Parameters...), void **arguments,
                                                    std::index_sequence<I...>)
{
    auto kept = std::make_tuple((*(typename std::decay<Parameters>::type *)arguments[I])...);
    return [=] { std::apply(kernel, kept); };
}

template <typename... Parameters>
static inline int emulated_gpu_launch(const Task *task, void (*kernel)(Parameters...), const char *name,
                                      const char *place, const LaunchShape *shape, void **arguments)
{
    if (!gpu_is_recording()) {
        emulated_next_launch(name,
                             emulated_thread(kernel, arguments, std::index_sequence_for<Parameters...>()));
    }
    return gpu_launch(task, (const void *)kernel, name, place, shape, arguments);
}

#undef GPU_LAUNCH
#define GPU_LAUNCH(task, kernel, shape, arguments)                                                           \
    emulated_gpu_launch((task), kernel, #kernel, __FILE__ ":" GPU_TEXT(__LINE__), (shape), (arguments))
