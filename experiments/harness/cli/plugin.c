/* See plugin.h. */
#include "experiments/harness/cli/plugin.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/command.h"
#include "common/driver.h"
#include "common/machine/machine.h"
#include "common/plugin.h"
#include "common/registry.h"
#include "common/system/array.h"
#include "common/system/child.h"
#include "common/system/file.h"
#include "common/text/hash.h"
#include "common/timing.h"
#include "experiments/harness/cli/nearest.h"

enum { MOST_VARIANTS = 64, POLL_MS = 100 };
#define DESCRIBE_S 60.0 /* loading may wait for a GPU's driver */
#define MAGIC 0x6e6967756c700a04u

/* What the child writes; `count` PluginVariants follow. */
typedef struct Report {
    uint64_t magic;
    char failure[1000]; /* "": none */
    size_t count;
} Report;

static const unsigned known_axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_BLOCK | AXIS_TILE | AXIS_DEVICES;
static const unsigned known_flags = VARIANT_LIBRARY | VARIANT_REFERENCE | VARIANT_UNOPTIMIZED |
                                    VARIANT_SEARCH | VARIANT_DISTINCT | VARIANT_TENSOR_FLOAT64;

/* ---- the child ---- */

static void write_all(const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t put = write(PLUGIN_FD, (const char *)bytes + done, size - done);
        if (put < 0 && errno != EINTR) {
            _exit(1);
        }
        done += put > 0 ? (size_t)put : 0;
    }
}

#define COPY(to, from) snprintf((to), sizeof(to), "%s", (from) != NULL ? (from) : "")

static void describe(const Variant *variant, PluginVariant *described)
{
    const char *missing = variant->missing != NULL ? variant->missing() : NULL;
    *described = (PluginVariant){.types = variant->types,
                                 .axes = variant->axes,
                                 .flags = variant->flags,
                                 .first_owner = variant->first_owner,
                                 .precision = variant->precision,
                                 .instructions = variant->instructions,
                                 .block = variant->block,
                                 .tile = variant->tile};
    COPY(described->workload, variant->workload);
    COPY(described->name, variant->name);
    COPY(described->idea, variant->idea);
    COPY(described->source, variant->source);
    COPY(described->after, variant->after);
    COPY(described->missing, missing);
}

int plugin_serve(const char *path)
{
    static Report report = {.magic = MAGIC};
    static PluginVariant described[MOST_VARIANTS];
    Error error = {.text = ""};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (fcntl(PLUGIN_FD, F_SETFD, FD_CLOEXEC) != 0) {
        return 2; /* not started by this program */
    }
    const PluginDescriptor *plugin = plugin_open(path, &error);
    for (; plugin != NULL && plugin->variants[report.count] != NULL; report.count++) {
        const Variant *variant = plugin->variants[report.count];
        if (report.count == MOST_VARIANTS) {
            error_set(&error, "it has more than %d Variants; make several plug-ins", MOST_VARIANTS);
            break;
        }
        if (variant->run == NULL) {
            error_set(&error, "the Variant '%s' has no .run; add the function that does its work",
                      variant->name != NULL ? variant->name : "");
            break;
        }
        describe(variant, &described[report.count]);
    }
    snprintf(report.failure, sizeof report.failure, "%s", error.text);
    write_all(&report, sizeof report);
    write_all(described, report.count * sizeof described[0]);
    fflush(NULL);
    _exit(0); /* no handler of the plug-in runs */
}

/* ---- the parent ---- */

/* Reads up to `size` bytes until the end of the pipe or the deadline; returns how many. */
static size_t read_all(int fd, void *bytes, size_t size, double deadline_s)
{
    size_t done = 0;
    for (bool open = true; open && done < size && timing_now_s() < deadline_s;) {
        struct pollfd pipe = {.fd = fd, .events = POLLIN};
        if (poll(&pipe, 1, POLL_MS) > 0) {
            const ssize_t got = read(fd, (char *)bytes + done, size - done);
            open = got > 0 || (got < 0 && errno == EINTR);
            done += got > 0 ? (size_t)got : 0;
        }
    }
    return done;
}

static bool is_text(char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL && !text_has_control(text);
}

/* "cpu/mine": a driver's kind, then small letters, digits and '_', a letter first. */
static bool is_variant_name(const char *name)
{
    const char *base = strchr(name, '/');
    return driver_of(name) != NULL && base[1] >= 'a' && base[1] <= 'z' &&
           base[1 + strspn(base + 1, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/* Are the values such that this program may use them? Code of the plug-in may have written them. */
static int check_values(PluginVariant *described, Error *error)
{
    if (!is_text(described->workload, sizeof described->workload) ||
        !is_text(described->name, sizeof described->name) ||
        !is_text(described->idea, sizeof described->idea) ||
        !is_text(described->source, sizeof described->source) ||
        !is_text(described->after, sizeof described->after) ||
        !is_text(described->missing, sizeof described->missing)) {
        return error_set(error, "a text of a Variant has a control character; write it on one line");
    }
    if (!is_variant_name(described->name)) {
        return error_set(error,
                         "the Variant has .name = \"%s\"; give cpu/ or gpu/ and small letters, digits "
                         "and '_', a letter first",
                         described->name);
    }
    if (described->idea[0] == '\0') {
        return error_set(error, "%s has no .idea; describe it in one line", described->name);
    }
    if ((described->axes & AXIS_RANKS) != 0) {
        return error_set(error,
                         "%s reads AXIS_RANKS; variants over several processes are built into the program: "
                         "put the file into cpu/%s/ of its source and run make",
                         described->name, described->workload);
    }
    if (((described->axes & AXIS_BLOCK) != 0 && described->block == 0) ||
        ((described->axes & AXIS_TILE) != 0 && described->tile == 0)) {
        return error_set(error, "%s reads AXIS_BLOCK or AXIS_TILE and has no default; set .block or .tile",
                         described->name);
    }
    if ((described->axes & ~known_axes) != 0 || (described->flags & ~known_flags) != 0 ||
        described->precision >= PRECISIONS || described->instructions > INSTRUCTIONS_TENSOR ||
        described->first_owner >= MOST_DEVICES) {
        return error_set(error,
                         "%s has a value that workload.h does not define in .axes, .flags, .precision, "
                         ".instructions or .first_owner; correct it",
                         described->name);
    }
    return 0;
}

static int check_names(const PluginVariant *described, Error *error)
{
    Error why;
    const Workload *workload = nearest_workload(described->workload, &why);
    if (workload == NULL) {
        return error_set(error, "%s is for a workload that does not exist: %.300s", described->name,
                         why.text);
    }
    if ((described->types & workload->types) == 0 || (described->types & ~workload->types) != 0) {
        return error_set(error,
                         "%s has a type in .types that %s has not, or none; speedup list %s shows them",
                         described->name, workload->name, workload->name);
    }
    ListedVariant listed;
    for (size_t i = 0; registry_list(i, &listed); i++) {
        if (strcmp(listed.workload, workload->name) == 0 && strcmp(listed.name, described->name) == 0) {
            const Plugin *other = listed.variant != NULL ? plugin_of(listed.variant) : NULL;
            return error_set(error, "%s%.300s has a variant %s %s already; change .name and the symbol",
                             other != NULL ? "the plug-in " : "",
                             other != NULL ? other->path : "this program", workload->name, described->name);
        }
    }
    return 0;
}

static int check_described(const Plugin *plugin, Error *error)
{
    for (size_t i = 0; i < plugin->count; i++) {
        PluginVariant *described = &plugin->described[i];
        if (check_values(described, error) != 0 || check_names(described, error) != 0) {
            return -1;
        }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(plugin->described[k].workload, described->workload) == 0 &&
                strcmp(plugin->described[k].name, described->name) == 0) {
                return error_set(error, "two of its Variants are %s %s; rename one", described->workload,
                                 described->name);
            }
        }
    }
    return 0;
}

static void make_variants(Plugin *plugin)
{
    for (size_t i = 0; i < plugin->count; i++) {
        const PluginVariant *described = &plugin->described[i];
        plugin->variants[i] = (Variant){
            .workload = described->workload,
            .name = described->name,
            .idea = described->idea,
            .source = described->source[0] != '\0' ? described->source : NULL,
            .after = described->after[0] != '\0' ? described->after : NULL,
            .types = described->types,
            .axes = described->axes,
            .flags = described->flags,
            .first_owner = described->first_owner,
            .block = described->block,
            .tile = described->tile,
            .precision = (Precision)described->precision,
            .instructions = (Instructions)described->instructions,
        };
    }
}

/* How the child ended, if not as it should. */
static int explain_end(int status, bool late, Error *error)
{
    return late ? error_set(error,
                            "loading it did not end within %.0f s; its constructors or "
                            "Variant.missing wait",
                            DESCRIBE_S)
           : WIFSIGNALED(status)
               ? error_set(error,
                           "loading it crashed: signal %d, %s; correct its constructors or "
                           "Variant.missing",
                           WTERMSIG(status), strsignal(WTERMSIG(status)))
               : error_set(error,
                           "loading it ended the process with exit code %d; correct its constructors or "
                           "Variant.missing",
                           WEXITSTATUS(status));
}

/* Receives the description from the child. */
static int receive(Plugin *plugin, pid_t pid, int fd, Error *error)
{
    Report report;
    const double deadline_s = timing_now_s() + DESCRIBE_S;
    bool whole = read_all(fd, &report, sizeof report, deadline_s) == sizeof report && report.magic == MAGIC &&
                 report.count <= MOST_VARIANTS && is_text(report.failure, sizeof report.failure);
    if (whole) {
        const size_t bytes = report.count * sizeof *plugin->described;
        plugin->described = calloc(MOST_VARIANTS, sizeof *plugin->described);
        plugin->variants = calloc(MOST_VARIANTS, sizeof *plugin->variants);
        plugin->count = report.count;
        whole = plugin->described != NULL && plugin->variants != NULL &&
                read_all(fd, plugin->described, bytes, deadline_s) == bytes;
    }
    const bool late = timing_now_s() >= deadline_s;
    if (!whole) {
        struct pollfd end = {.fd = fd, .events = POLLIN};
        poll(&end, 1, late ? 0 : POLL_MS);
    }
    if (late) {
        kill(-pid, SIGKILL);
    }
    const int status = child_wait(pid);
    if (!whole || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return explain_end(status, late, error);
    }
    return report.failure[0] != '\0' ? error_set(error, "%s", report.failure) : 0;
}

static int describe_in_child(Plugin *plugin, Error *error)
{
    static char name[] = "speedup", worker[] = "worker", command[] = "describe";
    char *const arguments[] = {name, worker, command, plugin->path, NULL};
    int fd[2];
    if (pipe2(fd, O_CLOEXEC) != 0) {
        return error_set(error, "cannot make a pipe: %s", strerror(errno));
    }
    /* stdout goes to stderr: what a constructor prints must not get into the data. */
    const Child child = {.arguments = arguments,
                         .leads_group = true,
                         .fd_count = PLUGIN_FD + 1,
                         .fd = {CHILD_NULL, STDERR_FILENO, STDERR_FILENO, fd[1]}};
    const pid_t pid = child_start(&child);
    close(fd[1]);
    const int failed = pid < 0 ? error_set(error, "cannot start a process that loads it: %s", strerror(errno))
                               : receive(plugin, pid, fd[0], error);
    close(fd[0]);
    return failed;
}

int plugin_build(const char *path, char build[PLUGIN_BUILD_SIZE], Error *error)
{
    /* The program drives and verifies it, so its rows are of both. */
    const char *program = machine_build_id();
    uint64_t hash = hash_bytes(HASH_START, program, strlen(program));
    if (file_hash(path, &hash) != 0) {
        return error_set(error, "cannot read it: %s; speedup build makes it from a source file",
                         strerror(errno));
    }
    snprintf(build, PLUGIN_BUILD_SIZE, "%016" PRIx64, hash);
    return 0;
}

static bool is_source(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && (strcmp(dot, ".c") == 0 || strcmp(dot, ".cu") == 0 || strcmp(dot, ".cpp") == 0);
}

int plugin_describe(const char *path, Plugin *plugin, Error *error)
{
    *plugin = (Plugin){.path = ""};
    if (strlen(path) > TEXT_MOST_PATH) {
        return error_set(error, "the path has more than %d bytes; give a shorter one", TEXT_MOST_PATH);
    }
    snprintf(plugin->path, sizeof plugin->path, "%s", path);
    if (is_source(path)) {
        return error_set(error, "it is a source file; make a plug-in of it by speedup build %.400s", path);
    }
    if (plugin_build(path, plugin->build, error) != 0 || describe_in_child(plugin, error) != 0 ||
        check_described(plugin, error) != 0) {
        return -1;
    }
    make_variants(plugin);
    return 0;
}

void plugin_free(Plugin *plugin)
{
    free(plugin->described);
    free(plugin->variants);
    *plugin = (Plugin){.path = ""};
}

/* ---- added plug-ins ---- */

static Plugin **plugins;
static size_t plugin_count;

int plugin_add(const char *path, Error *error)
{
    Error why;
    for (size_t i = 0; i < plugin_count; i++) {
        if (strcmp(plugins[i]->path, path) == 0) {
            return 0;
        }
    }
    Plugin *plugin = calloc(1, sizeof *plugin);
    if (plugin == NULL || array_grow(&plugins, plugin_count, sizeof *plugins) != 0) {
        free(plugin);
        return error_set(error, "no memory for the plug-in %s", path);
    }
    if (plugin_describe(path, plugin, &why) != 0) {
        plugin_free(plugin);
        free(plugin);
        return error_set(error, "%.400s: %.590s", path, why.text);
    }
    plugins[plugin_count++] = plugin;
    for (size_t i = 0; i < plugin->count; i++) {
        if (registry_add(&plugin->variants[i]) != 0) {
            return error_set(error, "no memory for the plug-in %s", path);
        }
    }
    return 0;
}

int plugins_add(const Names *paths, Error *error)
{
    Error why;
    for (size_t i = 0; i < paths->count; i++) {
        if (plugin_add(paths->names[i], &why) != 0) {
            return error_set(error, "--plugin %.990s", why.text);
        }
    }
    return 0;
}

const Plugin *plugin_of(const Variant *variant)
{
    for (size_t i = 0; i < plugin_count; i++) {
        const Plugin *plugin = plugins[i];
        for (size_t v = 0; v < plugin->count; v++) {
            if (&plugin->variants[v] == variant) {
                return plugin;
            }
        }
    }
    return NULL;
}

bool plugins_have_workload(const char *workload)
{
    bool found = false;
    for (size_t i = 0; i < plugin_count; i++) {
        for (size_t v = 0; v < plugins[i]->count; v++) {
            found = found || strcmp(plugins[i]->variants[v].workload, workload) == 0;
        }
    }
    return found;
}

const char *plugin_missing(const Variant *variant)
{
    const Plugin *plugin = plugin_of(variant);
    const char *missing = plugin != NULL ? plugin->described[variant - plugin->variants].missing : "";
    return missing[0] != '\0' ? missing : NULL;
}
