/* Crossing and zipping of the axes. See plan.h. */
#include "experiments/harness/cli/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/gpu.h"
#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/size.h"
#include "common/system/array.h"
#include "experiments/harness/cli/choose.h"

enum { MOST_POINTS = 20000 };

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_point(const PlanPoint *a, const PlanPoint *b)
{
    return a->point.n == b->point.n && a->point.m == b->point.m && a->point.k == b->point.k &&
           a->point.edges == b->point.edges && plan_same_but_size(a, b) && same_text(a->bind, b->bind) &&
           same_text(a->places, b->places) && a->options->seed == b->options->seed &&
           a->options->cold == b->options->cold && same_text(a->options->graph, b->options->graph) &&
           a->options->file_values == b->options->file_values;
}

static bool is_member(const char *experiments, const char *name, size_t length)
{
    size_t here = 0;
    for (const char *member; (member = list_next(&experiments, &here)) != NULL;) {
        if (here == length && strncmp(member, name, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Adds the names of the list `more` that *experiments lacks. */
static int join_experiments(char **experiments, const char *more, Error *error)
{
    size_t length = 0;
    for (const char *name; (name = list_next(&more, &length)) != NULL;) {
        size_t before = *experiments != NULL ? strlen(*experiments) : 0;
        if (length > 0 && strchr("=+-@", name[0]) != NULL) { /* it starts cells of tables */
            return error_set(
                error,
                "--experiment %.*s: spreadsheets take '%c' for the start of a formula; begin with a letter",
                (int)length, name, name[0]);
        }
        if (length > 0 && !is_member(*experiments, name, length)) {
            char *longer = realloc(*experiments, before + length + 2);
            if (longer == NULL) {
                return error_set(error, "no memory for the names of experiments");
            }
            *experiments = longer;
            snprintf(longer + before, length + 2, "%s%.*s", before > 0 ? ";" : "", (int)length, name);
        }
    }
    return 0;
}

/* Merges a second request for the point: the stricter of both rules applies. */
static int join_point(PlanPoint *point, const PlanPoint *again, Error *error)
{
    StopRule *rule = &point->rule;
    const StopRule *other = &again->rule;
    rule->min_samples = other->min_samples > rule->min_samples ? other->min_samples : rule->min_samples;
    rule->max_samples = other->max_samples > rule->max_samples ? other->max_samples : rule->max_samples;
    rule->rounds = other->rounds > rule->rounds ? other->rounds : rule->rounds;
    rule->most_rounds = other->most_rounds > rule->most_rounds ? other->most_rounds : rule->most_rounds;
    rule->precision = fmin(rule->precision, other->precision);
    rule->max_time_s = fmax(rule->max_time_s, other->max_time_s);
    point->warmup_s = fmax(point->warmup_s, again->warmup_s);
    point->skip_over_s = fmax(point->skip_over_s, again->skip_over_s);
    return join_experiments(&point->experiments, again->options->experiment, error);
}

bool plan_same_but_size(const PlanPoint *a, const PlanPoint *b)
{
    /* Programs of two lines of a manifest may be one. */
    bool same =
        a->variant == b->variant ||
        (a->program != NULL && b->program != NULL && strcmp(a->program->name, b->program->name) == 0 &&
         strcmp(a->program->spec.parameters, b->program->spec.parameters) == 0);
    for (int id = 0; same && id < AXIS_IDS; id++) {
        same = id == AXIS_ID_SIZE || axis_get(&a->point, (AxisId)id) == axis_get(&b->point, (AxisId)id);
    }
    return same;
}

PlanPoint *plan_find(const Plan *plan, const PlanPoint *point)
{
    size_t i = plan->count;
    while (i > 0 && !same_point(&plan->points[i - 1], point)) {
        i--;
    }
    return i > 0 ? &plan->points[i - 1] : NULL;
}

static int append_point(Plan *plan, const PlanPoint *point, Error *error)
{
    PlanPoint *same = plan_find(plan, point);
    if (same != NULL && memcmp(same->digits, point->digits, sizeof point->digits) != 0) {
        return error_set(error, "%s is given twice, with and without leading zeros; give one of them",
                         point_in_words(point));
    }
    if (same != NULL) {
        return strcmp(same->own_build, point->own_build) == 0
                   ? join_point(same, point, error)
                   : error_set(error, "two different commands have the name '%s'; give each its own --name",
                               point->program->name + 4);
    }
    if (plan->count == MOST_POINTS) {
        return error_set(error, "more than %d points; give fewer values on the axes, or --zip", MOST_POINTS);
    }
    return array_append(&plan->points, &plan->count, point, sizeof *point) != 0
               ? error_set(error, "no memory for the plan")
               : join_experiments(&plan->points[plan->count - 1].experiments, point->options->experiment,
                                  error);
}

size_t plan_most_edges(const Point *point)
{
    return size_mul(point->m, point_is_square(point) ? point->n - 1 : point->n);
}

/* The requested edges of the graph, at most those that it can have. */
static size_t edges_of(const RunOptions *options, const Workload *workload, const Point *point)
{
    if (!workload->takes_graph || options->graph != NULL) {
        return workload->takes_graph ? options->graph_edges : 0;
    }
    const size_t wanted = options->edges != 0 ? options->edges : size_mul(16, point->m);
    return size_min(wanted, plan_most_edges(point));
}

bool plan_at_size(const RunOptions *options, const PlanPoint *planned, size_t n, Point *point)
{
    Error why;
    *point = planned->point;
    axis_set(point, AXIS_ID_SIZE, n);
    point->edges = edges_of(options, registry_workload(planned->variant->workload), point);
    return n > 0 && (planned->variant->accepts == NULL || planned->variant->accepts(point, &why) == 0);
}

/* The threads of a variant that does not read the axis: one. In `check` the largest of the axis, since a
 * variant that starts threads anyway has no race on one. A library sets its own. */
static unsigned unread_threads(const RunOptions *options, const Variant *variant, const Axis *axis)
{
    size_t most = 1;
    if (variant_on_gpu(variant)) {
        return 0;
    }
    if (options->awkward && (variant->flags & VARIANT_LIBRARY) == 0) {
        for (size_t i = 0; i < axis->count; i++) {
            most = axis->values[i] > most ? axis->values[i] : most;
        }
    }
    return (unsigned)most;
}

/* Does the variant accept the point with these options? 0, or -1 and the reason. */
static int check_point(const RunOptions *options, const Variant *variant, const Point *point, Error *error)
{
    const bool gpu = variant_on_gpu(variant), ranks = point->ranks > 0,
               overlapped = point->transfer != TRANSFER_PAGEABLE && point->transfer != TRANSFER_PINNED,
               several =
                   point->matrices > 1 || point->iterations > 1 || options->cold || options->graph != NULL;
    const struct {
        bool wrong;
        const char *why;
    } rules[] = {
        {gpu && options->cold && overlapped,
         "--cold: overlapped copies go through the cache; use pageable or pinned"},
        {!point_is_square(point) && (point->devices > 0 || ranks),
         "work of several devices or processes has square matrices; give one number for --size"},
        {point->devices > 1 && overlapped, "overlapped copies are for one device; use pageable or pinned"},
        {point->devices > 1 && options->cold, "--cold flushes the cache of one device; use --devices 1"},
        {ranks && overlapped, "overlapped copies need several matrices; use pageable or pinned"},
        {ranks && several, "several processes share one random matrix in a warm cache; leave out --matrices, "
                           "--iterations, --cold and --graph"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (rules[i].wrong) {
            return error_set(error, "%s", rules[i].why);
        }
    }
    unsigned needed = point->devices;
    if (ranks) { /* another launcher may start ranks on nodes with more GPUs */
        needed = options->launcher == NULL ? point->ranks : 0;
    }
    if (gpu && (variant->flags & VARIANT_DISTINCT) != 0 && needed > (unsigned)gpu_count()) {
        return error_set(error, "it needs %u different GPUs, and there %s %d", needed,
                         gpu_count() == 1 ? "is" : "are", gpu_count());
    }
    return variant->accepts == NULL ? 0 : variant->accepts(point, error);
}

ProgramSpec plan_program(const PlanPoint *planned)
{
    ProgramSpec spec = planned->program->spec;
    memcpy(spec.digits, planned->digits, sizeof spec.digits);
    return spec;
}

const char *plan_build(const PlanPoint *planned)
{
    return planned->own_build[0] != '\0' ? planned->own_build : machine_build_id();
}

int plan_identify(PlanPoint *point, bool set_up, Error *error)
{
    if (point->program == NULL) {
        return 0;
    }
    const ProgramSpec spec = plan_program(point);
    return program_build(&spec, &point->point, set_up, point->own_build, error) == 0
               ? 0
               : error_set(error, "--command %.200s: %s", spec.text, error->text);
}

/* The point at these indices; false if the variant has no code for its type. */
static bool make_point(const RunOptions *options, const Workload *workload, const Chosen *chosen,
                       const Axis axes[AXIS_IDS], const size_t index[AXIS_IDS], PlanPoint *made)
{
    const Variant *variant = chosen->variant;
    bool gpu = variant_on_gpu(variant);
    Point point = {.type = workload->default_type, .matrices = 1, .iterations = 1};
    point.threads = unread_threads(options, variant, &axes[AXIS_ID_THREADS]);
    if ((variant->types & TYPE_BIT(point.type)) == 0) { /* no type is given: the first of the variant */
        point.type = (ElementType)__builtin_ctz(variant->types);
    }
    point.block = (variant->axes & AXIS_BLOCK) != 0 ? variant->block : 0;
    point.tile = (variant->axes & AXIS_TILE) != 0 ? variant->tile : 0;
    for (int id = 0; id < AXIS_IDS; id++) {
        if (axes[id].count > 0 && chosen_reads(chosen, (AxisId)id)) {
            axis_set(&point, (AxisId)id, axes[id].values[index[id]]);
        }
    }
    const Program *program = options->commands.count > 0 ? (const Program *)variant : NULL;
    if ((variant->types & TYPE_BIT(point.type)) == 0 ||
        (program != NULL && program->size != 0 && program->size != axis_get(&point, AXIS_ID_SIZE))) {
        return false;
    }
    if (options->weak && (variant->axes & (AXIS_THREADS | AXIS_DEVICES | AXIS_RANKS)) != 0) {
        axis_set(&point, AXIS_ID_SIZE, point_scaled_n(workload, &point, point_workers(&point)));
    }
    point.edges = edges_of(options, workload, &point);
    bool own_threads = gpu || (variant->flags & VARIANT_LIBRARY) != 0;
    *made = (PlanPoint){
        .variant = variant,
        .program = program,
        .plugin = plugin_of(variant),
        .point = point,
        .bind = own_threads ? "false" : options->bind,
        .places = own_threads ? "" : options->places,
        .options = options,
        .rule = options->rule,
        .warmup_s = options->warmup_s,
        .skip_over_s = options->skip_over_s,
    };
    if (gpu) {
        made->bind = "";
    }
    for (int id = 0; program != NULL && id < AXIS_IDS; id++) {
        const bool typed = axes[id].digits != NULL && (program->spec.reads & 1u << id) != 0;
        made->digits[id] = typed ? axes[id].digits[index[id]] : 0;
    }
    if (made->plugin != NULL) {
        plugins_build(made->plugin, workload->name, made->own_build);
    }
    Error why = {.text = ""};
    if (check_point(options, variant, &point, &why) != 0) {
        snprintf(made->refused, sizeof made->refused, "%.190s",
                 why.text[0] != '\0' ? why.text : NO_MESSAGE("accepts", "error"));
    }
    return true;
}

/* Steps to the next combination like an odometer; the wheels of zipped axes turn together. Axes that the
 * variant does not read stand still unless they are zipped. */
static bool next_combination(const Chosen *chosen, const Axis axes[AXIS_IDS], unsigned zipped,
                             size_t index[AXIS_IDS])
{
    bool zip_turned = false;
    for (int id = AXIS_IDS - 1; id >= 0; id--) {
        bool in_zip = (zipped & 1u << id) != 0;
        if (in_zip ? zip_turned : !chosen_reads(chosen, (AxisId)id)) {
            continue;
        }
        unsigned wheels = in_zip ? zipped : 1u << id;
        zip_turned = zip_turned || in_zip;
        size_t next = index[id] + 1 < axes[id].count ? index[id] + 1 : 0;
        for (int wheel = 0; wheel < AXIS_IDS; wheel++) {
            if ((wheels & 1u << wheel) != 0) {
                index[wheel] = next;
            }
        }
        if (next != 0) {
            return true;
        }
    }
    return false;
}

/* `check` with its own sizes does not cross the default values of some axes at each size and type, as most of
 * those points repeat a path. The longest of these axes advances from type to type and size to size: each
 * size has each of its values, and two points a type. The others advance beside it, shifted at each pass
 * through it, so that each pair of values meets in every type. */
static bool is_covering(const RunOptions *options, const Chosen *chosen, const Axis axes[AXIS_IDS],
                        const size_t index[AXIS_IDS])
{
    static const AxisId longest_first[] = {AXIS_ID_BLOCK, AXIS_ID_TILE, AXIS_ID_SCHEDULE, AXIS_ID_THREADS};
    size_t longest = 0, value = 0, passes = 0;
    bool covering = true;
    for (size_t a = 0; a < 4 && options->awkward && !options->axes[AXIS_ID_SIZE].given; a++) {
        const AxisId id = longest_first[a];
        const size_t count = axes[id].count;
        if (options->axes[id].given || !chosen_reads(chosen, id)) {
            continue;
        }
        if (longest > 0) {
            covering = covering && index[id] == (value + passes) % count;
            passes /= count;
            continue;
        }
        const unsigned types = chosen->variant->types,
                       before = TYPE_BIT(axes[AXIS_ID_TYPE].values[index[AXIS_ID_TYPE]]) - 1;
        const size_t has = (size_t)__builtin_popcount(types), size = index[AXIS_ID_SIZE],
                     taken = count > 2 * has ? (count + has - 1) / has : 2,
                     first = (size * has + (size_t)__builtin_popcount(types & before)) * taken + size,
                     step = (index[id] + count - first % count) % count;
        longest = count;
        value = index[id];
        passes = (first + step) / count;
        covering = step < taken;
    }
    return covering;
}

/* *requested counts the points, also those that are in the plan already. */
static int add_variant(Plan *plan, const RunOptions *options, const Workload *workload, const Chosen *chosen,
                       const Axis axes[AXIS_IDS], size_t *requested, Error *error)
{
    size_t index[AXIS_IDS] = {0};
    size_t before = *requested;
    do {
        PlanPoint point;
        const bool made = make_point(options, workload, chosen, axes, index, &point);
        /* Default threads must not exceed the processors of each process, on one machine. */
        const bool crowds = made && point.point.ranks > 1 && point.point.threads > 1 &&
                            !axes[AXIS_ID_THREADS].given && options->launcher == NULL &&
                            size_mul(point.point.ranks, point.point.threads) > machine_get()->usable;
        const bool small = made && size_min(point.point.m, point.point.n) < workload->least_n;
        if (small && options->axes[AXIS_ID_SIZE].given) {
            return error_set(error, "--size %zu: %s is defined from n %zu on; choose larger sizes",
                             point.point.n, workload->name, workload->least_n);
        }
        if (made && !crowds && !small && is_covering(options, chosen, axes, index)) {
            if (plugins_check_costs(workload, &point.point, error) != 0) {
                return error_set(error, "--plugin %.400s: %.500s",
                                 plugin_of_workload(workload->name)->file.path, error->text);
            }
            if (plan_identify(&point, false, error) != 0 || append_point(plan, &point, error) != 0) {
                return -1;
            }
            ++*requested;
        }
    } while (next_combination(chosen, axes, options->zipped, index));
    if (*requested == before) {
        PLAN_NOTE(plan, "left out %s: it has no code for the chosen type\n", chosen->variant->name);
    }
    return 0;
}

int plan_add(Plan *plan, const RunOptions *options, const Workload *workload, Error *error)
{
    Choice choice = {0};
    Axis axes[AXIS_IDS] = {{0}};
    size_t requested = 0;
    int failed = choose_variants(options, workload, &choice, plan, error) != 0 ||
                         choose_axes(options, workload, &choice, plan, axes, error) != 0
                     ? -1
                     : 0;
    for (size_t i = 0; failed == 0 && i < choice.count; i++) {
        failed = add_variant(plan, options, workload, &choice.variants[i], axes, &requested, error);
    }
    if (failed == 0 && requested == 0) {
        failed = error_set(
            error, "no chosen variant of %s has code for the chosen type (speedup list %s shows the types)",
            workload->name, workload->name);
    }
    free(choice.variants);
    for (int id = 0; id < AXIS_IDS; id++) {
        if (options->axes[id].count == 0) {
            axis_free(&axes[id]);
        }
    }
    return failed;
}

void plan_free(Plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->points[i].experiments);
    }
    for (size_t i = 0; i < plan->line_count; i++) {
        options_free(&plan->lines[i]);
    }
    free(plan->points);
    free(plan->lines);
    free(plan->text);
    *plan = (Plan){0};
}

bool plan_reads(const PlanPoint *planned, AxisId id)
{
    return id == AXIS_ID_TYPE && planned->program != NULL ? (planned->program->spec.reads & 1u << id) != 0
                                                          : axis_is_read(planned->variant, id);
}

const char *point_in_words(const PlanPoint *planned)
{
    static char text[TEXT_MOST + 200];
    const Point *point = &planned->point;
    char word[32];
    snprintf(text, sizeof text, "%s %s %s%s", planned->variant->workload, planned->variant->name,
             point_is_square(point) ? "n " : "", axis_format(point, AXIS_ID_SIZE, word, sizeof word));
    if (plan_reads(planned, AXIS_ID_TYPE)) {
        text_append(text, sizeof text, " ", "%s", type_name(point->type));
    }
    for (int id = AXIS_ID_SIZE + 1; id < AXIS_IDS; id++) {
        const AxisInfo *axis = &axis_table[id];
        const size_t value = axis_get(point, (AxisId)id);
        if (!axis_is_read(planned->variant, (AxisId)id) || value == axis->neutral) {
            continue;
        }
        if (axis->most > 0 && !axis->workers) {
            text_append(text, sizeof text, " ", "%s", axis->name);
        }
        text_append(text, sizeof text, " ", "%s", axis_format(point, (AxisId)id, word, sizeof word));
        if (axis->workers) { /* "1 thread", "2 threads" */
            text_append(text, sizeof text, " ", "%.*s", (int)strlen(axis->name) - (value == 1), axis->name);
        }
    }
    if (planned->program != NULL && planned->program->spec.parameters[0] != '\0') {
        text_append(text, sizeof text, " ", "%s", planned->program->spec.parameters);
    }
    return text;
}
