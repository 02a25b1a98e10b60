/* A program that `run --command` measures: its command line with placeholders, as a variant of the workload
 * `command`. */
#pragma once

#include "common/axes.h"
#include "common/text/text.h"

enum { PROGRAM_MOST_TEXT = 4095, PROGRAM_MOST_WORDS = 256, PROGRAM_BUILD_SIZE = 17 };

/* Options of all programs of a command line. Their values are texts, part of the identity and of a line of a
 * manifest; program_make checks them. */
typedef enum ProgramOption {
    PROGRAM_TIME_PATTERN, /* finds the time in the output; "": the wall time */
    PROGRAM_TIME_UNIT,
    PROGRAM_EXPECT_PATTERN, /* a line of the output matches */
    PROGRAM_EXPECT_FILE,    /* equals the output; with placeholders */
    PROGRAM_OPTIONS
} ProgramOption;

extern const char *const program_option_names[PROGRAM_OPTIONS];

/* What a worker needs to know. It goes through a pipe, so that it has no pointers. */
typedef struct ProgramSpec {
    char text[PROGRAM_MOST_TEXT + 1];            /* with placeholders; "": the point is not of a program */
    unsigned reads;                              /* bits 1 << AxisId: its placeholders */
    bool shell;                                  /* run by `sh -c` */
    char option[PROGRAM_OPTIONS][TEXT_MOST + 1]; /* as given; "": not given */
} ProgramSpec;

typedef struct Program {
    Variant variant; /* variant.name is `name` */
    char name[96];   /* "cpu/solver" */
    ProgramSpec spec;
} Program;

/* The words of a point's command line, which execute `path`. */
typedef struct ProgramWords {
    char text[2 * (PROGRAM_MOST_TEXT + 1)];
    char *word[PROGRAM_MOST_WORDS + 1];
    char path[TEXT_MOST_PATH + 1];
} ProgramWords;

/* Checks the spec and makes a variant of it. `name` without cpu/; NULL: from the first word. The program must
 * stay where it is. 0, or -1 and an error. */
int program_make(const ProgramSpec *spec, const char *name, Program *program, Error *error);

/* Replaces the placeholders of `text` by the point's values. 0, or -1 and an error. */
int program_expand(const char *text, const Point *point, char *expanded, size_t size, Error *error);

/* The point's words, and the file that they execute. 0, or -1 and an error. */
int program_words(const ProgramSpec *spec, const Point *point, ProgramWords *words, Error *error);

/* Identity of what is measured at the point, 16 hex digits: a hash of the spec; of the contents of the
 * executed file, of every argument that is a file and of the expected output (over 64 MB: of size and time);
 * of the variables of OpenMP, BLAS and the loader, and of those that the command line or one of its files
 * names, but for those of the session. 0, or -1 and an error that names a missing file. */
int program_build(const ProgramSpec *spec, const Point *point, char build[PROGRAM_BUILD_SIZE], Error *error);
