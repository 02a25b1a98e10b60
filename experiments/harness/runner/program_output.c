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

/* A longer line is searched in pieces, and a longer word compared in pieces. */
enum { BUFFER_BYTES = 1 << 20, MOST_WORD = 255, SHOWN_LINES = 3, SHOWN_BYTES = 240, SHOWN_DIFFERENCE = 24 };

/* Numbers near 0 differ by rounding: a tolerance is relative to |x| and this. */
#define ABSOLUTE_SHARE 1e-6

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
    free(output->expected_line);
    free(output->stream[STREAM_STDOUT].text);
    free(output->stream[STREAM_STDERR].text);
}

/* Removes what an earlier run has written: a program that writes nothing would be right. */
static int remove_written(const ProgramOutput *output, Error *error)
{
    struct stat written, expected;
    if (!program_has(output->spec, PROGRAM_EXPECT_OUTPUT) ||
        lstat(output->spec->option[PROGRAM_EXPECT_OUTPUT], &written) != 0) {
        return 0;
    }
    if (!S_ISREG(written.st_mode) ||
        (fstat(fileno(output->expected), &expected) == 0 && expected.st_dev == written.st_dev &&
         expected.st_ino == written.st_ino)) {
        return error_set(error,
                         "--expect-output %s is to be removed before a sample, but is the expected file or "
                         "no file; name the file that the program writes",
                         output->spec->option[PROGRAM_EXPECT_OUTPUT]);
    }
    return unlink(output->spec->option[PROGRAM_EXPECT_OUTPUT]) == 0
               ? 0
               : error_set(error, "cannot remove %s (--expect-output): %s; make its folder writable",
                           output->spec->option[PROGRAM_EXPECT_OUTPUT], strerror(errno));
}

int program_output_begin(ProgramOutput *output, Error *error)
{
    for (int i = 0; i < STREAMS; i++) {
        OutputStream *stream = &output->stream[i];
        stream->used = stream->compared = stream->tail_used = 0;
    }
    output->numbers = (Captured){0};
    output->threads = 0;
    output->matched = false;
    output->line = 1;
    output->expected_word = "";
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
    return program_has(output->spec, PROGRAM_EXPECT_OUTPUT) ? output->spec->option[PROGRAM_EXPECT_OUTPUT]
                                                            : "stdout";
}

/* The text at a difference, quoted, to the end of its line: 'abc', 'abc\n'; "nothing" at the end. */
static void show_text(const char *text, size_t length, char *shown, size_t size)
{
    const char *newline = memchr(text, '\n', length);
    const size_t line = newline != NULL ? (size_t)(newline - text) : length;
    const bool fits = line <= SHOWN_DIFFERENCE;
    snprintf(shown, size, length == 0 ? "nothing" : "'%.*s%s'", (int)(fits ? line : SHOWN_DIFFERENCE), text,
             !fits             ? "..."
             : newline != NULL ? "\\n"
                               : "");
}

static void set_difference(ProgramOutput *output, const char *found, const char *sought)
{
    snprintf(output->wrong, sizeof output->wrong,
             "%.120s differs from %.120s in line %zu: %s where the file has %s", compared_name(output),
             output->spec->option[PROGRAM_EXPECT_FILE], output->line, found, sought);
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
            char found[64], sought[64];
            show_text(text + same, wanted - same, found, sizeof found);
            show_text(block + same, got - same, sought, sizeof sought);
            set_difference(output, found, sought);
        }
        text += wanted;
        length -= wanted;
    }
}

/* Takes the next word of the line at *at: letters, digits, '.', '_' and signs, or another character alone.
 * False at its end. */
static bool next_word(const char **at, char word[MOST_WORD + 1])
{
    size_t length = 0;
    const char *text = *at + strspn(*at, " \t\r\n\v\f");
    while (length < MOST_WORD &&
           (isalnum((unsigned char)text[length]) || strchr("._+-", text[length]) != NULL) &&
           text[length] != '\0') {
        length++;
    }
    length += length == 0 && text[0] != '\0';
    snprintf(word, MOST_WORD + 1, "%.*s", (int)length, text);
    *at = text + length;
    return length > 0;
}

/* The number that begins a word, with Fortran's exponent D; *rest is behind it. */
static double number_of(char *word, char **rest)
{
    char *exponent = word + strspn(word, "0123456789.+-");
    if (exponent > word && (exponent[0] == 'D' || exponent[0] == 'd')) {
        exponent[0] = 'e';
    }
    return strtod(word, rest);
}

/* Are the words equal, or their numbers within the tolerance? NaN is equal to NaN only. */
static bool same_words(char *found, char *right, double tolerance)
{
    char *found_rest, *right_rest;
    const double value = number_of(found, &found_rest), sought = number_of(right, &right_rest);
    const bool same =
        isnan(sought)
            ? isnan(value)
            : value == sought ||
                  (isfinite(sought) && fabs(value - sought) <= tolerance * (fabs(sought) + ABSOLUTE_SHARE));
    return (found_rest == found) == (right_rest == right) && same && strcmp(found_rest, right_rest) == 0;
}

/* Takes the next word of the expected file. False at its end. */
static bool next_expected(ProgramOutput *output, char word[MOST_WORD + 1])
{
    while (!next_word(&output->expected_word, word)) {
        if (getline(&output->expected_line, &output->expected_room, output->expected) < 0) {
            return false;
        }
        output->expected_word = output->expected_line;
    }
    return true;
}

/* Compares a line's words with the next ones of the expected file. */
static void compare_words(ProgramOutput *output, const char *line)
{
    char found[MOST_WORD + 1], right[MOST_WORD + 1];
    while (output->wrong[0] == '\0' && next_word(&line, found)) {
        if (!next_expected(output, right) || !same_words(found, right, output->tolerance)) {
            char shown[2][64];
            show_text(found, strlen(found), shown[0], sizeof shown[0]);
            show_text(right, strlen(right), shown[1], sizeof shown[1]);
            set_difference(output, shown[0], shown[1]);
        }
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

/* Notes the thread count that a line names, "threads: 4" or "4 threads". */
static void note_threads(ProgramOutput *output, const char *line)
{
    const char *word = strcasestr(line, "thread"),
               *behind = word != NULL ? word + strcspn(word, "0123456789") : "";
    const char *before = word;
    while (before != NULL && before > line && strchr(" 0123456789", before[-1]) != NULL) {
        before--;
    }
    const long count = word == NULL ? 0 : strtol(before < word ? before : behind, NULL, 10);
    if (count > 0) {
        output->threads = output->threads == 0 || output->threads == count ? count : -1;
    }
}

static void search_line(ProgramOutput *output, int stream, const char *line)
{
    const size_t before = output->numbers.count;
    const ProgramSpec *spec = output->spec;
    const bool searched = (stream == STREAM_STDERR) == program_is(spec, PROGRAM_TIME_FROM, "stderr");
    if (program_output_has_number(output) && searched && output->bad.text[0] == '\0') {
        captured_add(&output->number_pattern, line, &output->unit, &output->numbers, &output->bad);
    }
    if (output->numbers.count > before) {
        note_threads(output, line);
    }
    if (stream == STREAM_STDERR) {
        return;
    }
    output->matched = output->matched || (program_has(spec, PROGRAM_EXPECT_PATTERN) &&
                                          regexec(&output->expect_pattern, line, 0, NULL, 0) == 0);
    if (!isnan(output->tolerance) && !program_has(output->spec, PROGRAM_EXPECT_OUTPUT)) {
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
    char word[MOST_WORD + 1];
    search_buffer(output, STREAM_STDOUT, true);
    search_buffer(output, STREAM_STDERR, true);
    if (program_has(output->spec, PROGRAM_EXPECT_OUTPUT)) {
        compare_written(output);
    }
    if (program_has(output->spec, PROGRAM_EXPECT_FILE) && output->wrong[0] == '\0' &&
        (isnan(output->tolerance) ? fgetc(output->expected) != EOF : next_expected(output, word))) {
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
