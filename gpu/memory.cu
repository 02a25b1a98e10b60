/* Memory of a point on host and GPUs, allocated before the clock starts.
 *
 * Every matrix of the point has its own memory, so that no transfer waits until that of another is free. Each
 * buffer is a separate allocation, so that a memory checker detects an access past its end. GPU memory comes
 * from cudaMalloc: managed memory would migrate pages within the kernel's time. */
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

/* Granularity of cudaMalloc. */
static const size_t step_bytes = (size_t)2 << 20;

enum { FLUSH_THREADS = 256, FLUSH_BLOCKS = 1024, POISONED = 512 };

static bool is_overlap(const Job *job)
{
    return job->point.transfer == TRANSFER_OVERLAP_BREADTH || job->point.transfer == TRANSFER_OVERLAP_DEPTH;
}

/* Work in place must not begin with the result of the iteration before: a closed graph has no path to
 * shorten. */
static bool keeps_input(const Job *job)
{
    return job->workload->in_place && job->point.iterations > 1;
}

static size_t flush_bytes(const Job *job)
{
    GpuInfo info;
    return job->cold && gpu_info(&info, NULL) == 0 ? size_mul(2, info.l2_bytes) : 0;
}

/* Two streams may run a kernel each at the same time, so each has a workspace. */
static size_t stream_count(const Job *job)
{
    return is_overlap(job) ? job->point.matrices : 1;
}

/* Devices of a process share a GPU where there are more of them than GPUs. */
static size_t devices_of_one(const Point *point)
{
    const size_t gpus = (size_t)gpu_count();
    return gpus == 0 ? 1 : (part_own(point) - 1) / gpus + 1;
}

/* Has the point such a matrix? In place it has an input where that is kept beside the result. */
static bool has_matrix(const Job *job, unsigned operand, bool keeps_input)
{
    return operand < job->workload->inputs || operand == OPERAND_OUT ||
           (operand == OPERAND_A && job->workload->in_place && keeps_input);
}

void gpu_bench_memory(const Job *job, size_t *host_bytes, size_t *device_bytes)
{
    const Workload *workload = job->workload;
    const GridShape shape = part_shape(job->variant, &job->point);
    const Point *point = &job->point;
    size_t matrices = point->matrices, on_host = workload_all_bytes(workload, point), each = 0;
    const bool shared = part_team(point) > 1; /* then matrices are square */
    const size_t share = size_mul(size_mul(grid_most_rows(&shape), point->n), type_size(point->type));
    for (unsigned i = 0; i < OPERANDS; i++) {
        const size_t bytes = shared ? share : workload_bytes(workload, point, (Operand)i);
        each = size_add(each, has_matrix(job, i, keeps_input(job)) ? size_round_up(bytes, step_bytes) : 0);
    }
    if (workload->in_place) {
        on_host = size_mul(2, on_host);
    }
    size_t workspaces = size_mul(stream_count(job), size_round_up(job_workspace_bytes(job), step_bytes));
    size_t own = size_mul(devices_of_one(&job->point), size_add(size_mul(matrices, each), workspaces));
    *host_bytes = size_mul(matrices, on_host);
    *device_bytes = size_add(own, flush_bytes(job));
}

/* After a failed allocation of `bytes`: clears CUDA's failure. */
static int refuse(int status, void **memory, size_t bytes, const char *what, const char *more, Error *error)
{
    const double mib = (double)bytes / (1 << 20);
    char reason[160];
    (void)cudaGetLastError();
    *memory = NULL;
    gpu_reason(status, reason, sizeof reason);
    error_set(error, "%.2f %s of %s: %s%s", mib < 1024 ? mib : mib / 1024, mib < 1024 ? "MiB" : "GiB", what,
              reason, more);
    return status == (int)cudaErrorMemoryAllocation ? error_no_room(error) : -1;
}

static int device_alloc(void **memory, size_t bytes, const char *purpose, Error *error)
{
    size_t free_bytes, total_bytes;
    char what[80], more[80];
    const int status = bytes == 0          ? (int)cudaSuccess
                       : bytes == SIZE_MAX ? (int)cudaErrorMemoryAllocation
                                           : (int)cudaMalloc(memory, bytes);
    if (status == cudaSuccess) {
        return 0;
    }
    gpu_memory(&free_bytes, &total_bytes);
    snprintf(what, sizeof what, "GPU memory for %s", purpose);
    snprintf(more, sizeof more, " (%.2f GiB of %.2f GiB are free)", (double)free_bytes / (1 << 30),
             (double)total_bytes / (1 << 30));
    return refuse(status, memory, bytes, what, more, error);
}

static int host_alloc(const Bench *bench, void **memory, Operand which, Error *error)
{
    const size_t bytes = gpu_bench_matrix_bytes(bench, which);
    if (!bench->pinned) {
        *memory = matrix_alloc(bytes, error);
        return *memory == NULL ? -1 : 0;
    }
    const int status = (int)cudaHostAlloc(memory, bytes, cudaHostAllocDefault);
    return status == cudaSuccess
               ? 0
               : refuse(status, memory, bytes, "page-locked host memory",
                        "; take a smaller size, fewer matrices or the transfer pageable", error);
}

/* Allocates host memory of the matrices. One of several processes has it, and page-locks it if required; in
 * place, its input and result are the same memory. */
static int host_memory(const Bench *bench, Problem *problem, Error *error)
{
    const Workload *workload = bench->job.workload;
    const size_t bytes = gpu_bench_bytes(bench, 0, OPERAND_A);
    for (unsigned i = 0; i < OPERANDS; i++) {
        void **host = &problem->host[i];
        if (!bench->is_rank) {
            if (has_matrix(&bench->job, i, true) && host_alloc(bench, host, (Operand)i, error) != 0) {
                return -1;
            }
        } else if (bench->pinned && bytes > 0 && *host != NULL && !(workload->in_place && i == OPERAND_A)) {
            if (GPU_TRY(error, cudaHostRegister(*host, bytes, cudaHostRegisterDefault)) != 0) {
                return -1;
            }
            problem->is_locked[i] = true;
        }
    }
    return 0;
}

static void host_free(const Bench *bench, const Problem *problem)
{
    for (unsigned i = 0; i < OPERANDS; i++) {
        void *memory = problem->host[i];
        if (problem->is_locked[i]) {
            (void)cudaHostUnregister(memory);
        } else if (memory != NULL && !bench->is_rank && bench->pinned) {
            (void)cudaFreeHost(memory);
        } else if (memory != NULL && !bench->is_rank) {
            matrix_free(memory, gpu_bench_matrix_bytes(bench, (Operand)i));
        }
    }
}

static int device_memory(const Bench *bench, Problem *problem, unsigned d, Error *error)
{
    static const char *const names[OPERANDS] = {"the first input", "the second input", "the third input",
                                                "the fourth input", "the result"};
    const Workload *workload = bench->job.workload;
    void **matrix = problem->buffers[d].matrix;
    DeviceSlice *part = &problem->parts[d];
    for (unsigned i = 0; i < OPERANDS; i++) {
        if (has_matrix(&bench->job, i, bench->keeps_input) &&
            device_alloc(&matrix[i], gpu_bench_bytes(bench, d, (Operand)i), names[i], error) != 0) {
            return -1;
        }
    }
    part->member = bench->member + d;
    part->rows = distribution_rows(&bench->distribution, bench->member + d);
    part->a = workload->in_place ? NULL : matrix[OPERAND_A];
    part->b = matrix[OPERAND_B];
    part->out = matrix[OPERAND_OUT];
    return 0;
}

/* Overlapped, the kernels of a matrix have priority over those of the matrices after it. With equal priority
 * the many small kernels of all closures alternate, all results are complete at the end, and no kernel is
 * left to hide their copies. The last matrix has the default priority, and the highest is left to variants
 * that create streams of their own. */
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

/* Shared by problems in sequence: on each device a stream, its event, and a workspace. */
static int device_stream(const Bench *bench, Problem *problem, unsigned d, Error *error)
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

int gpu_bench_open_variant(const Bench *bench, Problem *problem, Error *error)
{
    const Variant *variant = bench->job.variant;
    problem->task.error = error;
    if (problem->owns_stream && variant->open != NULL) {
        problem->opened = variant->open(&problem->task) == 0;
        if (!problem->opened) {
            return -1;
        }
    }
    return gpu_bench_enter(bench, 0, error);
}

int gpu_bench_prepare(const Bench *bench, Error *error)
{
    const Variant *variant = bench->job.variant;
    for (size_t i = 0; variant->prepare != NULL && i < bench->job.point.matrices; i++) {
        Problem *problem = &bench->problems[i];
        problem->task.error = error;
        if (gpu_bench_upload(bench, problem, error) != 0 || gpu_bench_wait(bench, error) != 0 ||
            variant->prepare(&problem->task) != 0 || gpu_bench_enter(bench, 0, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int problem_allocate(Bench *bench, size_t index, Error *error)
{
    Problem *problem = &bench->problems[index];
    Task *task = &problem->task;
    for (void *&event : problem->events) {
        cudaEvent_t made;
        if (GPU_TRY(error, cudaEventCreate(&made)) != 0) {
            return -1;
        }
        event = made;
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
        if (gpu_bench_enter(bench, d, error) != 0 || device_memory(bench, problem, d, error) != 0 ||
            (problem->owns_stream && device_stream(bench, problem, d, error) != 0)) {
            return -1;
        }
    }
    task->point = &bench->job.point;
    task->parts = problem->parts;
    task->c = problem->buffers[0].matrix[OPERAND_C]; /* of one device only */
    task->d = problem->buffers[0].matrix[OPERAND_D];
    *task = part_task(task, 0);
    return gpu_bench_enter(bench, 0, error) != 0 ? -1
           : bench->is_rank                      ? 0
                                                 : gpu_bench_open_variant(bench, problem, error);
}

int gpu_bench_allocate(Bench *bench, Error *error)
{
    const Job *job = &bench->job;
    const size_t problems = job->point.matrices;
    bench->repeats = 1;
    bench->has_energy = true;
    bench->overlap = is_overlap(job);
    bench->pinned = job->point.transfer != TRANSFER_PAGEABLE;
    bench->keeps_input = keeps_input(job);
    const GridShape shape = part_shape(job->variant, &job->point);
    bench->distribution = shape.of_rows;
    bench->workspace_bytes = job_workspace_bytes(job);
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
        if (problem_allocate(bench, i, error) != 0) {
            return -1;
        }
    }
    return device_alloc(&bench->flush, bench->flush_bytes, "flushing the L2 cache", error);
}

static void problem_free(const Bench *bench, Problem *problem)
{
    Error ignored;
    problem->task.error = &ignored;
    if (problem->opened && bench->job.variant->close != NULL) {
        bench->job.variant->close(&problem->task);
    }
    problem->task.error = NULL;
    for (unsigned d = 0; d < bench->own; d++) {
        const DeviceBuffers *buffers = &problem->buffers[d];
        const DeviceSlice *part = &problem->parts[d];
        for (void *matrix : buffers->matrix) {
            (void)cudaFree(matrix);
        }
        if (problem->owns_stream) {
            (void)cudaFree(part->workspace);
            if (buffers->is_done != NULL) {
                (void)cudaEventDestroy((cudaEvent_t)buffers->is_done);
            }
            if (part->stream != NULL) {
                (void)cudaStreamDestroy((cudaStream_t)part->stream);
            }
        }
    }
    for (void *event : problem->events) {
        if (event != NULL) {
            (void)cudaEventDestroy((cudaEvent_t)event);
        }
    }
    host_free(bench, problem);
}

void gpu_bench_free(Bench *bench)
{
    /* No work may use the memory that is freed now. */
    for (unsigned d = 0; bench->problems != NULL && d < bench->own; d++) {
        (void)cudaSetDevice(bench->problems[0].parts[d].device);
        (void)cudaDeviceSynchronize();
    }
    (void)cudaSetDevice(gpu_first());
    for (size_t i = 0; bench->problems != NULL && i < bench->job.point.matrices; i++) {
        problem_free(bench, &bench->problems[i]);
    }
    (void)cudaFree(bench->flush);
    free(bench->problems);
    free(bench->spans);
    (void)cudaGetLastError();
}

/* A byte that makes a NaN of any floating-point type, or a large negative integer. */
static int poison_byte(const Bench *bench)
{
    return bench->job.point.type == TYPE_INT32 ? 0x80 : 0xff;
}

int gpu_bench_poison_some(const Bench *bench, const Problem *problem, Error *error)
{
    const size_t element = type_size(bench->job.point.type);
    return gpu_bench_each(bench, error, [&](unsigned d) {
        const size_t count = gpu_bench_bytes(bench, d, OPERAND_OUT) / element, step = count / POISONED + 1;
        void *out = problem->buffers[d].matrix[OPERAND_OUT];
        const cudaStream_t stream = (cudaStream_t)problem->parts[d].stream;
        if (job_accumulates(&bench->job)) {
            return GPU_TRY(error, cudaMemsetAsync(out, 0, count * element, stream));
        }
        return count == 0 ? 0
                          : GPU_TRY(error, cudaMemset2DAsync(out, step * element, poison_byte(bench), element,
                                                             count / step, stream));
    });
}

/* Page-locked memory is poisoned from the GPU's, by the copy engine. A line that a CPU thread wrote is in
 * that thread's cache, tens of megabytes in all, and the copy that is timed next would have to evict it.
 * Where the GPU wrote last, that copy runs at the rate of the bus. */
static int poison_host(const Bench *bench, const Problem *problem, Error *error)
{
    if (bench->pinned) {
        return gpu_bench_gather(bench, problem, error);
    }
    const Point *point = &bench->job.point;
    matrix_poison(problem->host[OPERAND_OUT], workload_extent(bench->job.workload, point, OPERAND_OUT),
                  point->type);
    return 0;
}

static int poison_device(const Bench *bench, const Problem *problem, unsigned d, Error *error)
{
    void *const memory[] = {problem->buffers[d].matrix[OPERAND_OUT], problem->parts[d].workspace};
    const size_t bytes[] = {gpu_bench_bytes(bench, d, OPERAND_OUT),
                            problem->owns_stream ? bench->workspace_bytes : 0};
    const int byte[] = {job_accumulates(&bench->job) ? 0 : poison_byte(bench), poison_byte(bench)};
    for (int i = 0; i < 2; i++) {
        if (bytes[i] > 0 && GPU_TRY(error, cudaMemsetAsync(memory[i], byte[i], bytes[i],
                                                           (cudaStream_t)problem->parts[d].stream)) != 0) {
            return -1;
        }
    }
    return 0;
}

int gpu_bench_poison(Bench *bench, Error *error)
{
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        const Problem *problem = &bench->problems[i];
        const auto poison = [&](unsigned d) { return poison_device(bench, problem, d, error); };
        if (gpu_bench_each(bench, error, poison) != 0 ||
            (!bench->is_rank && poison_host(bench, problem, error) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* The condition prevents the compiler from removing the reads; it is harmless if it is true. */
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

/* Lines that a variant has marked as persisting would survive the flush. Kernels of earlier samples, which
 * fetched them, have ended. GPUs before compute capability 8.0 have none. */
static int reset_persisting(Error *error)
{
    int device = 0, most_bytes = 0;
    if (GPU_TRY(error, cudaGetDevice(&device)) != 0 ||
        GPU_TRY(error, cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxPersistingL2CacheSize, device)) !=
            0) {
        return -1;
    }
    return most_bytes > 0 ? GPU_TRY(error, cudaCtxResetPersistingL2Cache()) : 0;
}

/* Writing fills the cache. Reading the same memory again leaves clean lines: writing back dirty ones would be
 * charged to the next kernel. */
int gpu_bench_flush(const Bench *bench, void *stream, Error *error)
{
    if (bench->flush == NULL) {
        return 0;
    }
    if (reset_persisting(error) != 0 ||
        GPU_TRY(error, cudaMemsetAsync(bench->flush, 0, bench->flush_bytes, (cudaStream_t)stream)) != 0) {
        return -1;
    }
    read_all<<<FLUSH_BLOCKS, FLUSH_THREADS, 0, (cudaStream_t)stream>>>((uint4 *)bench->flush,
                                                                       bench->flush_bytes / sizeof(uint4));
    return GPU_TRY(error, cudaGetLastError());
}
