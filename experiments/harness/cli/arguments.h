/* Command lines, read by a table of options.
 *
 * Every command has such a table, so that all have the same rules. Names of options are complete, since a
 * script with --thread would break when another option begins so; a typo gets the nearest name. --name VALUE
 * or
 * --name=VALUE; few short options; no empty values and no control characters in them; after -- there
 * are no options. The last of two values counts; lists (names, axes) grow. The help is printed from the
 * table. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/error.h"

typedef struct Names {
    char **names; /* the texts are argv's */
    size_t count;
} Names;

/* Stores the value of an option (argv's own text, which may be modified; NULL for a flag) in its field. 0, or
 * -1 and an error about the value; the caller prepends option and value. */
typedef int TakeValue(char *text, void *field, Error *error);

typedef struct Option {
    const char *name;         /* without its dashes */
    const char *value;        /* its value in the help; NULL: a flag, without value */
    TakeValue *take;          /* NULL: `name` is a heading */
    size_t where;             /* offset of its field in the command's struct */
    const char *help;         /* NULL: not shown */
    const char *default_text; /* the default in the help; NULL: none */
} Option;

typedef struct Usage {
    const char *command;   /* "compare" */
    const char *before;    /* start of the help: usage and purpose */
    const char *after;     /* end of the help: examples, exit codes; NULL: nothing */
    const Option *options; /* without --help */
    size_t count;          /* of the options */
    /* Of the first options, as "oI" of -o and -I; NULL: none. The value of a capital one may follow at once:
     * -Idir */
    const char *letters;
    bool *given;              /* of each option: is it given? NULL: not recorded */
    size_t least, most;       /* number of arguments that are not options */
    const char *when_too_few; /* an error; NULL if least is 0 */
} Usage;

#define OPTIONS(table) .options = (table), .count = sizeof(table) / sizeof(table)[0]

typedef struct Words {
    char **word;         /* arguments that are not options; in argv, which is reordered */
    size_t count, plain; /* of them before -- */
    bool help;           /* requested: then the number of words is not checked */
} Words;

/* Reads argv (argv[0] is the command) into `into`, the command's struct with its defaults. 0, or -1 and an
 * error. */
int arguments_read(const Usage *usage, int argc, char **argv, void *into, Words *words, Error *error);

void arguments_help(FILE *stream, const Usage *usage);

/* Types of values, with their fields. */
TakeValue take_flag;    /* bool */
TakeValue take_text;    /* const char *, at most TEXT_MOST bytes */
TakeValue take_code;    /* the same of any length, with newlines */
TakeValue take_path;    /* the same, at most TEXT_MOST_PATH */
TakeValue take_word;    /* Names, to which the text is appended; free the array with free() */
TakeValue take_names;   /* the same, of names separated by commas */
TakeValue take_count;   /* size_t, from 1 */
TakeValue take_seed;    /* uint64_t */
TakeValue take_seconds; /* double */
TakeValue take_share;   /* double between 0 and 1, from 1% or 0.01 */
TakeValue take_renamed; /* nothing: an option of an earlier version, `default_text` is what replaced it */

/* Appends `count` words of an array, each behind the option unless that is NULL. False without memory. */
bool names_add(Names *names, const char *option, const void *words, size_t count);

/* A number of digits alone, from `least` to `most`. */
bool parse_whole(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* Parses a whole number from 1 to `most`. 0, or -1 and an error. */
int parse_count(const char *text, size_t most, size_t *value, Error *error);

/* Parses a number, in percent if % follows. False if it is not one. */
bool parse_share(const char *text, double *value);
