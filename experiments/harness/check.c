/* `speedup check`: is every variant right, at every type, awkward size, block and tile?
 *
 * Points run in the same workers as in a sweep, so that a crash or a hang is reported and the other points
 * are still checked. Nothing is written. */
#include <stdlib.h>
#include <string.h>

#include "common/registry.h"
#include "common/size.h"
#include "experiments/harness/cli/choose.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/interrupt.h"

enum { MOST_MULTIPLE = 512, MOST_ODD = 15 }; /* of rounded sizes; the largest odd factor of a multiple */
enum { MOST_TIMEOUTS = 3 };                  /* of a variant and type: the other points are not tried */

typedef struct Tally {
    const Plan *plan;
    PlanPoint *planned; /* the current point */
    bool is_bad;
    Progress *progress;
    size_t right, reduced, bad, skipped;
    const PlanPoint *rounded; /* the last point whose size was, to this multiple */
    size_t multiple;          /* 0: of none yet */
    const PlanPoint *code;    /* the first point of this variant and type, of which so many timed out */
    int timeouts;
} Tally;

/* Does the name or glob match a variant of the workload (NULL: of any), built or not? */
static bool matches_one_of(const Workload *workload, const char *pattern)
{
    ListedVariant listed;
    for (size_t i = 0; registry_list(i, &listed); i++) {
        if (choose_matches(listed.variant, workload, pattern)) {
            return true;
        }
    }
    return false;
}

static int check_names(const Names *variants, Error *error)
{
    for (size_t i = 0; i < variants->count; i++) {
        if (!matches_one_of(NULL, variants->names[i])) {
            return error_set(error, "no workload has a variant '%s' (speedup list shows all)",
                             variants->names[i]);
        }
    }
    return 0;
}

/* Adds the points of a workload, if the options select variants of it. `first` gets the first reason why a
 * workload has none. */
static void add_workload(Plan *plan, const RunOptions *options, const Workload *workload, Error *first)
{
    Error why;
    bool wanted = options->variants.count == 0 &&
                  (options->plugins.count == 0 || plugins_variant(workload->name) != NULL);
    for (size_t i = 0; i < options->variants.count; i++) {
        wanted = wanted || matches_one_of(workload, options->variants.names[i]);
    }
    if (wanted && plan_add(plan, options, workload, &why) != 0) { /* no variant can run here */
        PLAN_NOTE(plan, "left out %s: %s\n", workload->name, why.text);
        *first = first->text[0] == '\0' ? why : *first;
    }
}

/* All workloads, or the given one. */
static int make(RunOptions *options, Plan *plan, Error *error)
{
    Error first = {.text = ""};
    int failed = options->workload != NULL ? plan_add(plan, options, options->workload, error)
                                           : check_names(&options->variants, error);
    const Workload *workload;
    for (size_t i = 0;
         failed == 0 && options->workload == NULL && (workload = registry_workload_at(i)) != NULL; i++) {
        add_workload(plan, options, workload, &first);
    }
    if (failed == 0 && plan->count == 0) {
        *error = first;
        failed = -1;
    }
    return failed != 0 ? failed : dispatch_check_sandbox(options, plan, error);
}

/* Prints the first bad result of a point: after it its process may crash, which is another one. A point that
 * the worker skips is `refused`. */
static int on_result(void *context, const Result *result, Error *error)
{
    (void)error;
    Tally *tally = context;
    if (result->status == STATUS_SKIPPED) {
        snprintf(tally->planned->refused, sizeof tally->planned->refused, "%.190s",
                 result->detail[0] != '\0' ? result->detail : "no reason");
    } else if (!status_is_right(result->status) && !tally->is_bad) {
        tally->is_bad = true;
        tally->timeouts += result->status == STATUS_TIMEOUT;
        const bool race = tally->planned->options->race && strstr(result->detail, "exit code 66") != NULL;
        printf("%s %s: %s%s\n", point_in_words(tally->planned), status_name(result->status), result->detail,
               race ? ", a data race: ThreadSanitizer's report is above" : "");
        fflush(stdout);
    }
    tally->reduced += result->status == STATUS_REDUCED;
    return 0;
}

static int check_point(Tally *tally, WorkerPool *pool, PlanPoint *planned, Error *error)
{
    const ResultHandler handler = {on_result, tally->progress, tally};
    Request request = dispatch_request(planned);
    request.no_warmup = true;
    request.other_inputs = OTHER_INPUTS_RUN;
    request.stays = planned->point.ranks > 0;
    request.rule = (StopRule){.min_samples = 1, .max_samples = 1};
    tally->planned = planned;
    tally->is_bad = false;
    progress_current(tally->progress, planned);
    const int failed = worker_pool_run(pool, &request, planned, &handler, error);
    if (failed == 0 && planned->refused[0] == '\0') {
        tally->bad += tally->is_bad;
        tally->right += !tally->is_bad;
    }
    return failed;
}

/* ---- variants that reject points ---- */

static bool is_same_code(const PlanPoint *a, const PlanPoint *b)
{
    return a->variant == b->variant && a->point.type == b->point.type;
}

/* Replaces a point that the variant rejects by the next size that it accepts, and checks that. The search
 * goes on from the multiple of the variant's last one, and shapes use that: a plug-in's answer takes a
 * process. */
static int check_rounded(Tally *tally, WorkerPool *pool, PlanPoint *rejected, Error *error)
{
    const bool known = tally->multiple > 0 && is_same_code(tally->rounded, rejected),
               square = point_is_square(&rejected->point);
    size_t multiple = known ? tally->multiple : 2;
    const bool shared = rejected->point.devices > 0 || rejected->point.ranks > 0; /* squares only */
    const size_t most = square ? MOST_MULTIPLE : known && !shared ? multiple : 0;
    for (; multiple <= most; multiple++) {
        PlanPoint planned = *rejected;
        Point *point = &planned.point;
        planned.refused[0] = '\0';
        axis_set_shape(point, size_round_up(point->m, multiple), size_round_up(point->n, multiple),
                       size_round_up(point->k, multiple));
        if (multiple >> __builtin_ctzl(multiple) > MOST_ODD ||
            !plan_at_size(planned.options, rejected, axis_get(point, AXIS_ID_SIZE), point)) {
            continue;
        }
        const PlanPoint *same = plan_find(tally->plan, &planned);
        if (same != NULL && same->refused[0] == '\0') {
            return 0;
        }
        if (check_point(tally, pool, &planned, error) != 0) {
            return -1;
        }
        if (planned.refused[0] == '\0') {
            *rejected = planned;
            break;
        }
    }
    const bool by_size = (rejected->variant->axes & (AXIS_BLOCK | AXIS_TILE)) == 0;
    if (square && (multiple <= MOST_MULTIPLE || by_size)) { /* a block may be rejected at any size */
        tally->rounded = rejected;
        tally->multiple = multiple;
    }
    return 0;
}

/* Names variants and types of which no point was checked; their points are adjacent in the plan. Returns how
 * many of them are a failure: not those that a glob or no name selected, unless nothing was checked. */
static size_t report_unchecked(const Tally *tally, const RunOptions *options)
{
    size_t failures = 0, checked = 0;
    for (size_t i = 0; i < tally->plan->count; i++) {
        const PlanPoint *planned = &tally->plan->points[i];
        const Variant *variant = planned->variant;
        checked += planned->refused[0] == '\0';
        if (i + 1 < tally->plan->count && is_same_code(planned, planned + 1)) {
            continue;
        }
        bool named = planned->plugin != NULL || tally->right + tally->bad == 0;
        for (size_t k = 0; k < options->variants.count; k++) {
            named = named || strcmp(options->variants.names[k], variant->name) == 0;
        }
        if (checked == 0) {
            printf("%s %s %s unchecked, every point is rejected: %s; name a --size that it accepts\n",
                   variant->workload, variant->name, type_name(planned->point.type), planned->refused);
            failures += named;
        }
        checked = 0;
    }
    return failures;
}

/* The plan's order, except that points of several processes which one job can serve are adjacent. */
static int by_job(const void *a, const void *b)
{
    const PlanPoint *left = *(const PlanPoint *const *)a, *right = *(const PlanPoint *const *)b;
    const Point *p = &left->point, *q = &right->point;
    int order = (p->ranks > q->ranks) - (p->ranks < q->ranks);
    if (order == 0 && p->ranks > 0) {
        order = (p->threads > q->threads) - (p->threads < q->threads);
        order = order != 0 ? order : strcmp(left->bind, right->bind);
    }
    return order != 0 ? order : (left > right) - (left < right);
}

/* The point, or if its variant rejects one of the sizes of `check`, another size. */
static int check_planned(Tally *tally, WorkerPool *pool, PlanPoint *planned, Error *error)
{
    Point same;
    int failed = 0;
    bool rejected = !plan_at_size(planned->options, planned, axis_get(&planned->point, AXIS_ID_SIZE), &same);
    if (tally->code == NULL || !is_same_code(tally->code, planned)) {
        tally->code = planned;
        tally->timeouts = 0;
    }
    if (tally->timeouts >= MOST_TIMEOUTS) {
        snprintf(planned->refused, sizeof planned->refused, "not tried, as %d points of it timed out",
                 MOST_TIMEOUTS);
        rejected = false;
    } else if (planned->refused[0] == '\0') {
        failed = check_point(tally, pool, planned, error);
        rejected = planned->refused[0] != '\0';
    }
    if (failed == 0 && rejected && !planned->options->axes[AXIS_ID_SIZE].given) {
        failed = check_rounded(tally, pool, planned, error);
    }
    tally->skipped += planned->refused[0] != '\0';
    progress_done(tally->progress, STATUS_OK, "");
    return failed;
}

static int check_points(const Plan *plan, Tally *tally, Error *error)
{
    WorkerPool pool = {0};
    PlanPoint **ordered = calloc(plan->count + 1, sizeof *ordered);
    if (ordered == NULL) {
        return error_set(error, "no memory to order the points");
    }
    for (size_t i = 0; i < plan->count; i++) {
        ordered[i] = &plan->points[i];
    }
    qsort(ordered, plan->count, sizeof *ordered, by_job);
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < plan->count; i++) {
        failed = check_planned(tally, &pool, ordered[i], error);
    }
    worker_pool_dismiss(&pool);
    free(ordered);
    return failed;
}

static int run(RunOptions *options, const Plan *plan, Error *error)
{
    Progress progress;
    Tally tally = {.plan = plan, .progress = &progress};
    progress_begin(&progress, options->quiet, options->color);
    progress.batches = plan->count;
    progress_round(&progress, 1, 1, plan->count);
    interrupt_watch();
    int failed = check_points(plan, &tally, error);
    progress_end(&progress);
    if (interrupted()) {
        return EXIT_INTERRUPTED;
    }
    if (failed != 0) {
        return log_error(error, EXIT_POINT);
    }
    const size_t unchecked = report_unchecked(&tally, options);
    printf("%zu points right, %zu wrong or failed, %zu skipped (rejected by a variant, too large, or after "
           "three timeouts)\n",
           tally.right, tally.bad, tally.skipped);
    if (tally.reduced > 0) {
        log_info("%zu of the right ones are less precise than their type (run shows the class)",
                 tally.reduced);
    }
    return tally.bad + unchecked > 0 ? EXIT_POINT : EXIT_OK;
}

const PlanCommand command_check = {
    .before =
        "Usage: speedup check [WORKLOAD] [options]\n"
        "\n"
        "Runs every variant that can run here once at every type and awkward size and compares the result\n"
        "with the reference, then once more on other inputs in the same memory. Each size meets each\n"
        "block, tile, schedule and thread count that the variant reads, and each pair of them some size;\n"
        "with --size all combinations run. CPU variants without threads run on the largest count.\n"
        "Workloads with shapes have some beside the sizes.\n"
        "Without --size, one that a variant rejects is rounded up to the next that it accepts: a multiple\n"
        "of 2 to 512. Other points that it rejects are counted as skipped, and so are those of a variant\n"
        "and type of which three have timed out.\n"
        "With --plugin and without --variant it runs the variants of the plug-ins.",
    .after =
        "Exit codes: 0 all right; 1 something was wrong, crashed or timed out, or no point of a variant and\n"
        "type was checked; 2 usage.",
    .make = make,
    .run = run,
};
