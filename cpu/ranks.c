/* The driver of variants that run as several MPI processes, on CPUs or with one GPU each. See common/ranks.h.
 * Library: MPI
 *
 * Every process of the job is a worker. Rank 0 measures: it makes the whole inputs, the same bytes as for one
 * process, and gathers the whole result for verification. The other ranks execute each of its steps on a
 * command. They poll for commands with sleeps, so that no processor is spent on waiting outside a sample:
 *
 *     rank 0    open, restore, sample, reference loop ..., close     leave
 *     others    the same on their own parts, on command              leave
 *
 * A sample scatters the inputs from rank 0 (h2d_s), computes (kernel_s), and gathers the result on rank 0
 * (d2h_s). Processes begin each phase together; it lasts until the slowest has completed it. A
 * step that fails on one process fails on all. Inputs made on one process and their transfer are in total_s
 * and not in kernel_s.
 *
 * A process with a GPU has its parts in host memory too: h2d_s is the way from rank 0 to all GPUs, d2h_s the
 * way back, and kernel_s ends when the slowest GPU has finished. gpu/rank.cu has the GPU steps
 * (common/gpu.h); there is no CUDA here and no MPI there. A process uses the GPU of its place on the node. If
 * a GPU fails inside a collective step, the other processes' GPUs wait for ever, so the job is aborted with
 * that process's message.
 *
 * Limits: rank 0 needs memory for the whole inputs; short work is not repeated within a sample. */
#include "cpu/ranks.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/driver.h"
#include "common/gpu.h"
#include "common/ranks.h"
#include "common/registry.h"
#include "common/system/affinity.h"
#include "common/system/os_noise.h"
#include "common/system/process_time.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "cpu/job.h"
#include "cpu/ranks_job.h"
#include "cpu/ranks_parts.h"
#include "cpu/reference_loop.h"
#include "cpu/team.h"

/* The GPU of a process. A node is identified by its first process, as node names may be equal. */
typedef struct GpuPlace {
    int node;
    char node_name[64], bus_id[24], name[96];
} GpuPlace;

struct Bench {
    Job job;
    Task task;
    Grid grid;
    bool opened;          /* the variant's open() was called */
    RankMatrix a, b, out; /* in-place work: a is the whole input, and out its parts */
    Guarded workspace;
    GpuRank *gpu;     /* of a GPU variant: its state on the GPU */
    GpuPlace *places; /* rank 0: of each process */
    Parts parts;
    unsigned processors;
    ReferenceLoop loop; /* of a CPU variant */
    OsNoise noise;
    ProcessTime used;
    Error ignored;
};

/* Times a phase that all processes begin together on the slowest one. 0, or -1 if it failed on this one. */
static int time_phase(Bench *bench, int (*phase)(Bench *bench, Error *error), double *time_s, Error *error)
{
    MPI_Barrier(MPI_COMM_WORLD);
    const double start_s = timing_now_s();
    const int failed = phase(bench, error);
    *time_s = timing_now_s() - start_s;
    MPI_Allreduce(MPI_IN_PLACE, time_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return failed != 0 ? -1 : 0;
}

static bool has_gpu(const Job *job)
{
    return variant_on_gpu(job->variant);
}

/* Host threads of this process: the point's, or with a GPU its share of the node's processors. */
static unsigned host_threads(const Job *job)
{
    if (!has_gpu(job)) {
        return job->point.threads;
    }
    const unsigned usable = affinity_processors(),
                   part = (unsigned)sysconf(_SC_NPROCESSORS_ONLN) / (unsigned)rank_job.node_ranks;
    return part < 1 ? 1 : part < usable ? part : usable;
}

static void set_team(const Job *job, bool alone)
{
    team_set(&job->point);
    team_limit(alone ? 1 : host_threads(job));
}

/* ---- open and close ---- */

/* Before any other GPU call, in processes that have a GPU. */
static void choose_gpu(void)
{
    static bool chosen;
    if (!chosen && rank_job.node_ranks > 0) {
        chosen = true;
        gpu_use((unsigned)rank_job.node_rank);
    }
}

/* On rank 0's node: the whole matrices, and the parts of its processes. */
static void ranks_memory(const Job *job, size_t *host_bytes, size_t *device_bytes)
{
    const GridShape shape = grid_shape(job->variant, &job->point);
    const size_t part =
        size_mul(size_mul(grid_most_rows(&shape), grid_most_columns(&shape)), type_size(job->point.type));
    const size_t matrices = job->workload->inputs + 1,
                 here = rank_job.node_ranks > 0 ? (size_t)rank_job.node_ranks : 1;
    const size_t whole = job->workload->in_place ? 2 : matrices;
    size_t each = size_mul(matrices, part);
    *device_bytes = 0;
    if (has_gpu(job)) {
        choose_gpu();
        gpu_driver.memory(job, host_bytes, device_bytes);
    } else {
        each = size_add(each, job_workspace_bytes(job));
        each = size_add(each, reference_loop_needs_bytes(job_loop_threads(job)));
    }
    *host_bytes = size_add(size_mul(whole, point_matrix_bytes(&job->point)), size_mul(here, each));
}

static int allocate_shared(const Bench *bench, RankMatrix *shared, unsigned name, bool has_parts,
                           Error *error)
{
    const Point *point = &bench->job.point;
    const size_t elements = bench->grid.own_rows * bench->grid.own_columns;
    const size_t part = elements > 0 ? elements * type_size(point->type) : 1;
    if (rank_job.own == 0) {
        if (guarded_alloc(&shared->whole, name, point_matrix_bytes(point), error) != 0) {
            return -1;
        }
        rank_matrix_share(shared);
        guarded_arm(&shared->whole);
    }
    return has_parts ? job_allocate(&shared->part, name, part, host_threads(&bench->job), error) : 0;
}

static void *ranks_input(Bench *bench, size_t index, unsigned i)
{
    (void)index;
    return i == OPERAND_A ? bench->a.whole.memory : i == OPERAND_B ? bench->b.whole.memory : NULL;
}

static int protect_inputs(Bench *bench, bool protect, Error *error)
{
    return guarded_protect(&bench->a.whole, protect, error) != 0
               ? -1
               : guarded_protect(&bench->b.whole, protect, error);
}

/* Rank 0: makes the inputs and write-protects them. */
static int fill_whole(Bench *bench, Error *error)
{
    if (driver_fill(&ranks_driver, bench, &bench->job, error) != 0) {
        return -1;
    }
    *bench->job.input_hash = driver_hash(&ranks_driver, bench, &bench->job);
    return protect_inputs(bench, true, error);
}

/* The next sample scatters them. */
static int ranks_other_inputs(Bench *bench, const Input *input, Error *error)
{
    bench->job.input = *input;
    return protect_inputs(bench, false, error) != 0 ? -1 : fill_whole(bench, error);
}

static int open_memory(Bench *bench, Error *error)
{
    const Workload *workload = bench->job.workload;
    const size_t bytes = has_gpu(&bench->job) ? 0 : job_workspace_bytes(&bench->job);
    if (allocate_shared(bench, &bench->a, OPERAND_A, workload->inputs > 0, error) != 0 ||
        (workload->inputs > 1 && allocate_shared(bench, &bench->b, OPERAND_B, true, error) != 0) ||
        allocate_shared(bench, &bench->out, OPERAND_OUT, true, error) != 0 ||
        (bytes > 0 &&
         job_allocate(&bench->workspace, GUARDED_WORKSPACE, bytes, bench->job.point.threads, error) != 0)) {
        return -1;
    }
    bench->task.a = bench->a.part.memory;
    bench->task.b = bench->b.part.memory;
    bench->task.out = bench->out.part.memory;
    bench->task.workspace = bench->workspace.memory;
    return rank_job.own == 0 ? fill_whole(bench, error) : 0;
}

static void open_grid(Bench *bench)
{
    Grid *grid = &bench->grid;
    grid->all = MPI_COMM_WORLD;
    grid->shape = grid_shape(bench->job.variant, &bench->job.point);
    const GridPart own = grid_part(&grid->shape, (unsigned)rank_job.own);
    grid->row = own.row;
    grid->column = own.column;
    grid->own_rows = own.rows;
    grid->own_columns = own.columns;
    MPI_Comm_split(MPI_COMM_WORLD, (int)grid->row, (int)grid->column, &grid->in_row);
    MPI_Comm_split(MPI_COMM_WORLD, (int)grid->column, (int)grid->row, &grid->in_column);
}

static void close_bench(Bench *bench)
{
    if (bench->gpu != NULL) {
        gpu_rank_close(bench->gpu);
    }
    if (bench->opened && bench->job.variant->close != NULL) {
        bench->job.variant->close(&bench->task);
    }
    parts_close(&bench->parts);
    rank_matrix_free(&bench->a);
    rank_matrix_free(&bench->b);
    rank_matrix_free(&bench->out);
    guarded_free(&bench->workspace);
    reference_loop_close(&bench->loop);
    MPI_Comm_free(&bench->grid.in_row);
    MPI_Comm_free(&bench->grid.in_column);
    free(bench->places);
    free(bench);
}

/* What this process needs alone. */
static int open_own(Bench *bench, Error *error)
{
    if (!job_from_library(&bench->job) && !has_gpu(&bench->job) &&
        team_check(bench->job.point.threads, error) != 0) {
        return -1;
    }
    bench->processors = affinity_processors();
    if (rank_job.own == 0 && has_gpu(&bench->job)) {
        bench->places = calloc((size_t)rank_job.count, sizeof *bench->places);
        if (bench->places == NULL) {
            return error_set(error, "no memory for %d processes", rank_job.count);
        }
    }
    if (open_memory(bench, error) != 0 ||
        parts_open(&bench->parts, &bench->grid, &bench->job.point, host_threads(&bench->job), error) != 0) {
        return -1;
    }
    return has_gpu(&bench->job) ? 0 : reference_loop_open(&bench->loop, job_loop_threads(&bench->job), error);
}

/* ---- GPUs ---- */

static void share(void *bytes, size_t size)
{
    MPI_Bcast(bytes, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* Finds this process's GPU and checks the variant's requirements. */
static int find_gpu(const Bench *bench, GpuPlace *own, Error *error)
{
    const Variant *variant = bench->job.variant;
    GpuInfo info;
    choose_gpu();
    const char *missing = gpu_missing();
    if (missing == NULL && variant->missing != NULL) {
        missing = variant->missing();
    }
    own->node = rank_job.node_first;
    gethostname(own->node_name, sizeof own->node_name - 1);
    if (missing != NULL || gpu_info(&info, error) != 0) {
        error_set(error, "%s: %s", own->node_name, missing != NULL ? missing : "no GPU");
        return error_no_room(error);
    }
    memcpy(own->bus_id, info.pci_bus_id[0], sizeof own->bus_id);
    snprintf(own->name, sizeof own->name, "%s", info.name);
    return 0;
}

/* Is place[i] the first of its GPU? */
static bool is_first(const GpuPlace *place, int i)
{
    int first = 0;
    while (first < i &&
           (place[first].node != place[i].node || strcmp(place[first].bus_id, place[i].bus_id) != 0)) {
        first++;
    }
    return first == i;
}

/* Rank 0: does each process have a GPU of its own? By bus IDs, as a launcher may show each process another
 * GPU. */
static int check_distinct(const Bench *bench, Error *error)
{
    const GpuPlace *place = bench->places;
    int shared = 0;
    unsigned ranks = 0, gpus = 0;
    while (is_first(place, shared)) {
        if (++shared == rank_job.count) {
            return 0;
        }
    }
    for (int i = 0; i < rank_job.count; i++) {
        ranks += place[i].node == place[shared].node;
        gpus += place[i].node == place[shared].node && is_first(place, i);
    }
    error_set(
        error,
        "%u ranks on %s share %u GPU%s and need one each; use fewer --ranks, or a --launcher that spreads "
        "them over more nodes",
        ranks, place[shared].node_name, gpus, gpus == 1 ? "" : "s");
    return error_no_room(error);
}

/* A collective GPU step: on a local failure the job is aborted, as the other GPUs would wait for ever. */
static int collective_step(const Bench *bench, GpuStep step, Error *error)
{
    const int failed = gpu_rank_step(bench->gpu, step, error);
    if (failed != 0 && rank_job.count > 1) {
        fprintf(stderr, "speedup: rank %d: %s\n", rank_job.own, error->text);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return failed;
}

/* On all processes: each finds its GPU and allocates its part, then all open the variant. */
static int open_gpus(Bench *bench, Error *error)
{
    const bool distinct = (bench->job.variant->flags & VARIANT_DISTINCT) != 0;
    GpuPlace own = {.node = 0};
    if (rank_job_agree(find_gpu(bench, &own, error), error) != 0) {
        return -1;
    }
    MPI_Gather(&own, sizeof own, MPI_BYTE, bench->places, sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD);
    /* Rank 0 has the places. */
    if (rank_job_agree(distinct && bench->places != NULL ? check_distinct(bench, error) : 0, error) != 0) {
        return -1;
    }
    bench->task.share = share;
    bench->gpu = gpu_rank_open(&bench->job, (unsigned)rank_job.own, &bench->task, error);
    return rank_job_agree(bench->gpu != NULL ? 0 : -1, error) != 0
               ? -1
               : collective_step(bench, GPU_OPEN_VARIANT, error);
}

static int open_variant(Bench *bench, Error *error)
{
    const Variant *variant = bench->job.variant;
    if (has_gpu(&bench->job)) {
        return open_gpus(bench, error);
    }
    bench->opened = variant->open == NULL || rank_job_agree(variant->open(&bench->task), error) == 0;
    return bench->opened ? 0 : -1;
}

/* On all processes. */
static Bench *open_bench(const Job *job, Error *error)
{
    Bench *bench = calloc(1, sizeof *bench);
    if (rank_job_agree(bench != NULL ? 0 : error_set(error, "no memory to open a point"), error) != 0 ||
        bench == NULL) {
        free(bench);
        return NULL;
    }
    bench->job = *job;
    bench->task.point = &bench->job.point;
    bench->task.grid = &bench->grid;
    bench->task.error = error;
    open_grid(bench);
    set_team(job, false);
    if (rank_job_agree(open_own(bench, error), error) != 0) {
        close_bench(bench);
        return NULL;
    }
    RankMatrix *const matrices[] = {&bench->a, &bench->out, &bench->b};
    parts_share(&bench->parts, matrices, bench->job.workload->inputs > 1 ? 3 : 2);
    os_noise_open(&bench->noise, job_from_library(job) || has_gpu(job) ? OS_NOISE_PROCESS : OS_NOISE_TEAM);
    if (job_from_library(job)) {
        team_release();
    }
    if (open_variant(bench, error) != 0) {
        close_bench(bench);
        return NULL;
    }
    bench->task.error = &bench->ignored;
    return bench;
}

static Bench *ranks_open(const Job *job, Error *error)
{
    if (job->point.ranks != (unsigned)rank_job.count) {
        error_set(error, "%u ranks are requested, and the launcher started %d", job->point.ranks,
                  rank_job.count);
        return NULL;
    }
    rank_job_command(OPEN, job);
    return open_bench(job, error);
}

static void ranks_close(Bench *bench)
{
    rank_job_command(CLOSE, NULL);
    close_bench(bench);
}

/* ---- samples ---- */

/* A step of the GPU, if there is one. */
static int gpu_step(const Bench *bench, GpuStep step, Error *error)
{
    return bench->gpu == NULL ? 0 : gpu_rank_step(bench->gpu, step, error);
}

/* Poisons the result and the workspace on all processes. */
static int restore(Bench *bench, Error *error)
{
    const Point *point = &bench->job.point;
    rank_job_command(RESTORE, NULL);
    set_team(&bench->job, job_from_library(&bench->job));
    if (rank_job_agree(guarded_protect(&bench->out.part, false, error), error) != 0) {
        return -1;
    }
    job_poison(&bench->job, &bench->out.part);
    job_poison(&bench->job, &bench->workspace);
    if (rank_job.own == 0) {
        matrix_poison(bench->out.whole.memory, (Extent){point->n, point->n}, point->type);
    }
    return rank_job_agree(gpu_step(bench, GPU_RESTORE, error), error);
}

static int run(Bench *bench, Error *error)
{
    return bench->gpu == NULL ? bench->job.variant->run(&bench->task)
                              : collective_step(bench, GPU_RUN, error);
}

/* Combines the counters of all processes: sums, all throttle reasons, the slowest GPU clock. */
static void reduce_counters(const Bench *bench, Interference *seen, double *sm_mhz)
{
    Interference gpu = interference_none;
    if (bench->gpu != NULL) {
        gpu_rank_seen(bench->gpu, &gpu, sm_mhz);
    }
    enum { SUMS = 7 };
    double sums[SUMS] = {seen->involuntary_switches,  seen->cpu_s,         gpu.power_w,         gpu.energy_j,
                         isnan(gpu.throttle) ? 1 : 0, seen->process_cpu_s, seen->process_wall_s};
    unsigned reasons = isnan(gpu.throttle) ? 0 : (unsigned)gpu.throttle;
    MPI_Allreduce(MPI_IN_PLACE, sums, SUMS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    seen->involuntary_switches = sums[0];
    seen->cpu_s = sums[1];
    seen->process_cpu_s = sums[5];
    seen->process_wall_s = sums[6];
    if (bench->gpu != NULL) {
        MPI_Allreduce(MPI_IN_PLACE, &reasons, 1, MPI_UNSIGNED, MPI_BOR, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, sm_mhz, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
        seen->power_w = sums[2];
        seen->energy_j = sums[3];
        seen->throttle = sums[4] > 0 ? NAN : (double)reasons;
    }
}

/* Inputs to all processes and their GPUs. */
static int scatter_inputs(Bench *bench, Error *error)
{
    const Workload *workload = bench->job.workload;
    parts_move(&bench->parts, &bench->a, workload->in_place ? bench->out.part.memory : bench->a.part.memory,
               true);
    if (workload->inputs > 1) {
        parts_move(&bench->parts, &bench->b, bench->b.part.memory, true);
    }
    return gpu_step(bench, GPU_UPLOAD, error);
}

static int gather_result(Bench *bench, Error *error)
{
    const int failed = gpu_step(bench, GPU_DOWNLOAD, error);
    parts_move(&bench->parts, &bench->out, bench->out.part.memory, false);
    return failed;
}

/* The three phases. A failure on one process is agreed on after its phase. */
static int sample_phases(Bench *bench, Phases *phases, Error *error)
{
    int failed = time_phase(bench, scatter_inputs, &phases->h2d_s, error);
    if (rank_job_agree(failed != 0 ? -1 : gpu_step(bench, GPU_SETTLE, error), error) != 0) {
        return -1;
    }
    failed = time_phase(bench, run, &phases->kernel_s, error);
    failed = failed != 0 || bench->gpu != NULL ? failed : guarded_protect(&bench->out.part, true, error);
    if (rank_job_agree(failed != 0 ? -1 : gpu_step(bench, GPU_READ_CLOCK, error), error) != 0) {
        return -1;
    }
    failed = time_phase(bench, gather_result, &phases->d2h_s, error);
    phases->total_s = phases->h2d_s + phases->kernel_s + phases->d2h_s;
    return rank_job_agree(failed, error);
}

static int sample(Bench *bench, Phases *phases, Interference *interference, Error *error)
{
    rank_job_command(SAMPLE, NULL);
    *phases = phases_none;
    *interference = interference_none;
    bench->task.error = error;
    set_team(&bench->job, job_from_library(&bench->job));
    if (rank_job_agree(gpu_step(bench, GPU_BEGIN, error), error) != 0) {
        return -1;
    }
    process_time_begin(&bench->used);
    os_noise_begin(&bench->noise);
    int failed = sample_phases(bench, phases, error);
    os_noise_end(&bench->noise, interference);
    process_time_end(&bench->used, interference);
    failed = failed != 0 ? -1 : rank_job_agree(gpu_step(bench, GPU_END, error), error);
    if (failed == 0) {
        reduce_counters(bench, interference, &phases->sm_mhz);
    }
    bench->task.error = &bench->ignored;
    return failed != 0 ? -1 : rank_job_agree(guard_check(error), error);
}

/* The slowest thread of all processes. */
static double reference_loop(Bench *bench)
{
    rank_job_command(REFERENCE_LOOP, NULL);
    double slowest_s = reference_loop_time_s(&bench->loop);
    MPI_Allreduce(MPI_IN_PLACE, &slowest_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest_s;
}

/* ---- results ---- */

static const void *ranks_output(Bench *bench, size_t index)
{
    (void)index;
    return bench->out.whole.memory;
}

static bool ranks_oversubscribed(const Bench *bench)
{
    const unsigned here = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    return bench->job.point.threads > bench->processors ||
           bench->job.point.threads * (unsigned)rank_job.node_ranks > here;
}

/* The name of the GPUs if they are alike. */
static const char *name_of_all(const Bench *bench)
{
    for (int i = 1; i < rank_job.count; i++) {
        if (strcmp(bench->places[i].name, bench->places[0].name) != 0) {
            return "GPUs of several kinds";
        }
    }
    return bench->places[0].name;
}

static void ranks_describe(const Bench *bench, char *text, size_t size)
{
    const Job *job = &bench->job;
    char own[160], shape[64], library[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    snprintf(own, sizeof own, "%s", text);
    if (bench->places != NULL) {
        snprintf(shape, sizeof shape, "%d %.40s", rank_job.count, name_of_all(bench));
    } else {
        snprintf(shape, sizeof shape, "%u x %u ranks", bench->grid.shape.rows, bench->grid.shape.columns);
    }
    MPI_Get_library_version(library, &length);
    snprintf(text, size, "%s on %d node%s, %.*s%s%s%s", shape, rank_job.nodes, rank_job.nodes == 1 ? "" : "s",
             (int)strcspn(library, ",\n"), library, own[0] != '\0' ? "; " : "", own,
             !has_gpu(job) && ranks_oversubscribed(bench) ? "; fewer processors than threads" : "");
}

/* By rank, on several nodes with the node: "a/0000:3b:00.0;b/0000:3b:00.0". A text that is too long ends with
 * dots. */
static void gpu_ranks_devices(const Bench *bench, char *text, size_t size)
{
    static const char more[] = ";...";
    text[0] = '\0';
    for (int i = 0; i < rank_job.count; i++) {
        const GpuPlace *place = &bench->places[i];
        char one[100];
        snprintf(one, sizeof one, "%s%s%s", rank_job.nodes > 1 ? place->node_name : "",
                 rank_job.nodes > 1 ? "/" : "", place->bus_id);
        if (strlen(text) + strlen(one) + 1 + sizeof more > size) {
            text_append(text, size, "", "%s", more);
            return;
        }
        text_append(text, size, ";", "%s", one);
    }
}

/* ---- the job ---- */

static Bench *follow_open(const Command *given, Error *error)
{
    const Job job = {.workload = registry_workload(given->workload),
                     .variant = registry_variant(given->workload, given->variant),
                     .point = given->point};
    if (job.workload == NULL || job.variant == NULL) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE); /* this node has another build of the program */
        return NULL;
    }
    return open_bench(&job, error);
}

void ranks_follow(void)
{
    static _Atomic uint64_t fault; /* unread: a guard hit ends the process, and so the job */
    Bench *bench = NULL;
    guard_watch(&fault);
    for (;;) {
        const Command given = rank_job_await();
        Phases phases;
        Interference interference;
        Error error = {.text = ""};
        if (bench == NULL && given.kind != OPEN && given.kind != LEAVE) {
            continue; /* opening failed on all ranks */
        }
        switch (given.kind) {
        case OPEN:
            bench = follow_open(&given, &error);
            break;
        case RESTORE:
            restore(bench, &error);
            break;
        case SAMPLE:
            sample(bench, &phases, &interference, &error);
            break;
        case REFERENCE_LOOP:
            reference_loop(bench);
            break;
        case CLOSE:
            close_bench(bench);
            bench = NULL;
            break;
        case LEAVE:
            MPI_Finalize();
            return;
        }
    }
}

#define SHARED_FUNCTIONS                                                                                     \
    .memory = ranks_memory, .open = ranks_open, .restore = restore, .sample = sample,                        \
    .output = ranks_output, .input = ranks_input, .other_inputs = ranks_other_inputs,                        \
    .describe = ranks_describe, .close = ranks_close

const Driver ranks_driver = {
    .missing = ranks_missing,
    .reference_loop = reference_loop,
    .oversubscribed = ranks_oversubscribed,
    SHARED_FUNCTIONS,
};

static size_t gpu_ranks_device_free(void)
{
    choose_gpu();
    return gpu_driver.device_free();
}

const Driver gpu_ranks_driver = {
    .missing = gpu_missing,
    .device_free = gpu_ranks_device_free,
    .devices = gpu_ranks_devices,
    SHARED_FUNCTIONS,
};
