/* The commands of `speedup`, and the exit codes of the program. */
#pragma once

#include "experiments/harness/cli/arguments.h"

enum {
    EXIT_OK = 0,
    EXIT_POINT = 1,         /* a point was wrong, crashed or timed out; or the run failed */
    EXIT_USAGE = 2,         /* nothing was done */
    EXIT_SLOWER = 3,        /* compare */
    EXIT_INTERRUPTED = 130, /* 128 + SIGINT */
};

/* A command whose arguments are read by its usage. */
typedef struct Command {
    const Usage *usage;
    void *options;                  /* the struct of the usage's options, with its defaults */
    int (*run)(const Words *words); /* returns the exit code */
} Command;

extern const Command command_list, command_machine, command_summarize, command_compare, command_selftest,
    command_repair, command_graph, command_kernels, command_new;

/* Those that read their arguments themselves: with the options of options.h, or with -o. */
int command_run(int argc, char **argv);
int command_plan(int argc, char **argv);
int command_check(int argc, char **argv);
int command_build(int argc, char **argv);
