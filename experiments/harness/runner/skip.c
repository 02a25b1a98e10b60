/* See skip.h. */
#include "experiments/harness/runner/skip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/statistics/search.h"
#include "common/system/array.h"
#include "common/text/hash.h"

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

/* ---- predicting ---- */

#define INFORMATIVE_S 1e-3
#define INFORMATIVE_GPU_S 1e-2   /* at small sizes it is mostly idle */
#define INFORMATIVE_RANKS_S 1e-1 /* where processes share a core a message waits for its receiver */
#define LONGEST_DELAY_S 0.05     /* a longer sample of one process is no delay */

/* Hash of the identity without what changes with the size, the input and the placement. */
static uint64_t hash_code(const char *const *field)
{
    static const bool left_out[COLUMNS] = {[COL_N] = true,    [COL_EDGES] = true, [COL_GRAPH] = true,
                                           [COL_SEED] = true, [COL_BIND] = true,  [COL_PLACES] = true};
    uint64_t hash = 0;
    for (int c = 0; c < COLUMNS; c++) {
        if (column_table[c].role != ROLE_NONE && !left_out[c]) {
            hash = hash_text(hash, field[c]);
        }
    }
    return hash;
}

/* The faster of two: an outlier must not cause the point to be skipped. */
static TimedSample faster(TimedSample one, TimedSample other)
{
    return other.total_s < one.total_s ? other : one; /* passes over NAN */
}

static TimedSample fastest(const Group *group)
{
    TimedSample least = {0, INFINITY, INFINITY, NAN};
    for (size_t i = 0; i < group->count; i++) {
        least = faster(least, (TimedSample){0, group->rows[i]->kernel_s, group->rows[i]->total_s, NAN});
    }
    return least;
}

/* The shortest kernel time from which another size can be predicted: a shorter one is mostly calls, wake-ups,
 * launches or messages, which do not grow with the work. Seconds. */
static double min_informative_s(const PlanPoint *planned, const Point *from)
{
    const double once_s = from->ranks > 1                    ? INFORMATIVE_RANKS_S
                          : variant_on_gpu(planned->variant) ? INFORMATIVE_GPU_S
                                                             : INFORMATIVE_S;
    return once_s * point_repetitions(from);
}

/* Predicts the time of a sample of the planned point from that of another size: the kernel grows with the
 * work, the rest with the bytes. No prediction when the time is not informative. */
static Prediction predict_from(TimedSample time, const PlanPoint *planned, const Point *from)
{
    const Workload *workload = registry_workload(planned->variant->workload);
    const Point *to = &planned->point;
    const double kernel_s = fmin(time.kernel_s, time.total_s); /* of a printed rate it is that of a unit */
    const double around_s = time.total_s - kernel_s;
    double predicted_s = 0.0;
    if (kernel_s >= min_informative_s(planned, from)) {
        predicted_s += kernel_s * workload_work(workload, to) / workload_work(workload, from);
    }
    if (around_s >= (from->ranks > 1 ? INFORMATIVE_RANKS_S : INFORMATIVE_S)) {
        predicted_s +=
            around_s * (double)workload_all_bytes(workload, to) / (double)workload_all_bytes(workload, from);
    }
    const double delay_s = from->ranks > 1 ? 2.0 * INFORMATIVE_RANKS_S : LONGEST_DELAY_S;
    return (Prediction){predicted_s, from->n, time.total_s >= delay_s};
}

static int by_code_and_size(const void *a, const void *b)
{
    const EarlierTime *left = a, *right = b;
    const int order = compare_whole(left->code, right->code);
    return order != 0 ? order : compare_whole(left->at.n, right->at.n);
}

int earlier_times_make(EarlierTimes *times, const Groups *groups, Error *error)
{
    *times = (EarlierTimes){.times = calloc(groups->count + 1, sizeof *times->times)};
    if (times->times == NULL) {
        return error_set(error, "no memory for the times of %zu points", groups->count);
    }
    for (size_t g = 0; g < groups->count; g++) {
        const Row *row = groups->groups[g].rows[0];
        const char *field[COLUMNS];
        const TimedSample time = fastest(&groups->groups[g]);
        if (isfinite(time.total_s) && strcmp(row_field(row, COL_BUILD), machine_build_id()) == 0) {
            row_fields(row, field);
            times->times[times->count++] = (EarlierTime){hash_code(field), samples_point(row), time};
        }
    }
    qsort(times->times, times->count, sizeof *times->times, by_code_and_size);
    return 0;
}

void earlier_times_predict(const EarlierTimes *times, const PlanPoint *planned, const RowText *row,
                           PointState *state)
{
    const EarlierTime sought = {.code = hash_code(row->field), .at = planned->point};
    size_t smaller = search_first(times->times, times->count, sizeof sought, &sought, by_code_and_size);
    if (smaller > 0 && times->times[smaller - 1].code == sought.code) {
        const EarlierTime *earlier = &times->times[smaller - 1];
        state->earlier = predict_from(earlier->time, planned, &earlier->at);
    }
}

/* Predicts the time of a sample of sweep->planned from the largest smaller size of the same variant and
 * settings, in this sweep, else in the file. */
static Prediction predict(const Sweep *sweep)
{
    const PlanPoint *planned = sweep->planned;
    const Prediction *earlier = &sweep->state->earlier;
    const PointState *nearest = NULL;
    size_t from_n = 0;
    if (!point_is_square(&planned->point)) {
        return (Prediction){0};
    }
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PlanPoint *other = &sweep->plan->points[i];
        if (sweep->states[i].times.count > 0 && point_is_square(&other->point) &&
            other->point.n < planned->point.n && other->point.n > from_n &&
            plan_same_but_size(planned, other)) {
            nearest = &sweep->states[i];
            from_n = other->point.n;
        }
    }
    if (nearest == NULL || from_n < earlier->from_n + earlier->sure) {
        return *earlier;
    }
    TimedSample least = {0, INFINITY, INFINITY, NAN};
    for (size_t i = 0; i < nearest->times.count; i++) {
        least = faster(least, nearest->times.samples[i]);
    }
    return predict_from(least, planned, &sweep->plan->points[nearest - sweep->states].point);
}

/* ---- skipping ---- */

/* Names the exceeded limit and the options that measure the point all the same. */
static void describe_limit(const PlanPoint *planned, double predicted_s, size_t from_n, char *text,
                           size_t size)
{
    const bool over = predicted_s > planned->skip_over_s;
    const char *advice = predicted_s >= WORTH_RAISING_S ? ""
                         : predicted_s > planned->options->timeout_s
                             ? "; raise it and --timeout to measure this"
                             : "; raise it to measure this";
    char time[32] = "";
    (predicted_s < 60.0 ? format_time : format_duration)(predicted_s, time, sizeof time);
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
        *fastest = (TimedSample){0, result->phases.kernel_s, result->phases.total_s, NAN};
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
        const double informative_s = min_informative_s(planned, &smaller);
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
        sweep->state->last_number > 0 || sweep->options->profile; /* a profiler slows samples */
    Prediction now = {0};
    *result = (Result){.status = STATUS_SKIPPED, .last = true};
    if (planned->refused[0] != '\0') {
        snprintf(result->detail, sizeof result->detail, "%s", planned->refused);
    } else if (!known && predict_by_probes(sweep, pool, &now, error) != 0) {
        return -1;
    } else if (now.sample_s > limit_s(planned)) {
        describe_limit(planned, now.sample_s, now.from_n, result->detail, sizeof result->detail);
    }
    return result->detail[0] != '\0';
}
