/* See choose.h. */
#include "experiments/harness/cli/choose.h"

#include <fnmatch.h>
#include <limits.h>
#include <string.h>

#include "common/driver.h"
#include "common/gpu.h"
#include "common/machine/machine.h"
#include "common/ranks.h"
#include "common/size.h"
#include "common/system/array.h"
#include "experiments/harness/cli/launcher.h"
#include "experiments/harness/cli/nearest.h"

const char *variant_missing(const Variant *variant, unsigned axes, const char *launcher)
{
    static Error error;
    const bool over_ranks = (axes & AXIS_RANKS) != 0 && (axes & AXIS_DEVICES) == 0;
    const Driver *driver = driver_for(variant, over_ranks);
    const char *reason = driver->missing != NULL ? driver->missing() : NULL;
    if (reason == NULL) {
        reason = variant->missing != NULL ? variant->missing() : plugin_missing(variant);
    }
    char program[PATH_MAX];
    if (reason == NULL && over_ranks && launcher_program(program, sizeof program, &error) != 0) {
        reason = error.text;
    } else if (reason == NULL && over_ranks && launcher_choose(launcher) == NULL) {
        reason =
            "no mpirun in PATH; install openmpi-bin (make deps), or name another launcher with --launcher";
    }
    return reason;
}

/* Why a glob does not select the variant: work on several GPUs or processes is requested by the axis or by
 * the variant's name. NULL for other variants. */
static const char *not_requested(const RunOptions *options, const Chosen *chosen)
{
    if ((chosen->axes & AXIS_DEVICES) != 0 && options->axes[AXIS_ID_DEVICES].count == 0) {
        return "it is for several GPUs; name it, or give --devices";
    }
    return (chosen->axes & AXIS_RANKS) != 0 && options->axes[AXIS_ID_RANKS].count == 0
               ? "it is for several processes; name it, or give --ranks"
               : NULL;
}

/* The choices that a variant stands for, one or two: one with AXIS_DEVICES and AXIS_RANKS is measured over
 * each of them that is given. If neither is, it is measured over devices, and in `check` over ranks too if
 * these can start.
 */
static size_t choices_of(const RunOptions *options, const Variant *variant, Chosen chosen[2])
{
    const unsigned both = AXIS_DEVICES | AXIS_RANKS;
    const Axis *devices = &options->axes[AXIS_ID_DEVICES], *ranks = &options->axes[AXIS_ID_RANKS];
    const Chosen over_devices = {variant, variant->axes & ~(unsigned)AXIS_RANKS},
                 over_ranks = {variant, variant->axes & ~(unsigned)AXIS_DEVICES};
    size_t count = 0;
    if ((variant->axes & both) != both) {
        chosen[0] = (Chosen){variant, variant->axes};
        return 1;
    }
    if (devices->given || !ranks->given) {
        chosen[count++] = over_devices;
    }
    if (ranks->given || (ranks->count > 0 && !devices->given &&
                         variant_missing(variant, over_ranks.axes, options->launcher) == NULL)) {
        chosen[count++] = over_ranks;
    }
    return count;
}

bool chosen_reads(const Chosen *chosen, AxisId id)
{
    const unsigned bit = axis_table[id].bit;
    return bit != 0 ? (chosen->axes & bit) != 0 : axis_is_read(chosen->variant, id);
}

static int choose_one(Choice *choice, const Chosen *chosen, Error *error)
{
    for (size_t i = 0; i < choice->count; i++) {
        if (choice->variants[i].variant == chosen->variant && choice->variants[i].axes == chosen->axes) {
            return 0;
        }
    }
    return array_append(&choice->variants, &choice->count, chosen, sizeof *chosen) == 0
               ? 0
               : error_set(error, "no memory for the list of variants");
}

static int no_such_variant(const Workload *workload, const char *pattern, Error *error)
{
    Nearest nearest = nearest_to(pattern);
    ListedVariant listed;
    for (size_t i = 0; registry_list(i, &listed); i++) {
        if (strcmp(listed.variant->workload, workload->name) == 0) {
            nearest_offer(&nearest, listed.variant->name);
        }
    }
    return error_set(error, "%s has no variant '%s'%s (speedup list %s shows all)", workload->name, pattern,
                     nearest_hint(&nearest), workload->name);
}

bool choose_matches(const Variant *variant, const Workload *workload, const char *pattern)
{
    return (workload == NULL || strcmp(variant->workload, workload->name) == 0) &&
           (pattern == NULL || fnmatch(pattern, variant->name, 0) == 0);
}

/* One that the pattern selects; `unbuilt`: why it is not built, or NULL. */
static int choose_match(const RunOptions *options, const char *unbuilt, const Chosen *chosen,
                        const char *pattern, Choice *choice, Plan *plan, Error *error)
{
    const bool by_name = pattern != NULL && strpbrk(pattern, "*?[") == NULL;
    const char *reason =
        unbuilt != NULL ? unbuilt : variant_missing(chosen->variant, chosen->axes, options->launcher);
    if (reason != NULL && by_name) {
        return error_set(error, "%s %s cannot run here: %s", chosen->variant->workload, chosen->variant->name,
                         reason);
    }
    if (reason == NULL && !by_name) {
        reason = not_requested(options, chosen);
    }
    if (reason != NULL && pattern != NULL) {
        PLAN_NOTE(plan, "left out %s: %s\n", chosen->variant->name, reason);
    }
    return reason != NULL ? 0 : choose_one(choice, chosen, error);
}

/* `pattern` NULL: all that can run here, without a notice about the others; `check --plugin FILE` checks the
 * variants of the plug-ins. */
static int choose_pattern(const RunOptions *options, const Workload *workload, const char *pattern,
                          Choice *choice, Plan *plan, Error *error)
{
    const bool of_plugins = pattern == NULL && options->awkward && options->plugins.count > 0;
    bool found = false;
    ListedVariant listed;
    for (size_t i = 0; registry_list(i, &listed); i++) {
        if (!choose_matches(listed.variant, workload, pattern) ||
            (of_plugins && plugin_of(listed.variant) == NULL)) {
            continue;
        }
        found = true;
        Chosen chosen[2];
        const size_t count = choices_of(options, listed.variant, chosen);
        for (size_t c = 0; c < count; c++) {
            if (choose_match(options, listed.reason, &chosen[c], pattern, choice, plan, error) != 0) {
                return -1;
            }
        }
    }
    return found || pattern == NULL || options->workload == NULL ? 0
                                                                 : no_such_variant(workload, pattern, error);
}

/* Why none of the default variants can run here; NULL if that is unknown. */
static const char *why_none(const Workload *workload)
{
    const Variant *variant = plugins_variant(workload->name);
    return variant != NULL ? variant_missing(variant, variant->axes, NULL) : gpu_driver.missing();
}

int choose_variants(const RunOptions *options, const Workload *workload, Choice *choice, Plan *plan,
                    Error *error)
{
    for (size_t i = 0; i < options->program_count; i++) {
        const Variant *variant = &options->programs[i]->variant;
        if (choose_one(choice, &(Chosen){variant, variant->axes}, error) != 0) {
            return -1;
        }
    }
    if (options->commands.count > 0) {
        return 0;
    }
    const Names *patterns = &options->variants;
    for (size_t i = 0; i == 0 || i < patterns->count; i++) {
        const char *pattern = patterns->count > 0 ? patterns->names[i] : NULL;
        if (choose_pattern(options, workload, pattern, choice, plan, error) != 0) {
            return -1;
        }
    }
    if (choice->count == 0 && options->plugins.count > 0 && plugins_variant(workload->name) == NULL) {
        return error_set(error, "the plug-ins have no variant of %s; name its variants with --variant",
                         workload->name);
    }
    if (choice->count == 0) {
        const char *reason = why_none(workload);
        return error_set(
            error, "none of the chosen variants of %s can run here%s%s (speedup list %s shows why)",
            workload->name, reason != NULL ? ": " : "", reason != NULL ? reason : "", workload->name);
    }
    return 0;
}

/* ---- axes ---- */

static bool any_reads(const Choice *choice, AxisId id)
{
    for (size_t i = 0; i < choice->count; i++) {
        if (chosen_reads(&choice->variants[i], id)) {
            return true;
        }
    }
    return false;
}

/* A notice, not an error: an option without effect does not stop a sweep. */
static void note_unread(const Workload *workload, const Choice *choice, AxisId id, Plan *plan)
{
    if (id == AXIS_ID_TRANSFER) {
        const char *reason = gpu_driver.missing();
        PLAN_NOTE(plan, "--transfer has no effect: it is for GPU variants and none is chosen%s%s\n",
                  reason != NULL ? ": " : "", reason != NULL ? reason : "; add --variant 'gpu/*'");
        return;
    }
#ifndef _OPENMP
    if (id == AXIS_ID_THREADS) {
        PLAN_NOTE(plan, "--threads has no effect: this build has no OpenMP; build with WITH_OPENMP=yes\n");
        return;
    }
#endif
    for (size_t i = 0; id == AXIS_ID_THREADS && i < choice->count; i++) {
        if (plugin_of(choice->variants[i].variant) != NULL) {
            PLAN_NOTE(plan,
                      "--threads has no effect: %s does not read it; if its code has threads, write .axes = "
                      "AXIS_THREADS into its Variant\n",
                      choice->variants[i].variant->name);
            return;
        }
    }
    const Variant *variant;
    for (size_t i = 0; (variant = registry_variant_at(i)) != NULL; i++) {
        if (strcmp(variant->workload, workload->name) == 0 && axis_is_read(variant, id)) {
            PLAN_NOTE(plan, "--%s has no effect: no chosen variant reads it (%s does)\n", axis_table[id].name,
                      variant->name);
            return;
        }
    }
    const char *missing = id == AXIS_ID_DEVICES ? gpu_driver.missing()
                          : id == AXIS_ID_RANKS ? ranks_missing()
                                                : NULL;
    PLAN_NOTE(plan, "--%s has no effect: no variant of %s reads it%s%s\n", axis_table[id].name,
              workload->name, missing != NULL ? "; those that may are missing: " : "",
              missing != NULL ? missing : "");
}

static int check_given(const RunOptions *options, const Workload *workload, const Choice *choice, Plan *plan,
                       Error *error)
{
    size_t length = 0;
    for (int id = 0; id < AXIS_IDS; id++) {
        const size_t count = options->axes[id].count;
        bool by_all = id == AXIS_ID_THREADS && options->awkward; /* `check` threads every variant */
        if (options->axes[id].given && !by_all && !any_reads(choice, (AxisId)id)) {
            note_unread(workload, choice, (AxisId)id, plan);
        }
        if ((options->zipped & 1u << id) == 0) {
            continue;
        }
        if (count == 0) {
            return error_set(error, "--zip names %s, but there is no --%s", axis_table[id].name,
                             axis_table[id].name);
        }
        if (length != 0 && count != length) {
            return error_set(error,
                             "--zip needs axes of equal length, but --%s has %zu values and another has %zu",
                             axis_table[id].name, count, length);
        }
        length = count;
    }
    return 0;
}

/* Are there that many of the processors or GPUs that the axis counts, or is --oversubscribe given? */
static int check_available(const RunOptions *options, const Axis *axis, size_t available, const char *name,
                           const char *remedy, Error *error)
{
    for (size_t i = 0; i < axis->count && !options->oversubscribe; i++) {
        if (axis->values[i] > available) {
            return error_set(error, "%zu %s are more than the %zu %s that may be used here; %s",
                             axis->values[i], axis_table[axis->id].name, available, name, remedy);
        }
    }
    return 0;
}

static int check_sizes(const RunOptions *options, const Workload *workload, const Axis *axis, Error *error)
{
    for (size_t i = 0; i < axis->count && options->commands.count == 0; i++) {
        Point point = {.type = workload->default_type};
        char text[32];
        axis_set(&point, AXIS_ID_SIZE, axis->values[i]);
        axis_format(&point, AXIS_ID_SIZE, text, sizeof text);
        if (!point_is_square(&point) && workload->dimensions != (point.k != 0 ? 3 : 2)) {
            return error_set(error, "--size %s: %s takes %s", text, workload->name,
                             workload->dimensions == 3   ? "n, or a shape MxNxK"
                             : workload->dimensions == 2 ? "n, or a shape MxN"
                                                         : "square sizes only; give one number");
        }
        if (!point_is_square(&point) && options->weak) {
            return error_set(error, "--size %s: --weak scales square sizes only; give n", text);
        }
        if (size_mul(workload_all_bytes(workload, &point), 3) == SIZE_MAX) {
            return error_set(error,
                             "--size %s: matrices of this size are larger than any address space; give a "
                             "smaller size",
                             text);
        }
        const size_t most_edges = plan_most_edges(&point);
        if (workload->takes_graph && !options->awkward && options->edges > most_edges) {
            return error_set(error,
                             "--edges %zu: a graph of %s vertices has at most %zu edges; give fewer edges or "
                             "a larger --size",
                             options->edges, text, most_edges);
        }
    }
    return 0;
}

static int default_sizes(const RunOptions *options, const Workload *workload, Axis *axis, Error *error)
{
    if (!options->awkward) {
        return axis_parse(workload->default_sizes, axis, error);
    }
    const int failed = axis_parse(axis_table[AXIS_ID_SIZE].check_values, axis, error);
    return failed == 0 && workload->check_shapes != NULL ? axis_parse(workload->check_shapes, axis, error)
                                                         : failed;
}

static int default_threads(Axis *axis, Error *error)
{
#ifdef _OPENMP
    size_t usable = machine_get()->usable;
#else
    size_t usable = 1;
#endif
    return axis_append_counts(axis, usable, error);
}

/* Up to the number of processors; of GPUs if each rank has one. */
static int default_ranks(const Choice *choice, Axis *axis, Error *error)
{
    bool on_cpus = false;
    for (size_t i = 0; i < choice->count; i++) {
        const Variant *variant = choice->variants[i].variant;
        on_cpus = on_cpus || ((variant->axes & AXIS_RANKS) != 0 && !variant_on_gpu(variant));
    }
    return axis_append_counts(axis, on_cpus ? machine_get()->usable : (size_t)gpu_count(), error);
}

int choose_axes(const RunOptions *options, const Workload *workload, const Choice *choice, Plan *plan,
                Axis axes[AXIS_IDS], Error *error)
{
    Axis *sizes = &axes[AXIS_ID_SIZE], *threads = &axes[AXIS_ID_THREADS], *ranks = &axes[AXIS_ID_RANKS],
         *devices = &axes[AXIS_ID_DEVICES];
    const size_t gpus = (size_t)gpu_count();
    memcpy(axes, options->axes, sizeof options->axes);
    const bool wrong =
        check_given(options, workload, choice, plan, error) != 0 ||
        (options->graph != NULL && axis_append(sizes, options->graph_size, error) != 0) ||
        (sizes->count == 0 && default_sizes(options, workload, sizes, error) != 0) ||
        (threads->count == 0 && default_threads(threads, error) != 0) ||
        (any_reads(choice, AXIS_ID_RANKS) && ranks->count == 0 && default_ranks(choice, ranks, error) != 0) ||
        (any_reads(choice, AXIS_ID_DEVICES) &&
         ((devices->count == 0 && axis_append_counts(devices, gpus, error) != 0) ||
          check_available(options, devices, gpus, "GPUs",
                          "lower --devices, or add --oversubscribe to use a GPU as several devices",
                          error) != 0)) ||
        (any_reads(choice, AXIS_ID_THREADS) &&
         check_available(options, threads, machine_get()->usable, "processors",
                         "lower --threads (or OMP_NUM_THREADS), or add --oversubscribe", error) != 0) ||
        check_sizes(options, workload, sizes, error) != 0;
    return wrong ? -1 : 0;
}
