/* `speedup plan`: the points that a command line or a manifest asks for, as a manifest. */
#include <string.h>

#include "common/text.h"
#include "experiments/harness/ask/manifest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/talk.h"

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
         "\n"
         "Exit codes: 0; 2 usage.");
}

static void print(const RunOptions *options, const Plan *plan)
{
    size_t shared = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const char *names = plan->points[i].experiments;
        shared += names != NULL && strchr(names, LIST_SEPARATOR) != NULL;
    }
    manifest_print(stdout, plan);
    if (!options->quiet) {
        say("%zu points, %zu of them in several experiments", plan->count, shared);
    }
}

int command_plan(int argc, char **argv)
{
    RunOptions options;
    Plan plan = {0};
    Manifest manifest = {0};
    Error error;
    int code = EXIT_OK;
    if (options_parse(argc, argv, &options, &error) != 0) {
        code = complain(&error, EXIT_USAGE);
    } else if (options.help) {
        help();
    } else if ((options.manifest != NULL ? manifest_read(options.manifest, &manifest, &plan, &error)
                                         : plan_add(&plan, &options, options.workload, &error)) != 0) {
        code = complain(&error, EXIT_USAGE);
    } else {
        fputs(options.quiet ? "" : plan.notice, stderr);
        print(&options, &plan);
    }
    plan_free(&plan);
    manifest_free(&manifest);
    options_free(&options);
    return code;
}
