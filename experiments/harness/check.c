/* `speedup check`: is every variant right, at every type, awkward size, block and tile?
 *
 * Points run in the same workers as in a sweep, so that a crash or a hang is reported and the other points
 * are still checked. Nothing is written. */
#include <stdlib.h>
#include <string.h>

#include "common/registry.h"
#include "experiments/harness/cli/choose.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/interrupt.h"
#include "experiments/harness/runner/worker_pool.h"

typedef struct Tally {
    const PlanPoint *planned;
    Progress *progress;
    size_t right, reduced, bad, skipped;
} Tally;

static void help(void)
{
    puts("Usage: speedup check [WORKLOAD] [options]\n"
         "\n"
         "Runs every variant that can run here once at every type and awkward size and compares the result\n"
         "with the reference, then once more on other inputs in the same memory. Each size meets each\n"
         "block, tile, schedule and thread count that the variant reads, and each pair of them some size;\n"
         "with --size all combinations run. CPU variants without threads run on the largest count.\n"
         "Workloads with shapes have some beside the sizes. Points that a variant rejects are counted as\n"
         "skipped.\n"
         "With --plugin and without --variant it runs the variants of the plug-ins.");
    options_help(stdout, "check");
    puts("\n"
         "Exit codes: 0 all right; 1 something was wrong, crashed or timed out; 2 usage.");
}

/* Does the name or glob match a variant of the workload (NULL: of any), built or not? */
static bool matches_one_of(const Workload *workload, const char *pattern)
{
    ListedVariant listed;
    for (size_t i = 0; registry_list(i, &listed); i++) {
        if (choose_matches(&listed, workload, pattern)) {
            return true;
        }
    }
    return false;
}

static int check_names(const Names *variants, Error *error)
{
    for (size_t i = 0; i < variants->count; i++) {
        if (!matches_one_of(NULL, variants->names[i])) {
            const Nearest nearest = nearest_to(variants->names[i]);
            char hint[80];
            return error_set(error, "no workload has a variant '%s'%s (speedup list shows all)",
                             variants->names[i], nearest_hint(&nearest, hint, sizeof hint));
        }
    }
    return 0;
}

/* Adds the points of a workload, for the given names that match its variants. `first` gets the first reason
 * why a workload has none. */
static int add_workload(Plan *plan, const RunOptions *options, const Workload *workload, Error *first,
                        Error *error)
{
    RunOptions own = *options;
    own.variants = (Names){calloc(options->variants.count + 1, sizeof(char *)), 0};
    if (own.variants.names == NULL) {
        return error_set(error, "no memory for the variants' names");
    }
    for (size_t i = 0; i < options->variants.count; i++) {
        if (matches_one_of(workload, options->variants.names[i])) {
            own.variants.names[own.variants.count++] = options->variants.names[i];
        }
    }
    const bool all = options->variants.count == 0 &&
                     (options->plugins.count == 0 || plugins_have_workload(workload->name));
    const bool wanted = all || own.variants.count > 0;
    const size_t before = plan->count;
    Error why;
    if (wanted && plan_add(plan, &own, workload, &why) != 0) { /* no variant can run here */
        plan_note(plan, "left out %s: %s\n", workload->name, why.text);
        *first = first->text[0] == '\0' ? why : *first;
    }
    for (size_t i = before; i < plan->count; i++) {
        plan->points[i].options = options; /* `own` ends here */
    }
    free(own.variants.names);
    return 0;
}

/* All workloads, or the given one. */
static int make_plan(const RunOptions *options, Plan *plan, Error *error)
{
    if (options->workload != NULL) {
        return plan_add(plan, options, options->workload, error);
    }
    Error first = {.text = ""};
    int failed = check_names(&options->variants, error);
    const Workload *workload;
    for (size_t i = 0; failed == 0 && (workload = registry_workload_at(i)) != NULL; i++) {
        failed = add_workload(plan, options, workload, &first, error);
    }
    if (failed == 0 && plan->count == 0) {
        *error = first;
        failed = -1;
    }
    return failed;
}

static int on_result(void *context, const Result *result, Error *error)
{
    (void)error;
    Tally *tally = context;
    tally->right += status_is_right(result->status);
    tally->reduced += result->status == STATUS_REDUCED;
    tally->skipped += result->status == STATUS_SKIPPED;
    if (!status_is_right(result->status) && result->status != STATUS_SKIPPED) {
        tally->bad++;
        char words[200];
        point_in_words(tally->planned, words, sizeof words);
        printf("%s %s: %s\n", words, status_name(result->status), result->detail);
        fflush(stdout);
    }
    progress_done(tally->progress, result->status, "");
    return 0;
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

static int check_points(const Plan *plan, Tally *tally, Error *error)
{
    WorkerPool pool = {0};
    const PlanPoint **ordered = calloc(plan->count + 1, sizeof *ordered);
    if (ordered == NULL) {
        return error_set(error, "no memory to order the points");
    }
    for (size_t i = 0; i < plan->count; i++) {
        ordered[i] = &plan->points[i];
    }
    qsort(ordered, plan->count, sizeof *ordered, by_job);
    const ResultHandler handler = {on_result, tally->progress, tally};
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < plan->count; i++) {
        tally->planned = ordered[i];
        if (tally->planned->refused[0] != '\0') {
            tally->skipped++;
            progress_done(tally->progress, STATUS_SKIPPED, "");
            continue;
        }
        progress_current(tally->progress, tally->planned);
        Request request = dispatch_request(tally->planned);
        request.once = true;
        request.other_inputs = OTHER_INPUTS_RUN;
        request.stays = tally->planned->point.ranks > 0;
        request.rule = (StopRule){.min_samples = 1, .max_samples = 1};
        failed = worker_pool_run(&pool, &request, tally->planned, &handler, error);
    }
    worker_pool_dismiss(&pool);
    free(ordered);
    return failed;
}

static int check(const RunOptions *options, const Plan *plan, Error *error)
{
    Progress progress;
    Tally tally = {.progress = &progress};
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
    printf("%zu points right, %zu wrong or failed, %zu skipped (rejected by a variant, or too large)\n",
           tally.right, tally.bad, tally.skipped);
    if (tally.reduced > 0) {
        log_info("%zu of the right ones are less precise than their type (run shows the class)",
                 tally.reduced);
    }
    return tally.bad > 0 ? EXIT_POINT : EXIT_OK;
}

int command_check(int argc, char **argv)
{
    RunOptions options;
    Plan plan = {0};
    Error error;
    int code;
    if (options_parse(argc, argv, &options, &error) != 0) {
        code = log_error(&error, EXIT_USAGE);
    } else if (options.help) {
        help();
        code = EXIT_OK;
    } else if (make_plan(&options, &plan, &error) != 0 ||
               dispatch_check_sandbox(&options, &plan, &error) != 0) {
        code = log_error(&error, EXIT_USAGE);
    } else {
        fputs(options.quiet ? "" : plan.notice, stderr);
        code = check(&options, &plan, &error);
    }
    plan_free(&plan);
    options_free(&options);
    return code;
}
