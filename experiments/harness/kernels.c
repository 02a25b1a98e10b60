/* `speedup kernels`: static facts of the GPU kernels. */
#include <stdio.h>
#include <stdlib.h>

#include "common/driver.h"
#include "common/gpu.h"
#include "experiments/harness/analysis/kernel_table.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

typedef struct KernelsOptions {
    size_t n;
    bool csv;
} KernelsOptions;

static KernelsOptions options = {.n = 1024};

static int take_size(char *text, void *field, Error *error)
{
    return parse_count(text, 1u << 20, field, error);
}

static const Option kernels_options[] = {
    {"size", "N", take_size, offsetof(KernelsOptions, n), "for n x n matrices, n up to 1048576", "1024"},
    {"csv", NULL, take_flag, offsetof(KernelsOptions, csv), "one CSV row per kernel instead of a table",
     NULL},
};

static const Usage usage = {
    .command = "kernels",
    .before = "Usage: speedup kernels [WORKLOAD] [options]\n"
              "\n"
              "Facts of every GPU kernel: registers, static and dynamic shared memory, local memory, blocks\n"
              "per multiprocessor, theoretical occupancy and its limit, filled share of the last wave,\n"
              "operations per global access (CGMA). Nothing is measured.",
    OPTIONS(kernels_options),
    .most = 1,
};

static int run(const Words *words)
{
    const char *workload = words->count > 0 ? words->word[0] : NULL, *missing = gpu_driver.missing();
    KernelAttributes *facts;
    size_t count;
    Error error;
    if (workload != NULL && nearest_workload(workload, &error) == NULL) {
        return log_error(&error, EXIT_USAGE);
    }
    if (missing != NULL) {
        error_set(&error, "kernels needs a GPU: %s", missing);
        return log_error(&error, EXIT_USAGE);
    }
    if (gpu_kernel_attributes(workload, options.n, &facts, &count, &error) != 0) {
        return log_error(&error, EXIT_POINT);
    }
    const int failed = kernel_table_print(stdout, facts, count, options.csv, &error);
    free(facts);
    return failed == 0 ? EXIT_OK : log_error(&error, EXIT_POINT);
}

const Command command_kernels = {&usage, &options, run};
