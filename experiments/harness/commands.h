/* The jobs of `speedup`, one word each. Every command takes its own name as
 * argv[0] and returns the exit code of the program. */
#ifndef SPEEDUP_COMMANDS_H
#define SPEEDUP_COMMANDS_H

#include <stdbool.h>

#include "common/error.h"

enum {
    EXIT_OK = 0,
    EXIT_POINT = 1,         /* a point was wrong, crashed or timed out; or the run could not go on */
    EXIT_USAGE = 2,         /* nothing was done */
    EXIT_SLOWER = 3,        /* compare */
    EXIT_INTERRUPTED = 130, /* 128 + SIGINT */
};

int command_list(int argc, char **argv);
int command_machine(int argc, char **argv);
int command_run(int argc, char **argv);
int command_check(int argc, char **argv);
int command_summarize(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_graph(int argc, char **argv);
int command_kernels(int argc, char **argv);

/* The other side of the pipe: what a worker process runs. Not for people. */
int command_worker(int argc, char **argv);

/* Prints "speedup: <message>" on stderr and returns `code`. */
int complain(const Error *error, int code);

/* Has the reader of stdout gone, as `head` does? Then what cannot be written is not missed. */
bool reader_left(void);

/* Prints a notice on stderr, where there is one. */
void mention(const Error *notice);

/* Undoes what the OpenMP runtime did to this thread's affinity when it was loaded (affinity.c). */
void affinity_restore(void);

/* Explains a word that getopt_long refused although it is no unknown long option: a short option
 * (`letter`), or a flag with a value. Returns -1. */
int usage_bad_word(const char *word, int letter, Error *error);

/* Was SIGINT or SIGTERM received since interrupts_watch()? */
void interrupts_watch(void);
int interrupted(void);

#endif
