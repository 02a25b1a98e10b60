/* The output of a measured program: searched for its time and for the expected text, in bounded memory.
 *
 * Output is kept while it fits into a buffer, and searched after the program has ended, so that the search
 * takes no processor time from the program. Of longer output full buffers are searched while it runs. */
#pragma once

#include <regex.h>
#include <stdio.h>

#include "experiments/harness/cli/program.h"

enum { OUTPUT_TAIL = 512 };

typedef struct ProgramOutput {
    const ProgramSpec *spec;
    regex_t time_pattern, expect_pattern; /* those of the spec that are not empty */
    FILE *expected;
    char *text;      /* the end of stdout that is not searched yet ... */
    size_t used;     /* ... and its length, */
    size_t compared; /* of which this is compared with the expected file */

    size_t times;                  /* matches of time_pattern ... */
    double time_s;                 /* ... and the last number */
    bool matched;                  /* expect_pattern was found */
    size_t line;                   /* of the byte after those compared with the expected file */
    Error bad;                     /* a captured text that is no number; "" for none */
    char wrong[300];               /* the first difference from the expected file; "" for none */
    char tail[2][OUTPUT_TAIL + 1]; /* the ends of stdout and stderr */
    size_t tail_used[2];
} ProgramOutput;

/* Compiles the patterns of a point's spec and allocates the buffer. 0, or -1 and an error; close it also
 * then. */
int program_output_open(ProgramOutput *output, const ProgramSpec *spec, Error *error);
void program_output_close(ProgramOutput *output);

/* Before each run of the program. 0, or -1 and an error: the expected file cannot be read. */
int program_output_begin(ProgramOutput *output, Error *error);

/* Takes what is readable of stdout (stream 0) or stderr (1) of the program. False at its end. */
bool program_output_read(ProgramOutput *output, int stream, int fd);

/* Searches what is left. */
void program_output_end(ProgramOutput *output);

/* Its last lines, of stderr if there are any, else of stdout: "; its output ends: ..."; "" if there are none.
 */
const char *program_output_last_lines(const ProgramOutput *output, char *text, size_t size);
