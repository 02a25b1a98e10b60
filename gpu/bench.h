/* One point on the GPU: its memory, streams and events. Shared by the driver's files only. */
#pragma once

#include "common/distribution/block_cyclic.h"
#include "common/driver.h"
#include "common/system/os_noise.h"
#include "gpu/clock.h"

/* Moments of one problem in a sample, each marked by an event. An operation lasts from one to the next. */
typedef enum Moment { BEGUN, UPLOADED, COMPUTED, DOWNLOADED, MOMENTS } Moment;

/* The slices of one device; the only device of a point has whole matrices. */
typedef struct DeviceBuffers {
    void *matrix[OPERANDS]; /* in place: the result, and OPERAND_A where the input is kept */
    void *is_done;          /* cudaEvent_t of this device's stream, for the others to wait for */
} DeviceBuffers;

/* One product, transpose or closure of the point. */
typedef struct Problem {
    void *host[OPERANDS]; /* in place: OPERAND_A is the input, OPERAND_OUT the result */
    DeviceBuffers buffers[MOST_DEVICES];
    DeviceSlice parts[MOST_DEVICES]; /* of the task */
    void *events[MOMENTS];           /* cudaEvent_t */
    double at_s[MOMENTS];            /* times of the last sample's events, from problem 0's BEGUN */
    Task task;                       /* streams, workspaces and handle are its own or problem 0's */
    bool owns_stream;                /* and workspaces and handle */
    bool opened;                     /* the variant's open succeeded for this task */
    bool is_locked[OPERANDS];        /* host memory of the caller that was page-locked here */
} Problem;

struct Bench {
    Job job;
    bool pinned, overlap;      /* host memory is page-locked; a stream a problem */
    bool keeps_input;          /* in place, several iterations: `a` of the buffers keeps the input for each */
    Distribution distribution; /* of the rows over all devices or ranks */
    unsigned own, member;      /* number of this process's devices, and the index of its first among all */
    bool is_rank; /* one of several processes: host matrices are its part, and belong to its caller */
    size_t workspace_bytes, flush_bytes;
    Problem *problems;             /* job.point.matrices of them */
    double (*spans)[2];            /* as many, for sorting */
    void *flush;                   /* device memory, twice the L2, when the job is cold */
    GpuClock clocks[MOST_DEVICES]; /* of each device */
    double before_mhz, after_mhz;  /* of the last sample; NAN if not read */
    bool long_kernels;             /* in the last sample, see sample.cu */
    bool timed_again;              /* the last sample had a second pass, whose results are on the device */
    bool gated;      /* in the last sample the host waited for the inputs, and a gate held the kernels */
    size_t launches; /* of the kernels of one problem, in the last sample; 0: none yet, or a library's */
    size_t samples;  /* taken so far, warm-up included */
    size_t passes, left_running; /* so far, and those after which the GPU was still at work */
    OsNoise watch;
    Interference interference; /* of the last sample */
    double begun_s;            /* when the last sample began */
    bool has_energy;           /* the last sample was long enough for it, or there is none yet */
    size_t repeats;            /* of the kernels in a second pass; the first sample decides */
};

/* ---- devices.cu ---- */

/* Makes device d of the point the current one; functions leave the first current. 0 or -1. */
int gpu_bench_enter(const Bench *bench, unsigned d, Error *error);

/* Executes step(d) for every device of this process while it is the current one. 0, or -1 of the first that
 * fails. */
template <typename Step> static inline int gpu_bench_each(const Bench *bench, Error *error, Step step)
{
    for (unsigned d = 0; d < bench->own; d++) {
        if (gpu_bench_enter(bench, d, error) != 0 || step(d) != 0) {
            return -1;
        }
    }
    return gpu_bench_enter(bench, 0, error);
}

/* Enables access between the devices' memories, if the variant needs it. 0 or -1. */
int gpu_bench_connect(const Bench *bench, Error *error);

/* Bytes of a host matrix. */
size_t gpu_bench_matrix_bytes(const Bench *bench, Operand which);

/* Bytes of device d's slice of a matrix. */
size_t gpu_bench_bytes(const Bench *bench, unsigned d, Operand which);

/* Enqueues on every device's stream: its slice of a host matrix to its buffer, or of the result to the host.
 * 0 or -1. */
int gpu_bench_scatter(const Bench *bench, const Problem *problem, Operand from, Operand to, Error *error);
int gpu_bench_gather(const Bench *bench, const Problem *problem, Error *error);

/* Later work on any of the problem's devices begins after all work enqueued so far on all of them. 0 or -1.
 */
int gpu_bench_meet(const Bench *bench, const Problem *problem, Error *error);

/* The same, and records the problem's event there. 0 or -1. */
int gpu_bench_mark(const Bench *bench, const Problem *problem, Moment moment, Error *error);

/* Waits for all work enqueued on the point's streams. 0 or -1. */
int gpu_bench_wait(const Bench *bench, Error *error);

/* The clocks of the point's devices in this process: opens them; brings them up, the lowest into
 * before_mhz; reads them after the kernels, the lowest into after_mhz. The readings of the first `enqueued`
 * devices are enqueued already. 0 or -1. */
int gpu_bench_open_clocks(Bench *bench, Error *error);
void gpu_bench_close_clocks(Bench *bench);
int gpu_bench_settle(Bench *bench, Error *error);
int gpu_bench_read_clocks(Bench *bench, unsigned enqueued, Error *error);

/* Enqueues a reading of every clock after an event, beside later work on the streams. 0 or -1. */
int gpu_bench_enqueue_clocks(Bench *bench, void *event, Error *error);

/* ---- memory.cu ---- */

/* For Driver.memory. */
void gpu_bench_memory(const Job *job, size_t *host_bytes, size_t *device_bytes);

/* Streams, events, host and device memory. Also after a failure gpu_bench_free frees them. 0 or -1. */
int gpu_bench_allocate(Bench *bench, Error *error);

/* The variant's open() for a problem with streams of its own. 0 or -1. */
int gpu_bench_open_variant(const Bench *bench, Problem *problem, Error *error);

/* The variant's prepare() for every problem, whose inputs are filled. 0 or -1. */
int gpu_bench_prepare(const Bench *bench, Error *error);
void gpu_bench_free(Bench *bench);

/* Poisons every result and workspace, on the device and on the host. 0 or -1. */
int gpu_bench_poison(Bench *bench, Error *error);

/* Enqueues the same for few elements, spread over a problem's result on the device: the L2 cache stays as it
 * was. Results that begin as zeros are cleared whole. 0 or -1. */
int gpu_bench_poison_some(const Bench *bench, const Problem *problem, Error *error);

/* Enqueues work that evicts all other data from the L2 cache. 0 or -1. */
int gpu_bench_flush(const Bench *bench, void *stream, Error *error);

/* ---- sample.cu ---- */

int gpu_bench_sample(Bench *bench, Phases *phases, Interference *interference, Error *error);

/* Parts of a sample, also for rank.cu. Enqueues the inputs' copies; the kernels of all iterations, `repeats`
 * times. 0 or -1. */
int gpu_bench_upload(const Bench *bench, const Problem *problem, Error *error);
int gpu_bench_run(const Bench *bench, Problem *problem, size_t repeats, Error *error);

/* Around a sample: throttle reasons of the point's GPUs in this process; power and energy of a long one. */
void gpu_bench_begin_nvml(Bench *bench);
void gpu_bench_end_nvml(Bench *bench);

/* Copies results of the second pass to host memory. 1 if any differs from the first's, 0, or -1:
 * Driver.rerun. */
int gpu_bench_rerun(Bench *bench, Error *error);

/* ---- trace.cu ---- */

/* Appends the operations of the last sample to the job's trace file. 0 or -1. */
int gpu_bench_trace(const Bench *bench, Error *error);
