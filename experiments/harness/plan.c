/* `speedup plan`: the points that a command line or a manifest asks for, as a manifest. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/text.h"
#include "experiments/harness/cli/manifest.h"
#include "experiments/harness/cli/shard.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

static void help(void)
{
    puts("Usage: speedup plan WORKLOAD [options]\n"
         "       speedup plan --manifest FILE\n"
         "\n"
         "Prints the points that `speedup run` would measure, a line each, with all that it has to know of\n"
         "them. Such lines, of any number of experiments, are a manifest: `speedup run --manifest FILE`\n"
         "measures them in one run, round by round over all of them, so that what is compared was measured\n"
         "beside each other. A point that several lines name is measured once, by the stricter of their\n"
         "rules, and belongs to all their experiments; plan --manifest FILE prints it so.");
    options_help(stdout, "plan");
    puts("\n"
         "Example\n"
         "  speedup plan matmul --size 512 --experiment ladder >> study.manifest\n"
         "  speedup plan matmul --size 256,512 --variant cpu/naive --experiment sizes >> study.manifest\n"
         "  speedup run --manifest study.manifest\n"
         "  speedup plan --manifest study.manifest --shards 8 | grep '^#'\n"
         "\n"
         "Exit codes: 0; 2 usage.");
}

static void print(const RunOptions *options, const Plan *plan)
{
    size_t shared = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const char *names = plan->points[i].experiments;
        shared += names != NULL && strchr(names, LIST_SEPARATOR) != NULL;
        manifest_print(stdout, &plan->points[i]);
    }
    if (!options->quiet) {
        log_info("%zu points, %zu of them in several experiments", plan->count, shared);
    }
}

/* The same by shard, each under a line that says what it is. */
static void print_shards(const RunOptions *options, const Plan *plan, const size_t *shard,
                         const double *load_s)
{
    double longest_s = 0.0, total_s = 0.0;
    for (size_t s = 1; s <= options->shards; s++) {
        size_t points = 0;
        for (size_t i = 0; i < plan->count; i++) {
            points += shard[i] == s;
        }
        printf("# shard %zu/%zu: %zu points, about %.0f s\n", s, options->shards, points, load_s[s - 1]);
        for (size_t i = 0; i < plan->count; i++) {
            if (shard[i] == s) {
                manifest_print(stdout, &plan->points[i]);
            }
        }
        total_s += load_s[s - 1];
        longest_s = fmax(longest_s, load_s[s - 1]);
    }
    if (!options->quiet) {
        log_info("%zu points in %zu shards, about %.0f s together, %.0f s the longest", plan->count,
                 options->shards, total_s, longest_s);
    }
}

static int shard(const RunOptions *options, const Plan *plan, Error *error)
{
    size_t *shard = calloc(plan->count + 1, sizeof *shard);
    double *load_s = calloc(options->shards, sizeof *load_s);
    int failed = -1;
    if (shard == NULL || load_s == NULL) {
        error_set(error, "no memory for %zu shards", options->shards);
    } else if ((failed = shard_deal(plan, options->shards, shard, load_s, error)) == 0) {
        print_shards(options, plan, shard, load_s);
    }
    free(shard);
    free(load_s);
    return failed;
}

int command_plan(int argc, char **argv)
{
    RunOptions options;
    Plan plan = {0};
    Manifest manifest = {0};
    Error error;
    int code = EXIT_OK;
    if (options_parse(argc, argv, &options, &error) != 0) {
        code = log_error(&error, EXIT_USAGE);
    } else if (options.help) {
        help();
    } else if ((options.manifest != NULL
                    ? manifest_read(options.manifest, options.launcher, &manifest, &plan, &error)
                    : plan_add(&plan, &options, options.workload, &error)) != 0) {
        code = log_error(&error, EXIT_USAGE);
    } else {
        fputs(options.quiet ? "" : plan.notice, stderr);
        if (options.shards == 0) {
            print(&options, &plan);
        } else if (shard(&options, &plan, &error) != 0) {
            code = log_error(&error, EXIT_USAGE);
        }
    }
    plan_free(&plan);
    manifest_free(&manifest);
    options_free(&options);
    return code;
}
