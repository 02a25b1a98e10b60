/* See sweep.h. */
#include "experiments/harness/runner/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "experiments/harness/runner/predict.h"
#include "experiments/harness/runner/row.h"
#include "experiments/harness/runner/worker_pool.h"
#include "experiments/harness/store/groups.h"

/* A sample that is predicted to last this many times --max-time is not tried. */
#define FAR_OVER_MAX_TIME 10.0
/* Raising the limit is advised for shorter samples only. */
#define WORTH_RAISING_S 3600.0
/* The stop of a point whose worker was killed each time: another run measures it again. */
#define STOP_KILLED "killed"
/* Before the end of the time that a run has: a visit takes about so long at least. */
#define SHORTEST_NOTICE_S 0.2
/* A worker that is killed is replaced so often a run. */
#define MOST_KILLS 2

/* A point that was skipped, or whose worker was killed, is measured anew: there may be more memory or time
 * now. */
static bool looked_at_anew(const Group *group)
{
    const Row *last = group->rows[group->count - 1];
    return status_parse(row_field(last, COL_STATUS)) == STATUS_SKIPPED ||
           strcmp(row_field(last, COL_STOP), STOP_KILLED) == 0;
}

/* What the point's samples let decide; `stopped`: a row says that they were enough. */
static int reason_to_stop(const PlanPoint *planned, const PointState *state, bool stopped, StopReason *reason,
                          Error *error)
{
    Rounds rounds;
    if (rounds_make(&state->times, &rounds, error) != 0) {
        return -1;
    }
    *reason = stop_point(&planned->rule, &rounds.kernel, state->spent_s, stopped);
    rounds_free(&rounds);
    return 0;
}

static int add_sample(PointState *state, const TimedSample *sample, Error *error)
{
    state->rounds += state->times.count == 0 || sample->round != state->round;
    state->round = sample->round;
    state->spent_s += sample->total_s;
    return sample_times_add(&state->times, sample, error);
}

/* Takes over what an earlier run of this build measured of the point. It is done by today's rule: what once
 * stopped it may ask for less than this run does. */
static int adopt(PointState *state, const PlanPoint *planned, const Group *group, Error *error)
{
    bool stopped = false;
    snprintf(state->run, sizeof state->run, "%.39s", row_field(group->rows[0], COL_RUN));
    state->last_number = groups_last_number(group);
    for (size_t i = 0; i < group->count; i++) {
        const Row *row = group->rows[i];
        Status status = status_parse(row_field(row, COL_STATUS));
        const TimedSample sample = {row->round, row->left_out, row->kernel_s, row->total_s};
        stopped = row_field(row, COL_STOP)[0] != '\0';
        if (!status_is_right(status)) {
            state->done = true;
            state->status = status;
        } else if (add_sample(state, &sample, error) != 0) {
            return -1;
        }
    }
    StopReason reason = STOP_NOT_YET;
    if (!state->done && reason_to_stop(planned, state, stopped, &reason, error) != 0) {
        return -1;
    }
    state->done = state->done || (stopped && reason != STOP_NOT_YET);
    return 0;
}

static size_t points_of(const Sweep *sweep, const char *run)
{
    size_t count = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        count += strcmp(sweep->states[i].run, run) == 0;
    }
    return count;
}

/* Goes on with the run that left points unfinished, of several that which has the most points: one that was
 * skipped and tried again has a run of its own. Rounds are counted on from the last of the file, which may be
 * of a point that this plan does not have: what is of one round and one run was visited beside each other. */
static void go_on(Sweep *sweep, const Rows *files, size_t file_count)
{
    size_t most = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        const size_t points = !state->done && state->times.count > 0 ? points_of(sweep, state->run) : 0;
        if (points > most) {
            most = points;
            snprintf(sweep->run, sizeof sweep->run, "%s", state->run);
        }
    }
    for (size_t f = 0; most > 0 && f < file_count; f++) {
        for (size_t i = 0; i < files[f].count; i++) {
            sweep->round = files[f].rows[i].round > sweep->round ? files[f].rows[i].round : sweep->round;
        }
    }
    for (size_t i = 0; i < sweep->plan->count; i++) {
        PointState *state = &sweep->states[i];
        if (state->run[0] == '\0') {
            snprintf(state->run, sizeof state->run, "%s", sweep->run);
        }
    }
}

int sweep_begin(Sweep *sweep, const RunOptions *options, const Plan *plan, const Rows *files,
                size_t file_count, bool any_host, Error *error)
{
    char now[25];
    timing_utc(timing_date_s(), now);
    *sweep = (Sweep){.options = options, .plan = plan, .ends_s = INFINITY};
    snprintf(sweep->run, sizeof sweep->run, "%s-%ld", now, (long)getpid());
    sweep->states = calloc(plan->count + 1, sizeof *sweep->states);
    RowText *row = malloc(sizeof *row);
    Groups groups;
    EarlierTimes times = {0};
    if (sweep->states == NULL || row == NULL) {
        free(row);
        return error_set(error, "no memory for %zu points", plan->count);
    }
    int failed = groups_make(files, file_count, &groups, error);
    failed = failed != 0 ? failed : predict_begin(&times, &groups, error);
    for (size_t i = 0; failed == 0 && i < plan->count; i++) {
        PointState *state = &sweep->states[i];
        row_identity(row, &plan->points[i]);
        if (any_host) {
            row->text[COL_HOST][0] = '\0';
        }
        state->key = samples_key(row->field);
        const Group *group = options->fresh ? NULL : groups_find(&groups, state->key, machine_build_id());
        bool anew = group != NULL && looked_at_anew(group);
        state->was_skipped =
            anew && strcmp(row_field(group->rows[group->count - 1], COL_STOP), STOP_KILLED) != 0;
        if (group != NULL && !anew) {
            failed = adopt(state, &plan->points[i], group, error);
        } else {
            snprintf(state->run, sizeof state->run, "%s",
                     anew ? sweep->run : ""); /* apart from its old rows */
            predict_from_file(state, &plan->points[i], row, &times);
        }
    }
    predict_end(&times);
    groups_free(&groups);
    free(row);
    go_on(sweep, files, file_count);
    return failed;
}

void sweep_end(Sweep *sweep)
{
    for (size_t i = 0; sweep->states != NULL && i < sweep->plan->count; i++) {
        sample_times_free(&sweep->states[i].times);
    }
    free(sweep->states);
    sweep->states = NULL;
}

uint64_t *sweep_keys(const Sweep *sweep)
{
    uint64_t *keys = calloc(sweep->plan->count + 1, sizeof *keys);
    for (size_t i = 0; keys != NULL && i < sweep->plan->count; i++) {
        keys[i] = sweep->states[i].key;
    }
    return keys;
}

size_t sweep_done(const Sweep *sweep)
{
    size_t done = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        done += sweep->states[i].done;
    }
    return done;
}

size_t sweep_skipped(const Sweep *sweep)
{
    size_t skipped = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        skipped += sweep->states[i].done && sweep->states[i].status == STATUS_SKIPPED;
    }
    return skipped;
}

size_t sweep_bad(const Sweep *sweep)
{
    size_t bad = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        bad += state->done && !status_is_right(state->status) && state->status != STATUS_SKIPPED;
    }
    return bad;
}

/* How many visits the point should still need. */
static size_t visits_left(const PlanPoint *planned, const PointState *state)
{
    size_t rounds = state->rounds < planned->rule.rounds ? planned->rule.rounds : planned->rule.most_rounds;
    return state->done ? 0 : rounds > state->rounds ? rounds - state->rounds : 1;
}

/* What the point's rounds say, in words: "1.23 ms ±1.2 %  4.56 GFLOP/s  (7 rounds, precision)". */
static void tell_times(const Sweep *sweep, const Outcome *outcome, char *text, size_t size)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const PointState *state = &sweep->states[sweep->current];
    const Workload *workload = registry_workload(planned->variant->workload);
    char time[32], rate[32], spread[32] = "";
    Rounds rounds;
    Error ignored;
    if (rounds_make(&state->times, &rounds, &ignored) != 0) {
        text[0] = '\0';
        return;
    }
    double half = estimate_half_width(&rounds.kernel);
    if (isfinite(half)) {
        snprintf(spread, sizeof spread, " ±%.1f %%", 100.0 * half);
    }
    format_time(rounds.kernel.value, time, sizeof time);
    format_number(workload->work(&planned->point) / rounds.kernel.value / 1e9, rate, sizeof rate);
    snprintf(text, size, "%9s%s  %s %s  (%zu round%s, %s)", time, spread, rate,
             workload->rate_unit(planned->point.type), rounds.count, rounds.count == 1 ? "" : "s",
             outcome->stop);
    rounds_free(&rounds);
}

/* The line that a finished visit leaves behind. */
static void tell(Sweep *sweep, const Outcome *outcome)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const PointState *state = &sweep->states[sweep->current];
    char words[200], times[160], line[900] = "";
    point_in_words(planned, words, sizeof words);
    if (!status_is_right(outcome->status)) {
        snprintf(line, sizeof line, "%-52s %s: %s", words, status_name(outcome->status), outcome->detail);
    } else if (state->done) {
        tell_times(sweep, outcome, times, sizeof times);
        snprintf(line, sizeof line, "%-52s %s", words, times);
    }
    progress_done(&sweep->progress, outcome->status, line);
}

static int write_outcome(Sweep *sweep, const Outcome *outcome, Error *error)
{
    PointState *state = &sweep->states[sweep->current];
    if (outcome->status == STATUS_SKIPPED && state->was_skipped) { /* its row is there already */
        state->done = true;
        state->status = STATUS_SKIPPED;
        return 0;
    }
    RowText *row = malloc(sizeof *row);
    if (row == NULL) {
        return error_set(error, "no memory to write a row");
    }
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    row_identity(row, planned);
    row_result(row, state->run, sweep->round, state->last_number + 1, outcome);
    int failed = samples_append(sweep->file, row->field, outcome->last, error);
    free(row);
    if (failed != 0) {
        return -1;
    }
    state->last_number++;
    if (outcome->stop[0] != '\0') {
        state->done = true;
        state->status = outcome->status;
    }
    return 0;
}

static void say(Sweep *sweep, const Outcome *outcome, const char *what_follows)
{
    char words[200], line[900];
    point_in_words(&sweep->plan->points[sweep->current], words, sizeof words);
    snprintf(line, sizeof line, "%-52s %s; %s", words, outcome->detail, what_follows);
    progress_say(&sweep->progress, outcome->status, line);
}

/* Does the process's end count, or does the point get another try? Whoever kills a worker says nothing of the
 * variant: it is replaced at once, MOST_KILLS times. A crash may be of that kind too: the next round shows.
 * Of a point that has all its samples, a kill while memory is freed says nothing, and a crash says that its
 * code damaged something. */
static bool tries_again(Sweep *sweep, const Outcome *outcome)
{
    PointState *state = &sweep->states[sweep->current];
    if (outcome->killed && state->done) {
        say(sweep, outcome, "its samples are all there");
        return true;
    }
    if (outcome->killed && state->kills < MOST_KILLS) {
        state->kills++;
        say(sweep, outcome, "it is measured again");
        return true;
    }
    if (outcome->crashed && !state->done && state->crash[0] == '\0') {
        snprintf(state->crash, sizeof state->crash, "%.150s", outcome->detail);
        say(sweep, outcome, "it is tried once more in the next round");
        sweep->progress.visits++;
        sweep->progress.visits_done++;
        return true;
    }
    return false;
}

/* The slowdown of the reference loop beside a sample: over the shortest time that the run has seen on as many
 * threads, of which any share of a core, a cache or a clock is the same. */
static double noise_of(Sweep *sweep, double loop_s)
{
    const unsigned threads = sweep->plan->points[sweep->current].point.threads;
    PointState *current = &sweep->states[sweep->current];
    double shortest_s = NAN;
    current->loop_s = current->loop_s > 0.0 ? fmin(current->loop_s, loop_s) : loop_s;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const double time_s = sweep->states[i].loop_s;
        if (time_s > 0.0 && sweep->plan->points[i].point.threads == threads) {
            shortest_s = fmin(shortest_s, time_s);
        }
    }
    return loop_s / shortest_s;
}

/* Adds a right sample to what is known of the point; the visit's last one may be the point's. */
static int take_in(Sweep *sweep, Outcome *outcome, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    PointState *state = &sweep->states[sweep->current];
    const TimedSample sample = {sweep->round, false, outcome->phases.kernel_s, outcome->phases.total_s};
    StopReason reason = STOP_NOT_YET;
    outcome->noise = noise_of(sweep, outcome->loop_s);
    if (add_sample(state, &sample, error) != 0 ||
        (outcome->last && reason_to_stop(planned, state, false, &reason, error) != 0)) {
        return -1;
    }
    snprintf(outcome->stop, sizeof outcome->stop, "%s",
             sweep->options->profile ? stop_name(STOP_ROUNDS) : stop_name(reason));
    return 0;
}

static int on_outcome(void *context, const Outcome *outcome, Error *error)
{
    Sweep *sweep = context;
    const PointState *state = &sweep->states[sweep->current];
    if (tries_again(sweep, outcome)) {
        return 0;
    }
    Outcome kept = *outcome;
    if (outcome->killed) {
        snprintf(kept.stop, sizeof kept.stop, "%s", STOP_KILLED);
    } else if (state->crash[0] != '\0' && status_is_right(outcome->status)) { /* the row keeps it */
        snprintf(kept.detail, sizeof kept.detail, "second try, the first %s%s%.280s", state->crash,
                 outcome->detail[0] != '\0' ? "; " : "", outcome->detail);
    }
    if (outcome->sampled && status_is_right(outcome->status) && take_in(sweep, &kept, error) != 0) {
        return -1;
    }
    if (write_outcome(sweep, &kept, error) != 0) {
        return -1;
    }
    if (outcome->last) {
        tell(sweep, &kept);
    }
    return 0;
}

static void on_wait(void *context)
{
    Sweep *sweep = context;
    progress_draw(&sweep->progress);
}

/* Describes why a predicted sample time is over a limit, and which options measure the point all the same. */
static void describe_skip(const PlanPoint *planned, double predicted_s, size_t from_n, char *text,
                          size_t size)
{
    const bool over = predicted_s > planned->skip_over_s;
    const char *advice = predicted_s >= WORTH_RAISING_S ? ""
                         : predicted_s > planned->asked->timeout_s
                             ? "; raise it and --timeout to measure this"
                             : "; raise it to measure this";
    char time[32];
    if (predicted_s < 60.0) {
        format_time(predicted_s, time, sizeof time);
    } else {
        format_duration(predicted_s, time, sizeof time);
    }
    snprintf(text, size, "predicted %s per sample (from n = %zu) exceeds %s %.9g s%s", time, from_n,
             over ? "--skip-over" : "10 times --max-time",
             over ? planned->skip_over_s : planned->rule.max_time_s, advice);
}

/* A point that is not tried gets its row all the same. 1 when skipped, 0 when not, -1 on error. */
static int skip_untried(Sweep *sweep, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    Outcome outcome = {.status = STATUS_SKIPPED, .last = true, .stop = "skipped"};
    size_t from_n = 0;
    /* SampleTimes under a profiler predict nothing. */
    bool known = sweep->states[sweep->current].times.count > 0 || sweep->options->profile;
    double predicted_s = known ? 0.0 : predict(sweep, &from_n);
    if (planned->refused[0] != '\0') {
        snprintf(outcome.detail, sizeof outcome.detail, "%s", planned->refused);
    } else if (predicted_s > fmin(planned->skip_over_s, FAR_OVER_MAX_TIME * planned->rule.max_time_s)) {
        describe_skip(planned, predicted_s, from_n, outcome.detail, sizeof outcome.detail);
    } else {
        return 0;
    }
    return on_outcome(sweep, &outcome, error) != 0 ? -1 : 1;
}

/* The result of a point from a graph file is written beside the samples, as report F writes it. The file has
 * no name while it is used, so that nothing is left of it whatever happens: the worker opens it by the
 * parent's descriptor, which is returned; -1 where no result is written, -2 on error. */
static int make_output(const Sweep *sweep, Order *order, Error *error)
{
    char path[sizeof sweep->file->path + sizeof ".result-XXXXXX"];
    if (order->graph[0] == '\0') {
        return -1;
    }
    snprintf(path, sizeof path, "%s.result-XXXXXX", sweep->file->path);
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd < 0) {
        error_set(error, "cannot make a file for the result beside %s: %s; name another --out",
                  sweep->file->path, strerror(errno));
        return -2;
    }
    unlink(path);
    snprintf(order->output, sizeof order->output, "/proc/%ld/fd/%d", (long)getpid(), fd);
    return fd;
}

static void fill_order(const Sweep *sweep, Order *order)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const RunOptions *asked = planned->asked;
    const RunOptions *options = sweep->options;
    *order = (Order){
        .point = planned->point,
        .seed = asked->seed,
        .cold = asked->cold,
        .once = options->profile,
        .profile = options->profile,
        .warmup_s = planned->warmup_s,
        .rule = planned->rule,
        .clock_hz = machine_clock_highest_hz(),
    };
    if (options->profile) {
        order->rule.min_samples = order->rule.max_samples = 1;
    }
    snprintf(order->workload, sizeof order->workload, "%s", planned->variant->workload);
    snprintf(order->variant, sizeof order->variant, "%s", planned->variant->name);
    snprintf(order->graph, sizeof order->graph, "%s", asked->graph != NULL ? asked->graph : "");
    snprintf(order->trace, sizeof order->trace, "%s", options->trace != NULL ? options->trace : "");
}

/* ---- looking ahead ---- */

/* Slower code than this is not expected, in operations or bytes a second: a point that it could do in time,
 * or in less than it pays to ask, needs no look ahead. */
#define SLOWEST_RATE 0.05e9
#define WORTH_ASKING_S 1.0
/* So many times as long as a small size lets expect. */
#define UNSURE 10.0
/* The fastest of these counts: an outlier must not cause the point to be skipped. */
enum { PROBE_SAMPLES = 3 };

static int on_probe(void *context, const Outcome *outcome, Error *error)
{
    (void)error;
    Took *least = context;
    if (outcome->sampled && (least->total_s == 0.0 || outcome->phases.total_s < least->total_s)) {
        *least = (Took){outcome->phases.kernel_s, outcome->phases.total_s};
    }
    return 0;
}

/* SampleTimes a point at a smaller size, after one run to warm up; no row is kept. It took 0 when that
 * failed, as the point itself will tell. 0 or -1. */
static int probe(const Sweep *sweep, WorkerPool *pool, const Point *smaller, Took *took, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    Listener listener = {on_probe, NULL, took};
    Order order;
    fill_order(sweep, &order);
    order.point = *smaller;
    order.warmup_s = 0.0;
    order.rule = (StopRule){.min_samples = 1, .max_samples = PROBE_SAMPLES};
    order.trace[0] = '\0';
    *took = (Took){0};
    return worker_pool_visit(pool, &order, planned, planned->asked->timeout_s, &listener, error);
}

/* What to divide a size by so that even slow code tells of it soon: 8, or as much more as that takes. */
static size_t first_divisor(const Workload *workload, Point point)
{
    const size_t n = point.n;
    size_t divisor = 8;
    for (point.n = n / divisor; workload->work(&point) / SLOWEST_RATE > WORTH_ASKING_S;
         point.n = n / divisor) {
        divisor *= 2;
    }
    return divisor;
}

/* Has this machine the memory for the current point? Asked of the GPU's too only by who visits it. */
static bool has_room(const Sweep *sweep)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const Job job = {.workload = registry_workload(planned->variant->workload),
                     .variant = planned->variant,
                     .point = planned->point};
    size_t host_bytes, device_bytes;
    driver_for(planned->variant)->memory(&job, &host_bytes, &device_bytes);
    return host_bytes <= machine_memory_free_bytes();
}

/* A point that might take far too long, and of which no smaller size is known, is first run at an eighth of
 * its size or less. A fourth and a half follow as long as it lies near the limit: a small size fits a cache
 * that the point does not, and looks faster than it is. Not of several processes: at a small size they take
 * the time of messages, which says nothing of a large one. */
static int look_ahead(Sweep *sweep, WorkerPool *pool, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    PointState *state = &sweep->states[sweep->current];
    const Workload *workload = registry_workload(planned->variant->workload);
    double limit_s = fmin(FAR_OVER_MAX_TIME * planned->rule.max_time_s, planned->skip_over_s);
    double slowest_s = workload->work(&planned->point) / SLOWEST_RATE;
    size_t from_n;
    if (sweep->options->profile || planned->point.ranks > 0 || planned->asked->graph != NULL ||
        state->times.count > 0 || planned->refused[0] != '\0' || slowest_s <= fmax(limit_s, WORTH_ASKING_S) ||
        !has_room(sweep)) {
        return 0;
    }
    for (size_t divisor = first_divisor(workload, planned->point); divisor > 1; divisor /= 2) {
        Point smaller;
        Took took;
        double predicted_s = predict(sweep, &from_n);
        if (predicted_s > limit_s || (predicted_s > 0.0 && predicted_s * UNSURE < limit_s)) {
            break;
        }
        if (planned->point.n / divisor <= from_n ||
            !plan_at_size(planned->asked, planned, planned->point.n / divisor, &smaller)) {
            continue;
        }
        if (probe(sweep, pool, &smaller, &took, error) != 0) {
            return -1;
        }
        state->earlier_n = smaller.n;
        state->predicted_s = predict_scale(took, planned, &smaller);
        const double min_informative_s = predict_min_informative_s(planned, &smaller);
        double at_most_s = min_informative_s * workload->work(&planned->point) / workload->work(&smaller);
        if (took.kernel_s < min_informative_s && at_most_s * UNSURE < limit_s) {
            break;
        }
    }
    return 0;
}

static int visit(Sweep *sweep, WorkerPool *pool, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    PointState *state = &sweep->states[sweep->current];
    Listener listener = {on_outcome, on_wait, sweep};
    char words[200];
    point_in_words(planned, words, sizeof words);
    progress_now(&sweep->progress, words);
    double start_s = timing_now_s();
    int skipped = look_ahead(sweep, pool, error) != 0 ? -1 : skip_untried(sweep, error);
    if (skipped != 0) {
        return skipped < 0 ? -1 : 0;
    }
    int failed;
    unsigned kills;
    do { /* once more when its worker was killed */
        Order order;
        kills = state->kills;
        fill_order(sweep, &order);
        int output = make_output(sweep, &order, error);
        if (output < -1) {
            return -1;
        }
        failed = worker_pool_visit(pool, &order, planned, planned->asked->timeout_s, &listener, error);
        if (output >= 0) {
            close(output);
        }
    } while (failed == 0 && state->kills > kills &&
             (state->times.count == 0 || state->round != sweep->round));
    sweep->longest_visit_s = fmax(sweep->longest_visit_s, timing_now_s() - start_s);
    return failed;
}

/* Would a visit as long as the longest so far end too late? */
static bool out_of_time(const Sweep *sweep)
{
    return timing_now_s() + fmax(sweep->longest_visit_s, SHORTEST_NOTICE_S) > sweep->ends_s;
}

/* Visits the current point and counts what that makes of the visits still to come. */
static int visit_and_count(Sweep *sweep, WorkerPool *pool, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const PointState *state = &sweep->states[sweep->current];
    size_t expected = sweep->progress.visits_done + visits_left(planned, state);
    int failed = visit(sweep, pool, error);
    sweep->progress.visits += sweep->progress.visits_done + visits_left(planned, state);
    sweep->progress.visits -= expected;
    return failed;
}

/* Visits the `count` points of order[], of which none is done. */
static int visit_points(Sweep *sweep, WorkerPool *pool, const size_t *order, size_t count, Error *error)
{
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < count; i++) {
        sweep->current = order[i];
        if (out_of_time(sweep)) {
            sweep->is_late = true;
            return error_set(error, "%s", "");
        }
        failed = visit_and_count(sweep, pool, error);
    }
    return failed;
}

/* Of the points that are not done. */
static size_t fewest_rounds(const Sweep *sweep)
{
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        least = !state->done && state->rounds < least ? state->rounds : least;
    }
    return least;
}

/* Of the points in order[], keeps those that are not done and have the fewest rounds, and returns how many. A
 * round that was interrupted leaves points behind the others: they catch up first, so that wherever a run
 * ends all have almost as many rounds. */
static size_t keep_hindmost(const Sweep *sweep, size_t *order)
{
    const size_t least = fewest_rounds(sweep);
    size_t count = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[order[i]];
        if (!state->done && state->rounds == least) {
            order[count++] = order[i];
        }
    }
    return count;
}

/* All of order[] have as many rounds; there may be as many as the one that needs most. */
static void begin_progress_round(Sweep *sweep, const size_t *order, size_t count)
{
    const size_t before = count > 0 ? sweep->states[order[0]].rounds : 0;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t here = visits_left(&sweep->plan->points[order[i]], &sweep->states[order[i]]);
        left = here > left ? here : left;
    }
    progress_round(&sweep->progress, before + 1, before + left, count);
}

static int measure_round(Sweep *sweep, WorkerPool *pool, size_t *order, Error *error)
{
    size_t count = keep_hindmost(sweep, order);
    begin_progress_round(sweep, order, count);
    int failed = visit_points(sweep, pool, order, count, error);
    worker_pool_dismiss(pool); /* new processes in each round: where pages and threads fell counts as noise */
    return failed;
}

/* Was the run interrupted within its last round? Then it goes on there, in that round's order: what waits is
 * the one round behind that others were visited in. */
static bool is_within_round(const Sweep *sweep)
{
    const size_t least = fewest_rounds(sweep);
    bool begun = false;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        const bool visited =
            state->rounds == least + 1 && state->round == sweep->round && strcmp(state->run, sweep->run) == 0;
        if (!state->done && state->rounds == least && state->round >= sweep->round) {
            return false;
        }
        begun = begun || visited;
    }
    return begun;
}

int sweep_measure(Sweep *sweep, Error *error)
{
    WorkerPool pool = {0};
    size_t *order = calloc(sweep->plan->count + 1, sizeof *order);
    if (order == NULL) {
        return error_set(error, "no memory to order the points");
    }
    progress_begin(&sweep->progress, sweep->options->quiet, sweep->options->color);
    for (size_t i = 0; i < sweep->plan->count; i++) {
        sweep->progress.visits += visits_left(&sweep->plan->points[i], &sweep->states[i]);
    }
    int failed = 0;
    for (bool within = is_within_round(sweep); failed == 0 && sweep_done(sweep) < sweep->plan->count;
         within = false) {
        sweep->round += !within;
        plan_order(sweep->plan, sweep->options->seed, sweep->round, order);
        failed = measure_round(sweep, &pool, order, error);
    }
    progress_end(&sweep->progress);
    free(order);
    return failed;
}
