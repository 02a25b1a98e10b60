/* See program_output.h. */
#include "experiments/harness/runner/program_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/text/captured.h"

/* A longer line is searched in pieces. */
enum { BUFFER_BYTES = 1 << 20, SHOWN_LINES = 3, SHOWN_BYTES = 240, SHOWN_DIFFERENCE = 24 };

int program_output_open(ProgramOutput *output, const ProgramSpec *spec, Error *error)
{
    *output = (ProgramOutput){.spec = spec, .text = malloc(BUFFER_BYTES + 1)};
    if (output->text == NULL) {
        return error_set(error, "no memory for the output of a program");
    }
    return (spec->option[PROGRAM_TIME_PATTERN][0] != '\0' &&
            captured_compile(&output->time_pattern, spec->option[PROGRAM_TIME_PATTERN], error) != 0) ||
                   (spec->option[PROGRAM_EXPECT_PATTERN][0] != '\0' &&
                    captured_compile(&output->expect_pattern, spec->option[PROGRAM_EXPECT_PATTERN], error) !=
                        0)
               ? -1
               : 0;
}

void program_output_close(ProgramOutput *output)
{
    if (output->spec != NULL && output->spec->option[PROGRAM_TIME_PATTERN][0] != '\0') {
        regfree(&output->time_pattern);
    }
    if (output->spec != NULL && output->spec->option[PROGRAM_EXPECT_PATTERN][0] != '\0') {
        regfree(&output->expect_pattern);
    }
    if (output->expected != NULL) {
        fclose(output->expected);
    }
    free(output->text);
}

int program_output_begin(ProgramOutput *output, Error *error)
{
    output->used = output->compared = output->times = output->tail_used[0] = output->tail_used[1] = 0;
    output->matched = false;
    output->line = 1;
    output->bad.text[0] = output->wrong[0] = '\0';
    if (output->spec->option[PROGRAM_EXPECT_FILE][0] == '\0') {
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
    return 0;
}

/* ---- searching ---- */

/* Keeps the end of a stream. */
static void keep_tail(ProgramOutput *output, int stream, const char *text, size_t length)
{
    char *tail = output->tail[stream];
    const size_t kept = length < OUTPUT_TAIL ? length : OUTPUT_TAIL;
    const size_t old =
        output->tail_used[stream] < OUTPUT_TAIL - kept ? output->tail_used[stream] : OUTPUT_TAIL - kept;
    memmove(tail, tail + output->tail_used[stream] - old, old);
    memcpy(tail + old, text + length - kept, kept);
    output->tail_used[stream] = old + kept;
    tail[old + kept] = '\0';
}

static void search_line(ProgramOutput *output, const char *line)
{
    Error why;
    if (output->spec->option[PROGRAM_TIME_PATTERN][0] != '\0') {
        double value = 0.0;
        const int found = captured_number(&output->time_pattern, line, &value, &why);
        if (found < 0 && output->bad.text[0] == '\0') {
            output->bad = why;
        }
        output->times += found > 0 ? (size_t)found : 0;
        output->time_s =
            found > 0 ? value * unit_seconds(output->spec->option[PROGRAM_TIME_UNIT]) : output->time_s;
    }
    output->matched = output->matched || (output->spec->option[PROGRAM_EXPECT_PATTERN][0] != '\0' &&
                                          regexec(&output->expect_pattern, line, 0, NULL, 0) == 0);
}

/* The text at a difference, quoted, to the end of its line: 'abc', 'abc\n'; "nothing" at the end. */
static const char *show_text(const char *text, size_t length, char *shown, size_t size)
{
    const char *newline = memchr(text, '\n', length);
    const size_t line = newline != NULL ? (size_t)(newline - text) : length;
    const bool fits = line <= SHOWN_DIFFERENCE;
    snprintf(shown, size, length == 0 ? "nothing" : "'%.*s%s'", (int)(fits ? line : SHOWN_DIFFERENCE), text,
             !fits             ? "..."
             : newline != NULL ? "\\n"
                               : "");
    return shown;
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
            snprintf(output->wrong, sizeof output->wrong,
                     "stdout differs from %.120s in line %zu: %s where the file has %s",
                     output->spec->option[PROGRAM_EXPECT_FILE], output->line, found, sought);
        }
        text += wanted;
        length -= wanted;
    }
}

/* Compares the new part of the buffer, and searches its whole lines, or at the end all of it. */
static void search_buffer(ProgramOutput *output, bool all)
{
    char *at = output->text, *end = output->text + output->used, *added = at + output->compared;
    if (output->spec->option[PROGRAM_EXPECT_FILE][0] != '\0') {
        compare_text(output, added, (size_t)(end - added));
    }
    for (; added < end; added++) { /* a byte 0 would end the line */
        *added = *added == '\0' ? ' ' : *added;
    }
    *end = '\0';
    if (output->spec->option[PROGRAM_TIME_PATTERN][0] == '\0' &&
        output->spec->option[PROGRAM_EXPECT_PATTERN][0] == '\0') {
        at = end;
    }
    for (char *newline; at < end && (newline = memchr(at, '\n', (size_t)(end - at))) != NULL;
         at = newline + 1) {
        *newline = '\0';
        search_line(output, at);
    }
    if (at < end && (all || at == output->text)) {
        search_line(output, at);
        at = end;
    }
    output->used = (size_t)(end - at);
    output->compared = output->used;
    memmove(output->text, at, output->used);
}

bool program_output_read(ProgramOutput *output, int stream, int fd)
{
    char ignored[4096];
    char *to = stream == 0 ? output->text + output->used : ignored;
    const ssize_t got = read(fd, to, stream == 0 ? BUFFER_BYTES - output->used : sizeof ignored);
    if (got <= 0) {
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    keep_tail(output, stream, to, (size_t)got);
    if (stream == 0) {
        output->used += (size_t)got;
        if (output->used == BUFFER_BYTES) {
            search_buffer(output, false);
        }
    }
    return true;
}

void program_output_end(ProgramOutput *output)
{
    search_buffer(output, true);
    if (output->spec->option[PROGRAM_EXPECT_FILE][0] != '\0' && output->wrong[0] == '\0' &&
        fgetc(output->expected) != EOF) {
        snprintf(output->wrong, sizeof output->wrong, "stdout ends in line %zu, before the end of %.120s",
                 output->line, output->spec->option[PROGRAM_EXPECT_FILE]);
    }
    if (output->spec->option[PROGRAM_EXPECT_PATTERN][0] != '\0' && !output->matched &&
        output->wrong[0] == '\0') {
        snprintf(output->wrong, sizeof output->wrong, "no line of stdout matches '%.200s' (--expect-pattern)",
                 output->spec->option[PROGRAM_EXPECT_PATTERN]);
    }
}

const char *program_output_last_lines(const ProgramOutput *output, char *text, size_t size)
{
    const int stream = output->tail_used[1] > 0 ? 1 : 0;
    const char *tail = output->tail[stream];
    size_t end = output->tail_used[stream], begin, lines = 0;
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
        size_t used = (size_t)snprintf(text, size, "; its %s ends: ", stream == 1 ? "stderr" : "stdout");
        for (; begin < end && used + 4 < size; begin++) {
            used +=
                (size_t)snprintf(text + used, size - used, tail[begin] == '\n' ? " / " : "%c", tail[begin]);
        }
    }
    return text;
}
