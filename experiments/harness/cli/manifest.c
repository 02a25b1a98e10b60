/* See manifest.h. */
#include "experiments/harness/cli/manifest.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* The text of the file; to be freed. NULL and an error otherwise. */
static char *read_text(const char *path, Error *error)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (file == NULL) {
        error_set(error, "%s: cannot open the manifest: %s; correct the name", path, strerror(errno));
        return NULL;
    }
    ssize_t length = getdelim(&text, &room, '\0', file);
    const char *problem = ferror(file) != 0 ? "cannot read the manifest; name a file that speedup plan wrote"
                          : length > 0 && text[length - 1] == '\0'
                              ? "the manifest contains a byte 0, so it is not text"
                          : length <= 0 ? "the manifest is empty; speedup plan writes one"
                                        : NULL;
    if (file != stdin) {
        fclose(file);
    }
    if (problem != NULL) {
        error_set(error, "%s: %s", path, problem);
        free(text);
        return NULL;
    }
    return text;
}

/* Cuts a line into words, in place; the first `most` go to word[]. Returns the number of all. */
static size_t cut_words(char *line, char **word, size_t most)
{
    size_t count = 0;
    for (char *at = line; *(at += strspn(at, " \t\r")) != '\0';) {
        char *to = at;
        if (count < most) {
            word[count] = at;
        }
        count++;
        for (; *at != '\0' && strchr(" \t\r", *at) == NULL; at++) {
            at += at[0] == '\\' && at[1] != '\0';
            *to++ = *at;
        }
        at += *at != '\0';
        *to = '\0';
    }
    return count;
}

static int take_line(char *line, const RunOptions *given, bool runs, RunOptions *options, Plan *plan,
                     Error *error)
{
    enum { MOST_WORDS = 128 };
    char *word[MOST_WORDS + 2] = {"plan"}; /* rejects options of `run` alone */
    size_t count = cut_words(line, word + 1, MOST_WORDS);
    if (count > MOST_WORDS) {
        return error_set(error, "the line has %zu words, at most %d are allowed", count, MOST_WORDS);
    }
    if (options_parse((int)count + 1, word, options, error) != 0) {
        return -1;
    }
    if (options->manifest != NULL || options->help) {
        return error_set(error, "a manifest contains points, not another manifest or --help");
    }
    if (runs && options->launcher != NULL && given->launcher == NULL) {
        return error_set(
            error,
            "--launcher %.300s: a launcher runs programs, so that of a manifest is not used; give this one "
            "or another beside --manifest, as in --launcher 'mpirun'",
            options->launcher);
    }
    options->launcher = given->launcher != NULL ? given->launcher : options->launcher;
    options->sandbox = given->sandbox;
    return plan_add(plan, options, options->workload, error);
}

int manifest_read(const char *path, const RunOptions *given, bool runs, Manifest *manifest, Plan *plan,
                  Error *error)
{
    *manifest = (Manifest){.text = read_text(path, error)};
    if (manifest->text == NULL) {
        return -1;
    }
    size_t lines = 1, number = 0;
    for (const char *at = manifest->text; *at != '\0'; at++) {
        lines += *at == '\n';
    }
    manifest->lines = calloc(lines, sizeof *manifest->lines);
    if (manifest->lines == NULL) {
        return error_set(error, "no memory for a manifest of %zu lines", lines);
    }
    for (char *rest = manifest->text, *line; (line = strsep(&rest, "\n")) != NULL;) {
        Error why;
        number++;
        if (line[strspn(line, " \t\r")] == '\0' || line[0] == '#') {
            continue;
        }
        if (take_line(line, given, runs, &manifest->lines[manifest->count++], plan, &why) != 0) {
            return error_set(error, "%s:%zu: %s", path, number, why.text);
        }
    }
    return plan->count > 0 ? 0 : error_set(error, "%s: the manifest contains no point", path);
}

void manifest_free(Manifest *manifest)
{
    for (size_t i = 0; i < manifest->count; i++) {
        options_free(&manifest->lines[i]);
    }
    free(manifest->lines);
    free(manifest->text);
    *manifest = (Manifest){0};
}

/* ---- writing ---- */

typedef struct Sink {
    void (*take)(void *to, const char *option, const char *value);
    void *to;
} Sink;

__attribute__((format(printf, 3, 4))) static void give_formatted(const Sink *sink, const char *option,
                                                                 const char *format, ...)
{
    char text[32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sink->take(sink->to, option, text);
}

/* The command line of a program that the point is of, and how its output is read. */
static void give_program(const Sink *sink, const PlanPoint *planned)
{
    const ProgramSpec *spec = &planned->program->spec;
    sink->take(sink->to, "command", spec->text);
    sink->take(sink->to, "name", planned->program->name);
    if (spec->shell) {
        sink->take(sink->to, "shell", NULL);
    }
    if (spec->time_pattern[0] != '\0') {
        sink->take(sink->to, "time-pattern", spec->time_pattern);
        sink->take(sink->to, "time-unit", planned->options->time_unit);
    }
    if (spec->expect_pattern[0] != '\0') {
        sink->take(sink->to, "expect-pattern", spec->expect_pattern);
    }
    if (spec->expect_file[0] != '\0') {
        sink->take(sink->to, "expect-file", spec->expect_file);
    }
}

/* Is the point of a program without a placeholder for n? */
static bool unsized(const PlanPoint *planned)
{
    return planned->program != NULL && (planned->program->spec.reads & 1u << AXIS_ID_SIZE) == 0;
}

/* The axes that the variant reads: words, and counts that are not neutral. */
static void give_axes(const Sink *sink, const PlanPoint *planned)
{
    const PluginFile *files[MOST_PLUGINS_OF_POINT];
    const size_t count = plugins_of_point(planned->plugin, planned->variant->workload, files);
    for (size_t i = 0; i < count; i++) {
        sink->take(sink->to, "plugin", files[i]->path);
    }
    if (planned->program == NULL) {
        sink->take(sink->to, "variant", planned->variant->name);
    }
    for (int id = 0; id < AXIS_IDS; id++) {
        const AxisInfo *axis = &axis_table[id];
        char text[32];
        const bool lacks_size = id == AXIS_ID_SIZE && (planned->options->graph != NULL || unsized(planned));
        if (plan_reads(planned, (AxisId)id) && !lacks_size &&
            (axis->most == 0 || axis_get(&planned->point, (AxisId)id) != axis->neutral)) {
            sink->take(sink->to, axis->name, axis_format(&planned->point, (AxisId)id, text, sizeof text));
        }
    }
}

static void give_input(const Sink *sink, const PlanPoint *planned)
{
    const RunOptions *options = planned->options;
    if (options->graph != NULL) {
        sink->take(sink->to, "graph", options->graph);
    } else if (planned->point.edges > 0) {
        give_formatted(sink, "edges", "%zu", planned->point.edges);
    }
    give_formatted(sink, "seed", "%" PRIu64, options->seed);
    if (options->cold) {
        sink->take(sink->to, "cold", NULL);
    }
}

void manifest_options(const PlanPoint *planned, void (*take)(void *to, const char *option, const char *value),
                      void *to)
{
    const Sink sink = {take, to};
    if (planned->program != NULL) {
        give_program(&sink, planned);
    }
    give_axes(&sink, planned);
    give_input(&sink, planned);
    if (planned->bind[0] != '\0') {
        take(to, "bind", planned->bind);
    }
    if (planned->places[0] != '\0') {
        take(to, "places", planned->places);
    }
    if (planned->options->oversubscribe) {
        take(to, "oversubscribe", NULL);
    }
    give_formatted(&sink, "warmup", "%.9g", planned->warmup_s);
    give_formatted(&sink, "max-time", "%.9g", planned->rule.max_time_s);
    give_formatted(&sink, "timeout", "%.9g", planned->options->timeout_s);
}

static void print_option(void *stream, const char *option, const char *value)
{
    fprintf(stream, " --%s%s", option, value != NULL ? " " : "");
    for (; value != NULL && *value != '\0'; value++) {
        fprintf(stream, "%s%c", strchr(" \t\\", *value) != NULL ? "\\" : "", *value);
    }
}

void manifest_print(FILE *stream, const PlanPoint *planned)
{
    const StopRule *rule = &planned->rule;
    fputs(planned->variant->workload, stream);
    manifest_options(planned, print_option, stream);
    fprintf(stream, " --rounds %u,%u --min-samples %zu --max-samples %zu --precision %.9g", rule->rounds,
            rule->most_rounds, rule->min_samples, rule->max_samples, rule->precision);
    if (isfinite(planned->skip_over_s)) {
        fprintf(stream, " --skip-over %.9g", planned->skip_over_s);
    }
    if (planned->point.ranks > 0 && planned->options->launcher != NULL) {
        print_option(stream, "launcher", planned->options->launcher);
    }
    if (planned->experiments != NULL) {
        print_option(stream, "experiment", planned->experiments);
    }
    fputc('\n', stream);
}
