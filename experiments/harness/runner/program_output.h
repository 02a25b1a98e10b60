/* The output of a measured program: searched for its time and for the expected text, in bounded memory.
 *
 * Output is kept while it fits into a buffer, and searched after the program has ended, so that the search
 * takes no processor time from the program. Of longer output full buffers are searched while it runs. */
#pragma once

#include <regex.h>
#include <sys/types.h>

#include "common/text/captured.h"
#include "experiments/harness/cli/program.h"

enum { OUTPUT_TAIL = 512, STREAM_STDOUT = 0, STREAM_STDERR, STREAMS };

/* The end of one of the program's streams. */
typedef struct OutputStream {
    char *text;
    size_t used, searched; /* bytes; those that are searched, at most OUTPUT_TAIL, are to be shown */
} OutputStream;

typedef struct ProgramOutput {
    const ProgramSpec *spec;
    CapturedUnit unit;
    regex_t number_pattern, expect_pattern; /* those of the spec that are not empty */
    double tolerance;                       /* of numbers; NAN: the bytes are compared */
    double usual;                           /* the size of a number that is not near 0 */
    char *expected;                         /* contents of the file; NULL: not read */
    const char *right, *right_end;          /* what is not compared yet */
    OutputStream stream[STREAMS];

    Captured numbers; /* that the pattern has found */
    bool matched;     /* expect_pattern was found */
    size_t line;      /* the first that is not compared */
    Error bad;        /* a captured text that is no number; "" for none */
    char wrong[440];  /* the first difference from the expected file; "" for none */
} ProgramOutput;

/* Compiles the patterns of a point's spec and allocates the buffers. 0, or -1 and an error; close it also
 * then. */
int program_output_open(ProgramOutput *output, const ProgramSpec *spec, Error *error);
void program_output_close(ProgramOutput *output);

/* Before each run of the program: removes the file that it writes. 0, or -1 and an error. */
int program_output_begin(ProgramOutput *output, Error *error);

/* Takes what is readable of a stream of the program: a number of bytes, 0 at its end, -1 if there is nothing
 * now. */
ssize_t program_output_read(ProgramOutput *output, int stream, int fd);

/* Searches what is left, and compares the file that the program has written. */
void program_output_end(ProgramOutput *output);

/* Is its time, or rate, sought in the output? */
bool program_output_has_number(const ProgramOutput *output);

/* Its last lines, of stderr if there are any, else of stdout: "; its output ends: ..."; "" if there are none.
 */
const char *program_output_last_lines(const ProgramOutput *output, char *text, size_t size);
