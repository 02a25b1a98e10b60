/* See plugin_description.h. */
#include "experiments/harness/cli/plugin_description.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/driver.h"
#include "common/plugin.h"
#include "common/system/child.h"
#include "common/system/sandbox.h"
#include "common/timing.h"

enum { MOST_VARIANTS = 64, POLL_MS = 5 };
#define DESCRIBE_S 60.0 /* loading may wait for a GPU's driver */
#define END_S 5.0       /* from the end of the pipe to that of the process */
#define MAGIC 0x6e6967756c700a05u

/* What the child writes; then a PluginWorkload if there is one, and `count` PluginVariants. */
typedef struct Report {
    uint64_t magic;
    char failure[1000]; /* "": none */
    size_t count, workloads;
} Report;

static const unsigned known_axes = AXIS_THREADS | AXIS_SCHEDULE | AXIS_BLOCK | AXIS_TILE | AXIS_DEVICES;
static const unsigned known_flags = VARIANT_LIBRARY | VARIANT_REFERENCE | VARIANT_UNOPTIMIZED |
                                    VARIANT_SEARCH | VARIANT_DISTINCT | VARIANT_TENSOR_FLOAT64;

/* ---- the child ---- */

/* Copies a text of `owner`; a long one is an error, not cut: another name would be unknown to the worker. */
static int copy(char *to, size_t size, const char *from, const char *owner, const char *field, Error *error)
{
    const int length = snprintf(to, size, "%s", from != NULL ? from : "");
    return (size_t)length < size ? 0
                                 : error_set(error,
                                             "%.100s has .%s of %d bytes, at most %zu are allowed; "
                                             "shorten it",
                                             owner, field, length, size - 1);
}

#define COPY(described, owner, field)                                                                        \
    copy((described)->field, sizeof(described)->field, (owner)->field,                                       \
         (owner)->name != NULL ? (owner)->name : "a Variant", #field, error)

/* `devices`: may hooks of GPU variants use the GPU's devices? */
static int describe_variant(const Variant *variant, bool devices, PluginVariant *described, Error *error)
{
    const char *name = variant->name != NULL ? variant->name : "";
    if (variant->run == NULL) {
        return error_set(error, "the Variant '%s' has no .run; add the function that does its work", name);
    }
    memcpy(&described->variant, variant, offsetof(Variant, missing));
    const bool asks = variant->missing != NULL && (devices || driver_of(name) != &gpu_driver);
    const char *missing = asks ? variant->missing() : NULL;
    snprintf(described->missing, sizeof described->missing, "%s", missing != NULL ? missing : "");
    return COPY(described, variant, workload) != 0 || COPY(described, variant, name) != 0 ||
                   COPY(described, variant, idea) != 0 || COPY(described, variant, source) != 0 ||
                   COPY(described, variant, after) != 0
               ? -1
               : 0;
}

static int describe_workload(const Workload *workload, PluginWorkload *described, Error *error)
{
    const char *name = workload->name != NULL ? workload->name : "";
    if (workload->work == NULL || workload->rate_unit == NULL) {
        return error_set(error,
                         "the Workload '%s' has no .%s; add the function, as in the file that speedup new "
                         "NAME writes",
                         name, workload->work == NULL ? "work" : "rate_unit");
    }
    memcpy(&described->workload, workload, offsetof(Workload, extent));
    described->has_fill = workload->fill != NULL;
    described->has_verify = workload->verify != NULL;
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        const bool has = (workload->types & TYPE_BIT(type)) != 0;
        if (copy(described->unit[type], sizeof described->unit[type],
                 has ? workload->rate_unit((ElementType)type) : "", name, "rate_unit", error) != 0) {
            return -1;
        }
    }
    return COPY(described, workload, name) != 0 || COPY(described, workload, idea) != 0 ||
                   COPY(described, workload, default_sizes) != 0 ||
                   COPY(described, workload, check_shapes) != 0 || COPY(described, workload, ceiling) != 0 ||
                   COPY(described, workload, packed_ceiling) != 0
               ? -1
               : 0;
}

int plugin_description_serve(const char *path, bool devices)
{
    static Report report = {.magic = MAGIC};
    static PluginVariant variants[MOST_VARIANTS];
    static PluginWorkload workload;
    Error error = {.text = ""};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (fcntl(PLUGIN_FD, F_SETFD, FD_CLOEXEC) != 0) {
        return 2; /* not started by this program */
    }
    if (!devices && sandbox_missing() == NULL && sandbox_enter(NULL, -1, &error) != 0) {
        return 2;
    }
    const PluginDescriptor *plugin = plugin_open(path, &error);
    bool described = plugin != NULL;
    if (described && plugin->workload != NULL) {
        report.workloads = 1;
        described = describe_workload(plugin->workload, &workload, &error) == 0;
    }
    for (; described && plugin->variants[report.count] != NULL; report.count++) {
        if (report.count == MOST_VARIANTS) {
            error_set(&error, "it has more than %d Variants; make several plug-ins", MOST_VARIANTS);
            break;
        }
        if (describe_variant(plugin->variants[report.count], devices, &variants[report.count], &error) != 0) {
            break;
        }
    }
    snprintf(report.failure, sizeof report.failure, "%s", error.text);
    const bool written = pipe_write(PLUGIN_FD, &report, sizeof report) == 0 &&
                         pipe_write(PLUGIN_FD, &workload, report.workloads * sizeof workload) == 0 &&
                         pipe_write(PLUGIN_FD, variants, report.count * sizeof variants[0]) == 0;
    fflush(NULL);
    _exit(written ? 0 : 1); /* no handler of the plug-in runs */
}

/* ---- the parent: checks ---- */

static bool is_text(char *text, size_t size)
{
    if (memchr(text, '\0', size) == NULL) {
        return false;
    }
    text_make_utf8(text);
    return !text_has_control(text);
}

#define IS_TEXT(field) is_text(field, sizeof(field))

/* A bool that another process wrote has one of two values. */
static bool is_bool(const bool *value)
{
    unsigned char byte;
    memcpy(&byte, value, sizeof byte);
    return byte <= 1;
}

static const char *or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

static int check_variant(PluginVariant *described, Error *error)
{
    Variant *variant = &described->variant;
    const char *name = described->name;
    if (!IS_TEXT(described->workload) || !IS_TEXT(described->name) || !IS_TEXT(described->idea) ||
        !IS_TEXT(described->source) || !IS_TEXT(described->after) || !IS_TEXT(described->missing)) {
        return error_set(error, "a text of a Variant has a control character; write it on one line");
    }
    if (driver_of(name) == NULL || !text_is_name(strchr(name, '/') + 1)) {
        return error_set(error,
                         "the Variant has .name = \"%s\"; give cpu/ or gpu/ and small letters, digits "
                         "and '_', a letter first",
                         name);
    }
    if (described->idea[0] == '\0') {
        return error_set(error, "%s has no .idea; describe it in one line", name);
    }
    if ((variant->axes & AXIS_RANKS) != 0) {
        return error_set(error,
                         "%s reads AXIS_RANKS; variants over several processes are built into the program: "
                         "put the file into cpu/%s/ of its source and run make",
                         name, described->workload);
    }
    if (((variant->axes & AXIS_BLOCK) != 0 && variant->block == 0) ||
        ((variant->axes & AXIS_TILE) != 0 && variant->tile == 0)) {
        return error_set(error, "%s reads AXIS_BLOCK or AXIS_TILE and has no default; set .block or .tile",
                         name);
    }
    if ((variant->axes & ~known_axes) != 0 || (variant->flags & ~known_flags) != 0 ||
        (unsigned)variant->precision >= PRECISIONS || (unsigned)variant->instructions > INSTRUCTIONS_TENSOR ||
        variant->first_owner >= MOST_DEVICES) {
        return error_set(error,
                         "%s has a value that workload.h does not define in .axes, .flags, .precision, "
                         ".instructions or .first_owner; correct it",
                         name);
    }
    memset((char *)variant + offsetof(Variant, missing), 0, sizeof *variant - offsetof(Variant, missing));
    variant->workload = described->workload;
    variant->name = described->name;
    variant->idea = described->idea;
    variant->source = or_null(described->source);
    variant->after = or_null(described->after);
    return 0;
}

static int check_workload(PluginWorkload *described, Error *error)
{
    Workload *workload = &described->workload;
    const char *name = described->name;
    bool texts = IS_TEXT(described->name) && IS_TEXT(described->idea) && IS_TEXT(described->default_sizes) &&
                 IS_TEXT(described->check_shapes) && IS_TEXT(described->ceiling) &&
                 IS_TEXT(described->packed_ceiling);
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        texts = texts && IS_TEXT(described->unit[type]);
    }
    if (!texts) {
        return error_set(error, "a text of the Workload has a control character; write it on one line");
    }
    if (!text_is_name(name)) {
        return error_set(
            error, "the Workload has .name = \"%s\"; give small letters, digits and '_', a letter first",
            name);
    }
    if (described->idea[0] == '\0' || described->default_sizes[0] == '\0') {
        return error_set(error, "the Workload %s has no .%s; add it", name,
                         described->idea[0] == '\0' ? "idea" : "default_sizes");
    }
    if (workload->inputs > MOST_INPUTS) {
        return error_set(error, "the Workload %s has .inputs = %u; it may read %d buffers, so join some",
                         name, workload->inputs, (int)MOST_INPUTS);
    }
    if (workload->types == 0 || workload->types >= TYPE_BIT(ELEMENT_TYPES) ||
        (unsigned)workload->default_type >= ELEMENT_TYPES ||
        (workload->types & TYPE_BIT(workload->default_type)) == 0) {
        return error_set(error,
                         "the Workload %s has no .types of workload.h, or a .default_type that is none of "
                         "them; correct both",
                         name);
    }
    const double tolerance = workload->tolerance;
    if (!is_bool(&workload->in_place) || !is_bool(&workload->takes_graph) ||
        !is_bool(&workload->takes_pattern) || workload->dimensions == 1 || workload->dimensions > 3 ||
        (unsigned)workload->step >= WORK_STEPS || !(tolerance >= 0.0 && isfinite(tolerance))) {
        return error_set(error,
                         "the Workload %s has a value that workload.h does not define in .dimensions, .step "
                         "or .tolerance; correct it",
                         name);
    }
    if (workload->in_place && (workload->inputs != 0 || !described->has_fill || !described->has_verify)) {
        return error_set(error, "the Workload %s is in place; it needs .inputs = 0, .fill and .verify", name);
    }
    memset((char *)workload + offsetof(Workload, extent), 0, sizeof *workload - offsetof(Workload, extent));
    workload->name = described->name;
    workload->idea = described->idea;
    workload->default_sizes = described->default_sizes;
    workload->check_shapes = or_null(described->check_shapes);
    workload->ceiling = or_null(described->ceiling);
    workload->packed_ceiling = or_null(described->packed_ceiling);
    return 0;
}

/* Are the variants such that results of the workload can be verified? */
static int check_reference(const PluginDescription *description, Error *error)
{
    const PluginWorkload *workload = description->workload;
    size_t own = 0, references = 0;
    for (size_t i = 0; workload != NULL && i < description->count; i++) {
        own += strcmp(description->variants[i].workload, workload->name) == 0;
    }
    if (workload != NULL && own == 0) {
        return error_set(error,
                         "the Workload %s has no Variant; add one, with .workload = \"%s\" and .flags = "
                         "VARIANT_REFERENCE",
                         workload->name, workload->name);
    }
    for (size_t i = 0; i < description->count; i++) {
        const PluginVariant *described = &description->variants[i];
        const bool is_own = workload != NULL && strcmp(described->workload, workload->name) == 0;
        const bool reference = (described->variant.flags & VARIANT_REFERENCE) != 0;
        if (reference && (!is_own || variant_on_gpu(&described->variant))) {
            return error_set(error,
                             "%s has VARIANT_REFERENCE; only a cpu/ variant may, beside its workload in one "
                             "plug-in; leave it out",
                             described->name);
        }
        references += reference;
    }
    if (workload != NULL && (references > 1 || (references == 0 && !workload->has_verify))) {
        return error_set(error,
                         "the Workload %s has %zu variants with VARIANT_REFERENCE%s; give the flag to one",
                         workload->name, references, references == 0 ? " and no .verify" : "");
    }
    return 0;
}

static int check(PluginDescription *description, Error *error)
{
    if (description->workload != NULL && check_workload(description->workload, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < description->count; i++) {
        PluginVariant *described = &description->variants[i];
        if (check_variant(described, error) != 0) {
            return -1;
        }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(description->variants[k].workload, described->workload) == 0 &&
                strcmp(description->variants[k].name, described->name) == 0) {
                return error_set(error, "two of its Variants are %s %s; rename one", described->workload,
                                 described->name);
            }
        }
    }
    return check_reference(description, error);
}

/* ---- the parent: receiving ---- */

/* Reads up to `size` bytes until the end of the pipe or the deadline; returns how many. */
static size_t read_all(int fd, void *bytes, size_t size, double deadline_s, ChildOutput *output)
{
    size_t done = 0;
    for (bool open = true; open && done < size && timing_now_s() < deadline_s;) {
        struct pollfd pipe = {.fd = fd, .events = POLLIN};
        child_output_copy(output);
        if (poll(&pipe, 1, POLL_MS) > 0) {
            const ssize_t got = read(fd, (char *)bytes + done, size - done);
            open = got > 0 || (got < 0 && errno == EINTR);
            done += got > 0 ? (size_t)got : 0;
        }
    }
    return done;
}

/* Waits for the child's end until the deadline, and then ends it. Returns its wait status. */
static int wait_until(pid_t pid, double deadline_s, ChildOutput *output, bool *late)
{
    int status = 0;
    for (*late = false; waitpid(pid, &status, WNOHANG) == 0;) {
        *late = timing_now_s() >= deadline_s;
        if (*late) {
            kill(-pid, SIGKILL);
            return child_wait(pid);
        }
        poll(NULL, 0, POLL_MS);
        child_output_copy(output);
    }
    return status;
}

/* How the child ended, if not as it should. */
static int explain_end(int status, bool late, bool at_end, Error *error)
{
    const char *remedy = "correct its constructors, Variant.missing or Workload.rate_unit";
    return late && at_end
               ? error_set(error, "loading it closed or used descriptor %d, which this program reads; %s",
                           PLUGIN_FD, remedy)
           : WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS
               ? error_set(error,
                           "loading it was ended by the sandbox: it wrote to a file, opened a socket or "
                           "started a process; %s",
                           remedy)
           : late ? error_set(error, "loading it did not end within %.0f s; %s", DESCRIBE_S, remedy)
           : WIFSIGNALED(status) ? error_set(error, "loading it crashed: signal %d, %s; %s", WTERMSIG(status),
                                             strsignal(WTERMSIG(status)), remedy)
                                 : error_set(error, "loading it ended the process with exit code %d; %s",
                                             WEXITSTATUS(status), remedy);
}

static int receive(PluginDescription *description, pid_t pid, int fd, ChildOutput *output, Error *error)
{
    Report report;
    double deadline_s = timing_now_s() + DESCRIBE_S;
    bool whole = read_all(fd, &report, sizeof report, deadline_s, output) == sizeof report &&
                 report.magic == MAGIC && report.count <= MOST_VARIANTS && report.workloads <= 1 &&
                 IS_TEXT(report.failure);
    if (whole) {
        const size_t bytes = report.count * sizeof *description->variants,
                     workload_bytes = report.workloads * sizeof *description->workload;
        description->variants = calloc(MOST_VARIANTS, sizeof *description->variants);
        description->workload = report.workloads > 0 ? calloc(1, workload_bytes) : NULL;
        description->count = report.count;
        whole = description->variants != NULL &&
                (report.workloads == 0 ||
                 (description->workload != NULL && read_all(fd, description->workload, workload_bytes,
                                                            deadline_s, output) == workload_bytes)) &&
                read_all(fd, description->variants, bytes, deadline_s, output) == bytes;
    }
    const bool at_end = timing_now_s() < deadline_s;
    bool late;
    const int status =
        wait_until(pid, at_end ? fmin(deadline_s, timing_now_s() + END_S) : 0.0, output, &late);
    if (!whole || late || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return explain_end(status, late, at_end, error);
    }
    return report.failure[0] != '\0' ? error_set(error, "%s", report.failure) : 0;
}

/* Has a child describe it, in the sandbox or with the GPU's devices. */
static int receive_from_child(const char *path, bool devices, PluginDescription *description, Error *error)
{
    static char name[] = "speedup", worker[] = "worker", in_sandbox[] = "describe", with[] = "describe-gpu";
    char *const arguments[] = {name, worker, devices ? with : in_sandbox, (char *)(uintptr_t)path, NULL};
    int fd[2];
    *description = (PluginDescription){.count = 0};
    if (pipe2(fd, O_CLOEXEC) != 0) {
        return error_set(error, "cannot make a pipe: %s", strerror(errno));
    }
    ChildOutput output;
    int printed = child_output_open(&output);
    const Child child = {.arguments = arguments,
                         .leads_group = true,
                         .fd_count = PLUGIN_FD + 1,
                         .fd = {CHILD_NULL, printed, printed, fd[1]}};
    const pid_t pid = printed >= 0 ? child_start(&child) : -1;
    close(fd[1]);
    child_close(&printed, 1);
    const int failed = pid < 0 ? error_set(error, "cannot start a process that loads it: %s", strerror(errno))
                               : receive(description, pid, fd[0], &output, error);
    close(fd[0]);
    child_output_end(&output, false);
    return failed != 0 ? -1 : check(description, error);
}

int plugin_description_receive(const char *path, PluginDescription *description, Error *error)
{
    bool on_gpu = false;
    int failed = receive_from_child(path, false, description, error);
    for (size_t i = 0; failed == 0 && i < description->count; i++) {
        on_gpu = on_gpu || variant_on_gpu(&description->variants[i].variant);
    }
    if (on_gpu && gpu_driver.missing() == NULL) { /* Variant.missing may ask the GPU */
        PluginDescription asked;
        failed = receive_from_child(path, true, &asked, error);
        plugin_description_free(description);
        *description = asked;
    }
    return failed;
}

void plugin_description_free(PluginDescription *description)
{
    free(description->variants);
    free(description->workload);
    *description = (PluginDescription){.count = 0};
}
