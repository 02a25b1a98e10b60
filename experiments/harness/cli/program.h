/* A program that `run --command` measures: its command line with placeholders, as a variant of the workload
 * `command`. */
#pragma once

#include "common/axes.h"
#include "common/text/text.h"

enum { PROGRAM_MOST_TEXT = 4095, PROGRAM_MOST_WORDS = 256, PROGRAM_BUILD_SIZE = 17 };

/* Options of all programs of a command line. Their values are texts, part of the identity and of a line of a
 * manifest; program_make checks them. */
typedef enum ProgramOption {
    PROGRAM_TIME_PATTERN, /* finds the time in the output; without this and the next: the wall time */
    PROGRAM_RATE_PATTERN, /* finds a rate */
    PROGRAM_TIME_UNIT,
    PROGRAM_RATE_UNIT,
    PROGRAM_TIME_FROM,
    PROGRAM_TIME_TAKE,
    PROGRAM_EXPECT_PATTERN, /* a line of stdout matches */
    PROGRAM_EXPECT_FILE,    /* equals stdout, or the next; with placeholders */
    PROGRAM_EXPECT_OUTPUT,  /* a file that the program writes; with placeholders */
    PROGRAM_TOLERANCE,
    PROGRAM_OK_CODES,
    PROGRAM_STDIN, /* a file; with placeholders */
    PROGRAM_OUTPUT,
    PROGRAM_PREPARE, /* run by sh -c before every sample; with placeholders, as the next two */
    PROGRAM_SETUP,   /* run before the first sample, ... */
    PROGRAM_CLEANUP, /* ... and after the last one: no part of the identity */
    PROGRAM_OPTIONS
} ProgramOption;

typedef struct ProgramOptionInfo {
    const char *name;
    const char *values;       /* a regular expression of them all; NULL: any text */
    unsigned needs, excludes; /* bits 1 << ProgramOption: one of these is given, none of those */
    const char *why;          /* for errors: what it is, and the remedy */
} ProgramOptionInfo;

extern const ProgramOptionInfo program_options[PROGRAM_OPTIONS];

/* What a worker needs to know. It goes through a pipe, so that it has no pointers. */
typedef struct ProgramSpec {
    char text[PROGRAM_MOST_TEXT + 1]; /* with placeholders; "": the point is not of a program */
    char parameters[TEXT_MOST + 1];   /* "alpha=0.1;file=a": further placeholders; "": none */
    unsigned char digits[AXIS_IDS];   /* of the point's values as typed with leading zeros; 0: none */
    unsigned reads;                   /* bits 1 << AxisId: its placeholders */
    bool shell;                       /* run by `sh -c` */
    char option[PROGRAM_OPTIONS][TEXT_MOST + 1]; /* as given; "": not given */
} ProgramSpec;

/* The work of a program that prints a rate, of which the time is 1 / rate: as GFLOP/s count 1e9 FLOP. */
#define PROGRAM_WORK 1e9

/* Is the option given, and is this its value? */
bool program_has(const ProgramSpec *spec, ProgramOption option);
bool program_is(const ProgramSpec *spec, ProgramOption option, const char *value);

/* Does a program that ended well have this exit code? */
bool program_code_is_ok(const ProgramSpec *spec, int code);

typedef struct Program {
    Variant variant; /* variant.name is `name` */
    char name[96];   /* "cpu/solver" */
    size_t size;     /* value of the axis that the name has, the only one of this program; 0: none */
    ProgramSpec spec;
    struct Program *other; /* that `compare` measures beside it; NULL: none */
} Program;

/* The words of a point's command line, which execute `path`. */
typedef struct ProgramWords {
    char text[2 * (PROGRAM_MOST_TEXT + 1)];
    char *word[PROGRAM_MOST_WORDS + 1];
    char path[TEXT_MOST_PATH + 1];
} ProgramWords;

/* Checks program->spec and makes a variant of it. `name` may have {n}, that of the point, and parameters;
 * NULL: from the file's name. The program must stay where it is. 0, or -1 and an error. */
int program_make(Program *program, const char *name, const Point *at, Error *error);

/* Replaces the placeholders of `text` by the point's values and the parameters. 0, or -1 and an error. */
int program_expand(const ProgramSpec *spec, const char *text, const Point *point, char *expanded, size_t size,
                   Error *error);

/* The spec of a point, whose options have values in place of placeholders; those in patterns match
 * themselves. `resolved` is another one. 0, or -1 and an error. */
int program_resolve(const ProgramSpec *spec, const Point *point, ProgramSpec *resolved, Error *error);

/* The point's value as it was typed, with these numbers of digits (0: as many as it has). Returns `text`. */
const char *program_value(const unsigned char digits[AXIS_IDS], const Point *point, AxisId id, char *text,
                          size_t size);

/* The names of the placeholders, as "n"; NULL: the axis has none. */
extern const char *const program_placeholders[AXIS_IDS];

/* The axis of the placeholder of that name; AXIS_IDS if there is none. */
AxisId program_axis(const char *name, size_t length);

/* The point's words, and the file that they execute. 0, or -1 and an error. */
int program_words(const ProgramSpec *spec, const Point *point, ProgramWords *words, Error *error);

/* Checks that the file, which is `what`, is not that of --expect-output, by any of its names: that one is
 * removed. 0, or -1 and an error. */
int program_spare(const ProgramSpec *resolved, const char *path, const char *what, Error *error);

/* Identity of what is measured at the point, 16 hex digits: a hash of the spec; of the variables of OpenMP,
 * BLAS, MPI, CUDA and the loader, and of those that the command line or one of its files names, but for those
 * of the session; of the contents of the executed file, of every argument and word of --prepare that is a
 * file, but for those that are written, of the expected output and of stdin (over 64 MB: of size and time).
 * Before its --setup, which may make files, a program has the identity without files. 0, or -1 and an error
 * that names a missing file. */
int program_build(const ProgramSpec *spec, const Point *point, bool set_up, char build[PROGRAM_BUILD_SIZE],
                  Error *error);
