/* See program_output.h. */
#include "experiments/harness/runner/program_output.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/file.h"
#include "common/text/text.h"
#include "experiments/harness/cli/arguments.h"

/* A longer line is searched in pieces. */
enum { BUFFER_BYTES = 1 << 20, SHOWN_LINES = 3, SHOWN_BYTES = 240, SHOWN_DIFFERENCE = 24 };

/* A tolerance is relative to |x| and the usual size of a number, or this if all are whole. */
#define WHOLE_NUMBERS_SHARE 1e-6
enum { EXPONENTS = 2200 }; /* of doubles, also subnormal */

/* Compiles the pattern if the option is given. */
static int compile(const ProgramSpec *spec, ProgramOption option, regex_t *pattern, Error *error)
{
    return program_has(spec, option) ? captured_compile(pattern, spec->option[option], error) : 0;
}

int program_output_open(ProgramOutput *output, const ProgramSpec *spec, Error *error)
{
    const bool is_rate = program_has(spec, PROGRAM_RATE_PATTERN);
    *output =
        (ProgramOutput){.spec = spec,
                        .unit = {spec->option[is_rate ? PROGRAM_RATE_UNIT : PROGRAM_TIME_UNIT], is_rate},
                        .tolerance = NAN,
                        .stream = {{.text = malloc(BUFFER_BYTES + 1)}, {.text = malloc(BUFFER_BYTES + 1)}}};
    if (output->stream[STREAM_STDOUT].text == NULL || output->stream[STREAM_STDERR].text == NULL) {
        return error_set(error, "no memory for the output of a program");
    }
    if (program_has(spec, PROGRAM_TOLERANCE)) {
        parse_share(spec->option[PROGRAM_TOLERANCE], &output->tolerance);
    }
    return compile(spec, is_rate ? PROGRAM_RATE_PATTERN : PROGRAM_TIME_PATTERN, &output->number_pattern,
                   error) != 0
               ? -1
               : compile(spec, PROGRAM_EXPECT_PATTERN, &output->expect_pattern, error);
}

bool program_output_has_number(const ProgramOutput *output)
{
    return program_has(output->spec, PROGRAM_TIME_PATTERN) || output->unit.is_rate;
}

void program_output_close(ProgramOutput *output)
{
    if (output->spec != NULL && program_output_has_number(output)) {
        regfree(&output->number_pattern);
    }
    if (output->spec != NULL && program_has(output->spec, PROGRAM_EXPECT_PATTERN)) {
        regfree(&output->expect_pattern);
    }
    free(output->expected);
    free(output->stream[STREAM_STDOUT].text);
    free(output->stream[STREAM_STDERR].text);
}

/* Removes what an earlier run has written: a program that writes nothing would be right. */
static int remove_written(const ProgramSpec *spec, Error *error)
{
    const char *path = spec->option[PROGRAM_EXPECT_OUTPUT];
    struct stat written;
    if (path[0] == '\0' || lstat(path, &written) != 0) {
        return 0;
    }
    const bool kept = !S_ISREG(written.st_mode);
    return !kept && unlink(path) == 0
               ? 0
               : error_set(error,
                           "cannot remove %s before a sample: %s; name the file that the program writes",
                           path, kept ? "it is no regular file" : strerror(errno));
}

/* As strtod, and Fortran's exponents: 0.125D-02. */
static double read_number(const char *text, const char **end)
{
    const size_t length = strspn(text, "0123456789+-.eEdD");
    double number;
    *end = text + length;
    if (!text_number(text, length, &number)) {
        char *stop;
        number = strtod(text, &stop);
        *end = stop;
    }
    return number;
}

/* A power of two, at most the median size of the numbers with a fraction: sums that cancel differ by a share
 * of this, not of their own value. */
static double median_size(const char *at, const char *end)
{
    size_t counts[EXPONENTS] = {0}, numbers = 0, below = 0;
    for (bool in_word = false; at < end; in_word = isalnum((unsigned char)at[-1]) || at[-1] == '_') {
        const char *stop = at;
        const double number = in_word ? 0.0 : read_number(at, &stop);
        if (isfinite(number) && number != trunc(number)) {
            int exponent;
            frexp(number, &exponent);
            counts[exponent + EXPONENTS / 2]++;
            numbers++;
        }
        at = stop > at ? stop : at + 1;
    }
    int middle = 0;
    while (numbers > 0 && (below += counts[middle]) <= numbers / 2) {
        middle++;
    }
    return numbers > 0 ? ldexp(0.5, middle - EXPONENTS / 2) : WHOLE_NUMBERS_SHARE;
}

static int read_expected(ProgramOutput *output, Error *error)
{
    const char *path = output->spec->option[PROGRAM_EXPECT_FILE];
    struct stat is;
    const size_t size = stat(path, &is) == 0 ? (size_t)is.st_size : 0;
    output->expected = calloc(size + 1, 1);
    output->right_end = output->expected + size;
    if (output->expected != NULL && file_read_start(path, output->expected, size + 1) == 0) {
        output->usual = isnan(output->tolerance) ? 0.0 : median_size(output->expected, output->right_end);
        return 0;
    }
    error_set(error, "cannot read %s: %s; name another --expect-file", path, strerror(errno));
    free(output->expected);
    output->expected = NULL;
    return -1;
}

int program_output_begin(ProgramOutput *output, Error *error)
{
    for (int i = 0; i < STREAMS; i++) {
        output->stream[i].used = output->stream[i].searched = 0;
    }
    output->numbers = (Captured){0};
    output->matched = false;
    output->line = 1;
    output->bad.text[0] = output->wrong[0] = '\0';
    if (program_has(output->spec, PROGRAM_EXPECT_FILE) && output->expected == NULL &&
        read_expected(output, error) != 0) {
        return -1;
    }
    output->right = output->expected;
    return remove_written(output->spec, error);
}

/* ---- comparing ---- */

static const char *compared_name(const ProgramOutput *output)
{
    const char *written = output->spec->option[PROGRAM_EXPECT_OUTPUT];
    return written[0] != '\0' ? written : "stdout";
}

/* The text at a difference, quoted, to the end of its line: 'abc', 'abc\n'; "nothing" at the end. */
static void show_text(const char *text, const char *end, char *shown, size_t size)
{
    const size_t length = (size_t)(end - text);
    const char *newline = memchr(text, '\n', length);
    const size_t line = newline != NULL ? (size_t)(newline - text) : length;
    const bool fits = line <= SHOWN_DIFFERENCE;
    const char *line_end = newline != NULL ? "\\n" : "";
    snprintf(shown, size, length == 0 ? "nothing" : "'%.*s%s'", (int)(fits ? line : SHOWN_DIFFERENCE), text,
             fits ? line_end : "...");
}

static void set_difference(ProgramOutput *output, const char *found, const char *end)
{
    char shown[2][64];
    show_text(found, end, shown[0], sizeof shown[0]);
    show_text(output->right, output->right_end, shown[1], sizeof shown[1]);
    snprintf(output->wrong, sizeof output->wrong,
             "%.120s differs from %.120s in line %zu: %s where the file has %s", compared_name(output),
             output->spec->option[PROGRAM_EXPECT_FILE], output->line, shown[0], shown[1]);
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at)) {
        at++;
    }
    return at;
}

/* Is the number within the tolerance? NaN is equal to NaN only. */
static bool is_near(const ProgramOutput *output, double found, double right)
{
    const double most = output->tolerance * (fabs(right) + output->usual);
    return isnan(right) ? isnan(found) : found == right || (isfinite(right) && fabs(found - right) <= most);
}

/* Compares a line with the next bytes of the expected file; with a tolerance its numbers, and the characters
 * of its words. A digit within a word begins no number. */
static void compare_line(ProgramOutput *output, const char *at, const char *end)
{
    const bool exact = isnan(output->tolerance);
    const size_t lines = end[-1] == '\n';
    bool in_word = false;
    while (output->wrong[0] == '\0') {
        at = exact ? at : skip_blanks(at, end);
        output->right = exact ? output->right : skip_blanks(output->right, output->right_end);
        if (at == end) {
            break;
        }
        const char *number_end = at, *right_end = output->right;
        const bool may_begin = !exact && !in_word;
        const double found = may_begin ? read_number(at, &number_end) : 0.0;
        const double right = may_begin ? read_number(output->right, &right_end) : 0.0;
        const bool is_number = number_end > at && right_end > output->right;
        if (output->right == output->right_end ||
            !(is_number ? is_near(output, found, right) : *at == *output->right)) {
            set_difference(output, at, end);
            return;
        }
        in_word = !is_number && (isalpha((unsigned char)*at) || *at == '_' || in_word) &&
                  isalnum((unsigned char)at[1]);
        at = is_number ? number_end : at + 1;
        output->right = is_number ? right_end : output->right + 1;
    }
    output->line += lines;
}

/* Compares the file that the program has written. */
static void compare_written(ProgramOutput *output)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    FILE *written = fopen(output->spec->option[PROGRAM_EXPECT_OUTPUT], "re");
    if (written == NULL) {
        snprintf(output->wrong, sizeof output->wrong,
                 "the program wrote no file %.200s (--expect-output): %s",
                 output->spec->option[PROGRAM_EXPECT_OUTPUT], strerror(errno));
        return;
    }
    while (output->wrong[0] == '\0' && (length = getline(&line, &room, written)) > 0) {
        compare_line(output, line, line + length);
    }
    free(line);
    fclose(written);
}

/* ---- searching ---- */

/* Compares and searches a line of a stream. */
static void search_line(ProgramOutput *output, int stream, char *line, char *end)
{
    const ProgramSpec *spec = output->spec;
    const bool searched = (stream == STREAM_STDERR) == program_is(spec, PROGRAM_TIME_FROM, "stderr");
    char *const stop = end - (end[-1] == '\n');
    if (stream == STREAM_STDOUT && output->expected != NULL && !program_has(spec, PROGRAM_EXPECT_OUTPUT)) {
        compare_line(output, line, end);
    }
    for (char *at = line; at < end; at++) { /* a byte 0 would end the line */
        *at = *at == '\0' ? ' ' : *at;
    }
    const char stopped = *stop;
    *stop = '\0';
    if (program_output_has_number(output) && searched && output->bad.text[0] == '\0') {
        captured_add(&output->number_pattern, line, &output->unit, &output->numbers, &output->bad);
    }
    if (stream == STREAM_STDOUT && program_has(spec, PROGRAM_EXPECT_PATTERN) && !output->matched) {
        output->matched = regexec(&output->expect_pattern, line, 0, NULL, 0) == 0;
    }
    *stop = stopped;
}

/* Behind the last blank, so that no number is cut; without one the end. */
static char *cut_line(char *begin, char *end)
{
    char *at = end;
    while (at > begin && !isspace((unsigned char)at[-1])) {
        at--;
    }
    return at > begin ? at : end;
}

/* Searches the whole lines of the buffer, or at the end all of it, and keeps its end. */
static void search_buffer(ProgramOutput *output, int number, bool all)
{
    OutputStream *stream = &output->stream[number];
    char *const begin = stream->text + stream->searched, *const end = stream->text + stream->used;
    char *at = begin;
    *end = '\0';
    while (at < end) {
        char *newline = memchr(at, '\n', (size_t)(end - at));
        if (newline == NULL && !all && at > begin) {
            break;
        }
        char *next = newline != NULL ? newline + 1 : end;
        next = next == end && !all ? cut_line(at, end) : next;
        search_line(output, number, at, next);
        at = next;
    }
    const size_t searched = (size_t)(at - stream->text);
    stream->searched = searched < OUTPUT_TAIL ? searched : OUTPUT_TAIL;
    stream->used = stream->searched + (size_t)(end - at);
    memmove(stream->text, at - stream->searched, stream->used);
}

ssize_t program_output_read(ProgramOutput *output, int number, int fd)
{
    OutputStream *stream = &output->stream[number];
    const ssize_t got = read(fd, stream->text + stream->used, BUFFER_BYTES - stream->used);
    stream->used += got > 0 ? (size_t)got : 0;
    while (stream->used == BUFFER_BYTES) { /* once more if little was searched */
        search_buffer(output, number, false);
    }
    return got < 0 && errno != EAGAIN && errno != EINTR ? 0 : got;
}

void program_output_end(ProgramOutput *output)
{
    search_buffer(output, STREAM_STDOUT, true);
    search_buffer(output, STREAM_STDERR, true);
    if (program_has(output->spec, PROGRAM_EXPECT_OUTPUT)) {
        compare_written(output);
    }
    if (program_has(output->spec, PROGRAM_EXPECT_FILE) && output->wrong[0] == '\0' &&
        output->right < output->right_end) {
        snprintf(output->wrong, sizeof output->wrong, "%.120s ends in line %zu, before the end of %.120s",
                 compared_name(output), output->line, output->spec->option[PROGRAM_EXPECT_FILE]);
    }
    if (program_has(output->spec, PROGRAM_EXPECT_PATTERN) && !output->matched && output->wrong[0] == '\0') {
        snprintf(output->wrong, sizeof output->wrong, "no line of stdout matches '%.200s' (--expect-pattern)",
                 output->spec->option[PROGRAM_EXPECT_PATTERN]);
    }
}

const char *program_output_last_lines(const ProgramOutput *output, char *text, size_t size)
{
    const int number = output->stream[STREAM_STDERR].used > 0 ? STREAM_STDERR : STREAM_STDOUT;
    const char *tail = output->stream[number].text;
    size_t end = output->stream[number].used, begin, lines = 0;
    while (end > 0 && (tail[end - 1] == '\n' || tail[end - 1] == '\r')) {
        end--;
    }
    for (begin = end; begin > 0 && end - begin < SHOWN_BYTES; begin--) {
        lines += tail[begin - 1] == '\n';
        if (lines == SHOWN_LINES) {
            break;
        }
    }
    text[0] = '\0';
    if (end > 0) {
        text_append(text, size, "", "; its %s ends: ", number == STREAM_STDERR ? "stderr" : "stdout");
    }
    for (; begin < end; begin++) {
        text_append(text, size, "", tail[begin] == '\n' ? " / " : "%c", tail[begin]);
    }
    return text;
}
