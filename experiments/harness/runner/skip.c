/* See skip.h. */
#include "experiments/harness/runner/skip.h"

#include <math.h>
#include <stdio.h>

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/text/text.h"
#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/predict.h"

/* A sample that is predicted to last this many times --max-time is not tried. */
#define FAR_OVER_MAX_TIME 10.0
/* Raising the limit is advised for shorter samples only. */
#define WORTH_RAISING_S 3600.0
/* The least rate of any code, in operations or bytes per second: a point that this rate finishes in time, or
 * within the least time, is not probed. */
#define SLOWEST_RATE 0.05e9
#define LEAST_PROBED_S 1.0
/* A prediction from a small size may be wrong by this factor. */
#define UNCERTAINTY 10.0
/* The fastest of these counts: an outlier must not cause the point to be skipped. */
enum { PROBE_SAMPLES = 3 };

static double limit_s(const PlanPoint *planned)
{
    return fmin(planned->skip_over_s, FAR_OVER_MAX_TIME * planned->rule.max_time_s);
}

/* ---- skipping ---- */

/* Names the exceeded limit and the options that measure the point all the same. */
static void describe_limit(const PlanPoint *planned, double predicted_s, size_t from_n, char *text,
                           size_t size)
{
    const bool over = predicted_s > planned->skip_over_s;
    const char *advice = "";
    char time[32];
    if (predicted_s < WORTH_RAISING_S) {
        advice = predicted_s > planned->options->timeout_s ? "; raise it and --timeout to measure this"
                                                           : "; raise it to measure this";
    }
    if (predicted_s < 60.0) {
        format_time(predicted_s, time, sizeof time);
    } else {
        format_duration(predicted_s, time, sizeof time);
    }
    snprintf(text, size, "predicted %s per sample (from n = %zu) exceeds %s %.9g s%s", time, from_n,
             over ? "--skip-over" : "10 times --max-time",
             over ? planned->skip_over_s : planned->rule.max_time_s, advice);
}

/* ---- probing smaller sizes ---- */

static int take_fastest(void *context, const Result *result, Error *error)
{
    (void)error;
    TimedSample *fastest = context;
    if (result->sampled && (fastest->total_s == 0.0 || result->phases.total_s < fastest->total_s)) {
        *fastest = (TimedSample){0, result->phases.kernel_s, result->phases.total_s};
    }
    return 0;
}

/* Samples the point at a smaller size without a row: once, or several times after one warm-up run. A failure
 * leaves 0 in *time: the point itself will report it. 0 or -1. */
static int probe(const Sweep *sweep, WorkerPool *pool, const Point *smaller, bool once, TimedSample *time,
                 Error *error)
{
    const ResultHandler handler = {.on_result = take_fastest, .context = time};
    Request request = dispatch_request(sweep->planned);
    request.point = *smaller;
    request.no_warmup = once;
    request.warmup_s = 0.0;
    request.rule = (StopRule){.min_samples = 1, .max_samples = once ? 1 : PROBE_SAMPLES};
    *time = (TimedSample){0};
    return worker_pool_run(pool, &request, sweep->planned, &handler, error);
}

/* Divides the point's size so that even slow code runs it soon: 8, or a larger power of two. Work that does
 * not shrink with the size, as with a given number of edges, leaves no size: a divisor above n. */
static size_t first_divisor(const PlanPoint *planned, const Workload *workload)
{
    const size_t n = planned->point.n;
    size_t divisor = 8;
    Point smaller;
    do {
        plan_at_size(planned->options, planned, n / divisor, &smaller);
        divisor *= 2;
    } while (smaller.n > 0 && workload_work(workload, &smaller) / SLOWEST_RATE > LEAST_PROBED_S);
    return divisor / 2;
}

/* Host memory only: requesting a GPU's would make its context. */
static bool fits_memory(const PlanPoint *planned)
{
    const Job job = {.workload = registry_workload(planned->variant->workload),
                     .variant = planned->variant,
                     .point = planned->point};
    size_t host_bytes, device_bytes;
    driver_for(planned->variant, planned->point.ranks > 0)->memory(&job, &host_bytes, &device_bytes);
    return host_bytes <= machine_memory_free_bytes();
}

/* Predicts the point, *now, and measures the smaller size of a prediction that skips it again in another
 * process, unless it is sure: one delay must not skip a point. The faster time counts. A graph file has no
 * smaller size, so an unsure prediction is none. */
static int confirm(const Sweep *sweep, WorkerPool *pool, Prediction *now, Error *error)
{
    const PlanPoint *planned = sweep->planned;
    TimedSample time = {0};
    Point smaller;
    *now = predict(sweep);
    if (now->sure || now->sample_s <= limit_s(planned)) {
        return 0;
    }
    if (plan_at_size(planned->options, planned, now->from_n, &smaller) && planned->options->graph == NULL &&
        probe(sweep, pool, &smaller, true, &time, error) != 0) {
        return -1;
    }
    now->sample_s = fmin(now->sample_s, predict_from(time, planned, &smaller).sample_s);
    now->sure = true;
    sweep->state->earlier = *now;
    return 0;
}

/* Predicts the point from a smaller size. Without one it is run at an eighth of the size or less first. A
 * fourth and a half follow while the prediction is near the limit: a small size fits a cache that the point
 * does not, and predicts too little. Points of several processes are not probed: at a small size they take
 * the time of messages. */
static int predict_by_probes(Sweep *sweep, WorkerPool *pool, Prediction *now, Error *error)
{
    const PlanPoint *planned = sweep->planned;
    const Workload *workload = registry_workload(planned->variant->workload);
    const double work = workload_work(workload, &planned->point), most_s = limit_s(planned);
    const bool is_probed = planned->program == NULL && planned->point.ranks == 0 &&
                           planned->options->graph == NULL && point_is_square(&planned->point) &&
                           work / SLOWEST_RATE > fmax(most_s, LEAST_PROBED_S) && fits_memory(planned);
    for (size_t divisor = is_probed ? first_divisor(planned, workload) : 1;; divisor /= 2) {
        Point smaller;
        TimedSample time;
        if (confirm(sweep, pool, now, error) != 0) {
            return -1;
        }
        if (divisor <= 1 || now->sample_s > most_s ||
            (now->sample_s > 0.0 && now->sample_s * UNCERTAINTY < most_s)) {
            return 0;
        }
        if (planned->point.n / divisor <= now->from_n ||
            !plan_at_size(planned->options, planned, planned->point.n / divisor, &smaller)) {
            continue;
        }
        if (probe(sweep, pool, &smaller, false, &time, error) != 0) {
            return -1;
        }
        sweep->state->earlier = predict_from(time, planned, &smaller);
        const double informative_s = predict_min_informative_s(planned, &smaller);
        const double at_most_s = informative_s * work / workload_work(workload, &smaller);
        if (time.kernel_s < informative_s && at_most_s * UNCERTAINTY < most_s) {
            divisor = 2; /* no larger one is needed */
        }
    }
}

int skip_point(Sweep *sweep, WorkerPool *pool, Result *result, Error *error)
{
    const PlanPoint *planned = sweep->planned;
    const bool known =
        sweep->state->times.count > 0 || sweep->options->profile; /* a profiler slows samples */
    Prediction now = {0};
    *result = (Result){.status = STATUS_SKIPPED, .last = true, .stop = "skipped"};
    if (planned->refused[0] != '\0') {
        snprintf(result->detail, sizeof result->detail, "%s", planned->refused);
    } else if (!known && predict_by_probes(sweep, pool, &now, error) != 0) {
        return -1;
    } else if (now.sample_s > limit_s(planned)) {
        describe_limit(planned, now.sample_s, now.from_n, result->detail, sizeof result->detail);
    }
    return result->detail[0] != '\0';
}
