/* Matrix product on several GPUs by cuBLAS, on panels of B that are copied ahead: the library that peer_ahead
 * is compared with.
 *
 * Rows are distributed and panels copied as in peer_ahead; a panel is multiplied by cublasSgemm, pedantic, as
 * in cublas: every multiply-add in float32. Each stream has a handle of its own, as two products of one
 * handle would share its memory. One GPU has all of B, and runs cublas.
 * Source: NVIDIA, cuBLAS documentation. */
#include <cublas_v2.h>
#include <stdlib.h>

#include "gpu/cublas.h"
#include "gpu/matmul/multi_gpu/peers.cuh"

/* A task's handle. */
typedef struct Handle {
    Ahead ahead;
    void *cublas[MOST_DEVICES][AHEAD_STREAMS];
} Handle;

static int fetch(const Task *task, const Panels *panels, OrderedPanel panel)
{
    return peers_fetch(task, &((const Handle *)task->handle)->ahead, panels, panel);
}

/* The library stores matrices by columns: what it takes for ours are their transposes, out' = b' a'. */
static int multiply(const Task *own, const Panels *panels, OrderedPanel panel, unsigned d,
                    unsigned stream_index)
{
    if (gpu_is_recording()) {
        return 0; /* the library's kernels are not recorded */
    }
    Task task = *own;
    task.handle = ((const Handle *)own->handle)->cublas[d][stream_index];
    const auto sgemm = (decltype(&cublasSgemm))gpu_cublas_function(&task, GPU_TEXT(cublasSgemm));
    if (sgemm == NULL) {
        return -1;
    }
    const int n = (int)panels->n;
    const float one = 1.0f, zero = 0.0f;
    return gpu_cublas_check(own,
                            sgemm((cublasHandle_t)task.handle, CUBLAS_OP_N, CUBLAS_OP_N, (int)panel.columns,
                                  (int)own->parts[d].rows, n, &one, (const float *)own->b + panel.first, n,
                                  (const float *)own->a, n, &zero, (float *)own->out + panel.first, n),
                            "cublasSgemm");
}

static int run(const Task *task)
{
    const Panels panels = panels_of(task->point);
    const Handle *handle = (const Handle *)task->handle;
    return ahead_run(task, handle != NULL ? &handle->ahead : NULL, &panels, fetch, multiply);
}

static void close_handle(Task *task)
{
    Handle *handle = (Handle *)task->handle;
    for (unsigned d = 0; handle != NULL && d < MOST_DEVICES; d++) {
        for (void *cublas : handle->cublas[d]) {
            if (cublas != NULL) {
                (void)part_enter(task, d);
            }
            gpu_cublas_destroy(cublas);
        }
    }
    if (handle != NULL) {
        ahead_close(&handle->ahead);
    }
    free(handle);
    task->handle = NULL;
}

static int open_libraries(const Task *task, Handle *handle)
{
    for (unsigned d = 0; d < task->point->devices; d++) {
        if (part_enter(task, d) != 0) {
            return -1;
        }
        for (void *&cublas : handle->cublas[d]) {
            if (gpu_cublas_create(task, &cublas) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int open_handle(Task *task)
{
    Handle *handle = (Handle *)calloc(1, sizeof *handle);
    task->handle = handle;
    if (handle == NULL) {
        return error_set(task->error, "no memory for the streams of a task");
    }
    if (ahead_open(task, &handle->ahead) != 0 || open_libraries(task, handle) != 0) {
        close_handle(task);
        return -1;
    }
    return 0;
}

static size_t workspace(const Point *point)
{
    return panels_of(point).b_bytes;
}

static void describe(const Point *, char *text, size_t size)
{
    gpu_cublas_describe("pedantic FP32", text, size);
}

extern "C" {
extern const Variant variant_gpu_matmul_cublas_panels;
}
const Variant variant_gpu_matmul_cublas_panels = {
    .workload = "matmul",
    .name = "gpu/cublas_panels",
    .idea = "several GPUs: cublasSgemm, no TF32, on panels of B that come while those before are multiplied",
    .source = "NVIDIA, cuBLAS documentation",
    .types = FLOAT32,
    .axes = AXIS_DEVICES,
    .flags = VARIANT_LIBRARY,
    .missing = gpu_cublas_missing,
    .workspace = workspace,
    .describe = describe,
    .open = open_handle,
    .close = close_handle,
    .run = run,
};
