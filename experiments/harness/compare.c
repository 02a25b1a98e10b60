/* `speedup compare`: which points got faster or slower, and which are undecided.
 *
 * Of two samples files a round is one observation: a point's time is that of its rounds' medians, the ratio
 * of two times has Welch's interval, and Holm's adjustment keeps the chance of any false alarm among all
 * points at 5 %. A change of the machine between two files looks like a change of the code; --interleave
 * measures two builds side by side instead (interleave.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiments/harness/analysis/pairs.h"
#include "experiments/harness/cli/terminal.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/interleave.h"
#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/hook.h"
#include "experiments/harness/runner/interrupt.h"
#include "experiments/harness/sample_set.h"

#define FILES_THRESHOLD 0.02

typedef struct Options {
    Interleave programs; /* threshold: NAN if not given; color and quiet are for files too */
    bool interleave, commands, plugins, csv, json, markdown, across_machines;
} Options;

static Options options = {.programs = {.threshold = NAN, .color = "auto", .seed = 1}};

static int take_threshold(char *text, void *field, Error *error)
{
    double threshold;
    if (!parse_share(text, &threshold) || !(threshold >= 0.0 && threshold < 10.0) ||
        (threshold >= 1.0 && strchr(text, '%') == NULL)) { /* 2 is meant as 2 % */
        return error_set(error, "give a share such as 5%% or 0.05");
    }
    *(double *)field = threshold;
    return 0;
}

#define AT(field) offsetof(Options, field)

static const Option compare_options[] = {
    {"threshold", "SHARE", take_threshold, AT(programs.threshold), "least difference that counts",
     "2%; with --interleave 0.5%"},
    {"csv", NULL, take_flag, AT(csv), "one CSV row per point instead of a table", NULL},
    {"json", NULL, take_flag, AT(json), "one JSON object", NULL},
    {"markdown", NULL, take_flag, AT(markdown),
     "a summary for a CI job: changes, and the number of undecided points", NULL},
    {"across-machines", NULL, take_flag, AT(across_machines),
     "exit 3 for a longer time on another machine too", NULL},
    {COLOR_OPTION(AT(programs.color))},
    {"Two programs side by side", NULL, NULL, 0, NULL, NULL},
    {"interleave", NULL, take_flag, AT(interleave), "BASE and NEW are programs; -- and a run command follow",
     NULL},
    {"command", NULL, take_flag, AT(commands),
     "with --interleave: BASE and NEW are command lines, as run --command takes them", NULL},
    {"plugin", NULL, take_flag, AT(plugins),
     "with --interleave: BASE and NEW are plug-ins that have the same variants", NULL},
    {"pairs", "FILE", take_path, AT(programs.pairs), "write every pair: one CSV row per process", NULL},
    {"pool", "N", take_count, AT(programs.pool),
     "only write N pairs of every point to --pairs, without verdicts", NULL},
    {"samples", "N", take_count, AT(programs.samples), "samples per process",
     "as many as take 0.05 s, 3 to 200"},
    {"seed", "N", take_seed, AT(programs.seed), "of the random order of points and pairs", "1"},
    {"quiet", NULL, take_flag, AT(programs.quiet), "no progress", NULL},
};

static const Usage usage = {
    .command = "compare",
    .before =
        "Usage: speedup compare [options] BASE NEW\n"
        "       speedup compare --interleave [options] BASE_PROGRAM NEW_PROGRAM -- WORKLOAD [run options]\n"
        "       speedup compare --interleave --command [options] BASE_COMMAND NEW_COMMAND [-- run options]\n"
        "       speedup compare --interleave --plugin [options] BASE.so NEW.so -- WORKLOAD [run options]\n"
        "\n"
        "Compares kernel times point by point: faster, slower, no change, or cannot tell.\n"
        "\n"
        "Of two samples files, or folders of them, the medians of the rounds are compared (machine, host\n"
        "and experiment aside), five rounds a side at least. Faster or slower: the difference reaches the\n"
        "threshold and has p < 0.05 after Holm's adjustment to all points. No change: the 95 % interval\n"
        "excludes a change of 2 %, or of the threshold if that is more. Other points are undecided. A "
        "change\n"
        "of the machine between two files looks like a change of the code; --interleave avoids that.\n"
        "Points of two machines or hosts are named; their times are shorter or longer.\n"
        "\n"
        "Two programs, builds of speedup, take turns in pairs of fresh processes in random order: 20 pairs\n"
        "of every point, then 40 new ones of those that may have changed. The change is that of the five\n"
        "fastest processes of each side, whose times are shown, tested by exchanging labels inside pairs; "
        "the\n"
        "change of medians has a column of its own.\n"
        "A point is undecided if the five fastest of a side differ by over 1 % and more than the change.\n"
        "The run options that select points and input count, and --warmup, --timeout, --cold, --bind,\n"
        "--places and --oversubscribe.",
    .after = "Examples\n"
             "  speedup compare before.csv after.csv\n"
             "  speedup compare --interleave old/speedup build/speedup -- matmul --variant 'cpu/*' --size "
             "256,512\n"
             "  speedup compare --interleave --command './old {n}' './new {n}' -- --size 256,512\n"
             "  speedup compare --interleave --plugin before.so mine.so -- matmul --variant cpu/mine\n"
             "\n"
             "Exit codes: 0 nothing got slower; 1 nothing got slower, but a point that was right is now\n"
             "wrong, failed or timed out (broken), or pairs of --pool are missing; 2 usage;\n"
             "3 something got slower, or with --across-machines took longer; 130 interrupted.",
    OPTIONS(compare_options),
    .least = 2,
    .most = SIZE_MAX,
    .when_too_few = "name two samples files, as in: speedup compare before.csv after.csv",
};

/* ---- two files ---- */

/* Points of different hosts match, so only the last of several on one side is compared. */
static void note_hosts(const SampleSet *side, const char *path)
{
    const Series *first = NULL;
    for (size_t f = 0; f < side->paths.count; f++) {
        for (size_t i = 0; i < side->files[f].series.count; i++) {
            const Series *series = side->files[f].series.series[i];
            first = first != NULL ? first : series;
            if (strcmp(series_field(first, COL_MACHINE), series_field(series, COL_MACHINE)) == 0 &&
                strcmp(series_field(first, COL_HOST), series_field(series, COL_HOST)) != 0) {
                log_info("%s has rows of several hosts; the last measurement of each point is compared",
                         path);
                return;
            }
        }
    }
}

static int side_read(SampleSet *side, const char *path, Error *error)
{
    if (sample_set_read(side, &path, 1, false, error) != 0) {
        return -1;
    }
    note_hosts(side, path);
    samples_forget(side->files, side->paths.count,
                   COL_MACHINE); /* points of different machines are compared too */
    samples_forget(side->files, side->paths.count, COL_HOST);
    return sample_set_judge(side, NULL, false, NULL, error);
}

/* The dates of the first and the last row; "" if no row has one. */
static void find_span(const SampleSet *side, const char **first, const char **last)
{
    *first = *last = "";
    for (size_t f = 0; f < side->paths.count; f++) {
        for (size_t i = 0; i < side->files[f].count; i++) {
            const char *started = row_field(&side->files[f].rows[i], COL_STARTED);
            if (started[0] != '\0') {
                *first = (*first)[0] == '\0' || strcmp(started, *first) < 0 ? started : *first;
                *last = strcmp(started, *last) > 0 ? started : *last;
            }
        }
    }
}

/* Was one side measured after the other? Their times are printed. */
static bool are_apart(const SampleSet *base, const SampleSet *new)
{
    const char *base_first, *base_last, *new_first, *new_last;
    find_span(base, &base_first, &base_last);
    find_span(new, &new_first, &new_last);
    const bool dated = base_last[0] != '\0' && new_last[0] != '\0';
    const bool apart = dated && (strcmp(base_last, new_first) < 0 || strcmp(new_last, base_first) < 0);
    if (apart) {
        log_info("base measured %s to %s, new %s to %s", base_first, base_last, new_first, new_last);
    }
    return apart;
}

/* The same point in the base, if both were measured and the base is right; else NULL. */
static const PointSummary *other_of(const PointSummary *point, const SampleSet *base)
{
    const PointSummary *other = summary_find(&base->summary, point->group->key);
    bool skipped = strcmp(row_field(point->row, COL_STATUS), "skipped") == 0;
    return other == NULL || !other->ok || skipped ? NULL : other;
}

/* Unknown in files of earlier versions: "". */
static bool differ(const char *one, const char *other)
{
    return one[0] != '\0' && other[0] != '\0' && strcmp(one, other) != 0;
}

/* Sets machines[] to the two machines, or hosts of one, if they differ. */
static Compared compare_point(const PointSummary *base, const PointSummary *new, const char *machines[2])
{
    const Series *one = base->row->series, *other = new->row->series;
    const bool machine = differ(one->machine_read, other->machine_read);
    const Estimate *before = &base->rounds.kernel, *after = &new->rounds.kernel;
    Compared compared = {.row = new->row,
                         .base = *before,
                         .new = *after,
                         .base_s = before->value,
                         .new_s = after->value,
                         .ratio = ratio_none,
                         .median_ratio = NAN,
                         .elsewhere = machine || differ(one->host_read, other->host_read),
                         .verdict = BROKEN,
                         .why = ""};
    if (compared.elsewhere) {
        machines[0] = machine ? one->machine_read : one->host_read;
        machines[1] = machine ? other->machine_read : other->host_read;
    }
    if (new->ok && differ(row_field(base->row, COL_INPUT_HASH), row_field(new->row, COL_INPUT_HASH))) {
        compared.verdict = CANNOT_TELL;
        compared.why = "other inputs";
    } else if (new->ok) {
        compared.ratio = ratio_of_estimates(after, before);
        compared.rounds = before->rounds < after->rounds ? before->rounds : after->rounds;
    }
    return compared;
}

/* Adjusts the p of all points to their family and sets the verdicts. 0, or -1 without memory. */
static int judge_family(Comparison *comparison)
{
    Compared *points = comparison->points;
    const int failed = holm_adjust(&points->ratio.p, comparison->count, sizeof *points);
    for (size_t i = 0; failed == 0 && i < comparison->count; i++) {
        Compared *point = &points[i];
        if (!isnan(point->ratio.value)) {
            point->verdict = decision_of(&point->ratio, comparison->threshold);
            if (point->elsewhere && (point->verdict == FASTER || point->verdict == SLOWER)) {
                point->verdict = point->verdict == FASTER ? SHORTER : LONGER;
            }
            point->why =
                point->verdict != CANNOT_TELL ? ""
                : point->rounds < ROUNDS_FOR_INTERVAL
                    ? "fewer than 5 rounds"
                    : decision_lacks(&point->ratio, point->base.log_resolution + point->new.log_resolution);
        }
    }
    return failed;
}

/* Compares all common points; the caller frees them. 0, or -1 and an error without memory. */
static int compare_sides(const SampleSet *base, const SampleSet *new, Comparison *comparison, Error *error)
{
    comparison->points = calloc(new->summary.count + 1, sizeof *comparison->points);
    int failed = comparison->points == NULL ? -1 : 0;
    for (size_t i = 0; failed == 0 && i < new->summary.count; i++) {
        const PointSummary *point = &new->summary.points[i], *other = other_of(point, base);
        if (other != NULL) {
            comparison->points[comparison->count++] = compare_point(other, point, comparison->machines);
        }
    }
    failed = failed != 0 ? failed : judge_family(comparison);
    return failed == 0 ? 0 : error_set(error, "no memory to compare %zu points", new->summary.count);
}

/* ---- both ---- */

/* Prints the comparison and returns the exit code. */
static int print_comparison(const Comparison *comparison)
{
    Error error;
    int failed = 0;
    size_t counts[VERDICTS];
    if (options.csv) {
        comparison_points(&(CsvWriter){.stream = stdout}, comparison);
    } else if (options.json) {
        comparison_json(stdout, comparison);
    } else if (options.markdown) {
        failed = comparison_markdown(stdout, comparison, &error);
    } else if (comparison->count > 0) {
        failed =
            comparison_table(stdout, comparison, color_wanted(options.programs.color, STDOUT_FILENO), &error);
    }
    if (failed != 0) {
        return log_error(&error, EXIT_POINT);
    }
    fflush(stdout);
    comparison_headline(stderr, comparison);
    comparison_count(comparison, counts);
    const size_t longer = options.across_machines ? counts[LONGER] : 0;
    return counts[SLOWER] + longer > 0 ? EXIT_SLOWER : counts[BROKEN] > 0 ? EXIT_POINT : EXIT_OK;
}

static int compare_files(char **paths, Error *error)
{
    SampleSet base = {0}, new = {0};
    int code;
    const double given = options.programs.threshold;
    Comparison comparison = {
        .base = paths[0], .new = paths[1], .threshold = isnan(given) ? FILES_THRESHOLD : given};
    if (side_read(&base, paths[0], error) != 0 || side_read(&new, paths[1], error) != 0 ||
        compare_sides(&base, &new, &comparison, error) != 0) {
        code = -1;
    } else {
        const size_t count = comparison.count;
        comparison.apart = are_apart(&base, &new);
        code = print_comparison(&comparison);
        log_info("%zu points only in %s, %zu only in %s, or not measured there", base.summary.count - count,
                 paths[0], new.summary.count - count, paths[1]);
        if (count == 0) {
            code = error_set(
                error, "no point was measured in both files; points match by workload, variant and all axes");
        }
    }
    free(comparison.points);
    sample_set_free(&base);
    sample_set_free(&new);
    return code;
}

/* ---- two programs ---- */

static int check_run_options(const RunOptions *run, Error *error)
{
    const char *name = run->help               ? "--help"
                       : run->manifest != NULL ? "--manifest"
                       : run->dry_run          ? "--dry-run"
                       : run->out != NULL      ? "--out"
                       : run->trace != NULL    ? "--trace"
                       : run->profile          ? "--profile"
                       : run->baseline != NULL ? "--baseline"
                                               : NULL;
    return name == NULL
               ? 0
               : error_set(error,
                           "%s after --: the samples of pairs are not kept; leave it out (--pairs FILE "
                           "writes the pairs)",
                           name);
}

static int compare_programs(const Plan *plan)
{
    const Interleave *programs = &options.programs;
    static Paired paired;
    Error error;
    int code = EXIT_OK;
    if (!programs->quiet) {
        fputs(plan->notice, stderr);
        log_info("%zu points, pairs of %s and %s in random order (seed %llu)", plan->count, programs->base,
                 programs->new, (unsigned long long)programs->seed);
    }
    if (hook_run_all(plan, PROGRAM_SETUP, &error) != 0 || interleave(programs, plan, &paired, &error) != 0) {
        code = interrupted() ? EXIT_INTERRUPTED : log_error(&error, EXIT_USAGE);
    } else if (programs->pool != 0) {
        code = paired.dropped > 0 ? EXIT_POINT : EXIT_OK;
    } else {
        code = print_comparison(&paired.comparison);
    }
    if (hook_run_all(plan, PROGRAM_CLEANUP, &error) != 0 && log_error(&error, code) == EXIT_OK) {
        code = EXIT_POINT;
    }
    return code;
}

/* Makes the new program beside each of the base, with its name, parameters and placeholders. 0, or -1 and an
 * error. */
static int make_new_programs(const RunOptions *run, const Plan *plan, Error *error)
{
    if (run->commands.count > 1) {
        return error_set(error, "--command after --: the two commands stand before it; leave it out");
    }
    for (size_t i = 0; i < run->program_count; i++) {
        Program *base = run->programs[i];
        const Point at = {0};
        if (options_program(run, options.programs.new, base->name, base->spec.parameters, &at, &base->other,
                            error) != 0) {
            return -1;
        }
        if (base->other->spec.reads != base->spec.reads) {
            return error_set(error, "'%.200s' and '%.200s' have different placeholders; give both the same",
                             base->spec.text, base->other->spec.text);
        }
        base->other->variant.axes = base->variant.axes;
    }
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < plan->count; i++) { /* are its files there? */
        PlanPoint planned = plan->points[i];
        planned.program = planned.program->other;
        failed = plan_identify(&planned, false, error);
    }
    return failed;
}

/* Describes the new plug-in, which has the names of the base. 0, or -1 and an error. */
static int describe_new_plugin(Plugin *new, Error *error)
{
    return plugin_describe(options.programs.new, new, error) == 0
               ? 0
               : error_set(error, "%.400s: %.590s", options.programs.new, error->text);
}

/* Leaves the points of variants that both plug-ins have in the plan. 0, or -1 and an error if there is none.
 */
static int keep_common_points(Plan *plan, const Plugin *new, Error *error)
{
    const char *base = options.programs.base;
    size_t kept = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const PlanPoint *point = &plan->points[i];
        bool has = false;
        for (size_t v = 0; v < new->has.count; v++) {
            has = has || (strcmp(new->has.variants[v].workload, point->variant->workload) == 0 &&
                          strcmp(new->has.variants[v].name, point->variant->name) == 0);
        }
        if (point->plugin == NULL || strcmp(point->plugin->file.path, base) != 0 || !has) {
            free(plan->points[i].experiments);
            continue;
        }
        plan->points[kept++] = *point;
    }
    plan->count = kept;
    options.programs.plugin = new;
    return kept > 0 ? 0
                    : error_set(error,
                                "%.300s and %.300s have no chosen variant in common; give both the same "
                                ".name, and name it by --variant",
                                base, options.programs.new);
}

/* The words: BASE NEW WORKLOAD [run options], or with --command BASE NEW [run options]. */
static int compare_interleaved(const Words *words, Error *error)
{
    const char *const first[] = {"run", options.commands ? "--command" : "--plugin", words->word[0]};
    const char *const end = NULL;
    static Plugin new_plugin = {.fd = -1};
    Interleave *programs = &options.programs;
    RunOptions run = {0};
    Plan plan = {0};
    Names argv = {0}; /* of run */
    int code;
    programs->base = words->word[0];
    programs->new = words->word[1];
    programs->threshold = isnan(programs->threshold) ? PAIRS_THRESHOLD : programs->threshold;
    const bool enough = names_add(&argv, NULL, first, options.commands || options.plugins ? 3 : 1) &&
                        names_add(&argv, NULL, words->word + 2, words->count - 2) &&
                        names_add(&argv, NULL, &end, 1);
    if ((!enough && error_set(error, "no memory for the options of run") != 0) ||
        (options.plugins && describe_new_plugin(&new_plugin, error) != 0) ||
        options_parse((int)argv.count - 1, argv.names, &run, error) != 0 ||
        check_run_options(&run, error) != 0 || plan_add(&plan, &run, run.workload, error) != 0 ||
        (options.commands && make_new_programs(&run, &plan, error) != 0) ||
        (options.plugins && keep_common_points(&plan, &new_plugin, error) != 0) ||
        dispatch_check_sandbox(&run, &plan, error) != 0) {
        code = -1;
    } else {
        code = compare_programs(&plan);
    }
    plan_free(&plan);
    options_free(&run);
    plugin_free(&new_plugin);
    free(argv.names);
    return code;
}

static int check_options(const Words *words, Error *error)
{
    const Interleave *programs = &options.programs;
    const bool pairs_only = programs->pairs != NULL || programs->pool != 0 || programs->samples != 0;
    if (options.csv + options.json + options.markdown > 1) {
        return error_set(error, "--csv, --json and --markdown exclude one another; give one");
    }
    if (options.commands && !options.interleave) {
        return error_set(error, "--command needs --interleave: two commands are compared in pairs; add it");
    }
    if (options.plugins && (!options.interleave || options.commands)) {
        return error_set(error,
                         "--plugin needs --interleave and excludes --command; give --interleave --plugin");
    }
    if (!options.interleave && pairs_only) {
        return error_set(error, "--pairs, --pool and --samples need --interleave; add it, or leave them out");
    }
    if (!options.interleave && words->count > 2) {
        return error_set(error, "'%s' is one word too many (speedup compare --help)", words->word[2]);
    }
    if (options.interleave && !options.commands && words->count == 2) {
        return error_set(error,
                         "no workload after --; give one, as in: speedup compare --interleave %s %s -- "
                         "matmul --size 256",
                         words->word[0], words->word[1]);
    }
    return programs->pool != 0 && (programs->pairs == NULL || programs->pool > PAIRS_MOST)
               ? error_set(error, "--pool takes 1 to %d and writes the pairs to a file, which --pairs names",
                           PAIRS_MOST)
               : 0;
}

static int run(const Words *words, Error *error)
{
    return check_options(words, error) != 0 ? -1
           : options.interleave             ? compare_interleaved(words, error)
                                            : compare_files(words->word, error);
}

const Command command_compare = {&usage, &options, run};
