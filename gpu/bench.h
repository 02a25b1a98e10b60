/* One point on the GPU: its memory, streams and events. Shared by the driver's files only. */
#ifndef SPEEDUP_GPU_BENCH_H
#define SPEEDUP_GPU_BENCH_H

#include "common/distribution/block_cyclic.h"
#include "common/driver.h"
#include "common/system/os_noise.h"
#include "gpu/clock.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Moments of one matrix in a sample; there is an event for each. An operation lasts from one to the next. */
typedef enum Moment { BEGUN, UPLOADED, COMPUTED, DOWNLOADED, MOMENTS } Moment;

typedef enum Matrix { MATRIX_A, MATRIX_B, MATRIX_OUT, MATRICES } Matrix;

/* What one device has of a matrix; of a point that is of one device, that has it all. */
typedef struct DeviceBuffers {
    void *a, *b, *out; /* of a workload in place that keeps its input: a */
    void *is_done;     /* cudaEvent_t of this device's stream, for the others to wait for */
} DeviceBuffers;

/* One matrix of the point. */
typedef struct Problem {
    void *host_a, *host_b, *host_out; /* of a workload in place: host_a is the input, host_out the result */
    DeviceBuffers buffers[MOST_DEVICES];
    DeviceSlice parts[MOST_DEVICES]; /* of the task: the same for the variant */
    void *events[MOMENTS];           /* cudaEvent_t */
    double at_s[MOMENTS];            /* when they happened in the last sample, from problem 0's BEGUN */
    Task task;                       /* streams, workspaces and handle are its own or problem 0's */
    bool owns_stream;                /* and workspaces and handle */
    bool opened;                     /* the variant's open was called for this task */
    bool is_locked[MATRICES]; /* of a process that is one of several: what it has locked of host_a, b, out */
} Problem;

struct Bench {
    Job job;
    bool pinned, overlap;      /* host memory is page-locked; a stream a problem */
    bool keeps_input;          /* in place, several iterations: `a` of the buffers keeps the input for each */
    Distribution distribution; /* of the rows over all devices or ranks */
    unsigned own, member;      /* number of this process's devices, and the index of its first among all */
    bool is_rank; /* one of several processes: the host's matrices are its part, and its caller's */
    size_t matrix_bytes, workspace_bytes, flush_bytes;
    Problem *problems;  /* job.point.matrices of them */
    double (*spans)[2]; /* as many, for sorting */
    uint64_t input_hash;
    void *flush;                   /* device memory, twice the L2, when the job is cold */
    GpuClock clocks[MOST_DEVICES]; /* of the devices; of those that one GPU stands for the first has its */
    double before_mhz, after_mhz;  /* of the last sample; NAN if not read */
    bool long_kernels;             /* in the last sample, see sample.cu */
    bool timed_again;              /* the last sample had a second pass, whose results are on the device */
    size_t samples;                /* taken so far, warm-up included */
    OsNoise watch;
    Interference interference; /* of the last sample */
    size_t repeats;            /* of the kernels in a second pass; the first sample decides */
};

/* ---- devices.cu ---- */

/* Makes device d of the point the current one; functions leave the first current. 0 or -1. */
int gpu_bench_enter(const Bench *bench, unsigned d, Error *error);

/* Can the point's devices reach each other's memory, if the variant needs that? From now on they do. 0 or -1.
 */
int gpu_bench_connect(const Bench *bench, Error *error);

/* Bytes that device d has of an input, and of the result. */
size_t gpu_bench_slice_bytes(const Bench *bench, unsigned d);
size_t gpu_bench_result_bytes(const Bench *bench, unsigned d);

/* Enqueues on every device's stream: its slice of the host's matrix to a, b or out of its buffers, or of the
 * result back. 0 or -1. */
int gpu_bench_scatter(const Bench *bench, const Problem *problem, Matrix to, const void *host, Error *error);
int gpu_bench_gather(const Bench *bench, const Problem *problem, void *host, Error *error);

/* What follows on any of the problem's devices comes after all that is enqueued so far on all of them. 0 or
 * -1.
 */
int gpu_bench_meet(const Bench *bench, const Problem *problem, Error *error);

/* The same, and records the problem's event there. 0 or -1. */
int gpu_bench_mark(const Bench *bench, const Problem *problem, Moment moment, Error *error);

/* Until all that is enqueued on the point's streams is done. 0 or -1. */
int gpu_bench_wait(const Bench *bench, Error *error);

/* ---- memory.cu ---- */

/* Bytes that a job needs; see Driver.memory. */
void gpu_bench_memory(const Job *job, size_t *host_bytes, size_t *device_bytes);

/* Streams, events, host and device memory. On failure whatever was had is freed by gpu_bench_free. 0 or -1.
 */
int gpu_bench_allocate(Bench *bench, Error *error);

/* The variant's open() for a problem, if it is that problem's to call, and its prepare(). 0 or -1. */
int gpu_bench_open_variant(const Bench *bench, Problem *problem, Error *error);
void gpu_bench_free(Bench *bench);

/* Poisons every result and workspace, on the device and on the host. 0 or -1. */
int gpu_bench_poison(Bench *bench, Error *error);

/* Enqueues the same for some elements all over a problem's result on the device, so few that the L2 cache
 * stays as it was. 0 or -1. */
int gpu_bench_poison_some(const Bench *bench, const Problem *problem, Error *error);

/* Enqueues what drives all else out of the L2 cache. 0 or -1. */
int gpu_bench_flush(const Bench *bench, void *stream, Error *error);

/* ---- sample.cu ---- */

int gpu_bench_sample(Bench *bench, Phases *phases, Interference *interference, Error *error);

/* What a sample does, for a process that is one of several (rank.cu). Enqueues the inputs' copies; the
 * kernels of all iterations, `repeats` times. 0 or -1. */
int gpu_bench_upload(const Bench *bench, const Problem *problem, Error *error);
int gpu_bench_run(const Bench *bench, Problem *problem, size_t repeats, Error *error);

/* The clocks of all GPUs of the point in this process: opened; brought up, before_mhz the lowest of them;
 * after_mhz, which is the first one's, becomes the lowest. 0 or -1. */
int gpu_bench_open_clocks(Bench *bench, Error *error);
void gpu_bench_close_clocks(Bench *bench);
int gpu_bench_settle(Bench *bench, Error *error);
int gpu_bench_read_others(Bench *bench, bool beside, Error *error);

/* Power and energy of the point's GPUs in this process count from one to the other. */
void gpu_bench_begin_nvml(Bench *bench);
void gpu_bench_end_nvml(Bench *bench);

/* Fills the inputs of all matrices in host memory. 0 or -1. */
int gpu_bench_fill(Bench *bench, Error *error);

/* Brings the results of the second pass to host memory where they differ from the first's; see Driver.rerun.
 */
int gpu_bench_rerun(Bench *bench, Error *error);

/* ---- trace.c ---- */

/* Appends the operations of the last sample to the job's trace file. 0 or -1. */
int gpu_bench_trace(const Bench *bench, Error *error);

#ifdef __cplusplus
}
#endif

#endif
