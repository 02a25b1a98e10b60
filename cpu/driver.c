/* The CPU driver: memory, placement and the clock for CPU variants. See driver.h.
 *
 * Each matrix is touched first by the threads that will work on it, with the same
 * static shares, so that on a machine with several NUMA nodes its pages lie beside them.
 * Inputs are write-protected once they are filled: they are the same before every sample
 * without being written again, and a variant that writes to one crashes at that place.
 *
 * A point from a graph file is timed end to end: reading into the matrix, the work, and
 * writing the result. Everything else has one phase, the kernel. */
#include "common/driver.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "common/matrix.h"
#include "common/size.h"
#include "common/timing.h"
#include "common/watch.h"
#include "cpu/flush.h"
#include "cpu/team.h"
#include "cpu/yardstick.h"

typedef struct Operands {
    void *a, *b, *out;
} Operands;

struct Bench {
    Job job;
    Task task;
    bool opened;        /* the variant's open() was called */
    Operands *operands; /* of each matrix */
    size_t matrix_bytes, workspace_bytes, flush_bytes;
    void *flush; /* larger than the caches; NULL unless the job is cold */
    uint64_t input_hash;
    unsigned processors; /* that its threads may run on */
    Error ignored;       /* for a caller who does not want the message */
    Yardstick *yardstick;
    Watch watch;
    Interference interference; /* of the last sample */
};

/* ---- sizes ---- */

static size_t workspace_bytes(const Job *job)
{
    return job->variant->workspace != NULL ? job->variant->workspace(&job->point) : 0;
}

static size_t flush_bytes(const Job *job)
{
    return job->cold ? flush_needs_bytes(job->point.threads) : 0;
}

/* A library's threads are its own: it counts them itself, and OpenMP's must keep out of their way. */
static bool from_library(const Job *job)
{
    return (job->variant->flags & VARIANT_LIBRARY) != 0;
}

static unsigned yardstick_threads(const Job *job)
{
    return from_library(job) || job->point.threads == 0 ? 1 : job->point.threads;
}

static void cpu_memory(const Job *job, size_t *host_bytes, size_t *device_bytes)
{
    if (host_bytes != NULL) {
        size_t matrices = size_mul(job->workload->inputs + 1, job->point.matrices);
        size_t bytes = size_mul(matrices, point_matrix_bytes(&job->point));
        bytes = size_add(bytes, size_mul(job->point.matrices, sizeof(Operands)));
        bytes = size_add(bytes, yardstick_needs_bytes(yardstick_threads(job)));
        *host_bytes = size_add(size_add(bytes, workspace_bytes(job)), flush_bytes(job));
    }
    if (device_bytes != NULL) {
        *device_bytes = 0;
    }
}

static size_t cpu_device_free(void)
{
    return 0;
}

static const char *cpu_missing(void)
{
    return NULL;
}

/* ---- inputs ---- */

static bool from_file(const Job *job)
{
    return job->workload->takes_graph && job->input.graph != NULL;
}

static int fill(Bench *bench, size_t index, Error *error)
{
    const Workload *workload = bench->job.workload;
    Operands *operands = &bench->operands[index];
    return workload->fill(&bench->job.point, &bench->job.input, index,
                          workload->in_place ? operands->out : operands->a, operands->b, error);
}

static int fill_all(Bench *bench, Error *error)
{
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        if (fill(bench, i, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* A matrix on the nodes of the threads that will use it. */
static int allocate(const Bench *bench, void **matrix, Error *error)
{
    *matrix = matrix_alloc(bench->matrix_bytes, error);
    if (*matrix == NULL) {
        return -1;
    }
    matrix_first_touch(*matrix, bench->matrix_bytes, bench->job.point.threads);
    return 0;
}

/* From here on a write to this input is a crash. One from a file is read again in every sample. */
static int protect(const Bench *bench, void *input, Error *error)
{
    if (input != NULL && !from_file(&bench->job) && mprotect(input, bench->matrix_bytes, PROT_READ) != 0) {
        return error_set(error, "cannot write-protect the inputs: %s", strerror(errno));
    }
    return 0;
}

static int open_operands(Bench *bench, size_t index, Error *error)
{
    Operands *operands = &bench->operands[index];
    unsigned inputs = bench->job.workload->inputs;
    if ((inputs > 0 && allocate(bench, &operands->a, error) != 0) ||
        (inputs > 1 && allocate(bench, &operands->b, error) != 0) ||
        allocate(bench, &operands->out, error) != 0 || fill(bench, index, error) != 0) {
        return -1;
    }
    const void *hashed[] = {bench->job.workload->in_place ? operands->out : operands->a, operands->b};
    for (size_t i = 0; i < 2; i++) {
        if (hashed[i] != NULL) {
            bench->input_hash = matrix_hash(bench->input_hash, hashed[i], bench->matrix_bytes);
        }
    }
    return protect(bench, operands->a, error) != 0 ? -1 : protect(bench, operands->b, error);
}

/* ---- open and close ---- */

static void cpu_close(Bench *bench)
{
    if (bench == NULL) {
        return;
    }
    if (bench->opened && bench->job.variant->close != NULL) {
        bench->job.variant->close(&bench->task);
    }
    for (size_t i = 0; bench->operands != NULL && i < bench->job.point.matrices; i++) {
        matrix_free(bench->operands[i].a, bench->matrix_bytes);
        matrix_free(bench->operands[i].b, bench->matrix_bytes);
        matrix_free(bench->operands[i].out, bench->matrix_bytes);
    }
    matrix_free(bench->task.workspace, bench->workspace_bytes);
    matrix_free(bench->flush, bench->flush_bytes);
    yardstick_close(bench->yardstick);
    free(bench->operands);
    free(bench);
}

static int open_memory(Bench *bench, Error *error)
{
    bench->operands = calloc(bench->job.point.matrices, sizeof *bench->operands);
    if (bench->operands == NULL) {
        return error_set(error, "no memory for %zu matrices; choose fewer --matrices",
                         bench->job.point.matrices);
    }
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        if (open_operands(bench, i, error) != 0) {
            return -1;
        }
    }
    if (bench->workspace_bytes > 0) {
        bench->task.workspace = matrix_alloc(bench->workspace_bytes, error);
        if (bench->task.workspace == NULL) {
            return -1;
        }
    }
    if (bench->flush_bytes > 0) {
        bench->flush = matrix_alloc(bench->flush_bytes, error);
        if (bench->flush == NULL) {
            return -1;
        }
        matrix_first_touch(bench->flush, bench->flush_bytes, bench->job.point.threads);
    }
    return 0;
}

static void aim_task(Bench *bench, size_t index, Error *error)
{
    bench->task.a = bench->operands[index].a;
    bench->task.b = bench->operands[index].b;
    bench->task.out = bench->operands[index].out;
    bench->task.error = error != NULL ? error : &bench->ignored;
}

/* A speedup over threads that were never there, or had no processor each, is the easiest way to be wrong. */
static int check_team(Bench *bench, Error *error)
{
    const Job *job = &bench->job;
    bool own = (job->variant->axes & AXIS_THREADS) != 0 && !from_library(job);
    if (own && team_check(job->point.threads, error) != 0) {
        return -1;
    }
    bench->processors = own ? team_spread() : team_processors();
    return 0;
}

static Bench *cpu_open(const Job *job, Error *error)
{
    Bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        error_set(error, "no memory to open %s", job->variant->name);
        return NULL;
    }
    bench->job = *job;
    bench->task.point = &bench->job.point;
    bench->matrix_bytes = point_matrix_bytes(&job->point);
    bench->workspace_bytes = workspace_bytes(job);
    bench->flush_bytes = flush_bytes(job);

    team_set(&job->point);
    if (check_team(bench, error) != 0 || open_memory(bench, error) != 0) {
        goto fail;
    }
    bench->yardstick = yardstick_open(yardstick_threads(job), error);
    if (bench->yardstick == NULL) {
        goto fail;
    }
    watch_open(&bench->watch, from_library(job) ? WATCH_PROCESS : WATCH_TEAM);
    if (from_library(job)) {
        team_release();
    }
    if (job->variant->open != NULL) {
        aim_task(bench, 0, error);
        if (job->variant->open(&bench->task) != 0) {
            goto fail;
        }
    }
    bench->opened = true;
    return bench;

fail:
    cpu_close(bench);
    return NULL;
}

static uint64_t cpu_input_hash(const Bench *bench)
{
    return bench->input_hash;
}

/* ---- samples ---- */

static int cpu_restore(Bench *bench, Error *error)
{
    const Point *point = &bench->job.point;
    if (from_library(&bench->job)) {
        team_alone();
    } else {
        team_set(point);
    }
    if (bench->job.workload->in_place && !from_file(&bench->job)) {
        if (fill_all(bench, error) != 0) {
            return -1;
        }
    } else {
        for (size_t i = 0; i < point->matrices; i++) {
            matrix_poison(bench->operands[i].out, point->n, point->type);
        }
    }
    if (bench->flush != NULL) {
        flush_caches(bench->flush, bench->flush_bytes);
    }
    return 0;
}

/* All iterations of all matrices. A workload in place gets its input again before each further
 * iteration, outside the clock. */
static int run_all(Bench *bench, double *kernel_s, Error *error)
{
    const Job *job = &bench->job;
    *kernel_s = 0;
    for (size_t iteration = 0; iteration < job->point.iterations; iteration++) {
        if (iteration > 0 && job->workload->in_place && fill_all(bench, error) != 0) {
            return -1;
        }
        double start_s = timing_now_s();
        for (size_t i = 0; i < job->point.matrices; i++) {
            aim_task(bench, i, error);
            if (job->variant->run(&bench->task) != 0) {
                return -1;
            }
        }
        *kernel_s += timing_now_s() - start_s;
    }
    return 0;
}

/* Writes the results; with several matrices the last one stays. */
static int write_all(const Bench *bench, Error *error)
{
    const Point *point = &bench->job.point;
    for (size_t i = 0; i < point->matrices; i++) {
        if (matrix_write(bench->job.output, bench->operands[i].out, point->n, point->type, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int timed(Bench *bench, Phases *phases, Error *error)
{
    if (!from_file(&bench->job)) {
        if (run_all(bench, &phases->kernel_s, error) != 0) {
            return -1;
        }
        phases->total_s = phases->kernel_s;
        return 0;
    }

    double start_s = timing_now_s();
    if (fill_all(bench, error) != 0) {
        return -1;
    }
    phases->input_s = timing_now_s() - start_s;
    if (run_all(bench, &phases->kernel_s, error) != 0) {
        return -1;
    }
    phases->total_s = phases->input_s + phases->kernel_s;
    if (bench->job.output != NULL) {
        start_s = timing_now_s();
        if (write_all(bench, error) != 0) {
            return -1;
        }
        phases->output_s = timing_now_s() - start_s;
        phases->total_s += phases->output_s;
    }
    return 0;
}

static int cpu_sample(Bench *bench, Phases *phases, Error *error)
{
    *phases = (Phases){NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    bench->interference = (Interference){NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    team_set(&bench->job.point);
    watch_begin(&bench->watch);
    int failed = timed(bench, phases, error);
    watch_end(&bench->watch, &bench->interference);
    return failed;
}

static void cpu_yardstick(Bench *bench, double *mean_s, double *max_s)
{
    yardstick_time(bench->yardstick, mean_s, max_s);
}

static void cpu_interference(const Bench *bench, Interference *interference)
{
    *interference = bench->interference;
}

/* ---- what came out ---- */

static const void *cpu_output(Bench *bench, size_t index)
{
    return bench->operands[index].out;
}

static void cpu_inputs(Bench *bench, size_t index, const void **a, const void **b)
{
    *a = bench->operands[index].a;
    *b = bench->operands[index].b;
}

static bool cpu_oversubscribed(const Bench *bench)
{
    return bench->job.point.threads > bench->processors;
}

static void cpu_describe(const Bench *bench, char *text, size_t size)
{
    const Job *job = &bench->job;
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    if (job->variant->describe != NULL) {
        job->variant->describe(&job->point, text, size);
    }
    size_t length = strlen(text);
    if (cpu_oversubscribed(bench)) {
        snprintf(text + length, size - length, "%s%u threads on %u processor%s", length > 0 ? "; " : "",
                 job->point.threads, bench->processors, bench->processors == 1 ? "" : "s");
    }
}

const Driver cpu_driver = {
    .kind = "cpu",
    .missing = cpu_missing,
    .memory = cpu_memory,
    .device_free = cpu_device_free,
    .open = cpu_open,
    .input_hash = cpu_input_hash,
    .restore = cpu_restore,
    .sample = cpu_sample,
    .yardstick = cpu_yardstick,
    .interference = cpu_interference,
    .output = cpu_output,
    .inputs = cpu_inputs,
    .oversubscribed = cpu_oversubscribed,
    .describe = cpu_describe,
    .close = cpu_close,
};
