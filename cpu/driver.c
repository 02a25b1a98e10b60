/* The CPU driver: memory, placement and the clock for CPU variants. See driver.h.
 *
 * Each matrix is first touched by the threads that will work on it, with the same static shares, so that its
 * pages lie on their NUMA nodes. Inputs are write-protected after they are filled: they need not be restored,
 * and a variant that writes to one crashes there. Guards and canaries (common/system/guard.h) surround every
 * buffer, and the canaries are checked after every sample. The results are write-protected from the end of a
 * sample's clock until the next restore(): a thread that run() has not joined crashes where it writes on.
 *
 * Short work is repeated within a sample, so that its time is many clock steps (METHOD I): kernel_s is the
 * time of all passes over their number, which settle() fixes once per bench. Between two passes some
 * elements of the result (the root of their number, within 0.2 % of the time) and one of the workspace are
 * poisoned, at random places: they reveal a variant that skips a pass because it has the result already,
 * that repairs only what is poisoned, or that adds onto its workspace. In-place work gets its input back
 * before each pass, and a variant that accumulates a result of zeros; the clock then runs around each pass
 * alone, and the clock's own time is subtracted. So it does where a variant prepares its inputs, which is
 * timed apart. A cold sample and one from a file are never repeated.
 *
 * A point from a graph file is timed end to end: reading into the matrix, the work, and writing the result.
 * Other points have one phase, the kernel, and those of Variant.prepare and finish. */
#include "common/driver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine/energy.h"
#include "common/machine/machine.h"
#include "common/matrix.h"
#include "common/random.h"
#include "common/size.h"
#include "common/system/affinity.h"
#include "common/system/os_noise.h"
#include "common/system/process_time.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "cpu/job.h"
#include "cpu/reference_loop.h"
#include "cpu/team.h"

/* Work shorter than SHORT_S is repeated for BATCH_S with a margin. Trials of it take SETTLE_S; longer work
 * has LEAST_TRIALS, as one may be an outlier, and none if they would take over LONG_S. */
#define SHORT_S 1e-4
#define BATCH_S 1e-3
#define BATCH_MARGIN 1.2
#define SETTLE_S 5e-3
#define LONG_S 2e-2
/* Repetitions end here: work that was fast in the trials may be slow later. */
#define MOST_BATCH_S 1e-2
enum {
    MOST_REPEATS = 100000, /* of work without measurable time */
    LEAST_TRIALS = 3,
    CLOCK_READINGS = 32, /* while short work is repeated: 0.1 % of its time */
    EMPTY_PASSES = 200,
    RANDOM_PLACES = 1024, /* a power of two: taking one costs less than a nanosecond */
};

/* A write between two passes takes this long in the cache of the calling thread, or in that of another. Not
 * more than a share of each pass is spent on them. */
#define POISON_S 4e-9
#define POISON_SHARED_S 1.5e-7
#define POISON_SHARE 0.002

/* A pass may take this many times as long if the whole result is poisoned before, and a step of the clock, or
 * the time in which a thread wakes. */
#define WHOLE_TIMES 2.5
#define CLOCK_S 1e-7
#define SWITCH_S 1e-6
enum { WHOLE_TRIALS = 40, LINE_BYTES = 64 };

/* Inputs of this size are filled by all processors, also those of a point of one thread. */
enum { LARGE_BYTES = 64 << 20 };

/* Of the buffer that flushes the caches, if their sizes are unknown. */
enum { LEAST_FLUSH_BYTES = 64 << 20 };

/* Shorter samples have no energy: reading the counters would slow them, and these step by a millisecond. */
#define ENERGY_S 0.1

typedef struct Operands {
    Guarded matrix[OPERANDS];
    void *input; /* a copy for repeated in-place work */
} Operands;

struct Bench {
    Job job;
    Task task;
    bool opened;        /* the variant's open() was called */
    Operands *operands; /* of each matrix */
    size_t workspace_bytes, flush_bytes;
    Guarded workspace;
    void *flush;                    /* larger than the caches; NULL unless the job is cold */
    size_t repeats;                 /* passes of a sample; 0: not settled */
    size_t poisons;                 /* elements of a result that are poisoned between two passes, at ... */
    uint32_t places[RANDOM_PLACES]; /* ... these shares of it, 0 to 2^32 - 1, one after the other */
    size_t poisoned;                /* the last one used */
    uint64_t secret;                /* of all random choices */
    uint32_t poison;                /* each word of a poisoned element ... */
    size_t element_bytes;           /* ... of 2, 4 or 8 bytes */
    double clock_s;                 /* the clock's own time, where each pass is timed alone */
    double first_s;                 /* the first sample's time; 0: none yet */
    unsigned processors;            /* that its threads may run on */
    Error ignored;                  /* for callers without an error */
    ReferenceLoop loop;
    OsNoise noise;
    ProcessTime used;
    Energy energy;
};

/* ---- sizes ---- */

/* Bytes of the buffer that flushes the caches of a cold job. */
static size_t flush_bytes(const Job *job)
{
    if (!job->cold) {
        return 0;
    }
    const Machine *machine = machine_get();
    const size_t shared = size_mul(2, machine->last_level_bytes);
    const size_t own = size_mul(size_mul(2, machine->l2_bytes), job->point.threads);
    const size_t most = shared > own ? shared : own;
    return most > LEAST_FLUSH_BYTES ? most : LEAST_FLUSH_BYTES;
}

static void cpu_memory(const Job *job, size_t *host_bytes, size_t *device_bytes)
{
    size_t bytes = size_mul(job->point.matrices, workload_all_bytes(job->workload, &job->point));
    bytes = size_add(bytes, size_mul(job->point.matrices, sizeof(Operands)));
    bytes = size_add(bytes, reference_loop_needs_bytes(job_loop_threads(job)));
    *host_bytes = size_add(size_add(bytes, job_workspace_bytes(job)), flush_bytes(job));
    *device_bytes = 0;
}

/* ---- inputs ---- */

/* Of in-place work the result. */
static void *cpu_input(Bench *bench, size_t index, unsigned i)
{
    const bool in_place = i == 0 && bench->job.workload->in_place;
    return bench->operands[index].matrix[in_place ? OPERAND_OUT : i].memory;
}

static int fill_all(Bench *bench, Error *error)
{
    return driver_fill(&cpu_driver, bench, &bench->job, error);
}

/* Write-protects operands first .. end - 1 of all matrices, or makes them writable again. */
static int protect_operands(Bench *bench, unsigned first, unsigned end, bool protect, Error *error)
{
    int failed = 0;
    for (size_t index = 0; index < bench->job.point.matrices; index++) {
        for (unsigned i = first; i < end && failed == 0; i++) {
            failed = guarded_protect(&bench->operands[index].matrix[i], protect, error);
        }
    }
    return failed;
}

static int protect_results(Bench *bench, bool protect, Error *error)
{
    return protect_operands(bench, OPERAND_OUT, OPERANDS, protect, error);
}

static int open_operands(const Bench *bench, Operands *operands, Error *error)
{
    const Job *job = &bench->job;
    int failed = 0;
    for (unsigned i = 0; i < OPERANDS && failed == 0; i++) {
        if (i == OPERAND_OUT || i < job->workload->inputs) {
            failed =
                job_allocate(&operands->matrix[i], i, workload_bytes(job->workload, &job->point, (Operand)i),
                             job->point.threads, error);
        }
    }
    return failed;
}

/* The threads of what is not timed: those of the point, or one beside a library, which has its own. */
static void team_between_samples(const Job *job)
{
    if (job_from_library(job)) {
        team_limit(1);
    } else {
        team_set(&job->point);
    }
}

/* Fills, hashes and write-protects the inputs of all matrices. Large ones by all processors: their pages are
 * where the point's threads have touched them. The others end, as they would spin into the next sample. */
static int make_inputs(Bench *bench, Error *error)
{
    const Job *job = &bench->job;
    const bool large = workload_all_bytes(job->workload, &job->point) >= LARGE_BYTES;
    if (large) {
        team_limit(0);
    }
    const int failed =
        fill_all(bench, error) != 0 ? -1 : protect_operands(bench, OPERAND_A, OPERAND_OUT, true, error);
    *job->input_hash = failed == 0 ? driver_hash(&cpu_driver, bench, job) : 0;
    if (large) {
        team_between_samples(job);
        team_release();
        threads_rest();
    }
    return failed;
}

/* ---- open and close ---- */

static void cpu_close(Bench *bench)
{
    if (bench->opened && bench->job.variant->close != NULL) {
        bench->task.error = &bench->ignored; /* that of the last call may be gone */
        bench->job.variant->close(&bench->task);
    }
    for (size_t i = 0; bench->operands != NULL && i < bench->job.point.matrices; i++) {
        for (size_t operand = 0; operand < OPERANDS; operand++) {
            guarded_free(&bench->operands[i].matrix[operand]);
        }
        free(bench->operands[i].input);
    }
    guarded_free(&bench->workspace);
    matrix_free(bench->flush, bench->flush_bytes);
    reference_loop_close(&bench->loop);
    free(bench->operands);
    free(bench);
}

static int open_memory(Bench *bench, Error *error)
{
    bench->operands = calloc(bench->job.point.matrices, sizeof *bench->operands);
    if (bench->operands == NULL) {
        error_set(error, "no memory for %zu matrices; choose fewer --matrices", bench->job.point.matrices);
        return error_no_room(error);
    }
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        if (open_operands(bench, &bench->operands[i], error) != 0) {
            return -1;
        }
    }
    if (bench->workspace_bytes > 0) {
        if (job_allocate(&bench->workspace, GUARDED_WORKSPACE, bench->workspace_bytes,
                         bench->job.point.threads, error) != 0) {
            return -1;
        }
        bench->task.workspace = bench->workspace.memory;
        job_poison(&bench->job, &bench->workspace);
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
    const Guarded *matrix = bench->operands[index].matrix;
    bench->task.a = matrix[OPERAND_A].memory;
    bench->task.b = matrix[OPERAND_B].memory;
    bench->task.c = matrix[OPERAND_C].memory;
    bench->task.d = matrix[OPERAND_D].memory;
    bench->task.out = matrix[OPERAND_OUT].memory;
    bench->task.error = error != NULL ? error : &bench->ignored;
}

/* A speedup over threads that do not exist, or share processors, would be wrong. */
static int check_team(Bench *bench, Error *error)
{
    const Job *job = &bench->job;
    bool own = (job->variant->axes & AXIS_THREADS) != 0 && !job_from_library(job);
    if (own && team_check(job->point.threads, error) != 0) {
        return -1;
    }
    bench->processors = own ? team_spread() : affinity_processors();
    return 0;
}

static void choose_places(Bench *bench)
{
    bench->secret = random_secret();
    for (size_t i = 0; i < RANDOM_PLACES; i++) {
        bench->places[i] = (uint32_t)random_bits(bench->secret, i);
    }
}

static Bench *cpu_open(const Job *job, Error *error)
{
    Bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        error_set(error, "no memory to open %s", job->variant->name);
        error_no_room(error);
        return NULL;
    }
    bench->job = *job;
    bench->task.point = &bench->job.point;
    bench->workspace_bytes = job_workspace_bytes(job);
    bench->flush_bytes = flush_bytes(job);
    bench->poisons = 1;
    bench->poison = type_poison(job->point.type);
    bench->element_bytes = type_size(job->point.type);
    choose_places(bench);
    bench->repeats = job->cold || job_from_file(job) ? 1 : 0;

    team_set(&job->point);
    if (check_team(bench, error) != 0 || open_memory(bench, error) != 0 ||
        reference_loop_open(&bench->loop, job_loop_threads(job), error) != 0) {
        goto fail;
    }
    energy_open(&bench->energy, "");
    os_noise_open(&bench->noise, job_from_library(job) ? OS_NOISE_PROCESS : OS_NOISE_TEAM);
    team_between_samples(job); /* threads that fill the inputs would spin into a library's first sample */
    /* Before the inputs are there, so that no result can be made. */
    if (job->variant->open != NULL) {
        aim_task(bench, 0, error);
        if (job->variant->open(&bench->task) != 0) {
            goto fail;
        }
    }
    bench->opened = true;
    if (make_inputs(bench, error) != 0) {
        goto fail;
    }
    if (job_from_library(job) || job->variant->open != NULL) {
        team_release();
        threads_rest(); /* threads of a library, or of open(), spin for a while */
    }
    return bench;

fail:
    cpu_close(bench);
    return NULL;
}

/* ---- samples ---- */

/* Poisons the results, or clears those that the variant adds onto. */
static void reset_results(const Bench *bench)
{
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        const Guarded *out = &bench->operands[i].matrix[OPERAND_OUT];
        if (job_accumulates(&bench->job)) {
            matrix_first_touch(out->memory, out->bytes, job_loop_threads(&bench->job));
        } else {
            job_poison(&bench->job, out);
        }
    }
}

/* Flushes the caches, so that the next sample starts cold. Each thread reads a part larger than its private
 * caches, and all threads together read twice the last-level cache. Reading leaves no dirty lines to be
 * written back during the sample. The buffer was written: untouched pages all map to one page of zeros. */
static void flush_caches(const Bench *bench)
{
    const unsigned char *start = bench->flush;
    const size_t lines = bench->flush_bytes / LINE_BYTES;
    unsigned sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (size_t line = 0; line < lines; line++) {
        sum += start[line * LINE_BYTES];
    }
    volatile unsigned used = sum; /* keeps the compiler from removing the loop */
    (void)used;
}

static int cpu_restore(Bench *bench, Error *error)
{
    if (protect_results(bench, false, error) != 0) {
        return -1;
    }
    team_between_samples(&bench->job);
    if (bench->job.workload->in_place && !job_from_file(&bench->job)) {
        if (fill_all(bench, error) != 0) {
            return -1;
        }
    } else {
        reset_results(bench);
    }
    job_poison(&bench->job, &bench->workspace);
    if (bench->flush != NULL) {
        flush_caches(bench);
    }
    return 0;
}

static int run_matrices(Bench *bench, Error *error)
{
    int failed = 0;
    for (size_t i = 0; i < bench->job.point.matrices && failed == 0; i++) {
        aim_task(bench, i, error);
        failed = bench->job.variant->run(&bench->task);
    }
    return failed;
}

/* Restores the input of in-place work. */
static int restore_input(Bench *bench, Error *error)
{
    if (bench->operands[0].input == NULL) {
        return fill_all(bench, error);
    }
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        memcpy(bench->operands[i].matrix[OPERAND_OUT].memory, bench->operands[i].input,
               bench->operands[i].matrix[OPERAND_OUT].bytes);
    }
    return 0;
}

/* Poisons some elements of a buffer, at places that no variant can know before. Without a call, as the clock
 * runs: this is a part of the shortest passes. */
static inline void poison_places(Bench *bench, const Guarded *buffer, size_t places)
{
    const size_t size = bench->element_bytes;
    const uint64_t count = buffer->bytes / size;
    for (size_t i = 0; i < places && count > 0; i++) {
        bench->poisoned = (bench->poisoned + 1) % RANDOM_PLACES;
        char *element = (char *)buffer->memory + size * (bench->places[bench->poisoned] * count >> 32);
        if (size < sizeof bench->poison) {
            *(uint16_t *)element = (uint16_t)bench->poison;
        } else { /* one word or two */
            *(uint32_t *)element = bench->poison;
            *(uint32_t *)(element + size - sizeof bench->poison) = bench->poison;
        }
    }
}

/* Between two passes: some elements of each result and one of the workspace. */
static void poison_some(Bench *bench)
{
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        poison_places(bench, &bench->operands[i].matrix[OPERAND_OUT], bench->poisons);
    }
    poison_places(bench, &bench->workspace, 1);
}

/* The number of elements to poison between two passes: the root of their number, if that takes less than 0.2
 * % of a pass. Elements that other threads have written lie in their caches. */
static size_t poisons_of(const Bench *bench, double pass_s)
{
    const double each_s = bench->job.point.threads > 1 ? POISON_SHARED_S : POISON_S;
    const size_t count = bench->operands[0].matrix[OPERAND_OUT].bytes / type_size(bench->job.point.type);
    return (size_t)fmax(1, fmin(sqrt((double)count), POISON_SHARE * pass_s / each_s));
}

/* Does the clock run around each pass alone? */
static bool is_timed_apart(const Bench *bench)
{
    const Variant *variant = bench->job.variant;
    return bench->job.workload->in_place || job_accumulates(&bench->job) || variant->prepare != NULL ||
           variant->finish != NULL;
}

/* What a pass must find and the one before has changed. 0 or -1. */
static int renew(Bench *bench, Error *error)
{
    poison_places(bench, &bench->workspace, 1);
    if (bench->job.workload->in_place) {
        return restore_input(bench, error);
    }
    if (job_accumulates(&bench->job)) {
        reset_results(bench);
    } else {
        poison_some(bench);
    }
    return 0;
}

/* The parts of a pass that are timed apart. */
enum { PREPARE, RUN, FINISH, PARTS };
typedef int Hook(const Task *task);

/* Adds the time of each part of one pass, at least one clock step. */
static int time_parts(Bench *bench, double part_s[PARTS], Error *error)
{
    const Variant *variant = bench->job.variant;
    Hook *const hooks[PARTS] = {variant->prepare, variant->run, variant->finish};
    for (size_t i = 0; i < bench->job.point.matrices; i++) {
        aim_task(bench, i, error);
        for (int part = 0; part < PARTS; part++) {
            if (hooks[part] == NULL) {
                continue;
            }
            const double start_s = timing_now_s();
            if (hooks[part](&bench->task) != 0) {
                return -1;
            }
            part_s[part] += fmax(timing_now_s() - start_s - bench->clock_s, 1e-9);
        }
    }
    return 0;
}

/* *repeats becomes lower if the passes take too long. */
static int time_each(Bench *bench, size_t *repeats, double part_s[PARTS], Error *error)
{
    const size_t iterations = bench->job.point.iterations, passes = *repeats * iterations;
    for (size_t pass = 0; pass < passes; pass++) {
        if (part_s[PREPARE] + part_s[RUN] + part_s[FINISH] > MOST_BATCH_S && pass % iterations == 0) {
            *repeats = pass / iterations;
            break;
        }
        if ((pass > 0 && renew(bench, error) != 0) || time_parts(bench, part_s, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The clock around all passes. It is also read after 1, 2, 4 ... repetitions and then at equal distances. */
static int time_together(Bench *bench, size_t *repeats, double part_s[PARTS], Error *error)
{
    const size_t iterations = bench->job.point.iterations, passes = *repeats * iterations;
    const size_t distance = (*repeats / CLOCK_READINGS + 1) * iterations;
    size_t reading = iterations;
    double start_s = timing_now_s();
    for (size_t pass = 0; pass < passes; pass++) {
        if (pass == reading) {
            if (timing_now_s() - start_s > MOST_BATCH_S) {
                *repeats = pass / iterations;
                break;
            }
            reading += size_min(reading, distance);
        }
        if (pass > 0) {
            poison_some(bench);
        }
        if (run_matrices(bench, error) != 0) {
            return -1;
        }
    }
    part_s[RUN] = timing_now_s() - start_s;
    return 0;
}

/* One iteration suffices from now on, as calls are not timed, so no pass restores the copy of an input. */
static int cpu_other_inputs(Bench *bench, const Input *input, Error *error)
{
    bench->job.input = *input;
    bench->job.point.iterations = 1;
    const unsigned end = bench->job.workload->in_place ? OPERANDS : OPERAND_OUT;
    return protect_operands(bench, OPERAND_A, end, false, error) != 0 ? -1 : make_inputs(bench, error);
}

/* Runs all iterations of all matrices up to `*repeats` times, which is set; the times of one repetition. */
static int run_all(Bench *bench, size_t *repeats, Phases *phases, Error *error)
{
    const Variant *variant = bench->job.variant;
    double part_s[PARTS] = {0};
    const int failed = (is_timed_apart(bench) ? time_each : time_together)(bench, repeats, part_s, error);
    const double times = (double)*repeats;
    phases->kernel_s = phases->total_s = part_s[RUN] / times;
    if (variant->prepare != NULL) {
        phases->input_s = part_s[PREPARE] / times;
        phases->total_s += phases->input_s;
    }
    if (variant->finish != NULL) {
        phases->output_s = part_s[FINISH] / times;
        phases->total_s += phases->output_s;
    }
    return failed;
}

/* Copies the restored inputs of in-place work, and measures the clock's own time. */
static int prepare_passes(Bench *bench, Error *error)
{
    for (size_t i = 0; bench->job.workload->in_place && i < bench->job.point.matrices; i++) {
        const Guarded *out = &bench->operands[i].matrix[OPERAND_OUT];
        void *copy = malloc(out->bytes);
        if (copy == NULL) {
            error_set(error, "no memory for a copy of the input; choose a smaller --size");
            return error_no_room(error);
        }
        bench->operands[i].input = memcpy(copy, out->memory, out->bytes);
    }
    bench->clock_s = HUGE_VAL;
    for (int i = 0; i < EMPTY_PASSES; i++) {
        double start_s = timing_now_s();
        bench->clock_s = fmin(bench->clock_s, timing_now_s() - start_s);
    }
    return 0;
}

/* The least time of one repetition, over growing numbers of repetitions. */
static int time_trials(Bench *bench, double *least_s, Error *error)
{
    double start_s = timing_now_s(), spent_s;
    size_t repeats = 1;
    int trials = 0;
    do {
        Phases each;
        size_t done = repeats;
        if (renew(bench, error) != 0 || run_all(bench, &done, &each, error) != 0) {
            return -1;
        }
        *least_s = fmin(*least_s, each.kernel_s);
        if (each.total_s * (double)done < BATCH_S && repeats <= MOST_REPEATS / 2) {
            repeats *= 2;
        }
        trials++;
        spent_s = timing_now_s() - start_s;
    } while (*least_s < SHORT_S ? spent_s < SETTLE_S : trials < LEAST_TRIALS && spent_s < LONG_S);
    return 0;
}

/* Sets *whole_s to the time of a pass before which the whole result is poisoned. A variant that computes
 * again only what is poisoned takes far less for the next one, before which little is. For that one the
 * result is rewritten as it is: stores that bypass the cache, or of other threads, take longer where its
 * lines are dirty. A pass may be disturbed, so most trials decide, or else the shortest passes. 0, 1 and an
 * error if they show that, or -1. */
static int time_whole(Bench *bench, double *whole_s, Error *error)
{
    const double slack_s = bench->job.point.threads < 2 ? CLOCK_S : SWITCH_S;
    Phases whole, part;
    double part_s = HUGE_VAL;
    size_t once = 1;
    int alike = 0;
    *whole_s = HUGE_VAL;
    for (int i = 1; i <= WHOLE_TRIALS; i++) {
        reset_results(bench);
        if (run_all(bench, &once, &whole, error) != 0) {
            return -1;
        }
        for (size_t matrix = 0; matrix < bench->job.point.matrices; matrix++) {
            const Guarded *out = &bench->operands[matrix].matrix[OPERAND_OUT];
            matrix_rewrite(out->memory, out->bytes, job_loop_threads(&bench->job));
        }
        poison_some(bench);
        if (run_all(bench, &once, &part, error) != 0) {
            return -1;
        }
        *whole_s = fmin(*whole_s, whole.kernel_s);
        part_s = fmin(part_s, part.kernel_s);
        alike += whole.kernel_s <= WHOLE_TIMES * part.kernel_s + slack_s;
        if (alike >= LEAST_TRIALS && 2 * alike > i) {
            return 0;
        }
    }
    if (*whole_s <= WHOLE_TIMES * part_s + slack_s) {
        return 0;
    }
    return -error_set(
        error,
        "takes %.3g us if its whole result is poisoned before, and %.3g us if a part is; compute the whole "
        "result in each call",
        1e6 * *whole_s, 1e6 * part_s);
}

/* Fixes the number of repetitions in a sample, by trials before the second one: the first may have had cold
 * caches and sleeping threads. Leaves the state of restore(). */
static int settle(Bench *bench, Error *error)
{
    double least_s = bench->first_s;
    if (bench->first_s < LONG_S) {
        if ((is_timed_apart(bench) && prepare_passes(bench, error) != 0) ||
            time_trials(bench, &least_s, error) != 0 || cpu_restore(bench, error) != 0) {
            return -1;
        }
    }
    const bool is_short = least_s < SHORT_S;
    double pass_s = least_s;
    if (is_short && !bench->job.workload->in_place && !job_accumulates(&bench->job)) {
        const int verdict = time_whole(bench, &pass_s, error);
        if (verdict != 0 || cpu_restore(bench, error) != 0) {
            return verdict != 0 ? verdict : -1;
        }
    }
    bench->poisons = poisons_of(bench, pass_s);
    bench->repeats = is_short ? (size_t)fmin(ceil(BATCH_S * BATCH_MARGIN / least_s), MOST_REPEATS) : 1;
    return 0;
}

/* Times reading the file, the work, and writing the result. */
static int sample_file(Bench *bench, Phases *phases, Error *error)
{
    Phases work = {0};
    size_t once = 1;
    if (driver_read(&cpu_driver, bench, &bench->job, phases, error) != 0 ||
        run_all(bench, &once, &work, error) != 0 || protect_results(bench, true, error) != 0) {
        return -1;
    }
    phases->kernel_s = work.kernel_s;
    phases->total_s = phases->input_s + work.total_s;
    phases->input_s += work.input_s;
    if (bench->job.output == NULL) {
        return 0;
    }
    phases->output_s = work.output_s;
    return driver_write(&cpu_driver, bench, &bench->job, phases, error);
}

/* The number of passes is random up to a quarter, so that the last one, which is verified, is any of them. */
static int sample_kernel(Bench *bench, Phases *phases, Error *error)
{
    const size_t most = bench->repeats > 0 ? bench->repeats : 1;
    const size_t wanted = most - random_below(random_bits(bench->secret, bench->poisoned), most / 4 + 1);
    size_t repeats = wanted;
    if (run_all(bench, &repeats, phases, error) != 0 || protect_results(bench, true, error) != 0) {
        return -1;
    }
    bench->repeats = repeats < wanted ? repeats : bench->repeats; /* later samples have no more */
    bench->first_s = bench->first_s > 0 ? bench->first_s : phases->kernel_s;
    phases->repeats = (double)repeats;
    return 0;
}

static int cpu_sample(Bench *bench, Phases *phases, Interference *interference, Error *error)
{
    const bool file = job_from_file(&bench->job);
    *phases = phases_none;
    *interference = interference_none;
    team_set(&bench->job.point);
    if (!file && bench->repeats == 0 && bench->first_s > 0) {
        const int verdict = settle(bench, error);
        if (verdict != 0) {
            return verdict;
        }
        team_set(&bench->job.point);
    }
    const bool has_energy = bench->first_s == 0 || bench->first_s >= ENERGY_S;
    if (has_energy) {
        energy_begin(&bench->energy);
    }
    process_time_begin(&bench->used);
    os_noise_begin(&bench->noise);
    int failed = file ? sample_file(bench, phases, error) : sample_kernel(bench, phases, error);
    os_noise_end(&bench->noise, interference);
    process_time_end(&bench->used, interference);
    interference->calls = phases->repeats * point_repetitions(&bench->job.point);
    team_between_samples(&bench->job); /* threads that verify would spin into a library's next sample */
    team_reset_floats();
    if (has_energy) {
        interference->energy_j = energy_since_j(&bench->energy);
    }
    return failed != 0 ? -1 : guard_check(error);
}

static int cpu_call(Bench *bench, Interference *interference, Error *error)
{
    size_t once = 1;
    Phases ignored;
    *interference = interference_none;
    if (cpu_restore(bench, error) != 0) {
        return -1;
    }
    const double queued_s = threads_queue_s();
    process_time_begin(&bench->used);
    const int failed = run_all(bench, &once, &ignored, error);
    process_time_end(&bench->used, interference);
    const double all_queued_s = threads_queue_s() - queued_s;
    interference->queue_s = all_queued_s >= 0 ? all_queued_s : NAN; /* less if threads have ended */
    interference->calls = point_repetitions(&bench->job.point);
    team_reset_floats();
    return failed != 0 || protect_results(bench, true, error) != 0 ? -1 : guard_check(error);
}

static double cpu_reference_loop(Bench *bench)
{
    return reference_loop_time_s(&bench->loop);
}

/* ---- results ---- */

static const void *cpu_output(Bench *bench, size_t index)
{
    return bench->operands[index].matrix[OPERAND_OUT].memory;
}

static bool cpu_oversubscribed(const Bench *bench)
{
    return bench->job.point.threads > bench->processors;
}

static void cpu_describe(const Bench *bench, char *text, size_t size)
{
    if ((bench->job.variant->flags & VARIANT_HOST_POINTERS) != 0) {
        text_append(text, size, "; ", "kernel_s is end to end: it allocates and copies by itself");
    }
    if (cpu_oversubscribed(bench)) {
        text_append(text, size, "; ", "%u threads on %u processor%s", bench->job.point.threads,
                    bench->processors, bench->processors == 1 ? "" : "s");
    }
}

const Driver cpu_driver = {
    .memory = cpu_memory,
    .open = cpu_open,
    .restore = cpu_restore,
    .sample = cpu_sample,
    .reference_loop = cpu_reference_loop,
    .output = cpu_output,
    .input = cpu_input,
    .other_inputs = cpu_other_inputs,
    .call = cpu_call,
    .oversubscribed = cpu_oversubscribed,
    .describe = cpu_describe,
    .close = cpu_close,
};
