/* See manifest.h. */
#include "experiments/harness/cli/manifest.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/text.h"

/* ---- reading ---- */

/* Reads the file; the text is to be freed, also on failure. 0, or -1 and an error. */
static int read_text(const char *path, char **text, Error *error)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    size_t room = 0;
    if (file == NULL) {
        return error_set(error, "%s: cannot open the manifest: %s; correct the name", path, strerror(errno));
    }
    ssize_t length = getdelim(text, &room, '\0', file);
    const char *problem = NULL;
    if (ferror(file) != 0) {
        problem = "cannot read the manifest; name a file that speedup plan wrote";
    } else if (length <= 0) {
        problem = "the manifest is empty; speedup plan writes one";
    } else if ((*text)[length - 1] == '\0') {
        problem = "the manifest contains a byte 0, so it is not text";
    }
    if (file != stdin) {
        fclose(file);
    }
    return problem == NULL ? 0 : error_set(error, "%s: %s", path, problem);
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

int manifest_plan(const RunOptions *given, bool runs, Plan *plan, Error *error)
{
    const char *path = given->manifest;
    if (path == NULL) {
        return plan_add(plan, given, given->workload, error);
    }
    if (read_text(path, &plan->text, error) != 0) {
        return -1;
    }
    size_t lines = 1, number = 0;
    for (const char *at = plan->text; *at != '\0'; at++) {
        lines += *at == '\n';
    }
    plan->lines = calloc(lines, sizeof *plan->lines);
    if (plan->lines == NULL) {
        return error_set(error, "no memory for a manifest of %zu lines", lines);
    }
    for (char *rest = plan->text + text_mark(plan->text), *line; (line = strsep(&rest, "\n")) != NULL;) {
        number++;
        if (line[strspn(line, " \t\r")] == '\0' || line[0] == '#') {
            continue;
        }
        if (take_line(line, given, runs, &plan->lines[plan->line_count++], plan, error) != 0) {
            return error_set(error, "%s:%zu: %s", path, number, error->text);
        }
    }
    return plan->count > 0 ? 0 : error_set(error, "%s: the manifest contains no point", path);
}

/* ---- writing ---- */

typedef struct Sink {
    void (*take)(void *to, const char *option, const char *value);
    void *to;
} Sink;

/* Gives the value, unless it is NULL or "". */
static void give(const Sink *sink, const char *option, const char *value)
{
    if (value != NULL && value[0] != '\0') {
        sink->take(sink->to, option, value);
    }
}

static void give_flag(const Sink *sink, const char *option, bool given)
{
    if (given) {
        sink->take(sink->to, option, NULL);
    }
}

static void give_seconds(const Sink *sink, const char *option, double seconds)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", seconds);
    give(sink, option, text);
}

/* The command line of a program that the point is of, and how its output is read. */
static void give_program(const Sink *sink, const PlanPoint *planned)
{
    const ProgramSpec *spec = &planned->program->spec;
    give(sink, "command", spec->text);
    give(sink, "name", planned->program->name);
    give_flag(sink, "shell", spec->shell);
    const char *rest = spec->parameters;
    size_t length;
    for (const char *item; (item = list_next(&rest, &length)) != NULL;) {
        char parameter[TEXT_MOST + 1];
        snprintf(parameter, sizeof parameter, "%.*s", (int)length, item);
        give(sink, "param", parameter);
    }
    for (size_t i = 0; i < PROGRAM_SETUP; i++) {
        give(sink, program_options[i].name, spec->option[i]);
    }
}

/* The plug-ins, the variant, and the axes that it reads: words, and counts that are not neutral. */
static void give_axes(const Sink *sink, const PlanPoint *planned)
{
    const char *workload = planned->variant->workload;
    const PluginFile *file;
    for (size_t i = 0; (file = plugin_file_at(planned->plugin, workload, i)) != NULL; i++) {
        char text[sizeof file->label + sizeof file->path];
        snprintf(text, sizeof text, "%s%s%s", file->label, file->label[0] != '\0' ? "=" : "", file->path);
        give(sink, "plugin", text);
    }
    if (planned->program == NULL) {
        give(sink, "variant", planned->variant->name);
    }
    const bool unsized = planned->program != NULL && (planned->program->spec.reads & 1u << AXIS_ID_SIZE) == 0;
    for (int id = 0; id < AXIS_IDS; id++) {
        const AxisInfo *axis = &axis_table[id];
        char text[32];
        const bool lacks_size = id == AXIS_ID_SIZE && (planned->options->graph != NULL || unsized);
        if (plan_reads(planned, (AxisId)id) && !lacks_size &&
            (axis->most == 0 || axis_get(&planned->point, (AxisId)id) != axis->neutral)) {
            give(sink, axis->name,
                 program_value(planned->digits, &planned->point, (AxisId)id, text, sizeof text));
        }
    }
}

void manifest_options(const PlanPoint *planned, void (*take)(void *to, const char *option, const char *value),
                      void *to)
{
    const Sink sink = {take, to};
    const RunOptions *options = planned->options;
    char text[32];
    if (planned->program != NULL) {
        give_program(&sink, planned);
    }
    give_axes(&sink, planned);
    give(&sink, "graph", options->graph);
    give(&sink, "values", options->file_values ? "file" : NULL);
    if (options->graph == NULL && planned->point.edges > 0) {
        snprintf(text, sizeof text, "%zu", planned->point.edges);
        give(&sink, "edges", text);
    }
    snprintf(text, sizeof text, "%" PRIu64, options->seed);
    give(&sink, "seed", text);
    give_flag(&sink, "cold", options->cold);
    give(&sink, "bind", planned->bind);
    give(&sink, "places", planned->places);
    give_flag(&sink, "oversubscribe", options->oversubscribe);
    give_seconds(&sink, "warmup", planned->warmup_s);
    give_seconds(&sink, "max-time", planned->rule.max_time_s);
    give_seconds(&sink, "timeout", options->timeout_s);
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
    const Sink sink = {print_option, stream};
    fputs(planned->variant->workload, stream);
    manifest_options(planned, print_option, stream);
    fprintf(stream, " --rounds %u,%u --min-samples %zu --max-samples %zu --precision %.9g", rule->rounds,
            rule->most_rounds, rule->min_samples, rule->max_samples, rule->precision);
    if (isfinite(planned->skip_over_s)) {
        fprintf(stream, " --skip-over %.9g", planned->skip_over_s);
    }
    give(&sink, "launcher", planned->point.ranks > 0 ? planned->options->launcher : NULL);
    for (size_t i = PROGRAM_SETUP; planned->program != NULL && i < PROGRAM_OPTIONS; i++) {
        give(&sink, program_options[i].name, planned->program->spec.option[i]);
    }
    give(&sink, "experiment", planned->experiments);
    fputc('\n', stream);
}
