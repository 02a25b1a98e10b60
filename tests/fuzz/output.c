/* The output of a measured program: searched for its time and the expected text, in whatever pieces it comes.
 */
#include <math.h>

#include "experiments/harness/runner/program_output.h"
#include "tests/fuzz/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const ProgramSpec spec = {.text = "program",
                                     .option = {[PROGRAM_TIME_PATTERN] = "time: ([^ ]+)",
                                                [PROGRAM_TIME_UNIT] = "ms",
                                                [PROGRAM_EXPECT_PATTERN] = "^right$"}};
    ProgramOutput output;
    Error error = {0};
    char last[2 * OUTPUT_TAIL];
    FILE *file = fopen(fuzz_file(data, size), "r");
    fuzz_require(file != NULL && program_output_open(&output, &spec, &error) == 0 &&
                     program_output_begin(&output, &error) == 0,
                 "the output can be read");
    while (program_output_read(&output, 0, fileno(file)) > 0) {
    }
    program_output_end(&output);
    program_output_last_lines(&output, last, sizeof last);
    fuzz_require(output.numbers.count == 0 || isfinite(output.numbers.last), "a time is a finite number");
    program_output_close(&output);
    fclose(file);
    return 0;
}
