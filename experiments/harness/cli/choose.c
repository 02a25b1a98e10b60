/* See choose.h. */
#include "experiments/harness/cli/choose.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/driver.h"
#include "common/gpu.h"
#include "common/machine/machine.h"
#include "common/ranks.h"
#include "common/registry.h"
#include "common/size.h"
#include "experiments/harness/cli/launcher.h"
#include "experiments/harness/cli/nearest.h"

#define NO_LAUNCHER                                                                                          \
    "no mpirun in PATH: install openmpi-bin (make deps), or name what starts ranks with --launcher"

void plan_note(Plan *plan, const char *format, ...)
{
    size_t used = strlen(plan->notice);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(plan->notice + used, sizeof plan->notice - used, format, arguments);
    va_end(arguments);
}

const char *variant_missing(const Variant *variant)
{
    const char *reason = driver_for(variant)->missing();
    if (reason == NULL && variant->missing != NULL) {
        reason = variant->missing();
    }
    if (reason == NULL && (variant->axes & AXIS_RANKS) != 0) {
        static Error error;
        char program[PATH_MAX];
        reason = launcher_program(program, sizeof program, &error) != 0 ? error.text
                 : launcher_choose(NULL) == NULL                        ? NO_LAUNCHER
                                                                        : NULL;
    }
    return reason;
}

/* The same for who asks, and may name a launcher. */
static const char *missing_for(const RunOptions *options, const Variant *variant)
{
    const char *reason = variant_missing(variant);
    return reason != NULL && strcmp(reason, NO_LAUNCHER) == 0 && options->launcher != NULL ? NULL : reason;
}

/* Why a variant that shares its work among GPUs or processes is none of those that a glob means: it is
 * measured where somebody asks for that, by the axis or by the variant's name. NULL of any other. */
static const char *unasked(const RunOptions *options, const Variant *variant)
{
    static const struct {
        AxisId axis;
        const char *reason;
    } shared[] = {{AXIS_ID_DEVICES, "it is for several GPUs; name it, or give --devices"},
                  {AXIS_ID_RANKS, "it is for several processes; name it, or give --ranks"}};
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        if ((variant->axes & axis_table[shared[i].axis].bit) != 0 &&
            options->axes[shared[i].axis].count == 0) {
            return shared[i].reason;
        }
    }
    return NULL;
}

static bool is_glob(const char *pattern)
{
    return strpbrk(pattern, "*?[") != NULL;
}

static int choose_one(Choice *choice, const Variant *variant, Error *error)
{
    for (size_t i = 0; i < choice->count; i++) {
        if (choice->variants[i] == variant) {
            return 0;
        }
    }
    const Variant **larger = realloc(choice->variants, (choice->count + 1) * sizeof *larger);
    if (larger == NULL) {
        return error_set(error, "no memory for the list of variants");
    }
    choice->variants = larger;
    choice->variants[choice->count++] = variant;
    return 0;
}

static int no_such_variant(const Workload *workload, const char *pattern, Error *error)
{
    char hint[128];
    Nearest nearest = nearest_to(pattern);
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        if (strcmp(registry_variants[i]->workload, workload->name) == 0) {
            nearest_offer(&nearest, registry_variants[i]->name);
        }
    }
    for (size_t i = 0; registry_unbuilt[i].name != NULL; i++) {
        if (strcmp(registry_unbuilt[i].workload, workload->name) == 0) {
            nearest_offer(&nearest, registry_unbuilt[i].name);
        }
    }
    return error_set(error, "%s has no variant '%s'%s (speedup list %s shows all)", workload->name, pattern,
                     nearest_hint(&nearest, hint, sizeof hint), workload->name);
}

static int choose_pattern(const RunOptions *options, const Workload *workload, const char *pattern,
                          Choice *choice, Plan *plan, Error *error)
{
    bool found = false;
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        if (strcmp(variant->workload, workload->name) != 0 || fnmatch(pattern, variant->name, 0) != 0) {
            continue;
        }
        found = true;
        const char *missing = missing_for(options, variant);
        if (missing == NULL && is_glob(pattern)) {
            missing = unasked(options, variant);
        }
        if (missing != NULL && !is_glob(pattern)) {
            return error_set(error, "%s %s cannot run here: %s", workload->name, variant->name, missing);
        }
        if (missing != NULL) {
            plan_note(plan, "left out %s: %s\n", variant->name, missing);
        } else if (choose_one(choice, variant, error) != 0) {
            return -1;
        }
    }
    for (size_t i = 0; registry_unbuilt[i].name != NULL; i++) {
        const UnbuiltVariant *unbuilt = &registry_unbuilt[i];
        if (strcmp(unbuilt->workload, workload->name) != 0 || fnmatch(pattern, unbuilt->name, 0) != 0) {
            continue;
        }
        found = true;
        if (!is_glob(pattern)) {
            return error_set(error, "%s %s cannot run here: %s", workload->name, unbuilt->name,
                             unbuilt->reason);
        }
        plan_note(plan, "left out %s: %s\n", unbuilt->name, unbuilt->reason);
    }
    return found ? 0 : no_such_variant(workload, pattern, error);
}

static int choose_all(const RunOptions *options, const Workload *workload, Choice *choice, Error *error)
{
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        if (strcmp(variant->workload, workload->name) == 0 && missing_for(options, variant) == NULL &&
            unasked(options, variant) == NULL && choose_one(choice, variant, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int choose_variants(const RunOptions *options, const Workload *workload, Choice *choice, Plan *plan,
                    Error *error)
{
    if (options->variants.count == 0 && choose_all(options, workload, choice, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < options->variants.count; i++) {
        if (choose_pattern(options, workload, options->variants.names[i], choice, plan, error) != 0) {
            return -1;
        }
    }
    if (choice->count == 0) {
        const char *reason = gpu_driver.missing();
        return error_set(
            error, "none of the chosen variants of %s can run here%s%s (speedup list %s says why)",
            workload->name, reason != NULL ? ": " : "", reason != NULL ? reason : "", workload->name);
    }
    return 0;
}

/* ---- axes ---- */

static bool any_reads(const Choice *choice, AxisId id)
{
    for (size_t i = 0; i < choice->count; i++) {
        if (axis_is_read(choice->variants[i], id)) {
            return true;
        }
    }
    return false;
}

/* An option without effect is no mistake that should stop a sweep, but its author should know. */
static void note_unread(const Workload *workload, AxisId id, Plan *plan)
{
    if (id == AXIS_ID_TRANSFER) {
        const char *reason = gpu_driver.missing();
        plan_note(plan, "--transfer has no effect: it is for GPU variants and none is chosen%s%s\n",
                  reason != NULL ? ": " : "", reason != NULL ? reason : "; add --variant 'gpu/*'");
        return;
    }
#ifndef _OPENMP
    if (id == AXIS_ID_THREADS) {
        plan_note(plan, "--threads has no effect: this build has no OpenMP; build with WITH_OPENMP=yes\n");
        return;
    }
#endif
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        if (strcmp(variant->workload, workload->name) == 0 && axis_is_read(variant, id)) {
            plan_note(plan, "--%s has no effect: no chosen variant reads it (%s does)\n", axis_table[id].name,
                      variant->name);
            return;
        }
    }
    const char *missing = id == AXIS_ID_DEVICES ? gpu_driver.missing()
                          : id == AXIS_ID_RANKS ? ranks_missing()
                                                : NULL;
    plan_note(plan, "--%s has no effect: no variant of %s reads it%s%s\n", axis_table[id].name,
              workload->name, missing != NULL ? "; those that might are missing: " : "",
              missing != NULL ? missing : "");
}

static int check_given(const RunOptions *options, const Workload *workload, const Choice *choice, Plan *plan,
                       Error *error)
{
    for (int id = 0; id < AXIS_IDS; id++) {
        bool by_all = id == AXIS_ID_THREADS && options->awkward; /* `check` threads every variant */
        if (options->axes[id].given && !by_all && !any_reads(choice, (AxisId)id)) {
            note_unread(workload, (AxisId)id, plan);
        }
        if ((options->zipped & 1u << id) != 0 && options->axes[id].count == 0) {
            return error_set(error, "--zip names %s, but there is no --%s", axis_table[id].name,
                             axis_table[id].name);
        }
    }
    size_t length = 0;
    for (int id = 0; id < AXIS_IDS; id++) {
        size_t count = options->axes[id].count;
        if ((options->zipped & 1u << id) == 0) {
            continue;
        }
        if (length != 0 && count != length) {
            return error_set(error,
                             "--zip walks axes of equal length side by side, but --%s has %zu values and "
                             "another has %zu",
                             axis_table[id].name, count, length);
        }
        length = count;
    }
    return 0;
}

static int check_threads(const RunOptions *options, const Axis *axis, Error *error)
{
    unsigned usable = machine_get()->usable;
    for (size_t i = 0; i < axis->count; i++) {
        if (axis->values[i] > usable && !options->oversubscribe) {
            return error_set(error,
                             "%zu threads are more than the %u processors that may be used here; lower "
                             "--threads (or OMP_NUM_THREADS) or add --oversubscribe",
                             axis->values[i], usable);
        }
    }
    return 0;
}

static int check_devices(const RunOptions *options, const Axis *axis, Error *error)
{
    for (size_t i = 0; i < axis->count; i++) {
        if (axis->values[i] > (size_t)gpu_count() && !options->oversubscribe) {
            return error_set(
                error,
                "%zu devices are more than the %d GPU%s that may be used here; lower --devices, or "
                "add --oversubscribe to have GPUs stand for several",
                axis->values[i], gpu_count(), gpu_count() == 1 ? "" : "s");
        }
    }
    return 0;
}

static int check_sizes(const RunOptions *options, const Workload *workload, const Axis *axis, Error *error)
{
    for (size_t i = 0; i < axis->count; i++) {
        size_t n = axis->values[i];
        Point point = {.n = n, .type = workload->default_type};
        if (size_mul(point_matrix_bytes(&point), 3) == SIZE_MAX) {
            return error_set(error,
                             "--size %zu: a matrix of %zu x %zu is larger than any address space; give a "
                             "smaller size",
                             n, n, n);
        }
        if (workload->takes_graph && !options->awkward && options->edges > size_mul(n, n - 1)) {
            return error_set(
                error,
                "--edges %zu: a graph of %zu vertices has at most %zu edges; give fewer edges or "
                "a larger --size",
                options->edges, n, size_mul(n, n - 1));
        }
    }
    return 0;
}

static int copy_axis(const Axis *from, Axis *to, Error *error)
{
    for (size_t i = 0; i < from->count; i++) {
        if (axis_append(to, from->values[i], error) != 0) {
            return -1;
        }
    }
    to->given = from->given;
    return 0;
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

/* As many as there are processors, or GPUs where each has one. */
static int default_ranks(const Choice *choice, Axis *axis, Error *error)
{
    bool on_cpus = false;
    for (size_t i = 0; i < choice->count; i++) {
        const Variant *variant = choice->variants[i];
        on_cpus = on_cpus || ((variant->axes & AXIS_RANKS) != 0 && !variant_on_gpu(variant));
    }
    return axis_append_counts(axis, on_cpus ? machine_get()->usable : (size_t)gpu_count(), error);
}

int choose_axes(const RunOptions *options, const Workload *workload, const Choice *choice, Plan *plan,
                Axis axes[AXIS_IDS], Error *error)
{
    if (check_given(options, workload, choice, plan, error) != 0) {
        return -1;
    }
    for (int id = 0; id < AXIS_IDS; id++) {
        if (copy_axis(&options->axes[id], &axes[id], error) != 0) {
            return -1;
        }
    }
    if (options->graph != NULL && axis_append(&axes[AXIS_ID_SIZE], options->graph_n, error) != 0) {
        return -1;
    }
    if ((axes[AXIS_ID_SIZE].count == 0 &&
         axis_parse(AXIS_ID_SIZE, workload->default_sizes, &axes[AXIS_ID_SIZE], error) != 0) ||
        (axes[AXIS_ID_THREADS].count == 0 && default_threads(&axes[AXIS_ID_THREADS], error) != 0)) {
        return -1;
    }
    Axis *ranks = &axes[AXIS_ID_RANKS];
    if (any_reads(choice, AXIS_ID_RANKS) && ranks->count == 0 && default_ranks(choice, ranks, error) != 0) {
        return -1;
    }
    Axis *devices = &axes[AXIS_ID_DEVICES];
    if (any_reads(choice, AXIS_ID_DEVICES) &&
        ((devices->count == 0 && axis_append_counts(devices, (size_t)gpu_count(), error) != 0) ||
         check_devices(options, devices, error) != 0)) {
        return -1;
    }
    if (any_reads(choice, AXIS_ID_THREADS) && check_threads(options, &axes[AXIS_ID_THREADS], error) != 0) {
        return -1;
    }
    return check_sizes(options, workload, &axes[AXIS_ID_SIZE], error);
}
