/* `speedup plan`: the points of a command line or a manifest, as a manifest. */
#include <math.h>
#include <string.h>

#include "common/text/text.h"
#include "experiments/harness/cli/manifest.h"
#include "experiments/harness/cli/shard.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

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

/* Prints the points by shard, each after a comment line. */
static void print_shards(const RunOptions *options, const Plan *plan, const Shards *shards)
{
    double longest_s = 0.0, total_s = 0.0;
    for (size_t s = 1; s <= shards->count; s++) {
        const double load_s = shards->load_s[s - 1];
        size_t points = 0;
        for (size_t i = 0; i < plan->count; i++) {
            points += shards->of[i] == s;
        }
        printf("# shard %zu/%zu: %zu points, about %.0f s\n", s, shards->count, points, load_s);
        for (size_t i = 0; i < plan->count; i++) {
            if (shards->of[i] == s) {
                manifest_print(stdout, &plan->points[i]);
            }
        }
        total_s += load_s;
        longest_s = fmax(longest_s, load_s);
    }
    if (!options->quiet) {
        log_info("%zu points in %zu shards, about %.0f s in total, %.0f s the longest", plan->count,
                 shards->count, total_s, longest_s);
    }
}

static int make(RunOptions *options, Plan *plan, Error *error)
{
    return manifest_plan(options, false, plan, error);
}

static int run(RunOptions *options, const Plan *plan, Error *error)
{
    Shards shards = {0};
    int code = EXIT_OK;
    if (options->shards == 0) {
        print(options, plan);
    } else if (shards_make(plan, options->shards, &shards, error) != 0) {
        code = -1;
    } else {
        print_shards(options, plan, &shards);
    }
    shards_free(&shards);
    return code;
}

const PlanCommand command_plan = {
    .before =
        "Usage: speedup plan WORKLOAD [options]\n"
        "       speedup plan --manifest FILE\n"
        "\n"
        "Prints the points that `speedup run` would measure, one per line, with all their options. Lines of\n"
        "any number of experiments form a manifest: `speedup run --manifest FILE` measures all its points\n"
        "in one run, round by round, so that compared points are measured at about the same time. A point\n"
        "in several lines is measured once, by the stricter of their rules, and belongs to all their\n"
        "experiments; plan --manifest FILE prints the merged points.",
    .after = "Example\n"
             "  speedup plan matmul --size 512 --experiment ladder >> study.manifest\n"
             "  speedup plan matmul --size 256,512 --variant cpu/naive --experiment sizes >> study.manifest\n"
             "  speedup run --manifest study.manifest\n"
             "  speedup plan --manifest study.manifest --shards 8 | grep '^#'\n"
             "\n"
             "Exit codes: 0; 2 usage.",
    .make = make,
    .run = run,
};
