/* See sweep.h. */
#include "experiments/harness/measure/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/text.h"
#include "common/timing.h"
#include "experiments/harness/keep/groups.h"
#include "experiments/harness/measure/crew.h"
#include "experiments/harness/measure/foretell.h"
#include "experiments/harness/measure/row.h"

/* A sample that is foretold to last this many times --max-time is not tried. */
#define FAR_OVER_MAX_TIME 10.0
/* The stop of a point whose worker was killed each time: another run measures it again. */
#define STOP_KILLED "killed"
/* A worker that is killed is replaced so often a run. */
#define MOST_KILLS 2

/* A point that was skipped, or whose worker was killed, is measured anew: there may be more memory or time
 * now. */
static bool looked_at_anew(const Group *group)
{
    const Row *last = group->rows[group->count - 1];
    return status_parse(last->field[COL_STATUS]) == STATUS_SKIPPED ||
           strcmp(last->field[COL_STOP], STOP_KILLED) == 0;
}

/* Is the point done by today's rule? What once stopped it may ask for less than this run does; but a row must
 * say what stopped it. */
static bool is_done(const PointState *state, const StopRule *rule, bool stopped)
{
    StopReason reason =
        stats_stop(rule, state->round, state->times.kernel_s, state->times.total_s, state->times.count);
    return stopped && reason != STOP_NOT_YET && reason != STOP_ROUND;
}

/* Takes over what an earlier run of this build measured of the point, with perhaps more rounds. */
static int adopt(PointState *state, const Group *group, const StopRule *rule, Error *error)
{
    bool stopped = false;
    snprintf(state->run, sizeof state->run, "%.39s", group->rows[0]->field[COL_RUN]);
    state->last_number = groups_last_number(group);
    for (size_t i = 0; i < group->count; i++) {
        const Row *row = group->rows[i];
        Status status = status_parse(row->field[COL_STATUS]);
        state->round = row->round > state->round ? row->round : state->round;
        stopped = stopped || row->field[COL_STOP][0] != '\0';
        if (status != STATUS_OK) {
            state->done = true;
            state->status = status;
        } else if (times_add(&state->times, row->kernel_s, row->total_s, error) != 0) {
            return -1;
        }
    }
    state->round = state->round < rule->rounds ? state->round : rule->rounds;
    state->done = state->done || is_done(state, rule, stopped);
    return 0;
}

int sweep_begin(Sweep *sweep, const RunOptions *options, const Plan *plan, const Samples *samples,
                Error *error)
{
    char now[25];
    timing_utc(now);
    *sweep = (Sweep){.options = options, .plan = plan};
    snprintf(sweep->run, sizeof sweep->run, "%s-%ld", now, (long)getpid());
    sweep->states = calloc(plan->count + 1, sizeof *sweep->states);
    RowText *row = malloc(sizeof *row);
    Groups groups;
    EarlierTimes times = {0};
    if (sweep->states == NULL || row == NULL) {
        free(row);
        return error_set(error, "no memory for %zu points", plan->count);
    }
    int failed = groups_make(samples, 1, &groups, error);
    failed = failed != 0 ? failed : foretell_begin(&times, &groups, error);
    for (size_t i = 0; failed == 0 && i < plan->count; i++) {
        PointState *state = &sweep->states[i];
        row_identity(row, options, &plan->points[i]);
        state->key = samples_key(row->field);
        snprintf(state->run, sizeof state->run, "%s", sweep->run);
        const Group *group = options->fresh ? NULL : groups_find(&groups, state->key, machine_build_id());
        bool anew = group != NULL && looked_at_anew(group);
        state->was_skipped = anew && strcmp(group->rows[group->count - 1]->field[COL_STOP], STOP_KILLED) != 0;
        if (group != NULL && !anew) {
            failed = adopt(state, group, &options->rule, error);
        } else {
            foretell_from_file(state, &plan->points[i], row, &times);
        }
    }
    foretell_end(&times);
    groups_free(&groups);
    free(row);
    return failed;
}

void sweep_end(Sweep *sweep)
{
    for (size_t i = 0; sweep->states != NULL && i < sweep->plan->count; i++) {
        times_free(&sweep->states[i].times);
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

size_t sweep_bad(const Sweep *sweep)
{
    size_t bad = 0;
    for (size_t i = 0; i < sweep->plan->count; i++) {
        const PointState *state = &sweep->states[i];
        bad += state->done && state->status != STATUS_OK && state->status != STATUS_SKIPPED;
    }
    return bad;
}

/* The line that a finished visit leaves behind. */
static void tell(Sweep *sweep, const Outcome *outcome, bool done_before)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const PointState *state = &sweep->states[sweep->current];
    const Workload *workload = registry_workload(planned->variant->workload);
    char words[200], line[900], time[32], rate[32];
    point_in_words(planned, words, sizeof words);
    if (outcome->status != STATUS_OK) {
        snprintf(line, sizeof line, "%-52s %s: %s", words, status_name(outcome->status), outcome->detail);
    } else if (!state->done) {
        line[0] = '\0'; /* more rounds follow */
    } else {
        Stats stats = stats_of(state->times.kernel_s, state->times.count);
        double half = stats_relative_half_width(&stats);
        char spread[32] = "";
        if (isfinite(half)) {
            snprintf(spread, sizeof spread, " ±%.1f %%", 100.0 * half);
        }
        format_time(stats.median, time, sizeof time);
        format_number(workload->work(&planned->point) / stats.median / 1e9, rate, sizeof rate);
        snprintf(line, sizeof line, "%-52s %9s%s  %s %s  (%zu samples, %s)", words, time, spread, rate,
                 workload->rate_unit(planned->point.type), state->times.count, outcome->stop);
    }
    if (state->done && !done_before) {
        sweep->progress.points_done++;
        sweep->progress.visits -=
            sweep->options->rule.rounds - sweep->round; /* the rounds it needs no more */
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
    row_identity(row, sweep->options, &sweep->plan->points[sweep->current]);
    row_result(row, state->run, sweep->round, state->last_number + 1, outcome);
    int failed = samples_append(sweep->file, row->field, outcome->last, error);
    free(row);
    if (failed != 0) {
        return -1;
    }
    state->last_number++;
    state->round = sweep->round;
    if (outcome->sampled &&
        times_add(&state->times, outcome->phases.kernel_s, outcome->phases.total_s, error) != 0) {
        return -1;
    }
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
        sweep->progress.visits += sweep->round == sweep->options->rule.rounds;
        sweep->progress.visits_done++;
        return true;
    }
    return false;
}

static int on_outcome(void *context, const Outcome *outcome, Error *error)
{
    Sweep *sweep = context;
    const PointState *state = &sweep->states[sweep->current];
    if (tries_again(sweep, outcome)) {
        return 0;
    }
    Outcome kept = *outcome;
    bool done_before = state->done;
    if (outcome->killed) {
        snprintf(kept.stop, sizeof kept.stop, "%s", STOP_KILLED);
    } else if (state->crash[0] != '\0' && outcome->status == STATUS_OK) { /* the row keeps it */
        snprintf(kept.detail, sizeof kept.detail, "second try, the first %s%s%.280s", state->crash,
                 outcome->detail[0] != '\0' ? "; " : "", outcome->detail);
    }
    if (write_outcome(sweep, &kept, error) != 0) {
        return -1;
    }
    if (outcome->last) {
        tell(sweep, &kept, done_before);
    }
    return 0;
}

static void on_wait(void *context)
{
    Sweep *sweep = context;
    progress_draw(&sweep->progress);
}

/* A point that is not tried gets its row all the same. 1 when skipped, 0 when not, -1 on error. */
static int skip_untried(Sweep *sweep, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    Outcome outcome = {.status = STATUS_SKIPPED, .last = true, .stop = "skipped"};
    size_t from_n = 0;
    /* Times under a profiler foretell nothing. */
    bool known = sweep->states[sweep->current].times.count > 0 || sweep->options->profile;
    double foretold_s = known ? 0.0 : foretell(sweep, &from_n);
    if (planned->refused[0] != '\0') {
        snprintf(outcome.detail, sizeof outcome.detail, "%s", planned->refused);
    } else if (foretold_s > FAR_OVER_MAX_TIME * sweep->options->rule.max_time_s) {
        char time[32];
        format_time(foretold_s, time, sizeof time);
        snprintf(outcome.detail, sizeof outcome.detail,
                 "n %zu suggests %s a sample, far over --max-time %g; raise it to measure this", from_n, time,
                 sweep->options->rule.max_time_s);
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
    if (sweep->options->graph == NULL) {
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
    const RunOptions *options = sweep->options;
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const PointState *state = &sweep->states[sweep->current];
    *order = (Order){
        .point = planned->point,
        .seed = options->seed,
        .cold = options->cold,
        .once = options->profile,
        .profile = options->profile,
        .warmup_s = options->warmup_s,
        .rule = options->rule,
        .round = sweep->round,
        .previous = state->times.count,
    };
    snprintf(order->workload, sizeof order->workload, "%s", planned->variant->workload);
    snprintf(order->variant, sizeof order->variant, "%s", planned->variant->name);
    snprintf(order->graph, sizeof order->graph, "%s", options->graph != NULL ? options->graph : "");
    snprintf(order->trace, sizeof order->trace, "%s", options->trace != NULL ? options->trace : "");
}

/* ---- looking ahead ---- */

/* Slower code than this is not expected, in operations or bytes a second: a point that it could do in time,
 * or in less than it pays to ask, needs no look ahead. */
#define SLOWEST_RATE 0.05e9
#define WORTH_ASKING_S 1.0
/* So many times as long as a small size lets expect. */
#define UNSURE 10.0

static int on_probe(void *context, const Outcome *outcome, Error *error)
{
    (void)error;
    if (outcome->sampled) {
        *(double *)context = outcome->phases.total_s;
    }
    return 0;
}

/* Times a point at a smaller size, after one run to warm up; no row is kept. time_s is 0 when that failed, as
 * the point itself will tell. 0 or -1. */
static int probe(const Sweep *sweep, Crew *crew, const Point *smaller, double *time_s, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    Listener listener = {on_probe, NULL, time_s};
    Order order;
    fill_order(sweep, &order);
    order.point = *smaller;
    order.warmup_s = 0.0;
    order.rule = (StopRule){.min_samples = 1, .max_samples = 1, .max_time_s = 1.0, .rounds = 1};
    order.round = 1;
    order.trace[0] = '\0';
    *time_s = 0.0;
    return crew_visit(crew, &order, NULL, NULL, planned->bind, planned->places, sweep->options->timeout_s,
                      &listener, error);
}

/* A point that might take far too long, and of which no smaller size is known, is first run at an eighth of
 * its size. A fourth and a half follow as long as it lies near the limit: a small size fits a cache that the
 * point does not, and looks faster than it is. */
static int look_ahead(Sweep *sweep, Crew *crew, Error *error)
{
    const RunOptions *options = sweep->options;
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    PointState *state = &sweep->states[sweep->current];
    const Workload *workload = registry_workload(planned->variant->workload);
    double limit_s = FAR_OVER_MAX_TIME * options->rule.max_time_s;
    double slowest_s = workload->work(&planned->point) / SLOWEST_RATE;
    size_t from_n;
    if (options->profile || options->graph != NULL || state->times.count > 0 || planned->refused[0] != '\0' ||
        slowest_s <= fmax(limit_s, WORTH_ASKING_S) || foretell(sweep, &from_n) > 0.0) {
        return 0;
    }
    for (size_t divisor = 8; divisor > 1; divisor /= 2) {
        Point smaller;
        double time_s;
        if (!plan_at_size(options, planned, planned->point.n / divisor, &smaller)) {
            continue;
        }
        if (probe(sweep, crew, &smaller, &time_s, error) != 0) {
            return -1;
        }
        state->earlier_n = smaller.n;
        state->foretold_s = foretell_scale(time_s, workload, &smaller, &planned->point);
        double at_most_s = time_s > FORETELL_TELLING_S ? time_s : FORETELL_TELLING_S;
        at_most_s *= workload->work(&planned->point) / workload->work(&smaller);
        if (state->foretold_s > limit_s || at_most_s * UNSURE < limit_s) {
            break;
        }
    }
    return 0;
}

static int visit(Sweep *sweep, Crew *crew, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    PointState *state = &sweep->states[sweep->current];
    Listener listener = {on_outcome, on_wait, sweep};
    char words[200];
    point_in_words(planned, words, sizeof words);
    progress_now(&sweep->progress, words);
    int skipped = look_ahead(sweep, crew, error) != 0 ? -1 : skip_untried(sweep, error);
    if (skipped != 0) {
        return skipped < 0 ? -1 : 0;
    }
    state->tried_again = state->crash[0] != '\0';
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
        failed = crew_visit(crew, &order, state->times.kernel_s, state->times.total_s, planned->bind,
                            planned->places, sweep->options->timeout_s, &listener, error);
        if (output >= 0) {
            close(output);
        }
    } while (failed == 0 && state->kills > kills);
    return failed;
}

/* Does this round still owe the point a visit? */
static bool owed(const Sweep *sweep, size_t index)
{
    const PointState *state = &sweep->states[index];
    if (state->done || state->round > sweep->round) {
        return false;
    }
    return state->round < sweep->round ||
           stats_stop(&sweep->options->rule, sweep->round, state->times.kernel_s, state->times.total_s,
                      state->times.count) == STOP_NOT_YET ||
           sweep->round == sweep->options->rule.rounds;
}

static size_t count_visits(Sweep *sweep)
{
    size_t visits = 0;
    for (sweep->round = 1; sweep->round <= sweep->options->rule.rounds; sweep->round++) {
        for (size_t i = 0; i < sweep->plan->count; i++) {
            visits += owed(sweep, i);
        }
    }
    return visits;
}

int sweep_measure(Sweep *sweep, Error *error)
{
    Crew crew = {0};
    size_t *order = calloc(sweep->plan->count + 1, sizeof *order);
    if (order == NULL) {
        return error_set(error, "no memory to order the points");
    }
    progress_begin(&sweep->progress, sweep->options->quiet, sweep->options->color);
    sweep->progress.visits = count_visits(sweep);
    sweep->progress.points = sweep->plan->count;
    sweep->progress.points_done = sweep_done(sweep);
    int failed = 0;
    for (sweep->round = 1; failed == 0 && sweep->round <= sweep->options->rule.rounds; sweep->round++) {
        plan_order(sweep->plan, sweep->options->seed, sweep->round, order);
        for (size_t i = 0; failed == 0 && i < sweep->plan->count; i++) {
            sweep->current = order[i];
            if (owed(sweep, sweep->current)) {
                failed = visit(sweep, &crew, error);
            }
        }
        crew_dismiss(&crew); /* new processes in each round: where pages and threads fell counts as noise */
    }
    sweep->round = sweep->options->rule.rounds;
    for (size_t i = 0; failed == 0 && i < sweep->plan->count; i++) { /* what crashed in the last round */
        const PointState *state = &sweep->states[i];
        sweep->current = i;
        if (!state->done && state->crash[0] != '\0' && !state->tried_again) {
            failed = visit(sweep, &crew, error);
        }
    }
    crew_dismiss(&crew);
    progress_end(&sweep->progress);
    free(order);
    return failed;
}
