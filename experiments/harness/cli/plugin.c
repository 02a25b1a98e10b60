/* See plugin.h. */
#include "experiments/harness/cli/plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/graph/graph.h"
#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/system/array.h"
#include "common/system/file.h"
#include "common/text/hash.h"
#include "experiments/harness/cli/axis.h"
#include "experiments/harness/cli/nearest.h"

static Plugin **plugins; /* that were added */
static size_t plugin_count;

/* ---- the headers ---- */

int headers_folder(char path[PATH_MAX], Error *error)
{
    /* From the program's folder: its build folder, that of the programs of tests, an installed one. */
    static const char *const places[] = {"include", "../include", "../share/speedup/include"};
    char program[PATH_MAX], candidate[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    const char *folder = dirname(program);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(candidate, sizeof candidate, "%s/%s/common/workload.h", folder, places[i]);
        if (realpath(candidate, path) != NULL) {
            path[strlen(path) - strlen("/common/workload.h")] = '\0';
            return 0;
        }
    }
    return error_set(error,
                     "there is no common/workload.h in %s/%s or %s/%s; run make or make install of speedup's "
                     "source again",
                     folder, places[0], folder, places[2]);
}

/* ---- the file ---- */

/* The program drives and verifies it, so its rows are of both. -1 and errno if it cannot be read. */
static int hash_file(const char *path, char build[PLUGIN_BUILD_SIZE])
{
    const char *program = machine_build_id();
    uint64_t hash = hash_bytes(HASH_START, program, strlen(program));
    if (file_hash(path, &hash) != 0) {
        return -1;
    }
    snprintf(build, PLUGIN_BUILD_SIZE, "%016" PRIx64, hash);
    return 0;
}

/* Opens and hashes the file, which plugin_free closes, also on failure: -1 and an error without the path. */
static int open_file(const char *path, Plugin *plugin, Error *error)
{
    PluginFile *file = &plugin->file;
    if (strlen(path) > TEXT_MOST_PATH) {
        return error_set(error, "the path has more than %d bytes; give a shorter one", TEXT_MOST_PATH);
    }
    snprintf(file->path, sizeof file->path, "%s", path);
    if (!file_is_regular(path)) {
        return error_set(error,
                         "cannot read it: %s; correct the path, which begins in the present folder, or make "
                         "it by speedup build",
                         access(path, F_OK) != 0 ? strerror(errno) : "it is no file");
    }
    plugin->fd = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(file->kept, sizeof file->kept, "/proc/%ld/fd/%d", (long)getpid(), plugin->fd);
    return plugin->fd >= 0 && hash_file(file->kept, file->build) == 0
               ? 0
               : error_set(error, "cannot read it: %s; make it readable", strerror(errno));
}

bool plugin_file_unchanged(const PluginFile *file)
{
    char build[PLUGIN_BUILD_SIZE];
    return hash_file(file->path, build) == 0 && strcmp(build, file->build) == 0;
}

/* Explains a failure of dlopen. */
static int explain(const char *path, Error *error)
{
    const char *why = dlerror();
    why = why != NULL ? why : "unknown reason";
    const char *colon = strncmp(why, path, strlen(path)) == 0 ? why + strlen(path) : NULL;
    why = colon != NULL && strncmp(colon, ": ", 2) == 0 ? colon + 2 : why;
    if (strstr(why, "undefined symbol") != NULL) {
        return error_set(
            error,
            "%s; define it in the source, or name its library: LDLIBS=-lNAME speedup build, or its source "
            "beside the first; a function in C++ that C calls is extern \"C\", or name the caller .cpp",
            why);
    }
    return error_set(
        error, "it is not a shared object that this program can load (%s); speedup build makes one", why);
}

/* Loads the shared object and checks its interface. Never unloaded. 0, or -1 and an error without the path.
 */
static int open_plugin(const char *path, const PluginDescriptor **loaded, Error *error)
{
    /* A name without a slash would be sought in the library path. An open file without a name has none. */
    char full[PATH_MAX];
    const char *name = realpath(path, full) != NULL ? full : path;
    void *object = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        return explain(name, error);
    }
    const PluginDescriptor *plugin = dlsym(object, PLUGIN_SYMBOL);
    if (plugin == NULL) {
        return error_set(error, "it has no symbol " PLUGIN_SYMBOL "; make it by speedup build");
    }
    if (plugin->interface != SPEEDUP_INTERFACE) {
        return error_set(error, "it has interface version %u, this program has %u; run speedup build again",
                         plugin->interface, SPEEDUP_INTERFACE);
    }
    if (plugin->variants[0] == NULL) {
        return error_set(error, "it has no Variant; end the source with one and run speedup build again");
    }
    *loaded = plugin;
    return 0;
}

int plugin_file_load(const PluginFile *file, const PluginDescriptor **loaded, Error *error)
{
    char build[PLUGIN_BUILD_SIZE];
    const bool unchanged = plugin_file_unchanged(file);
    if (!unchanged && (hash_file(file->kept, build) != 0 || strcmp(build, file->build) != 0)) {
        return error_set(
            error, "it was overwritten while the run went on; run the same command again (speedup build "
                   "replaces the file instead, which harms no run)");
    }
    return open_plugin(unchanged ? file->path : file->kept, loaded, error);
}

/* ---- costs ---- */

static bool same_point(const Point *one, const Point *other)
{
    bool same = one->edges == other->edges;
    for (int id = 0; id < AXIS_IDS; id++) {
        same = same && axis_get(one, (AxisId)id) == axis_get(other, (AxisId)id);
    }
    return same;
}

/* The plug-in that has a workload without hooks. */
static Plugin *owner_of(const Workload *workload)
{
    return (Plugin *)((uintptr_t)workload - offsetof(Plugin, has.workload.workload));
}

/* Once a hook has crashed: no work, no bytes, so that nothing is predicted. */
static const Costs *evaluate(const Workload *workload, const Point *point)
{
    Plugin *plugin = owner_of(workload);
    if (plugin->evaluator != NULL && !same_point(&plugin->point, point)) {
        plugin->point = *point;
        if (plugin_worker_evaluate(plugin) != 0) {
            plugin_worker_dismiss(plugin);
            plugin->costs = (Costs){.work = NAN};
        }
    }
    return &plugin->costs;
}

int plugins_check_costs(const Workload *workload, const Point *point, Error *error)
{
    char size[32];
    if (workload->work != NULL) {
        return 0;
    }
    const double work = workload_work(workload, point);
    const Plugin *plugin = owner_of(workload);
    axis_format(plugin->evaluator == NULL ? &plugin->point : point, AXIS_ID_SIZE, size, sizeof size);
    return plugin->evaluator == NULL
               ? error_set(error,
                           ".work, .extent or .type of %s crashed or did not end at size %s; correct it",
                           workload->name, size)
           : !(work > 0.0 && isfinite(work))
               ? error_set(error,
                           ".work of %s is no positive number of operations or bytes at size %s; correct it",
                           workload->name, size)
           : workload_bytes(workload, point, OPERAND_OUT) == 0
               ? error_set(error, ".extent of %s is 0 elements of the result at size %s; correct it",
                           workload->name, size)
               : 0;
}

/* ---- names ---- */

/* Does the text have values of --size? */
static int check_size_text(const char *text, const char *field, Error *error)
{
    Axis sizes = {.id = AXIS_ID_SIZE};
    const int failed = axis_parse(text, &sizes, error);
    axis_free(&sizes);
    return failed == 0 ? 0 : error_set(error, ".%s = \"%.100s\": %.500s", field, text, error->text);
}

/* Is the workload new, and are the names and sizes in it known? */
static int check_workload(const PluginDescription *has, Error *error)
{
    if (!has->has_workload) {
        return 0;
    }
    const Workload *workload = &has->workload.workload;
    const char *const ceilings[] = {workload->ceiling, workload->packed_ceiling};
    const Plugin *other = plugin_of_workload(workload->name);
    if (registry_workload(workload->name) != NULL) {
        return error_set(error, "%s%.300s has a workload %s already; change .name and the symbol",
                         other != NULL ? "the plug-in " : "",
                         other != NULL ? other->file.path : "this program", workload->name);
    }
    for (size_t i = 0; i < 2; i++) {
        if (ceilings[i] != NULL && nearest_workload(ceilings[i], error) == NULL) {
            return error_set(error, "its ceiling: %.500s", error->text);
        }
    }
    return check_size_text(workload->default_sizes, "default_sizes", error) != 0 ||
                   (workload->check_shapes != NULL &&
                    check_size_text(workload->check_shapes, "check_shapes", error) != 0)
               ? -1
               : 0;
}

void plugin_name_in_file(const Plugin *plugin, const Variant *variant, char *name, size_t size)
{
    const size_t label = plugin != NULL ? strlen(plugin->file.label) : 0;
    snprintf(name, size, "%.4s%s", variant->name, variant->name + 4 + (label > 0 ? label + 1 : 0));
}

/* Has the variant a workload, of the plug-in itself or a known one, and a name of its own? Without the label
 * it must not be the program's either: a worker would run that one. */
static int check_variant(const Plugin *plugin, const Variant *variant, Error *error)
{
    const PluginDescription *has = &plugin->has;
    const bool own = has->has_workload && strcmp(has->workload.name, variant->workload) == 0;
    const Workload *workload = own ? &has->workload.workload : nearest_workload(variant->workload, error);
    ListedVariant listed;
    char in_file[sizeof has->variants[0].name];
    plugin_name_in_file(plugin, variant, in_file, sizeof in_file);
    if (workload == NULL) {
        return error_set(error, "%s is for a workload that does not exist: %.300s", variant->name,
                         error->text);
    }
    if ((variant->types & workload->types) == 0 || (variant->types & ~workload->types) != 0) {
        return error_set(error,
                         "%s has a type in .types that %s has not, or none; speedup list %s shows them",
                         variant->name, workload->name, workload->name);
    }
    for (size_t i = 0; registry_list(i, &listed); i++) {
        const Plugin *other = plugin_of(listed.variant);
        const char *name = other != NULL ? variant->name : in_file;
        if (strcmp(listed.variant->workload, variant->workload) == 0 &&
            strcmp(listed.variant->name, name) == 0) {
            return error_set(error, "%s%.300s has a variant %s %s already; change .name and the symbol",
                             other != NULL ? "the plug-in " : "",
                             other != NULL ? other->file.path : "this program", variant->workload, name);
        }
    }
    return 0;
}

static int check_variants(const Plugin *plugin, Error *error)
{
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < plugin->has.count; i++) {
        failed = check_variant(plugin, &plugin->has.variants[i].variant, error);
    }
    return failed;
}

/* ---- one plug-in ---- */

int plugin_describe(const char *path, Plugin *plugin, Error *error)
{
    const char *dot = strrchr(path, '.');
    *plugin = (Plugin){.fd = -1};
    workload_costs = evaluate;
    if (dot != NULL && (strcmp(dot, ".c") == 0 || strcmp(dot, ".cpp") == 0 || strcmp(dot, ".cu") == 0)) {
        return error_set(error, "it is a source file; make a plug-in of it by speedup build %.400s", path);
    }
    return open_file(path, plugin, error) != 0 ? -1 : plugin_worker_describe(plugin, error);
}

int plugin_check(const Plugin *plugin, Error *error)
{
    if (check_workload(&plugin->has, error) != 0 || check_variants(plugin, error) != 0) {
        return -1;
    }
    if (!plugin->has.has_workload) {
        return 0;
    }
    const Workload *workload = &plugin->has.workload.workload;
    Point point = {.type = workload->default_type, .threads = 1, .matrices = 1, .iterations = 1};
    Axis sizes = {.id = AXIS_ID_SIZE};
    int failed = axis_parse(workload->default_sizes, &sizes, error);
    if (failed == 0) {
        axis_set(&point, AXIS_ID_SIZE, sizes.values[0]);
        point.edges = workload->takes_graph ? graph_default_edges(point.n) : 0;
        failed = plugins_check_costs(workload, &point, error);
    }
    axis_free(&sizes);
    return failed;
}

void plugin_free(Plugin *plugin)
{
    if (plugin->evaluator != NULL) {
        plugin_worker_dismiss(plugin);
    }
    if (plugin->fd >= 0) {
        close(plugin->fd);
    }
    plugin->fd = -1;
}

/* ---- added plug-ins ---- */

/* Copies the label of a text LABEL=FILE and returns FILE; "" if there is none. */
static const char *split_label(const char *text, char *label, size_t size)
{
    const bool is_file = access(text, F_OK) == 0;
    const size_t length = is_file ? strlen(text) : strcspn(text, "=");
    snprintf(label, size, "%.*s", (int)length, text);
    if (length < size && text[length] != '\0' && text_is_name(label)) {
        return text + length + 1;
    }
    label[0] = '\0';
    return text;
}

static int label_variants(Plugin *plugin, const char *label, Error *error)
{
    int failed = 0;
    snprintf(plugin->file.label, sizeof plugin->file.label, "%s", label);
    for (size_t i = 0; label[0] != '\0' && failed == 0 && i < plugin->has.count; i++) {
        char *name = plugin->has.variants[i].name, in_file[sizeof plugin->has.variants[i].name];
        memcpy(in_file, name, sizeof in_file);
        if (snprintf(name, sizeof in_file, "%.4s%s_%s", in_file, label, in_file + 4) >= (int)sizeof in_file) {
            failed = error_set(error, "the label %s makes a name longer than %zu bytes; shorten it", label,
                               sizeof in_file - 1);
        }
    }
    return failed;
}

/* By whatever name. */
static bool is_added(const char *path, const char *label)
{
    const uint64_t number = file_number(path);
    bool added = false;
    for (size_t i = 0; i < plugin_count && number != 0; i++) {
        const PluginFile *file = &plugins[i]->file;
        added = added || (file_number(file->kept) == number && strcmp(file->label, label) == 0);
    }
    return added;
}

/* Describes the plug-in and adds its workload. */
static int add_plugin(const char *path, const char *label, Error *error)
{
    Plugin *plugin = calloc(1, sizeof *plugin);
    if (plugin == NULL) {
        return error_set(error, "--plugin %s: no memory for it", path);
    }
    int failed = plugin_describe(path, plugin, error);
    const PluginDescription *has = &plugin->has;
    failed = failed != 0 || label_variants(plugin, label, error) != 0 ? -1 : check_workload(has, error);
    if (failed == 0 && ((has->has_workload && registry_add_workload(&has->workload.workload) != 0) ||
                        array_append(&plugins, &plugin_count, &plugin, sizeof plugin) != 0)) {
        failed = error_set(error, "no memory for it");
    }
    if (failed != 0) {
        plugin_free(plugin);
        free(plugin);
        return error_set(error, "--plugin %.400s: %.580s", path, error->text);
    }
    return 0;
}

int plugins_add(const Names *paths, Error *error)
{
    const size_t before = plugin_count;
    for (size_t i = 0; i < paths->count; i++) {
        char label[sizeof plugins[0]->file.label];
        const char *path = split_label(paths->names[i], label, sizeof label);
        if (!is_added(path, label) && add_plugin(path, label, error) != 0) {
            return -1;
        }
    }
    for (size_t i = before; i < plugin_count; i++) { /* all workloads are known now */
        const PluginDescription *has = &plugins[i]->has;
        int failed = check_variants(plugins[i], error);
        for (size_t v = 0; failed == 0 && v < has->count; v++) {
            failed = registry_add(&has->variants[v].variant) == 0
                         ? 0
                         : error_set(error, "no memory for its variants");
        }
        if (failed != 0) {
            return error_set(error, "--plugin %.400s: %.580s", plugins[i]->file.path, error->text);
        }
    }
    return 0;
}

const Plugin *plugin_of(const Variant *variant)
{
    for (size_t i = 0; i < plugin_count; i++) {
        for (size_t v = 0; v < plugins[i]->has.count; v++) {
            if (&plugins[i]->has.variants[v].variant == variant) {
                return plugins[i];
            }
        }
    }
    return NULL;
}

static bool has_workload(const Plugin *plugin, const char *workload)
{
    return plugin->has.has_workload && strcmp(plugin->has.workload.name, workload) == 0;
}

const Plugin *plugin_of_workload(const char *workload)
{
    for (size_t i = 0; i < plugin_count; i++) {
        if (has_workload(plugins[i], workload)) {
            return plugins[i];
        }
    }
    return NULL;
}

const PluginFile *plugin_file_at(const Plugin *plugin, const char *workload, size_t i)
{
    const Plugin *other =
        plugin == NULL || has_workload(plugin, workload) ? NULL : plugin_of_workload(workload);
    const Plugin *const needed[] = {other != NULL ? other : plugin, other != NULL ? plugin : NULL, NULL};
    return needed[i] != NULL ? &needed[i]->file : NULL;
}

void plugins_build(const Plugin *plugin, const char *workload, char build[PLUGIN_BUILD_SIZE])
{
    const PluginFile *first = plugin_file_at(plugin, workload, 0);
    snprintf(build, PLUGIN_BUILD_SIZE, "%s", plugin->file.build);
    if (first != &plugin->file) {
        uint64_t hash = hash_bytes(HASH_START, first->build, PLUGIN_BUILD_SIZE);
        hash = hash_bytes(hash, plugin->file.build, PLUGIN_BUILD_SIZE);
        snprintf(build, PLUGIN_BUILD_SIZE, "%016" PRIx64, hash);
    }
}

const Variant *plugins_variant(const char *workload)
{
    const Variant *variant, *found = NULL;
    for (size_t i = 0; (variant = registry_variant_at(i)) != NULL; i++) {
        found = strcmp(variant->workload, workload) == 0 && plugin_of(variant) != NULL ? variant : found;
    }
    return found;
}

const char *plugin_missing(const Variant *variant)
{
    const char *missing = plugin_of(variant) != NULL ? ((const PluginVariant *)variant)->missing : "";
    return missing[0] != '\0' ? missing : NULL;
}
