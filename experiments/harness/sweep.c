/* See sweep.h. */
#include "experiments/harness/sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/timing.h"
#include "experiments/harness/crew.h"
#include "experiments/harness/foretell.h"
#include "experiments/harness/groups.h"
#include "experiments/harness/table.h"

/* A sample that is foretold to last this many times --max-time is not tried. */
#define FAR_OVER_MAX_TIME 10.0

static Status status_parse(const char *text)
{
    int status = 0;
    while (status < STATUSES - 1 && strcmp(text, status_name((Status)status)) != 0) {
        status++;
    }
    return (Status)status;
}

/* A skipped point is looked at anew: there may be more memory or time now. */
static bool skipped(const Group *group)
{
    return strcmp(group->rows[group->count - 1]->field[COL_STATUS], status_name(STATUS_SKIPPED)) == 0;
}

/* Takes over what an earlier run of this build measured of the point, with perhaps more rounds. */
static int adopt(PointState *state, const Group *group, unsigned rounds, Error *error)
{
    snprintf(state->run, sizeof state->run, "%.39s", group->rows[0]->field[COL_RUN]);
    state->samples_in_file = group->count;
    for (size_t i = 0; i < group->count; i++) {
        const Row *row = group->rows[i];
        state->round = row->round > state->round ? row->round : state->round;
        if (row->field[COL_STOP][0] != '\0') {
            state->done = true;
            state->status = status_parse(row->field[COL_STATUS]);
        }
        if (row->kernel_s > 0.0 && times_add(&state->times, row->kernel_s, row->total_s, error) != 0) {
            return -1;
        }
    }
    state->round = state->round < rounds ? state->round : rounds;
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
    if (sweep->states == NULL || row == NULL) {
        free(row);
        return error_set(error, "no memory for %zu points", plan->count);
    }
    int failed = groups_make(samples, 1, &groups, error);
    for (size_t i = 0; failed == 0 && i < plan->count; i++) {
        PointState *state = &sweep->states[i];
        row_identity(row, options, &plan->points[i]);
        state->key = samples_key(row->field);
        snprintf(state->run, sizeof state->run, "%s", sweep->run);
        const Group *group = options->fresh ? NULL : groups_find(&groups, state->key, machine_build_id());
        state->was_skipped = group != NULL && skipped(group);
        if (group != NULL && !state->was_skipped) {
            failed = adopt(state, group, options->rule.rounds, error);
        } else {
            foretell_from_file(state, &plan->points[i], row, &groups);
        }
    }
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
static void tell(Sweep *sweep, const Report *report)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const PointState *state = &sweep->states[sweep->current];
    const Workload *workload = registry_workload(planned->variant->workload);
    char words[200], line[900], time[32], rate[32];
    point_in_words(planned, words, sizeof words);
    if (report->status != STATUS_OK) {
        snprintf(line, sizeof line, "%-52s %s: %s", words, status_name(report->status), report->detail);
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
                 workload->rate_unit(planned->point.type), state->times.count, report->stop);
    }
    if (state->done) {
        sweep->progress.points_done++;
        sweep->progress.visits -=
            sweep->options->rule.rounds - sweep->round; /* the rounds it needs no more */
    }
    progress_done(&sweep->progress, report->status, line);
}

static int write_report(Sweep *sweep, const Report *report, Error *error)
{
    PointState *state = &sweep->states[sweep->current];
    if (report->status == STATUS_SKIPPED && state->was_skipped) { /* its row is there already */
        state->done = true;
        state->status = STATUS_SKIPPED;
        return 0;
    }
    RowText *row = malloc(sizeof *row);
    if (row == NULL) {
        return error_set(error, "no memory to write a row");
    }
    row_identity(row, sweep->options, &sweep->plan->points[sweep->current]);
    row_result(row, sweep, state, report);
    int failed = samples_append(sweep->file, row->field, report->last, error);
    free(row);
    if (failed != 0) {
        return -1;
    }
    state->samples_in_file++;
    state->round = sweep->round;
    if (report->sampled &&
        times_add(&state->times, report->phases.kernel_s, report->phases.total_s, error) != 0) {
        return -1;
    }
    if (report->stop[0] != '\0') {
        state->done = true;
        state->status = report->status;
    }
    return 0;
}

static int on_report(void *context, const Report *report, Error *error)
{
    Sweep *sweep = context;
    if (write_report(sweep, report, error) != 0) {
        return -1;
    }
    if (report->last) {
        tell(sweep, report);
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
    Report report = {.status = STATUS_SKIPPED, .last = true, .stop = "skipped"};
    size_t from_n = 0;
    /* Times under a profiler foretell nothing. */
    bool known = sweep->states[sweep->current].times.count > 0 || sweep->options->profile;
    double foretold_s = known ? 0.0 : foretell(sweep, &from_n);
    if (planned->refused[0] != '\0') {
        snprintf(report.detail, sizeof report.detail, "%s", planned->refused);
    } else if (foretold_s > FAR_OVER_MAX_TIME * sweep->options->rule.max_time_s) {
        char time[32];
        format_time(foretold_s, time, sizeof time);
        snprintf(report.detail, sizeof report.detail,
                 "n %zu suggests %s a sample, far over --max-time %g; raise it to measure this", from_n, time,
                 sweep->options->rule.max_time_s);
    } else {
        return 0;
    }
    return on_report(sweep, &report, error) != 0 ? -1 : 1;
}

/* The result of a point from a graph file is written beside the samples, as report F writes it, to a file
 * that nobody else has. */
static int make_output(const Sweep *sweep, Order *order, Error *error)
{
    if (sweep->options->graph == NULL) {
        return 0;
    }
    snprintf(order->output, sizeof order->output, "%s.result-XXXXXX", sweep->file->path);
    int fd = mkstemp(order->output);
    if (fd < 0) {
        error_set(error, "cannot make a file for the result beside %s: %s; name another --out",
                  sweep->file->path, strerror(errno));
        order->output[0] = '\0';
        return -1;
    }
    return close(fd);
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

static int visit(Sweep *sweep, Crew *crew, Error *error)
{
    const PlanPoint *planned = &sweep->plan->points[sweep->current];
    const PointState *state = &sweep->states[sweep->current];
    Listener listener = {on_report, on_wait, sweep};
    Order order;
    char words[200];
    int skipped = skip_untried(sweep, error);
    if (skipped != 0) {
        return skipped < 0 ? -1 : 0;
    }
    point_in_words(planned, words, sizeof words);
    progress_now(&sweep->progress, words);
    fill_order(sweep, &order);
    if (make_output(sweep, &order, error) != 0) {
        return -1;
    }
    int failed = crew_visit(crew, &order, state->times.kernel_s, state->times.total_s, planned->bind,
                            planned->places, sweep->options->timeout_s, &listener, error);
    if (order.output[0] != '\0') {
        unlink(order.output);
    }
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
    progress_end(&sweep->progress);
    free(order);
    return failed;
}
