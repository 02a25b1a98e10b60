/* Verification that a variant used no more threads than its point has. See verify.h.
 *
 * A thread more would make a row of one thread look twice as fast, and every speedup over it too small. A
 * clock that a variant has slowed down looks the same: more processor time than wall time.
 *
 * Of one thread's work what counts is concurrency. A thread that the caller makes, or takes from a pool, and
 * waits for may do all of the work. So the time of others is compared with the time in which the caller was
 * blocked; time in which it was ready to run and had no processor is neither, but for START_S a call. Handing
 * work over takes both threads for a moment, HANDOVER_S at most: for short calls that is a large share of
 * their time. A second worker does half of it, so its share is found from any duration on, a smaller one in
 * calls that are many times longer than a handover. */
#include <math.h>

#include "common/system/process_time.h"
#include "common/verify/verify.h"

/* Beyond the time of all threads. */
#define MARGIN 0.10
/* Of one thread: a call's handovers of work to another thread, at most this share of the time. */
#define HANDOVER_S 1e-4
#define HANDOVER_SHARE 0.28
/* In which the caller waits for a processor, as the thread that it makes starts on its own. */
#define START_S 2e-5

/* Idle threads: the processors that one thread at a time uses or waits for, and the share of a thread that
 * does nothing. The least work of calls that can tell: a thread that wakes late does its share late. */
#define IDLE_PROCESSORS 1.2
#define IDLE_SHARE 0.1
#define IDLE_S 1e-3
#define IDLE_IN_TURN_S 1e-2

static bool is_one_thread(const Point *point)
{
    return point->threads == 1 && point->ranks == 0;
}

/* Processor time that the threads of the point cannot have used. */
static double extra_s(const Point *point, const ThreadUse *use)
{
    const double beyond_s = use->cpu_s - point->threads * use->wall_s;
    const double queued_s = use->wall_s - use->caller_s - use->blocked_s;
    const double beside_s =
        use->cpu_s - use->caller_s - use->blocked_s - fmin(queued_s, START_S * use->calls);
    return is_one_thread(point) ? fmax(beyond_s, fmin(use->caller_s, beside_s)) : beyond_s;
}

static double allowed_s(const Point *point, const ThreadUse *use)
{
    const double own_s = MARGIN * point->threads * use->wall_s + process_time_error_s();
    return own_s + (is_one_thread(point) ? fmin(HANDOVER_S * use->calls, HANDOVER_SHARE * use->cpu_s) : 0);
}

void thread_use_add(ThreadUse *use, const Interference *sample)
{
    use->samples++;
    use->cpu_s += sample->process_cpu_s;
    use->caller_s += sample->caller_cpu_s;
    use->blocked_s += sample->caller_blocked_s;
    use->wall_s += sample->process_wall_s;
    use->calls += sample->calls;
}

int verify_threads(const Point *point, const ThreadUse *use, Error *error)
{
    const double extra = extra_s(point, use);
    if (point->threads == 0 || use->samples < 2 || !(extra > allowed_s(point, use))) {
        return 0;
    }
    return -error_set(
        error,
        "used %.4g ms of processor time on its own thread and %.4g ms on others within %.4g ms, and its "
        "point has %u thread%s; use point->threads threads and declare AXIS_THREADS",
        1e3 * use->caller_s, 1e3 * (use->cpu_s - use->caller_s), 1e3 * use->wall_s, point->threads,
        point->threads == 1 ? "" : "s");
}

bool threads_idle(const Point *point, const Interference *call)
{
    const double cpu_s = call->process_cpu_s;
    const double least_s = cpu_s - call->caller_cpu_s <= IDLE_SHARE * cpu_s ? IDLE_S : IDLE_IN_TURN_S;
    return point->threads > 1 && cpu_s >= least_s * call->calls &&
           cpu_s + call->queue_s <= IDLE_PROCESSORS * call->process_wall_s;
}
