/* The CPU driver: repetitions of short work within a sample, and the state that every repetition finds. */
#include <time.h>

#include "common/driver.h"
#include "common/matrix.h"
#include "common/registry.h"
#include "common/system/process_time.h"
#include "tests/unit/operands.h"
#include "tests/unit/unit.h"

enum { N = 8 };

static size_t runs, stale;

/* ---- variants ---- */

static int copies(const Task *task)
{
    runs++;
    memcpy(task->out, task->a, point_matrix_bytes(task->point));
    return 0;
}

/* Copies only if the first element is not copied yet. */
static int spares_itself(const Task *task)
{
    if (memcmp(task->out, task->a, 4) != 0) {
        memcpy(task->out, task->a, point_matrix_bytes(task->point));
    }
    return 0;
}

static int takes_long(const Task *task)
{
    struct timespec time = {.tv_nsec = 500000};
    nanosleep(&time, NULL);
    return copies(task);
}

/* Modifies its input in place; repetitions that find it modified are counted. */
static int closes(const Task *task)
{
    int32_t *cells = task->out;
    runs++;
    stale += cells[0] != 0;
    cells[0] = -1;
    return 0;
}

static void complains(Task *task)
{
    error_set(task->error, "cannot close");
}

/* As C += A B: right only if it finds zeros. */
static int adds(const Task *task)
{
    uint32_t *out = task->out;
    runs++;
    for (size_t i = 0; i < N * N; i++) {
        out[i] += ((const uint32_t *)task->a)[i];
    }
    return 0;
}

/* The input and the result in the layout of foreign code. */
static uint32_t reversed[N * N], made[N * N];
static size_t prepared, finished;

static int prepares(const Task *task)
{
    prepared++;
    for (size_t i = 0; i < N * N; i++) {
        reversed[i] = ((const uint32_t *)task->a)[N * N - 1 - i];
    }
    return 0;
}

static int copies_reversed(const Task *task)
{
    (void)task;
    runs++;
    memcpy(made, reversed, sizeof made);
    return 0;
}

static int finishes(const Task *task)
{
    finished++;
    for (size_t i = 0; i < N * N; i++) {
        ((uint32_t *)task->out)[N * N - 1 - i] = made[i];
    }
    return 0;
}

static Job job_of(const char *workload, Variant *variant, int (*run)(const Task *))
{
    *variant = (Variant){.workload = workload, .name = "cpu/planted", .types = INT32 | FLOAT32, .run = run};
    static uint64_t hash;
    runs = stale = 0;
    Job job = {.workload = registry_workload(workload),
               .variant = variant,
               .input = {.seed = 1},
               .input_hash = &hash};
    job.point = square_point(N, TYPE_INT32);
    job.point.edges = 20;
    return job;
}

/* ---- samples ---- */

static Bench *opened(const Job *job)
{
    Bench *bench = cpu_driver.open(job, &error);
    if (bench == NULL) {
        fail_msg("%s", error.text);
    }
    return bench;
}

static Phases sampled(Bench *bench)
{
    Phases phases;
    Interference seen;
    assert_ok(cpu_driver.restore(bench, &error));
    assert_ok(cpu_driver.sample(bench, &phases, &seen, &error));
    const double apart_s = fmax(0.0, phases.input_s) + fmax(0.0, phases.output_s);
    assert_true(phases.kernel_s > 0.0 && fabs(phases.total_s - phases.kernel_s - apart_s) < 1e-12);
    return phases;
}

static int verdict(Bench *bench, const Job *job, size_t index)
{
    Accuracy accuracy;
    const Computed result = driver_computed(&cpu_driver, bench, job, index);
    return job->workload->verify(&result, &accuracy, &error);
}

/* Processor time of this process while its main thread sleeps. */
static double spun_s(void)
{
    const double before_s = (double)clock() / CLOCKS_PER_SEC;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    return (double)clock() / CLOCKS_PER_SEC - before_s;
}

static bool spins(const Job *job)
{
    threads_rest(); /* those of a BLAS that is linked */
    Bench *bench = opened(job);
    const double opened_s = spun_s();
    sampled(bench);
    assert_int_equal(verdict(bench, job, 0), 0);
    const double sampled_s = spun_s();
    cpu_driver.close(bench);
    return fmax(opened_s, sampled_s) >= 1e-3;
}

/* First, while no thread waits yet. */
TEST(no_thread_of_openmp_spins_into_a_library_s_sample, .waits_actively = true)
{
    Variant variant;
    Job job = job_of("copy", &variant, copies);
    variant.flags = VARIANT_LIBRARY;
    variant.axes = AXIS_THREADS;
    job.point.threads = 2;
    job.point.m = job.point.n = job.point.k = 1000; /* large enough to be filled and verified by a team */
    assert_false(spins(&job) && spins(&job) && spins(&job)); /* once may be a load */
}

TEST(short_work_is_repeated_about_equally_often)
{
    Variant variant;
    const Job job = job_of("copy", &variant, copies);
    variant.close = complains;
    error.text[0] = '\0';
    Bench *bench = opened(&job);
    assert_true(sampled(bench).repeats == 1.0);
    assert_int_equal(runs, 1);
    double least = sampled(bench).repeats, most = least;
    assert_true(least >= 10.0);
    for (int i = 0; i < 20; i++) {
        runs = 0;
        const double repeats = sampled(bench).repeats;
        assert_true(repeats == (double)runs);
        least = fmin(least, repeats);
        most = fmax(most, repeats);
        assert_int_equal(verdict(bench, &job, 0), 0);
    }
    assert_true(least < most); /* so that the last pass, which is verified, is any of them */
    cpu_driver.close(bench);
    assert_string_equal(error.text, ""); /* of an earlier call */
}

TEST(matrices_and_iterations_multiply)
{
    const char *const workloads[] = {"copy", "apsp"};
    for (size_t i = 0; i < 2; i++) {
        Variant variant;
        Job job = job_of(workloads[i], &variant, i == 0 ? copies : closes);
        job.point.matrices = 3;
        job.point.iterations = 2;
        Bench *bench = opened(&job);
        assert_true(sampled(bench).repeats == 1.0);
        assert_int_equal(runs, 6);
        sampled(bench);
        runs = 0;
        double repeats = sampled(bench).repeats;
        assert_true(repeats > 1.0);
        assert_int_equal(runs, 6 * (size_t)repeats);
        assert_int_equal(stale, 0);
        for (size_t matrix = 0; i == 0 && matrix < 3; matrix++) {
            assert_int_equal(verdict(bench, &job, matrix), 0);
        }
        cpu_driver.close(bench);
    }
}

TEST(a_variant_that_accumulates_finds_zeros_in_every_pass)
{
    Variant variant;
    Job job = job_of("copy", &variant, adds);
    job.point.iterations = 2;
    for (int declared = 0; declared < 2; declared++) {
        variant.flags = declared ? VARIANT_ACCUMULATES : 0;
        runs = 0;
        Bench *bench = opened(&job);
        for (int i = 0; i < 3; i++) {
            sampled(bench);
            assert_int_equal(verdict(bench, &job, 0), !declared);
        }
        assert_true(runs > 10);
        cpu_driver.close(bench);
    }
}

TEST(inputs_are_prepared_and_results_finished_beside_the_kernel)
{
    Variant variant;
    Job job = job_of("copy", &variant, copies_reversed);
    variant.prepare = prepares;
    variant.finish = finishes;
    job.point.matrices = 2;
    prepared = finished = 0;
    Bench *bench = opened(&job);
    for (int i = 0; i < 3; i++) {
        const Phases phases = sampled(bench);
        assert_true(phases.input_s > 0.0 && phases.output_s > 0.0);
        assert_int_equal(verdict(bench, &job, 0), 0);
        assert_int_equal(verdict(bench, &job, 1), 0);
    }
    assert_true(runs > 20 && prepared == runs && finished == runs);
    cpu_driver.close(bench);
}

TEST(a_pass_that_is_left_out_is_wrong)
{
    Variant variant;
    const Job job = job_of("copy", &variant, spares_itself);
    Bench *bench = opened(&job);
    sampled(bench);
    assert_int_equal(verdict(bench, &job, 0), 0);
    assert_true(sampled(bench).repeats > 1.0);
    /* Correct by chance if the last poisoned element is the one that it checks, but not twice. */
    if (verdict(bench, &job, 0) == 0) {
        sampled(bench);
    }
    assert_int_equal(verdict(bench, &job, 0), 1);
    cpu_driver.close(bench);
}

TEST(long_work_is_not_repeated)
{
    Variant variant;
    const Job job = job_of("copy", &variant, takes_long);
    Bench *bench = opened(&job);
    for (int i = 0; i < 3; i++) {
        assert_true(sampled(bench).repeats == 1.0);
    }
    cpu_driver.close(bench);
}
