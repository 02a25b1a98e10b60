/* Verification that a variant used no more threads than its point has. See verify.h.
 *
 * A thread more would make a row of one thread look twice as fast, and every speedup over it too small. A
 * clock that a variant has slowed down looks the same: more processor time than wall time. On a busy machine
 * two threads may get no more than one processor together. So of one thread's work, which is either done by
 * the calling thread or by one that it waits for, both may not have used processors. */
#include <math.h>

#include "common/system/process_time.h"
#include "common/verify/verify.h"

/* Beyond the time of all threads, or of the total where one thread should have used it all. */
#define MARGIN 0.10

int verify_threads(const Point *point, const Interference *used, Error *error)
{
    const double cpu_s = used->process_cpu_s, wall_s = used->process_wall_s, threads = point->threads;
    const double second_s =
        point->threads == 1 && point->ranks == 0 ? fmin(used->caller_cpu_s, cpu_s - used->caller_cpu_s) : 0.0;
    if (point->threads > 0 && cpu_s > (1 + MARGIN) * threads * wall_s + process_time_error_s()) {
        error_set(error,
                  "used %.4g ms of processor time within %.4g ms, as %.2f threads do, and its point has %u; "
                  "use point->threads threads and declare AXIS_THREADS",
                  1e3 * cpu_s, 1e3 * wall_s, cpu_s / wall_s, point->threads);
        return 1;
    }
    if (second_s > MARGIN * cpu_s + process_time_error_s()) {
        error_set(
            error,
            "used %.4g ms of processor time on its own thread and %.4g ms on others, and its point has 1 "
            "thread; use point->threads threads and declare AXIS_THREADS",
            1e3 * used->caller_cpu_s, 1e3 * (cpu_s - used->caller_cpu_s));
        return 1;
    }
    return 0;
}
