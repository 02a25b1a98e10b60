/* The commands of `speedup`, and the exit codes of the program. */
#pragma once

#include "common/gpu.h"
#include "experiments/harness/cli/plan.h"

enum {
    EXIT_OK = 0,
    EXIT_POINT = 1,         /* a point was wrong, crashed or timed out; or the run failed */
    EXIT_USAGE = 2,         /* nothing was done */
    EXIT_SLOWER = 3,        /* compare */
    EXIT_INTERRUPTED = 130, /* 128 + SIGINT */
};

/* What a command returns: an exit code, or -1 and an error (usage); "" if it is reported already. */

/* A command whose arguments are read by its usage. */
typedef struct Command {
    const Usage *usage;
    void *options; /* the struct of the usage's options, with its defaults */
    int (*run)(const Words *words, Error *error);
} Command;

extern const Command command_list, command_machine, command_summarize, command_compare, command_selftest,
    command_repair, command_graph, command_kernels, command_new, command_build, command_grade;

/* A command over the points of a plan, with the options of options.h. */
typedef struct PlanCommand {
    const char *before, *after; /* the options in the help */
    /* 0, 1 where nothing is to be done, or -1 and an error (usage). */
    int (*make)(RunOptions *options, Plan *plan, Error *error);
    int (*run)(RunOptions *options, const Plan *plan, Error *error);
} PlanCommand;

extern const PlanCommand command_run, command_plan, command_check, command_inputs;

/* The facts of GPU kernels as `speedup kernels` prints them, as a table or as CSV. 0, or -1 and an error
 * without memory. */
int kernel_table_print(FILE *stream, const KernelAttributes *facts, size_t count, bool csv, Error *error);
