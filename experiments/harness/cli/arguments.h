/* The words of a command line, read by a table of options.
 *
 * Every command has such a table, so that all keep the same rules: names of options are whole (a script
 * that says --thread would break with the next option that begins so) and the nearest is offered for a
 * slip; --name VALUE or --name=VALUE; no short options but -h; no empty values and no control characters in
 * them; behind -- everything is a word. Of an option that is given twice the last value counts, lists
 * (names, axes) grow. The help is printed from the same table. */
#ifndef SPEEDUP_ARGUMENTS_H
#define SPEEDUP_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/error.h"

typedef struct Names {
    char **names; /* the texts are argv's */
    size_t count;
} Names;

/* Takes the value of an option (argv's own text, that may be cut to pieces; NULL: a flag) into its field. 0,
 * or -1 and an error that says what is wrong with the value; the reader puts option and value before it. */
typedef int TakeValue(const char *name, char *text, void *field, Error *error);

typedef struct Option {
    const char *name;         /* without its dashes */
    const char *value;        /* what the help calls its value; NULL: a flag, it has none */
    TakeValue *take;          /* NULL: no option but the heading of those that follow, in `name` */
    size_t where;             /* offset of its field in the command's struct */
    const char *help;         /* NULL: taken, but the help is silent about it */
    const char *default_text; /* the default, as the help shows it; NULL: none */
} Option;

typedef struct Usage {
    const char *command;      /* "compare" */
    const char *before;       /* of the help: how it is called, what it does */
    const char *after;        /* of the help: examples, exit codes; NULL: nothing */
    const Option *options;    /* without --help, which every command has */
    size_t count;             /* of the options */
    size_t least, most;       /* words that are no options */
    const char *when_too_few; /* the error then; NULL where least is 0 */
} Usage;

#define OPTIONS(table) .options = (table), .count = sizeof(table) / sizeof(table)[0]

typedef struct Words {
    char **word; /* those that are no options, in argv, whose order changes */
    size_t count;
    bool help; /* asked for; then words may be missing or too many */
} Words;

/* Reads argv (argv[0] is the command) over what `into`, the command's struct, holds. 0, or -1 and an error.
 */
int arguments_read(const Usage *usage, int argc, char **argv, void *into, Words *words, Error *error);

void arguments_help(FILE *stream, const Usage *usage);

/* Kinds of options, by their fields. Any other function of this shape is a kind too. */
TakeValue take_flag;    /* bool */
TakeValue take_text;    /* const char *, at most TEXT_MOST bytes */
TakeValue take_path;    /* the same, at most TEXT_MOST_PATH */
TakeValue take_names;   /* Names, separated by commas; appended; its array is malloc's */
TakeValue take_count;   /* size_t, from 1 */
TakeValue take_seed;    /* uint64_t */
TakeValue take_seconds; /* double */
TakeValue take_share;   /* double between 0 and 1, from 1% or 0.01 */

/* A whole number >= 1, at most `most`, with nothing before or after it. 0 or -1. */
int parse_count(const char *text, size_t most, size_t *value, Error *error);

/* A number, of hundred when % follows. False when it is none. */
bool parse_share(const char *text, double *value);

#endif
