/* Memory of a point on host and GPUs, all of it had before the clock starts.
 *
 * Every matrix of the point has its own memory, so that no transfer waits for another pair's to
 * become free. Each buffer is an allocation of its own, so that a memory checker sees an access past
 * its end. The GPU's comes from cudaMalloc: managed memory would move pages inside the kernel's time. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/matrix.h"
#include "common/size.h"
#include "gpu/bench.h"
#include "gpu/check.h"
#include "gpu/device.h"
#include "gpu/parts.h"

/* cudaMalloc hands out whole steps of this. */
static const size_t step_bytes = (size_t)2 << 20;

enum { FLUSH_THREADS = 256, FLUSH_BLOCKS = 1024, POISONED = 512 };

static bool is_overlap(const Job *job)
{
    return job->point.transfer == TRANSFER_OVERLAP_BREADTH || job->point.transfer == TRANSFER_OVERLAP_DEPTH;
}

/* What is computed in place must not find the result of the iteration before: a closed graph has
 * nothing left to shorten. */
static bool keeps_input(const Job *job)
{
    return job->workload->in_place && job->point.iterations > 1;
}

static size_t workspace_bytes(const Job *job)
{
    return job->variant->workspace == NULL ? 0 : job->variant->workspace(&job->point);
}

static size_t flush_bytes(const Job *job)
{
    return job->cold ? size_mul(2, gpu_l2_bytes()) : 0;
}

/* Two streams may run a kernel each at the same time, so each has a workspace. */
static size_t stream_count(const Job *job)
{
    return is_overlap(job) ? job->point.matrices : 1;
}

/* A GPU stands for several devices of a process where there are more of them. */
static size_t devices_of_one(const Point *point)
{
    const size_t gpus = (size_t)gpu_count();
    return gpus == 0 ? 1 : (part_own(point) - 1) / gpus + 1;
}

void gpu_bench_memory(const Job *job, size_t *host_bytes, size_t *device_bytes)
{
    const Workload *workload = job->workload;
    const GridShape shape = part_shape(job->variant, &job->point);
    size_t matrices = job->point.matrices, bytes = point_matrix_bytes(&job->point);
    if (host_bytes != NULL) {
        size_t each = (size_t)workload->inputs + 1 + (workload->in_place ? 1 : 0);
        *host_bytes = size_mul(size_mul(matrices, each), bytes);
    }
    if (device_bytes != NULL) {
        size_t count = (size_t)workload->inputs + 1 + (keeps_input(job) ? 1 : 0);
        size_t share = size_mul(size_mul(grid_most_rows(&shape), job->point.n), type_size(job->point.type));
        size_t each = size_mul(count, size_round_up(share, step_bytes));
        size_t workspaces = size_mul(stream_count(job), size_round_up(workspace_bytes(job), step_bytes));
        size_t own = size_mul(devices_of_one(&job->point), size_add(size_mul(matrices, each), workspaces));
        *device_bytes = size_add(own, flush_bytes(job));
    }
}

typedef struct BytesText {
    char text[32];
} BytesText;

static BytesText bytes_text(size_t bytes)
{
    const double mib = (double)bytes / (1 << 20);
    BytesText result;
    snprintf(result.text, sizeof result.text, mib < 1024 ? "%.2f MiB" : "%.2f GiB",
             mib < 1024 ? mib : mib / 1024);
    return result;
}

static int device_alloc(void **memory, size_t bytes, const char *what, Error *error)
{
    if (bytes == 0) {
        return 0;
    }
    int status = bytes == SIZE_MAX ? (int)cudaErrorMemoryAllocation : (int)cudaMalloc(memory, bytes);
    if (status == cudaSuccess) {
        return 0;
    }
    (void)cudaGetLastError();
    *memory = NULL;
    char reason[160];
    gpu_reason(status, reason, sizeof reason);
    size_t free_bytes, total_bytes;
    gpu_memory(&free_bytes, &total_bytes);
    error_set(error, "%s of GPU memory for %s: %s (%s of %s are free)", bytes_text(bytes).text, what, reason,
              bytes_text(free_bytes).text, bytes_text(total_bytes).text);
    return status == (int)cudaErrorMemoryAllocation ? error_no_room(error) : -1;
}

static int host_alloc(const Bench *bench, void **memory, Error *error)
{
    if (!bench->pinned) {
        *memory = matrix_alloc(bench->matrix_bytes, error);
        return *memory == NULL ? -1 : 0;
    }
    int status = cudaHostAlloc(memory, bench->matrix_bytes, cudaHostAllocDefault);
    if (status == cudaSuccess) {
        return 0;
    }
    (void)cudaGetLastError();
    *memory = NULL;
    char reason[160];
    gpu_reason(status, reason, sizeof reason);
    error_set(error,
              "%s of page-locked host memory: %s; take a smaller size, fewer matrices or the "
              "transfer pageable",
              bytes_text(bench->matrix_bytes).text, reason);
    return status == cudaErrorMemoryAllocation ? error_no_room(error) : -1;
}

static void host_free(const Bench *bench, void *memory)
{
    if (memory == NULL) {
        return;
    }
    if (bench->pinned) {
        (void)cudaFreeHost(memory);
    } else {
        matrix_free(memory, bench->matrix_bytes);
    }
}

/* The matrices of a process that is one of several are there: they become page-locked if they are to be. What
 * is computed in place has its input and its result in one. */
static int lock_parts(const Bench *bench, Problem *problem, Error *error)
{
    void *const parts[] = {bench->job.workload->in_place ? NULL : problem->host_a, problem->host_b,
                           problem->host_out};
    const size_t bytes = gpu_bench_slice_bytes(bench, 0);
    for (unsigned i = 0; i < MATRICES && bench->pinned && bytes > 0; i++) {
        if (parts[i] != NULL) {
            if (GPU_TRY(error, cudaHostRegister(parts[i], bytes, cudaHostRegisterDefault)) != 0) {
                return -1;
            }
            problem->is_locked[i] = true;
        }
    }
    return 0;
}

static void unlock_parts(Problem *problem)
{
    void *const parts[] = {problem->host_a, problem->host_b, problem->host_out};
    for (unsigned i = 0; i < MATRICES; i++) {
        if (problem->is_locked[i]) {
            (void)cudaHostUnregister(parts[i]);
        }
    }
}

static int host_memory(const Bench *bench, Problem *problem, Error *error)
{
    if (bench->is_rank) {
        return lock_parts(bench, problem, error);
    }
    const unsigned inputs = bench->job.workload->inputs;
    if ((inputs >= 1 || bench->job.workload->in_place) && host_alloc(bench, &problem->host_a, error) != 0) {
        return -1;
    }
    if (inputs >= 2 && host_alloc(bench, &problem->host_b, error) != 0) {
        return -1;
    }
    return host_alloc(bench, &problem->host_out, error);
}

static int share_memory(const Bench *bench, Problem *problem, unsigned d, Error *error)
{
    const Workload *workload = bench->job.workload;
    const size_t bytes = gpu_bench_slice_bytes(bench, d);
    DeviceBuffers *share = &problem->buffers[d];
    DeviceSlice *part = &problem->parts[d];
    if ((workload->inputs >= 1 || bench->keeps_input) &&
        device_alloc(&share->a, bytes, "the first input", error) != 0) {
        return -1;
    }
    if (workload->inputs >= 2 && device_alloc(&share->b, bytes, "the second input", error) != 0) {
        return -1;
    }
    if (device_alloc(&share->out, gpu_bench_result_bytes(bench, d), "the result", error) != 0) {
        return -1;
    }
    part->member = bench->member + d;
    part->rows = distribution_rows(&bench->distribution, bench->member + d);
    part->a = workload->in_place ? NULL : share->a;
    part->b = share->b;
    part->out = share->out;
    return 0;
}

/* Overlapped, a matrix goes before those behind it where kernels of several could run. With equal rights a
 * closure's many small kernels take turns with all the others', all results are there at the end, and nothing
 * is left to hide their copies behind. The last matrix has the priority of any stream, and the highest is
 * left to variants that make streams of their own. */
static int stream_priority(const Bench *bench, const Problem *problem, int *priority, Error *error)
{
    int lowest = 0, highest = 0; /* the higher, the smaller the number */
    if (GPU_TRY(error, cudaDeviceGetStreamPriorityRange(&lowest, &highest)) != 0) {
        return -1;
    }
    const size_t count = bench->job.point.matrices, behind = count - 1 - (size_t)(problem - bench->problems);
    *priority = bench->overlap ? lowest - (int)(behind * (size_t)(lowest - highest) / count) : lowest;
    return 0;
}

/* What problems in sequence have in common: on each device a stream, what waits for it, and a workspace. */
static int share_stream(const Bench *bench, Problem *problem, unsigned d, Error *error)
{
    DeviceSlice *part = &problem->parts[d];
    cudaStream_t stream = NULL;
    cudaEvent_t is_done = NULL;
    int priority = 0;
    if (stream_priority(bench, problem, &priority, error) != 0 ||
        GPU_TRY(error, cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority)) != 0) {
        return -1;
    }
    part->stream = stream;
    if (GPU_TRY(error, cudaEventCreateWithFlags(&is_done, cudaEventDisableTiming)) != 0) {
        return -1;
    }
    problem->buffers[d].is_done = is_done;
    return device_alloc(&part->workspace, bench->workspace_bytes, "the workspace", error);
}

/* And, once for all of them, a library's handle. */
static int lane_open(const Bench *bench, Problem *problem, Error *error)
{
    const Variant *variant = bench->job.variant;
    if (!problem->owns_stream || variant->open == NULL) {
        return 0;
    }
    const int result = variant->open(&problem->task);
    problem->opened = result == 0;
    return gpu_bench_enter(bench, 0, error) != 0 ? -1 : result;
}

/* And for each of them what hangs on its memory. */
static int lane_prepare(const Bench *bench, const Problem *problem, Error *error)
{
    const Variant *variant = bench->job.variant;
    return variant->prepare == NULL || variant->prepare(&problem->task) == 0
               ? gpu_bench_enter(bench, 0, error)
               : -1;
}

int gpu_bench_open_variant(const Bench *bench, Problem *problem, Error *error)
{
    problem->task.error = error;
    return lane_open(bench, problem, error) != 0 ? -1 : lane_prepare(bench, problem, error);
}

static int lane_allocate(Bench *bench, size_t index, Error *error)
{
    Problem *problem = &bench->problems[index];
    Task *task = &problem->task;
    for (int i = 0; i < MOMENTS; i++) {
        cudaEvent_t event = NULL;
        if (GPU_TRY(error, cudaEventCreate(&event)) != 0) {
            return -1;
        }
        problem->events[i] = event;
    }
    problem->owns_stream = bench->overlap || index == 0;
    if (!problem->owns_stream) {
        memcpy(problem->parts, bench->problems[0].parts, sizeof problem->parts);
        for (unsigned d = 0; d < bench->own; d++) {
            problem->buffers[d].is_done = bench->problems[0].buffers[d].is_done;
        }
        task->handle = bench->problems[0].task.handle;
    }
    if (host_memory(bench, problem, error) != 0) {
        return -1;
    }
    for (unsigned d = 0; d < bench->own; d++) {
        problem->parts[d].device = bench->problems[0].parts[d].device;
        if (gpu_bench_enter(bench, d, error) != 0 || share_memory(bench, problem, d, error) != 0 ||
            (problem->owns_stream && share_stream(bench, problem, d, error) != 0)) {
            return -1;
        }
    }
    const DeviceSlice *first = &problem->parts[0];
    task->point = &bench->job.point;
    task->a = first->a;
    task->b = first->b;
    task->out = first->out;
    task->workspace = first->workspace;
    task->stream = first->stream;
    task->parts = problem->parts;
    task->error = error;
    return gpu_bench_enter(bench, 0, error) != 0 ? -1
           : bench->is_rank                      ? 0
                                                 : gpu_bench_open_variant(bench, problem, error);
}

int gpu_bench_allocate(Bench *bench, Error *error)
{
    const Job *job = &bench->job;
    const size_t problems = job->point.matrices;
    bench->repeats = 1;
    bench->overlap = is_overlap(job);
    bench->pinned = job->point.transfer != TRANSFER_PAGEABLE;
    bench->keeps_input = keeps_input(job);
    const GridShape shape = part_shape(job->variant, &job->point);
    bench->distribution = shape.of_rows;
    bench->matrix_bytes = point_matrix_bytes(&job->point);
    bench->workspace_bytes = workspace_bytes(job);
    bench->flush_bytes = flush_bytes(job);
    bench->own = part_own(&job->point);
    bench->problems =
        bench->problems != NULL ? bench->problems : (Problem *)calloc(problems, sizeof *bench->problems);
    bench->spans = (double(*)[2])calloc(problems, sizeof *bench->spans);
    if (bench->problems == NULL || bench->spans == NULL) {
        return error_set(error, "no memory for %zu matrices", problems);
    }
    for (unsigned d = 0; d < bench->own; d++) {
        bench->problems[0].parts[d].device = (gpu_first() + (int)d) % gpu_count();
    }
    if (gpu_bench_connect(bench, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < problems; i++) {
        if (lane_allocate(bench, i, error) != 0) {
            return -1;
        }
    }
    return device_alloc(&bench->flush, bench->flush_bytes, "flushing the L2 cache", error);
}

static void lane_free(const Bench *bench, Problem *problem)
{
    Error ignored;
    problem->task.error = &ignored;
    if (problem->opened && bench->job.variant->close != NULL) {
        bench->job.variant->close(&problem->task);
    }
    problem->task.error = NULL;
    for (unsigned d = 0; d < bench->own; d++) {
        const DeviceBuffers *share = &problem->buffers[d];
        const DeviceSlice *part = &problem->parts[d];
        (void)cudaFree(share->a);
        (void)cudaFree(share->b);
        (void)cudaFree(share->out);
        if (problem->owns_stream) {
            (void)cudaFree(part->workspace);
            if (share->is_done != NULL) {
                (void)cudaEventDestroy((cudaEvent_t)share->is_done);
            }
            if (part->stream != NULL) {
                (void)cudaStreamDestroy((cudaStream_t)part->stream);
            }
        }
    }
    for (int i = 0; i < MOMENTS; i++) {
        if (problem->events[i] != NULL) {
            (void)cudaEventDestroy((cudaEvent_t)problem->events[i]);
        }
    }
    if (bench->is_rank) {
        unlock_parts(problem);
        return;
    }
    host_free(bench, problem->host_a);
    host_free(bench, problem->host_b);
    host_free(bench, problem->host_out);
}

void gpu_bench_free(Bench *bench)
{
    /* Nothing may be in flight in what is freed now. */
    for (unsigned d = 0; bench->problems != NULL && d < bench->own; d++) {
        (void)cudaSetDevice(bench->problems[0].parts[d].device);
        (void)cudaDeviceSynchronize();
    }
    (void)cudaSetDevice(gpu_first());
    for (size_t i = 0; bench->problems != NULL && i < bench->job.point.matrices; i++) {
        lane_free(bench, &bench->problems[i]);
    }
    (void)cudaFree(bench->flush);
    free(bench->problems);
    free(bench->spans);
    (void)cudaGetLastError();
}

/* Bytes that make a NaN of any floating-point type, or a large negative integer. */
static int poison_byte(const Bench *bench)
{
    return bench->job.point.type == TYPE_INT32 ? 0x80 : 0xff;
}

int gpu_bench_poison_some(const Bench *bench, const Problem *problem, Error *error)
{
    const size_t element = type_size(bench->job.point.type);
    for (unsigned d = 0; d < bench->own; d++) {
        const size_t count = gpu_bench_result_bytes(bench, d) / element, step = count / POISONED + 1;
        if (count > 0 && GPU_TRY(error, cudaMemset2DAsync(problem->buffers[d].out, step * element,
                                                          poison_byte(bench), element, count / step,
                                                          (cudaStream_t)problem->parts[d].stream)) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Page-locked memory gets its poison from the card's, by the copy engine. What the CPU's threads write lies
 * in their caches, tens of megabytes of it, and the copy that is timed next would have to get it out of
 * there. Where the card wrote last, that copy runs at the bus's speed. */
static int poison_host(const Bench *bench, const Problem *problem, Error *error)
{
    if (!bench->pinned) {
        matrix_poison(problem->host_out, bench->job.point.n, bench->job.point.type);
        return 0;
    }
    return gpu_bench_gather(bench, problem, problem->host_out, error);
}

static int poison_share(const Bench *bench, const Problem *problem, unsigned d, Error *error)
{
    const int byte = poison_byte(bench);
    const size_t bytes = gpu_bench_result_bytes(bench, d);
    const cudaStream_t stream = (cudaStream_t)problem->parts[d].stream;
    if (bytes > 0 && GPU_TRY(error, cudaMemsetAsync(problem->buffers[d].out, byte, bytes, stream)) != 0) {
        return -1;
    }
    return !problem->owns_stream || bench->workspace_bytes == 0
               ? 0
               : GPU_TRY(error,
                         cudaMemsetAsync(problem->parts[d].workspace, byte, bench->workspace_bytes, stream));
}

int gpu_bench_poison(Bench *bench, Error *error)
{
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        const Problem *problem = &bench->problems[i];
        for (unsigned d = 0; d < bench->own; d++) {
            if (poison_share(bench, problem, d, error) != 0) {
                return -1;
            }
        }
        if (!bench->is_rank && poison_host(bench, problem, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The condition is there so that the reads are made; it would do no harm if it came true. */
static __global__ void read_all(uint4 *memory, size_t count)
{
    unsigned sum = 0;
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const uint4 four = memory[i];
        sum += four.x ^ four.y ^ four.z ^ four.w;
    }
    if (sum == 0x5eed5eed) {
        memory[0].x = sum;
    }
}

/* Writing takes the cache, reading the same again leaves it with lines that need no writing back,
 * which would otherwise be charged to the kernel that comes next. */
int gpu_bench_flush(const Bench *bench, void *stream, Error *error)
{
    if (bench->flush == NULL) {
        return 0;
    }
    if (GPU_TRY(error, cudaMemsetAsync(bench->flush, 0, bench->flush_bytes, (cudaStream_t)stream)) != 0) {
        return -1;
    }
    read_all<<<FLUSH_BLOCKS, FLUSH_THREADS, 0, (cudaStream_t)stream>>>((uint4 *)bench->flush,
                                                                       bench->flush_bytes / sizeof(uint4));
    return GPU_TRY(error, cudaGetLastError());
}
