/* See team.h. */
#include "cpu/team.h"

#include <fenv.h>
#include <sched.h>
#ifdef _OPENMP
#include <pthread.h>
#include <unistd.h>
#endif

#include "common/system/affinity.h"
#include "common/system/process_time.h"
#include "cpu/threads.h"

void team_set(const Point *point)
{
    (void)point;
#ifdef _OPENMP
    /* In the order of ScheduleKind. */
    static const omp_sched_t kinds[SCHEDULES] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
    omp_set_dynamic(0);
    omp_set_num_threads(point->threads > 0 ? (int)point->threads : 1);
    omp_set_schedule(kinds[point->schedule.kind], (int)point->schedule.chunk);
#endif
}

void team_limit(unsigned threads)
{
    (void)threads;
#ifdef _OPENMP
    omp_set_num_threads(threads > 0 ? (int)threads : omp_get_num_procs());
#endif
}

void team_release(void)
{
/* OpenMP 5.0; gcc supports it since version 9 but reports 4.5. */
#if defined _OPENMP && (_OPENMP >= 201811 || (defined __GNUC__ && !defined __clang__ && __GNUC__ >= 9))
    omp_pause_resource_all(omp_pause_soft);
#endif
}

#ifdef _OPENMP
/* LLVM's, in milliseconds. */
extern void kmp_set_blocktime(int) __attribute__((weak));

/* A team that sleeps for ever. */
static void *park(void *size)
{
#pragma omp parallel num_threads(*(const int *)size)
    while (pause() != 0) {
    }
    return size;
}
#endif

/* GCC's runtime hardly spins while it has more threads than processors (its manual: GOMP_SPINCOUNT). */
void team_wait_asleep(unsigned threads)
{
    team_release();
    (void)threads;
#ifdef _OPENMP
    static int size;
    pthread_t thread;
    size = omp_get_num_procs() + 2 - (int)threads;
    size = size > 2 ? size : 2;
    if (kmp_set_blocktime != NULL) {
        kmp_set_blocktime(0);
    } else if (pthread_create(&thread, NULL, park, &size) == 0) {
        threads_rest();
    }
#endif
    team_reset_floats(); /* makes the team's threads, which is no work of the next call */
}

void team_reset_floats(void)
{
#pragma omp parallel
    fesetenv(FE_DFL_ENV);
}

int team_check(unsigned threads, Error *error)
{
    unsigned size = 0;
#pragma omp parallel reduction(+ : size)
    size++;
    if (size == threads || threads == 0) {
        return 0;
    }
#ifdef _OPENMP
    return error_set(error,
                     "OpenMP provides %u thread(s) instead of %u; unset OMP_THREAD_LIMIT and OMP_DYNAMIC, or "
                     "request fewer",
                     size, threads);
#else
    return error_set(error, "%u threads in a build without OpenMP; build WITH_OPENMP=yes, or use 1", threads);
#endif
}

unsigned team_spread(void)
{
    ProcessorSet all = {0};
#pragma omp parallel
    {
        ProcessorSet own;
        affinity_now(&own);
#pragma omp critical
        CPU_OR_S(sizeof all, all.parts, all.parts, own.parts);
    }
    return affinity_count(&all);
}
