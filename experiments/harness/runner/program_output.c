/* See program_output.h. */
#include "experiments/harness/runner/program_output.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiments/harness/cli/arguments.h"

/* A longer line is searched in pieces. */
enum { BUFFER_BYTES = 1 << 20, SHOWN_LINES = 3, SHOWN_BYTES = 240, SHOWN_DIFFERENCE = 24 };

/* Numbers near 0 differ by rounding: a tolerance is relative to |x| and this. */
#define ABSOLUTE_SHARE 1e-6
#define BLANKS " \t\r\n\v\f"

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
    if (output->expected != NULL) {
        fclose(output->expected);
    }
    free(output->line_text);
    free(output->stream[STREAM_STDOUT].text);
    free(output->stream[STREAM_STDERR].text);
}

/* Removes what an earlier run has written: a program that writes nothing would be right. */
static int remove_written(const ProgramOutput *output, Error *error)
{
    const char *path = output->spec->option[PROGRAM_EXPECT_OUTPUT];
    struct stat written, expected;
    if (path[0] == '\0' || lstat(path, &written) != 0) {
        return 0;
    }
    const bool kept = !S_ISREG(written.st_mode) || fstat(fileno(output->expected), &expected) != 0 ||
                      (expected.st_dev == written.st_dev && expected.st_ino == written.st_ino);
    return !kept && unlink(path) == 0
               ? 0
               : error_set(error,
                           "cannot remove %s before a sample: %s; name the file that the program writes",
                           path, kept ? "it is the expected file, or no regular one" : strerror(errno));
}

int program_output_begin(ProgramOutput *output, Error *error)
{
    for (int i = 0; i < STREAMS; i++) {
        OutputStream *stream = &output->stream[i];
        stream->used = stream->compared = stream->tail_used = 0;
    }
    output->numbers = (Captured){0};
    output->matched = false;
    output->line = 1;
    output->right = "";
    output->bad.text[0] = output->wrong[0] = '\0';
    if (!program_has(output->spec, PROGRAM_EXPECT_FILE)) {
        return 0;
    }
    if (output->expected == NULL) {
        output->expected = fopen(output->spec->option[PROGRAM_EXPECT_FILE], "re");
    }
    if (output->expected == NULL) {
        return error_set(error, "cannot read %s: %s; name another --expect-file",
                         output->spec->option[PROGRAM_EXPECT_FILE], strerror(errno));
    }
    rewind(output->expected);
    return remove_written(output, error);
}

/* ---- comparing ---- */

static const char *compared_name(const ProgramOutput *output)
{
    const char *written = output->spec->option[PROGRAM_EXPECT_OUTPUT];
    return written[0] != '\0' ? written : "stdout";
}

/* The text at a difference, quoted, to the end of its line: 'abc', 'abc\n'; "nothing" at the end. */
static void show_text(const char *text, size_t length, char *shown, size_t size)
{
    const char *newline = memchr(text, '\n', length);
    const size_t line = newline != NULL ? (size_t)(newline - text) : length;
    const bool fits = line <= SHOWN_DIFFERENCE;
    const char *end = newline != NULL ? "\\n" : "";
    snprintf(shown, size, length == 0 ? "nothing" : "'%.*s%s'", (int)(fits ? line : SHOWN_DIFFERENCE), text,
             fits ? end : "...");
}

static void set_difference(ProgramOutput *output, const char *found, size_t length, const char *sought,
                           size_t sought_length)
{
    char shown[2][64];
    show_text(found, length, shown[0], sizeof shown[0]);
    show_text(sought, sought_length, shown[1], sizeof shown[1]);
    snprintf(output->wrong, sizeof output->wrong,
             "%.120s differs from %.120s in line %zu: %s where the file has %s", compared_name(output),
             output->spec->option[PROGRAM_EXPECT_FILE], output->line, shown[0], shown[1]);
}

/* Compares the text with the next bytes of the expected file. */
static void compare_text(ProgramOutput *output, const char *text, size_t length)
{
    char block[16384];
    while (length > 0 && output->wrong[0] == '\0') {
        const size_t wanted = length < sizeof block - 1 ? length : sizeof block - 1;
        const size_t got = fread(block, 1, wanted, output->expected);
        size_t same = 0;
        block[got] = '\0';
        for (; same < got && text[same] == block[same]; same++) {
            output->line += text[same] == '\n';
        }
        if (same < wanted) {
            set_difference(output, text + same, wanted - same, block + same, got - same);
        }
        text += wanted;
        length -= wanted;
    }
}

/* Makes Fortran's exponents, 0.125D-02, those of strtod. */
static void read_exponents(char *line)
{
    for (char *at = line; (at = strpbrk(at, "dD")) != NULL; at++) {
        const bool behind = at > line && (isdigit((unsigned char)at[-1]) || at[-1] == '.');
        if (behind && (isdigit((unsigned char)at[1]) || at[1] == '+' || at[1] == '-')) {
            *at = 'e';
        }
    }
}

/* Goes on to the next word of the expected file. False at its end. */
static bool find_expected(ProgramOutput *output)
{
    output->right += strspn(output->right, BLANKS);
    while (*output->right == '\0' && getline(&output->line_text, &output->line_room, output->expected) >= 0) {
        read_exponents(output->line_text);
        output->right = output->line_text + strspn(output->line_text, BLANKS);
    }
    return *output->right != '\0';
}

/* Is the number within the tolerance? NaN is equal to NaN only. */
static bool is_near(double found, double right, double tolerance)
{
    const double most = tolerance * (fabs(right) + ABSOLUTE_SHARE);
    return isnan(right) ? isnan(found) : found == right || (isfinite(right) && fabs(found - right) <= most);
}

/* Compares the numbers of a line, and the characters of its words, with the next ones of the expected file. A
 * digit within a word begins no number. */
static void compare_words(ProgramOutput *output, char *line)
{
    bool in_word = false;
    read_exponents(line);
    for (char *at = line + strspn(line, BLANKS); *at != '\0'; at += strspn(at, BLANKS)) {
        char *end, *right_end;
        const bool more = find_expected(output);
        const double found = strtod(at, &end), right = strtod(output->right, &right_end);
        const bool is_number = !in_word && end > at && right_end > output->right;
        if (!more || !(is_number ? is_near(found, right, output->tolerance) : *at == *output->right)) {
            set_difference(output, at, strlen(at), output->right, strlen(output->right));
            break;
        }
        in_word = !is_number && (isalpha((unsigned char)*at) || *at == '_' || in_word) &&
                  isalnum((unsigned char)at[1]);
        at = is_number ? end : at + 1;
        output->right = is_number ? right_end : output->right + 1;
    }
    output->line++;
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
        if (isnan(output->tolerance)) {
            compare_text(output, line, (size_t)length);
        } else {
            compare_words(output, line);
        }
    }
    free(line);
    fclose(written);
}

/* ---- searching ---- */

/* Keeps the end of a stream. */
static void keep_tail(OutputStream *stream, const char *text, size_t length)
{
    char *tail = stream->tail;
    const size_t kept = length < OUTPUT_TAIL ? length : OUTPUT_TAIL;
    const size_t old = stream->tail_used < OUTPUT_TAIL - kept ? stream->tail_used : OUTPUT_TAIL - kept;
    memmove(tail, tail + stream->tail_used - old, old);
    memcpy(tail + old, text + length - kept, kept);
    stream->tail_used = old + kept;
    tail[old + kept] = '\0';
}

static void search_line(ProgramOutput *output, int stream, char *line)
{
    const ProgramSpec *spec = output->spec;
    const bool searched = (stream == STREAM_STDERR) == program_is(spec, PROGRAM_TIME_FROM, "stderr");
    if (program_output_has_number(output) && searched && output->bad.text[0] == '\0') {
        captured_add(&output->number_pattern, line, &output->unit, &output->numbers, &output->bad);
    }
    if (stream == STREAM_STDERR) {
        return;
    }
    output->matched = output->matched || (program_has(spec, PROGRAM_EXPECT_PATTERN) &&
                                          regexec(&output->expect_pattern, line, 0, NULL, 0) == 0);
    if (!isnan(output->tolerance) && !program_has(output->spec, PROGRAM_EXPECT_OUTPUT) &&
        output->wrong[0] == '\0') {
        compare_words(output, line);
    }
}

/* Compares the new part of the buffer, and searches its whole lines, or at the end all of it. */
static void search_buffer(ProgramOutput *output, int number, bool all)
{
    OutputStream *stream = &output->stream[number];
    char *at = stream->text, *end = stream->text + stream->used, *added = at + stream->compared;
    if (number == STREAM_STDOUT && program_has(output->spec, PROGRAM_EXPECT_FILE) &&
        !program_has(output->spec, PROGRAM_EXPECT_OUTPUT) && isnan(output->tolerance)) {
        compare_text(output, added, (size_t)(end - added));
    }
    for (; added < end; added++) { /* a byte 0 would end the line */
        *added = *added == '\0' ? ' ' : *added;
    }
    *end = '\0';
    if (!program_output_has_number(output) && isnan(output->tolerance) &&
        !program_has(output->spec, PROGRAM_EXPECT_PATTERN)) {
        at = end;
    }
    for (char *newline; at < end && (newline = memchr(at, '\n', (size_t)(end - at))) != NULL;
         at = newline + 1) {
        *newline = '\0';
        search_line(output, number, at);
    }
    if (at < end && (all || at == stream->text)) {
        search_line(output, number, at);
        at = end;
    }
    stream->used = (size_t)(end - at);
    stream->compared = stream->used;
    memmove(stream->text, at, stream->used);
}

bool program_output_read(ProgramOutput *output, int number, int fd)
{
    OutputStream *stream = &output->stream[number];
    char *to = stream->text + stream->used;
    const ssize_t got = read(fd, to, BUFFER_BYTES - stream->used);
    if (got <= 0) {
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    keep_tail(stream, to, (size_t)got);
    stream->used += (size_t)got;
    if (stream->used == BUFFER_BYTES) {
        search_buffer(output, number, false);
    }
    return true;
}

void program_output_end(ProgramOutput *output)
{
    search_buffer(output, STREAM_STDOUT, true);
    search_buffer(output, STREAM_STDERR, true);
    if (program_has(output->spec, PROGRAM_EXPECT_OUTPUT)) {
        compare_written(output);
    }
    if (program_has(output->spec, PROGRAM_EXPECT_FILE) && output->wrong[0] == '\0' &&
        (isnan(output->tolerance) ? fgetc(output->expected) != EOF : find_expected(output))) {
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
    const int number = output->stream[STREAM_STDERR].tail_used > 0 ? STREAM_STDERR : STREAM_STDOUT;
    const char *tail = output->stream[number].tail;
    size_t end = output->stream[number].tail_used, begin, lines = 0;
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
        size_t used =
            (size_t)snprintf(text, size, "; its %s ends: ", number == STREAM_STDERR ? "stderr" : "stdout");
        for (; begin < end && used + 4 < size; begin++) {
            used +=
                (size_t)snprintf(text + used, size - used, tail[begin] == '\n' ? " / " : "%c", tail[begin]);
        }
    }
    return text;
}
