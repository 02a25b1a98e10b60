/* The GPUs of this machine, or why none is usable. See device.h and common/gpu.h.
 *
 * A process that uses CUDA holds a context, occupies GPU memory and must not fork. The parent process of a
 * sweep needs to know the GPUs nevertheless. So a child process queries CUDA, writes the answer into a pipe
 * and exits; a process that has a context already (a worker) queries CUDA itself. */
#include "gpu/device.h"

#include <cuda_runtime.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/system/child.h"
#include "common/text/text.h"
#include "gpu/check.h"

enum { ANSWER_MS = 60 * 1000 };

/* Answer of a query. Small enough for an atomic write to a pipe. */
typedef struct Answer {
    int count;
    char missing[256]; /* empty: a GPU can be used */
    GpuInfo info;      /* of the GPU in use, if count is not 0 */
} Answer;

static bool in_use; /* this process uses CUDA */
static int first;   /* device */

/* Exists in this build for the GPU's architecture, or not. */
static __global__ void nothing(void)
{
}

static void explain(int status, char *text, size_t size)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    int driver = 0, runtime = 0;
    (void)cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    if (status == cudaErrorInsufficientDriver && driver > 0) {
        snprintf(text, size,
                 "driver %d.%d is older than the runtime %d.%d: update the driver or build with an older "
                 "toolkit",
                 driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    } else if (status == cudaErrorNoDevice && visible != NULL && visible[strspn(visible, " ")] == '\0') {
        snprintf(text, size, "CUDA_VISIBLE_DEVICES is empty, which hides every GPU: unset it or name one");
    } else if (visible != NULL && (status == cudaErrorNoDevice || status == cudaErrorInvalidDevice)) {
        snprintf(text, size, "CUDA_VISIBLE_DEVICES=%.60s names no GPU of this machine", visible);
    } else if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver) {
        snprintf(text, size, "no GPU on this machine"); /* the latter: no driver at all */
    } else {
        char reason[160];
        gpu_reason(status, reason, sizeof reason);
        snprintf(text, size, "the GPU cannot be used: %s", reason);
    }
    (void)cudaGetLastError();
}

/* 0 if the device does not report it. */
static size_t attribute(enum cudaDeviceAttr which)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, first) != cudaSuccess || value < 0) {
        return 0;
    }
    return (size_t)value;
}

Nvml *gpu_nvml(int device, Error *error)
{
    static struct {
        Nvml nvml;
        Error missing;
        bool known, usable;
    } views[MOST_DEVICES];
    char bus_id[24];
    auto *view = &views[device % MOST_DEVICES];
    if (!view->known) {
        view->known = true;
        view->usable = GPU_TRY(&view->missing, cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, device)) == 0 &&
                       nvml_open(&view->nvml, NVML_LIBRARY, bus_id, &view->missing) == 0;
    }
    if (!view->usable) {
        error_set(error, "%s", view->missing.text);
    }
    return view->usable ? &view->nvml : NULL;
}

static void explain_nvml(char *text, size_t size)
{
    Error error;
    const Nvml *nvml = gpu_nvml(first, &error);
    if (nvml == NULL) {
        snprintf(text, size, "%.150s", error.text);
    } else {
        nvml_lacks(nvml, text, size);
    }
}

static int fill_info(GpuInfo *info, int count)
{
    cudaDeviceProp properties;
    int status = cudaGetDeviceProperties(&properties, first);
    if (status != cudaSuccess) {
        return status;
    }
    snprintf(info->name, sizeof info->name, "%.95s", properties.name);
    snprintf(info->compute_capability, sizeof info->compute_capability, "%u.%u",
             (unsigned)properties.major % 100, (unsigned)properties.minor % 100);
    info->multiprocessors = (unsigned)properties.multiProcessorCount;
    info->memory_bytes = properties.totalGlobalMem;
    info->clock_mhz = (double)attribute(cudaDevAttrClockRate) / 1e3;
    info->memory_clock_mhz = (double)attribute(cudaDevAttrMemoryClockRate) / 1e3;
    info->memory_bus_bits = (unsigned)attribute(cudaDevAttrGlobalMemoryBusWidth);
    info->l2_bytes = attribute(cudaDevAttrL2CacheSize);
    info->shared_per_block_bytes = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    info->shared_per_multiprocessor_bytes = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    info->copy_engines = (unsigned)attribute(cudaDevAttrAsyncEngineCount);
    (void)cudaDriverGetVersion(&info->driver_version);
    (void)cudaRuntimeGetVersion(&info->runtime_version);
    for (int device = 0; device < count && device < (int)MOST_DEVICES; device++) {
        (void)cudaDeviceGetPCIBusId(info->pci_bus_id[device], sizeof info->pci_bus_id[device],
                                    (first + device) % count);
    }
    explain_nvml(info->nvml_missing, sizeof info->nvml_missing);
    return cudaSuccess;
}

static bool is_missing_code(int status)
{
    return status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidDeviceFunction ||
           status == cudaErrorUnsupportedPtxVersion || status == cudaErrorInvalidPtx ||
           status == cudaErrorJitCompilerNotFound;
}

static void query(Answer *answer)
{
    int status = cudaGetDeviceCount(&answer->count);
    if (status == cudaSuccess && answer->count == 0) {
        status = cudaErrorNoDevice;
    }
    if (status == cudaSuccess) {
        status = fill_info(&answer->info, answer->count);
    }
    if (status != cudaSuccess) {
        answer->count = 0;
        explain(status, answer->missing, sizeof answer->missing);
        return;
    }
    cudaFuncAttributes attributes;
    status = cudaFuncGetAttributes(&attributes, nothing);
    if (is_missing_code(status)) {
        const char *number = answer->info.compute_capability;
        const char *dot = strchr(number, '.');
        snprintf(answer->missing, sizeof answer->missing,
                 "this build has no code for compute capability %s: make CUDA_ARCH=%.*s%s", number,
                 (int)(dot - number), number, dot + 1);
        (void)cudaGetLastError();
    } else if (status != cudaSuccess) {
        explain(status, answer->missing, sizeof answer->missing);
    }
}

/* Reads the answer within ANSWER_MS. */
static bool receive(int from, Answer *answer)
{
    struct pollfd wait = {from, POLLIN, 0};
    const bool is_late = TEMP_FAILURE_RETRY(poll(&wait, 1, ANSWER_MS)) == 0;
    if (!is_late && TEMP_FAILURE_RETRY(read(from, answer, sizeof *answer)) == (ssize_t)sizeof *answer) {
        return true;
    }
    answer->count = 0;
    snprintf(answer->missing, sizeof answer->missing, "the GPU's driver %s",
             is_late ? "did not answer within 60 s" : "crashed during a query");
    return false;
}

static void query_in_child(Answer *answer)
{
    int ends[2] = {-1, -1};
    const pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0) {
        query(answer);
        _exit(write(ends[1], answer, sizeof *answer) == (ssize_t)sizeof *answer ? 0 : 1);
    }
    if (child < 0) {
        snprintf(answer->missing, sizeof answer->missing, "no process to query the GPU: %s", strerror(errno));
    }
    child_close(&ends[1], 1);
    if (child > 0) {
        if (!receive(ends[0], answer)) {
            kill(child, SIGKILL);
        }
        (void)child_wait(child);
    }
    child_close(&ends[0], 1);
}

static const Answer *answer_get(void)
{
    static Answer answer;
    static bool known;
    if (!known) {
        (in_use ? query : query_in_child)(&answer);
        known = true;
    }
    return &answer;
}

const char *gpu_missing(void)
{
    const char *missing = answer_get()->missing;
    return missing[0] == '\0' ? NULL : missing;
}

/* From here on this process uses CUDA, which reads the variable when it creates a context, in cudaSetDevice.
 * The default is eight queues: with more streams than queues, one waits for work of another. */
static void begin_cuda(void)
{
    in_use = true;
    (void)setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
}

/* By cudaSetDevice and not by CUDA_VISIBLE_DEVICES: NCCL needs GPUs that are visible to each other. */
void gpu_use(unsigned place)
{
    int count = 0;
    begin_cuda();
    if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) {
        first = (int)(place % (unsigned)count);
        (void)cudaSetDevice(first); /* a failure recurs where it is reported */
    }
    (void)cudaGetLastError();
}

int gpu_first(void)
{
    return first;
}

int gpu_start(Error *error)
{
    static bool started;
    if (started) {
        return 0;
    }
    begin_cuda();
    int status = cudaSetDevice(first);
    if (status == cudaSuccess) {
        status = cudaFree(NULL); /* creates the context */
    }
    if (status != cudaSuccess) {
        char reason[256];
        explain(status, reason, sizeof reason);
        return error_set(error, "%s", reason);
    }
    started = true;
    return 0;
}

void gpu_memory(size_t *free_bytes, size_t *total_bytes)
{
    if (gpu_start(NULL) != 0 || cudaMemGetInfo(free_bytes, total_bytes) != cudaSuccess) {
        *free_bytes = *total_bytes = 0;
    }
}

int gpu_info(GpuInfo *info, Error *error)
{
    const Answer *answer = answer_get();
    *info = answer->info;
    return answer->count > 0 ? 0 : error_set(error, "%s", answer->missing);
}

int gpu_count(void)
{
    return answer_get()->count;
}

const char *gpu_build(void)
{
#ifdef GPU_BUILD
    return GPU_BUILD;
#else
    static char text[160];
    snprintf(text, sizeof text, "nvcc %d.%d for", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__);
    for (int architecture : {__CUDA_ARCH_LIST__}) { /* 750, 800, 900 */
        text_append(text, sizeof text, " ", "%d", architecture / 10);
    }
    return text;
#endif
}
