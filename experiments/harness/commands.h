/* The commands of `speedup`. Each gets its name as argv[0] and returns the exit code of the program. */
#ifndef SPEEDUP_COMMANDS_H
#define SPEEDUP_COMMANDS_H

enum {
    EXIT_OK = 0,
    EXIT_POINT = 1,         /* a point was wrong, crashed or timed out; or the run failed */
    EXIT_USAGE = 2,         /* nothing was done */
    EXIT_SLOWER = 3,        /* compare */
    EXIT_INTERRUPTED = 130, /* 128 + SIGINT */
};

int command_list(int argc, char **argv);
int command_machine(int argc, char **argv);
int command_run(int argc, char **argv);
int command_plan(int argc, char **argv);
int command_check(int argc, char **argv);
int command_summarize(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_selftest(int argc, char **argv);
int command_graph(int argc, char **argv);
int command_kernels(int argc, char **argv);

#endif
