/* See manifest.h. */
#include "experiments/harness/cli/manifest.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* The whole file, ended by a 0. NULL and an error otherwise. */
static char *read_text(const char *path, Error *error)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (file == NULL) {
        error_set(error, "%s: cannot open the manifest: %s", path, strerror(errno));
        return NULL;
    }
    ssize_t length = getdelim(&text, &room, '\0', file);
    bool failed = ferror(file) != 0;
    bool binary = length > 0 && text[length - 1] == '\0';
    if (file != stdin) {
        fclose(file);
    }
    if (failed || binary || length <= 0) {
        free(text);
        error_set(error, "%s: %s", path,
                  failed   ? "cannot read the manifest"
                  : binary ? "this is no manifest: it has bytes that are no text"
                           : "the manifest is empty; speedup plan writes one");
        return NULL;
    }
    return text;
}

/* Cuts a line into its words, in place; how many there are, the first `most` of them in word[]. */
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

static int take_line(char *line, const char *launcher, RunOptions *options, Plan *plan, Error *error)
{
    enum { MOST_WORDS = 128 };
    char *word[MOST_WORDS + 2] = {"plan"}; /* so that none says where rows go, or how all is run */
    size_t count = cut_words(line, word + 1, MOST_WORDS);
    if (count > MOST_WORDS) {
        return error_set(error, "a line has %zu words, %d at most", count, MOST_WORDS);
    }
    if (options_parse((int)count + 1, word, options, error) != 0) {
        return -1;
    }
    if (options->manifest != NULL || options->help) {
        return error_set(error, "a manifest names points, and no other manifest");
    }
    options->launcher = launcher != NULL ? launcher : options->launcher;
    return plan_add(plan, options, options->workload, error);
}

int manifest_read(const char *path, const char *launcher, Manifest *manifest, Plan *plan, Error *error)
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
        if (take_line(line, launcher, &manifest->lines[manifest->count++], plan, &why) != 0) {
            return error_set(error, "%s line %zu: %s", path, number, why.text);
        }
    }
    return plan->count > 0 ? 0 : error_set(error, "%s: the manifest names no point", path);
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

static void give(const Sink *sink, const char *option, const char *value)
{
    sink->take(sink->to, option, value);
}

static void give_count(const Sink *sink, const char *option, size_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", value);
    give(sink, option, text);
}

static void give_number(const Sink *sink, const char *option, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", value);
    give(sink, option, text);
}

/* The axes that the variant reads; those that all variants read, where the value is not neutral. */
static void give_axes(const Sink *sink, const PlanPoint *planned)
{
    give(sink, "variant", planned->variant->name);
    for (int id = 0; id < AXIS_IDS; id++) {
        const AxisInfo *axis = &axis_table[id];
        char text[32];
        if (axis_is_read(planned->variant, (AxisId)id) &&
            !(id == AXIS_ID_SIZE && planned->asked->graph != NULL) &&
            (axis->bit != 0 || axis->gpu || axis_get(&planned->point, (AxisId)id) != axis->neutral)) {
            give(sink, axis->name, axis_format(&planned->point, (AxisId)id, text, sizeof text));
        }
    }
}

static void give_input(const Sink *sink, const PlanPoint *planned)
{
    const RunOptions *asked = planned->asked;
    char seed[32];
    if (asked->graph != NULL) {
        give(sink, "graph", asked->graph);
    } else if (planned->point.edges > 0) {
        give_count(sink, "edges", planned->point.edges);
    }
    snprintf(seed, sizeof seed, "%" PRIu64, asked->seed);
    give(sink, "seed", seed);
    if (asked->cold) {
        give(sink, "cold", NULL);
    }
}

static void give_placement(const Sink *sink, const PlanPoint *planned)
{
    if (planned->bind[0] != '\0') {
        give(sink, "bind", planned->bind);
    }
    if (planned->places[0] != '\0') {
        give(sink, "places", planned->places);
    }
    if (planned->asked->oversubscribe) {
        give(sink, "oversubscribe", NULL);
    }
}

void manifest_options(const PlanPoint *planned, void (*take)(void *to, const char *option, const char *value),
                      void *to)
{
    const Sink sink = {take, to};
    give_axes(&sink, planned);
    give_input(&sink, planned);
    give_placement(&sink, planned);
    give_number(&sink, "warmup", planned->warmup_s);
    give_number(&sink, "max-time", planned->rule.max_time_s);
    give_number(&sink, "timeout", planned->asked->timeout_s);
}

static void print_option(void *stream, const char *option, const char *value)
{
    fprintf(stream, " --%s%s", option, value != NULL ? " " : "");
    for (; value != NULL && *value != '\0'; value++) {
        fprintf(stream, "%s%c", strchr(" \t\\", *value) != NULL ? "\\" : "", *value);
    }
}

static void print_rule(FILE *stream, const PlanPoint *planned)
{
    const StopRule *rule = &planned->rule;
    fprintf(stream, " --rounds %u,%u --min-samples %zu --max-samples %zu --precision %.9g", rule->rounds,
            rule->most_rounds, rule->min_samples, rule->max_samples, rule->precision);
    if (isfinite(planned->skip_over_s)) {
        fprintf(stream, " --skip-over %.9g", planned->skip_over_s);
    }
}

void manifest_print(FILE *stream, const PlanPoint *planned)
{
    fputs(planned->variant->workload, stream);
    manifest_options(planned, print_option, stream);
    print_rule(stream, planned);
    if (planned->point.ranks > 0 && planned->asked->launcher != NULL) {
        print_option(stream, "launcher", planned->asked->launcher);
    }
    if (planned->experiments != NULL) {
        print_option(stream, "experiment", planned->experiments);
    }
    fputc('\n', stream);
}
