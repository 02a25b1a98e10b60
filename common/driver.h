/* The interface of drivers: a driver runs a variant on one kind of processor.
 *
 * A driver owns memory, transfers, streams, events and placement; it contains no variant. Drivers:
 * cpu/driver.c, gpu/driver.cu (common/gpu_none.c in a build without CUDA), and cpu/ranks.c for variants of
 * several processes, on CPUs or with one GPU each. One Bench is one point, opened once and sampled many
 * times:
 *
 *     open -> { restore -> sample -> [output] } ... -> close */
#pragma once

#include <stdio.h>

#include "common/workload.h"

C_LINKAGE_BEGIN

/* One point to measure. Pointers belong to the caller and outlive the Bench. */
typedef struct Job {
    const Workload *workload;
    const Variant *variant;
    Point point;
    Input input;
    bool cold;    /* flush the last-level cache before every sample */
    bool profile; /* GPU: profile launches only, between cudaProfilerStart and cudaProfilerStop */
    FILE *output; /* graph inputs: the file for the result, whose writing is timed as output_s; or NULL */
    const char *trace;    /* GPU: path of the trace, one row per operation; or NULL */
    uint64_t *input_hash; /* the driver sets it whenever it has made the inputs */
} Job;

/* Bytes of Task.workspace. */
static inline size_t job_workspace_bytes(const Job *job)
{
    return job->variant->workspace != NULL ? job->variant->workspace(&job->point) : 0;
}

/* Is it timed from reading a graph file to writing the result? */
static inline bool job_from_file(const Job *job)
{
    return job->workload->in_place && job->workload->takes_graph && job->input.graph != NULL;
}

/* Does the variant add onto results, which then begin as zeros in place of poison? */
static inline bool job_accumulates(const Job *job)
{
    return (job->variant->flags & VARIANT_ACCUMULATES) != 0;
}

/* Seconds of one sample. NAN where a phase does not apply. */
typedef struct Phases {
    double input_s, h2d_s, kernel_s, d2h_s, output_s;
    double total_s; /* end to end */
    double sm_mhz;  /* GPU clock around the sample; NAN on a CPU */
    double
        repeats; /* repetitions of short work within the timed region; kernel_s is the time of one. Else 1 */
    double fill_s;       /* part of input_s that fills the matrices; the rest reads the file */
    double resolution_s; /* of a kernel_s that a program prints: a unit of its last digit */
    double peak_bytes;   /* largest resident memory of a program */
    bool launch_gaps;    /* GPU: the host could not enqueue the work before it began, see gpu/sample.cu */
} Phases;

/* All times unknown, one repetition. */
extern const Phases phases_none;

/* Operating-system noise and power during one sample. NAN where unknown or not applicable. */
typedef struct Interference {
    double involuntary_switches; /* sum over the threads of the team */
    double cpu_s;                /* processor time, sum over the threads of the team */
    /* Of a CPU variant. Processor time of all threads of the process, of the thread that calls the variant,
     * and the wall time in which they used it. */
    double process_cpu_s, caller_cpu_s, process_wall_s;
    double caller_blocked_s; /* wall time in which that thread neither ran nor waited for a processor */
    double queue_s;          /* in which its threads waited for a processor, their sum; of calls only */
    double calls;            /* of the variant in that time */
    double steal;            /* share of processor time that the hypervisor gave to other guests */
    double load;             /* load average of one minute */
    double power_w;          /* of the GPU board, idle power included, after a long sample */
    double energy_j;         /* of a long sample: of the GPU board, or of the CPU's packages */
    double throttle;         /* NVML clock event reasons that slow the GPU, a bit mask; 0: none */
} Interference;

extern const Interference interference_none; /* NAN in all fields */

typedef struct Bench Bench;

typedef struct Driver {
    /* Returns why no variant can run here ("no GPU on this machine"), or NULL. If it returns a reason, no
     * other member is called. NULL for a driver that can always run. */
    const char *(*missing)(void);

    /* Bytes of host and device memory of the point, workspace included; SIZE_MAX if the sum overflows. NULL:
     * unknown. */
    void (*memory)(const Job *job, size_t *host_bytes, size_t *device_bytes);

    /* Free device memory in bytes. NULL for a driver without a device. */
    size_t (*device_free)(void);

    /* Allocates, places and fills all memory and hashes the inputs. Returns NULL and an error on failure. */
    Bench *(*open)(const Job *job, Error *error);

    /* Before every sample, not timed: restores the inputs, poisons output and workspace, flushes the cache of
     * a cold job. 0 or -1. */
    int (*restore)(Bench *bench, Error *error);

    /* One timed sample, with noise and power during it. 0, 1 if the variant works only on what is poisoned,
     * or -1; an error unless 0. */
    int (*sample)(Bench *bench, Phases *phases, Interference *interference, Error *error);

    /* Times a fixed loop on every thread of the point's team, outside the sample's clock: seconds of the
     * slowest thread (cpu/reference_loop.h). NULL for a driver that has none. */
    double (*reference_loop)(Bench *bench);

    /* Result and input i of matrix `index` in host memory, valid until the next restore. Input 0 of in-place
     * work is what Workload.fill makes. NULL where the workload has fewer; the function is NULL for a driver
     * without inputs. */
    const void *(*output)(Bench *bench, size_t index);
    void *(*input)(Bench *bench, size_t index, unsigned i);

    /* Replaces the inputs of all matrices by others, in the same memory, after the last timed sample. NULL
     * for a driver without inputs. 0 or -1. */
    int (*other_inputs)(Bench *bench, const Input *input, Error *error);

    /* Restores the inputs and runs the variant once more, untimed, for output(); sets only the processor
     * times in *interference. NULL: restore and sample do. 0 or -1. */
    int (*call)(Bench *bench, Interference *interference, Error *error);

    /* Runs the kernels again where they were timed apart from the copies. Returns 1 if the results differ
     * from those of output(), which returns the new ones from then on; 0 if they are equal or nothing was run
     * again; -1 on failure. NULL for a driver that times what it returns. */
    int (*rerun)(Bench *bench, Error *error);

    /* True if the point's threads share processors. NULL: never. */
    bool (*oversubscribed)(const Bench *bench);

    /* GPUs of the point, as in column `device`: "0000:3b:00.0;0000:3c:00.0". NULL: the first ones of
     * gpu_info, one per device of the point. */
    void (*devices)(const Bench *bench, char *text, size_t size);

    /* Appends to the variant's text for column `detail`. */
    void (*describe)(const Bench *bench, char *text, size_t size);

    void (*close)(Bench *bench);
} Driver;

extern const Driver cpu_driver;
extern const Driver gpu_driver;                     /* gpu/driver.cu or common/gpu_none.c */
extern const Driver ranks_driver, gpu_ranks_driver; /* cpu/ranks.c or cpu/ranks_none.c */

/* The driver of a variant's name, "cpu/..." or "gpu/..."; NULL for other names. */
const Driver *driver_of(const char *variant_name);

/* The driver of a variant's points: over ranks it is ranks_driver or gpu_ranks_driver, and cpu_driver where
 * the variant takes host pointers. */
const Driver *driver_for(const Variant *variant, bool over_ranks);

/* ---- what drivers share: the inputs and results of all matrices of a job ---- */

/* Fills the inputs from the generator, or from a graph file. 0 or -1. */
int driver_fill(const Driver *driver, Bench *bench, const Job *job, Error *error);

/* The same within a sample from a file: sets input_s and fill_s. */
int driver_read(const Driver *driver, Bench *bench, Job *job, Phases *phases, Error *error);

/* Writes the results to the job's file, of which the last stays, and adds the time to output_s and total_s. 0
 * or -1. */
int driver_write(const Driver *driver, Bench *bench, const Job *job, Phases *phases, Error *error);

/* The hash of all inputs. */
uint64_t driver_hash(const Driver *driver, Bench *bench, const Job *job);

/* Result `index`, to be verified. */
Computed driver_computed(const Driver *driver, Bench *bench, const Job *job, size_t index);

C_LINKAGE_END
