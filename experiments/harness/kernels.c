/* `speedup kernels`: static facts of the GPU kernels. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/driver.h"
#include "common/registry.h"
#include "common/system/child.h"
#include "experiments/harness/analysis/table.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/cli/plugin.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

typedef struct KernelsOptions {
    size_t n;
    bool csv;
    Names plugins;
} KernelsOptions;

static KernelsOptions options = {.n = 1024};

static int take_size(char *text, void *field, Error *error)
{
    return parse_count(text, 1u << 20, field, error);
}

static const Option kernels_options[] = {
    {"size", "N", take_size, offsetof(KernelsOptions, n), "for n x n matrices, n up to 1048576", "1024"},
    {"plugin", "FILES", take_names, offsetof(KernelsOptions, plugins),
     "kernels of these files, which `speedup build` made", NULL},
    {"csv", NULL, take_flag, offsetof(KernelsOptions, csv), "one CSV row per kernel instead of a table",
     NULL},
};

static const Usage usage = {
    .command = "kernels",
    .before =
        "Usage: speedup kernels [WORKLOAD] [options]\n"
        "\n"
        "Facts of every GPU kernel: registers, static and dynamic shared memory, local memory, blocks\n"
        "per multiprocessor, theoretical occupancy and its limit, filled share of the last wave,\n"
        "operations per global access (CGMA). Nothing is measured. Those of a plug-in must be launched by\n"
        "GPU_LAUNCH.",
    OPTIONS(kernels_options),
    .most = 1,
};

/* ---- the rows ---- */

/* Empty for NAN. */
static void put_number(Table *table, double value, int digits)
{
    if (isnan(value)) {
        table_cell(table, "%s", "");
    } else {
        table_cell(table, "%.*f", digits, value);
    }
}

static void put_axis(Table *table, const KernelAttributes *facts, unsigned axis, size_t value)
{
    put_number(table, (facts->variant->axes & axis) != 0 ? (double)value : NAN, 0);
}

/* The columns: header, and what puts its cell. '>': numbers, flush right in a table. */
#define FOR_EACH_COLUMN(X)                                                                                   \
    X("workload", table_cell(table, "%s", facts->variant->workload))                                         \
    X("variant", table_cell(table, "%s", facts->variant->name))                                              \
    X("type", table_cell(table, "%s", type_name(facts->point.type)))                                         \
    X(">n", table_cell(table, "%zu", facts->point.n))                                                        \
    X(">block", put_axis(table, facts, AXIS_BLOCK, facts->point.block))                                      \
    X(">tile", put_axis(table, facts, AXIS_TILE, facts->point.tile))                                         \
    X("kernel", table_cell(table, "%s", facts->kernel))                                                      \
    X(">launches", table_cell(table, "%zu", facts->launches))                                                \
    X("grid", table_cell(table, "%ux%ux%u", facts->grid[0], facts->grid[1], facts->grid[2]))                 \
    X(">threads_per_block", table_cell(table, "%u", facts->threads_per_block))                               \
    X(">registers", table_cell(table, "%d", facts->registers))                                               \
    X(">static_shared_bytes", table_cell(table, "%zu", facts->static_shared_bytes))                          \
    X(">dynamic_shared_bytes", table_cell(table, "%zu", facts->dynamic_shared_bytes))                        \
    X(">local_bytes", table_cell(table, "%zu", facts->local_bytes))                                          \
    X(">blocks_per_sm", table_cell(table, "%d", facts->blocks_per_multiprocessor))                           \
    X(">occupancy", put_number(table, facts->occupancy, 4))                                                  \
    X("limited_by", table_cell(table, "%s", facts->limited_by))                                              \
    X(">waves", put_number(table, facts->waves, 3))                                                          \
    X(">last_wave_filled", put_number(table, facts->last_wave_filled, 4))                                    \
    X(">cgma", put_number(table, facts->operations_per_access, 3))

#define HEADER(header, put) header,
#define PUT(header, put) put;

static const char *const headers[] = {FOR_EACH_COLUMN(HEADER)};

enum { KERNEL_COLUMNS = sizeof headers / sizeof headers[0] };

static void add_row(Table *table, const KernelAttributes *facts)
{
    FOR_EACH_COLUMN(PUT)
}

int kernel_table_print(FILE *stream, const KernelAttributes *facts, size_t count, bool csv, Error *error)
{
    Table table;
    table_begin(&table, headers, KERNEL_COLUMNS);
    for (size_t i = 0; i < count; i++) {
        add_row(&table, &facts[i]);
    }
    return csv ? table_end_csv(&table, stream, error) : table_end(&table, stream, error);
}

/* ---- the command ---- */

/* Prints the kernels of the program, or of the plug-ins. An exit code. */
static int print_kernels(const char *workload, Error *error)
{
    KernelAttributes *facts = NULL;
    const Plugin *last = NULL;
    const Variant *variant;
    size_t count = 0;
    int failed = 0;
    if (options.plugins.count == 0) {
        failed = gpu_kernel_attributes(registry_variants, workload, options.n, &facts, &count, error);
    }
    for (size_t i = 0; failed == 0 && (variant = registry_variant_at(i)) != NULL; i++) {
        const Plugin *plugin = plugin_of(variant);
        if (plugin == NULL || plugin == last) {
            continue;
        }
        const PluginDescriptor *loaded;
        failed = plugin_file_load(&plugin->file, &loaded, error) != 0
                     ? -1
                     : gpu_kernel_attributes(loaded->variants, workload, options.n, &facts, &count, error);
        last = plugin;
    }
    if (failed == 0 && count == 0) {
        failed = error_set(error, "no gpu/ variant launches a kernel by GPU_LAUNCH; others are not recorded");
    }
    failed = failed == 0 ? kernel_table_print(stdout, facts, count, options.csv, error) : failed;
    free(facts);
    return failed == 0 ? EXIT_OK : log_error(error, EXIT_POINT);
}

/* Code of plug-ins never runs in this process. */
static int print_in_child(const char *workload, Error *error)
{
    const pid_t pid = fork();
    if (pid == 0) {
        const int code = print_kernels(workload, error);
        fflush(NULL);
        _exit(code);
    }
    const int status = pid > 0 ? child_wait(pid) : 0;
    if (pid > 0 && WIFEXITED(status)) {
        return WEXITSTATUS(status);
    }
    error_set(error,
              pid < 0 ? "no process for the plug-ins: %s" : "a plug-in crashed while it was recorded: %s",
              pid < 0 ? strerror(errno) : strsignal(WTERMSIG(status)));
    return log_error(error, EXIT_POINT);
}

static int run(const Words *words, Error *error)
{
    const char *workload = words->count > 0 ? words->word[0] : NULL, *missing = gpu_driver.missing();
    if (plugins_add(&options.plugins, error) != 0 ||
        (workload != NULL && nearest_workload(workload, error) == NULL)) {
        return -1;
    }
    if (missing != NULL) {
        return error_set(error, "kernels needs a GPU: %s", missing);
    }
    return options.plugins.count > 0 ? print_in_child(workload, error) : print_kernels(workload, error);
}

const Command command_kernels = {&usage, &options, run};
