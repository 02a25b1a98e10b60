/* What a driver does: it runs a variant on its kind of processor.
 *
 * A driver owns memory, transfers, streams, events and placement; it knows no
 * variant. There are cpu/driver.c, gpu/driver.cu (or its stand-in, common/gpu_none.c), and cpu/ranks.c for
 * variants of several processes, of CPUs or with a GPU each. One Bench is one point, opened once, sampled
 * many times:
 *
 *     open -> { restore -> sample -> [output] } ... -> close
 */
#ifndef SPEEDUP_DRIVER_H
#define SPEEDUP_DRIVER_H

#include "common/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One point to measure. */
typedef struct Job {
    const Workload *workload;
    const Variant *variant;
    Point point;
    Input input;
    bool cold;          /* flush the last-level cache before every sample */
    const char *output; /* with a graph file: where the result is written, timed as output_s */
    const char *trace;  /* GPU: where one row an operation goes, or NULL */
} Job;

/* Seconds of one sample. NAN where a phase does not apply. */
typedef struct Phases {
    double input_s, h2d_s, kernel_s, d2h_s, output_s;
    double total_s; /* end to end */
    double sm_mhz;  /* GPU clock around the sample, NAN on a CPU */
    double repeats; /* times that short work was done for kernel_s, which is the time of one; else 1 */
    double fill_s;  /* of input_s: the matrices; the rest is reading the file */
} Phases;

/* Nothing is known, and work was done once. */
extern const Phases phases_none;

/* What else happened while a sample ran. NAN where it cannot be known or does not apply. */
typedef struct Interference {
    double involuntary_switches; /* of the team's threads together */
    double cpu_s;                /* processor time of the team's threads together */
    double steal;    /* share of the machine's processor time that its hypervisor gave to others */
    double load;     /* the machine's load average over a minute */
    double power_w;  /* of the GPU's board, idle power included */
    double energy_j; /* the same; on a CPU of its packages, where the sample is long */
    double throttle; /* bits of NVML's clock event reasons that slow the GPU; 0: none */
} Interference;

extern const Interference interference_none; /* NAN everywhere */

typedef struct Bench Bench;

typedef struct Driver {
    const char *kind; /* "cpu" or "gpu": the part of a variant's name before the slash */

    /* NULL: it can run here. Else why not: "no GPU on this machine". */
    const char *(*missing)(void);

    /* Bytes of host and device memory that the point needs, workspace included;
     * SIZE_MAX when the sum overflows. Either pointer may be NULL. */
    void (*memory)(const Job *job, size_t *host_bytes, size_t *device_bytes);

    /* Device memory that is free now, in bytes; 0 for a driver without a device. */
    size_t (*device_free)(void);

    /* Allocates, places and fills everything; hashes the inputs. NULL and an
     * error when it cannot. */
    Bench *(*open)(const Job *job, Error *error);
    uint64_t (*input_hash)(const Bench *bench);

    /* Before every sample, outside the clock: inputs as they were, output
     * poisoned, cache flushed when the job is cold. 0 or -1. */
    int (*restore)(Bench *bench, Error *error);

    /* One timed sample. 0 or -1. */
    int (*sample)(Bench *bench, Phases *phases, Error *error);

    /* SampleTimes a fixed loop on every thread of the point's team, outside the sample's clock: mean and
     * slowest thread, in seconds. NULL for a driver that has none. */
    void (*yardstick)(Bench *bench, double *mean_s, double *max_s);

    /* What else happened during the last sample. */
    void (*interference)(const Bench *bench, Interference *interference);

    /* The result of matrix `index` in host memory, and its inputs (NULL where
     * there are none), valid until the next restore. */
    const void *(*output)(Bench *bench, size_t index);
    void (*inputs)(Bench *bench, size_t index, const void **a, const void **b);

    /* Where the kernels were run once more to be timed apart from their copies: 1 when that run's results
     * differ from those that output gave, which gives the new ones from then on; 0 when they are the same, or
     * there are none; -1. NULL for a driver that times what it returns. */
    int (*rerun)(Bench *bench, Error *error);

    /* Do the point's threads have to share processors? NULL: no. */
    bool (*oversubscribed)(const Bench *bench);

    /* The GPUs of the point, as column `device` has them: "0000:3b:00.0;0000:3c:00.0". NULL: those that
     * gpu_info names, as many as the point has devices, or none. */
    void (*devices)(const Bench *bench, char *text, size_t size);

    /* What else the row's detail should say, possibly nothing. */
    void (*describe)(const Bench *bench, char *text, size_t size);

    void (*close)(Bench *bench);
} Driver;

extern const Driver cpu_driver;
extern const Driver gpu_driver;                     /* gpu/driver.cu or common/gpu_none.c */
extern const Driver ranks_driver, gpu_ranks_driver; /* cpu/ranks.c or cpu/ranks_none.c */

/* The driver of a variant's name, "cpu/..." or "gpu/..."; NULL for neither. */
const Driver *driver_of(const char *variant_name);

/* The driver of a variant: of one that reads AXIS_RANKS it is ranks_driver or gpu_ranks_driver. */
const Driver *driver_for(const Variant *variant);

/* Does it run on a GPU? */
bool variant_on_gpu(const Variant *variant);

#ifdef __cplusplus
}
#endif

#endif
