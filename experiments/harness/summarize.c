/* `speedup summarize`: samples to one row per point, and the tables of rounds, estimates, ratios and laws. */
#include <stdlib.h>
#include <string.h>

#include "common/system/file.h"
#include "experiments/harness/analysis/report_tables.h"
#include "experiments/harness/analysis/round_rows.h"
#include "experiments/harness/analysis/scaling_model.h"
#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/store/results_folder.h"

typedef struct Request {
    bool all_builds, merge_hosts, rounds, laws, tables, json;
    size_t most_threads;
    const char *baseline, *experiment, *reference;
} Request;

static Request request;

#define AT(field) offsetof(Request, field)

static const Option summarize_options[] = {
    {"all-builds", NULL, take_flag, AT(all_builds),
     "every build and run of a point, not only the newest (the last in the file)", NULL},
    {"merge-hosts", NULL, take_flag, AT(merge_hosts),
     "treat all hosts as one without a name; the newest measurement is shown", NULL},
    {"rounds", NULL, take_flag, AT(rounds),
     "one row per round instead: its medians, and the row of its point in the summary", NULL},
    {"laws", NULL, take_flag, AT(laws),
     "one row per curve over threads instead: its scaling law and recommended thread count", NULL},
    {"tables", NULL, take_flag, AT(tables),
     "all tables of a report instead, each after a line with its name: # summary, # rounds, # estimates, "
     "# laws, # counters, # ratios of pairs of points, with --merge-hosts # hosts apart",
     NULL},
    {"reference", "FOLDER", take_path, AT(reference),
     "with --tables: of another machine, whose tables follow; # ratios numbers its points after the others",
     NULL},
    {"most-threads", "N", take_count, AT(most_threads), "for --laws: fit at most N threads",
     "the cores of the only host that machine.json beside FILE names, else all; all GPUs"},
    {"experiment", "NAME", take_text, AT(experiment),
     "only points of this experiment; no other is a baseline or ceiling", "all"},
    {"json", NULL, take_flag, AT(json),
     "a JSON array with an object per row instead of CSV; unknown values are null", NULL},
    {"baseline", "VARIANT", take_text, AT(baseline), "baseline of the speedups",
     "cpu/naive, else the same code on one thread"},
    {"extra-p", NULL, take_renamed, 0, NULL, "report/extra-p.sh"},
};

static const Usage usage = {
    .command = "summarize",
    .before =
        "Usage: speedup summarize [options] FILE|FOLDER...\n"
        "\n"
        "Reads samples files, of one or several machines, and prints one CSV row per point: identity,\n"
        "times with 95 % intervals, rate, speedup with the name of its baseline, efficiency over one\n"
        "thread of the same code, share of the measured ceiling, flags. The column experiment lists\n"
        "all experiments of a point, by its rows and by the members.csv beside each FILE. Rows without\n"
        "a host get the only one of their machine. A FOLDER stands for all its samples files:\n"
        "samples.csv and those of shards, samples.<host>.<job>.csv.",
    .after = "Examples\n"
             "  speedup summarize results/*/samples.csv > summary.csv\n"
             "\n"
             "Exit codes: 0 done; 2 a file is missing, foreign or damaged.",
    OPTIONS(summarize_options),
    .least = 1,
    .most = SIZE_MAX,
    .when_too_few = "name a samples file, as in: speedup summarize results/*/samples.csv",
};

static int check_baseline(const Summary *summary, const char *baseline, Error *error)
{
    char hint[128];
    if (baseline == NULL) {
        return 0;
    }
    Nearest nearest = nearest_to(baseline);
    for (size_t i = 0; i < summary->count; i++) {
        const char *variant = row_field(summary->points[i].row, COL_VARIANT);
        if (strcmp(variant, baseline) == 0) {
            return 0;
        }
        nearest_offer(&nearest, variant);
    }
    return error_set(error, "--baseline %s: no row has this variant%s", baseline,
                     nearest_hint(&nearest, hint, sizeof hint));
}

static void report_hidden(const Summary *summary)
{
    if (summary->hidden > 0) {
        fprintf(stderr,
                "%zu older measurements of points that were measured again are not shown, %zu of them by "
                "another build; --all-builds shows them\n",
                summary->hidden, summary->hidden_of_other_builds);
    }
}

/* Samples and what is made of them. */
typedef struct Source {
    Paths paths;
    Rows *files; /* the samples of these paths, then the members beside them */
    Groups groups;
    Summary summary;
    ExperimentIndex members;
} Source;

static void source_forget(Source *source)
{
    experiment_index_free(&source->members);
    summary_free(&source->summary);
    groups_free(&source->groups);
}

static void source_free(Source *source)
{
    source_forget(source);
    for (size_t i = 0; source->files != NULL && i < 2 * source->paths.count; i++) {
        csv_file_free(&source->files[i]);
    }
    free(source->files);
    paths_free(&source->paths);
}

/* Reads the files that the words name; those of a folder by name. 0, or -1 and an error. */
static int source_read(Source *source, const char *const *words, size_t count, Error *error)
{
    Paths *paths = &source->paths;
    for (size_t i = 0; i < count; i++) {
        if (paths_add(paths, words[i], error) != 0) {
            return -1;
        }
    }
    Rows *files = source->files = calloc(2 * paths->count + 1, sizeof *files);
    if (files == NULL) {
        return error_set(error, "no memory for %zu files", paths->count);
    }
    for (size_t i = 0; i < paths->count; i++) {
        Rows *members = &files[paths->count + i];
        if (samples_read(paths->paths[i], &files[i], error) != 0 ||
            experiment_index_read(paths->paths[i], members, error) != 0) {
            return -1;
        }
        log_notice(&files[i].notice);
        log_notice(&members->notice);
    }
    return samples_fill_hosts(files, 2 * paths->count, NULL, error);
}

/* Drops the groups of other experiments. */
static void select_experiment(Groups *groups, const ExperimentIndex *members, const char *name)
{
    size_t kept = 0;
    for (size_t i = 0; i < groups->count; i++) {
        if (experiment_index_has(members, groups->groups[i].key, name)) {
            groups->groups[kept++] = groups->groups[i];
        }
    }
    groups->count = kept;
}

static int source_judge(Source *source, bool merged, Error *error)
{
    const size_t count = source->paths.count;
    if (merged) {
        samples_forget(source->files, 2 * count, COL_HOST);
    }
    if (groups_make(source->files, count, &source->groups, error) != 0 ||
        experiment_index_make(source->files, 2 * count, &source->members, error) != 0) {
        return -1;
    }
    if (request.experiment != NULL) {
        select_experiment(&source->groups, &source->members, request.experiment);
    }
    return summary_make(&source->groups, request.all_builds, request.baseline, &source->summary, error);
}

/* The path of a file beside the first of the source. */
static void name_beside(const Source *source, const char *name, char path[TEXT_MOST_PATH + 1])
{
    const char *first = source->paths.paths[0], *slash = strrchr(first, '/');
    snprintf(path, TEXT_MOST_PATH + 1, "%.*s%s", slash != NULL ? (int)(slash - first) + 1 : 0, first, name);
}

/* The cores of the machine, of the faster kind if there are two; 0 if unknown or of several hosts. */
static size_t count_cores(const Source *source)
{
    char path[TEXT_MOST_PATH + 1], text[65536];
    const Summary *summary = &source->summary;
    name_beside(source, "machine.json", path);
    for (size_t i = 1; i < summary->count; i++) {
        if (strcmp(row_field(summary->points[i].row, COL_HOST),
                   row_field(summary->points[0].row, COL_HOST)) != 0) {
            return 0;
        }
    }
    FILE *file = file_is_regular(path) ? fopen(path, "re") : NULL;
    if (file == NULL) {
        return 0;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    static const char *const keys[] = {"\"fast_cores\":", "\"cores\":"};
    long cores = 0;
    for (size_t i = 0; i < 2 && cores <= 0; i++) {
        const char *at = strstr(text, keys[i]);
        cores = at != NULL ? strtol(at + strlen(keys[i]), NULL, 10) : 0;
    }
    return cores > 0 ? (size_t)cores : 0;
}

static int print_laws(CsvWriter *writer, const Source *source, Error *error)
{
    const size_t most = request.most_threads != 0 ? request.most_threads : count_cores(source);
    return scaling_model_print(writer, &source->summary, most, error);
}

/* All tables of one source, an empty line behind each. */
static int print_source(CsvWriter *writer, const Source *source, Error *error)
{
    char counters[TEXT_MOST_PATH + 1];
    name_beside(source, "counters.csv", counters);
    puts("# summary");
    int failed = summary_print(writer, &source->summary, &source->members, error);
    puts("\n# rounds");
    failed = failed == 0 ? rounds_print(writer, &source->summary, error) : failed;
    puts("\n# estimates");
    failed = failed == 0 ? estimates_print(writer, &source->summary, error) : failed;
    puts("\n# laws");
    failed = failed == 0 ? print_laws(writer, source, error) : failed;
    puts("\n# counters");
    failed = failed == 0 ? counters_print(writer, counters, error) : failed;
    puts("");
    return failed;
}

static int print_tables(CsvWriter *writer, const Source *source, Error *error)
{
    Source reference = {0};
    int failed = 0;
    if (request.reference != NULL) {
        failed = source_read(&reference, &request.reference, 1, error);
        failed = failed == 0 ? source_judge(&reference, false, error) : failed;
    }
    failed = failed == 0 ? print_source(writer, source, error) : failed;
    if (failed == 0 && request.reference != NULL) {
        failed = print_source(writer, &reference, error);
    }
    if (failed == 0) {
        puts("# ratios");
        ratios_print(writer, &source->summary, &reference.summary);
    }
    source_free(&reference);
    return failed;
}

/* The hosts of shards count as one; the table # hosts, which comes first, has them apart. */
static int print_hosts(CsvWriter *writer, Source *source, Error *error)
{
    puts("# hosts");
    const int failed = source_judge(source, false, error) != 0 ||
                       summary_print(writer, &source->summary, &source->members, error) != 0;
    puts("");
    source_forget(source);
    return failed ? -1 : 0;
}

static int print_table(CsvWriter *writer, const Source *source, Error *error)
{
    return request.tables   ? print_tables(writer, source, error)
           : request.rounds ? rounds_print(writer, &source->summary, error)
           : request.laws   ? print_laws(writer, source, error)
                            : summary_print(writer, &source->summary, &source->members, error);
}

static int summarize(const Words *words, Error *error)
{
    Source source = {0};
    CsvWriter writer = {.stream = stdout, .json = request.json};
    int failed = source_read(&source, (const char *const *)words->word, words->count, error);
    if (failed == 0 && request.tables && request.merge_hosts) {
        failed = print_hosts(&writer, &source, error);
    }
    failed = failed == 0 ? source_judge(&source, request.merge_hosts, error) : failed;
    failed = failed == 0 ? check_baseline(&source.summary, request.baseline, error) : failed;
    if (failed == 0) {
        report_hidden(&source.summary);
        failed = print_table(&writer, &source, error);
    }
    source_free(&source);
    return failed;
}

static int check_options(Error *error)
{
    return request.rounds + request.laws + request.tables > 1
               ? error_set(error, "--rounds, --laws and --tables are different tables: give one of them")
           : request.json && request.tables ? error_set(error, "--tables are CSV: leave out --json")
           : request.reference != NULL && !request.tables ? error_set(error, "--reference is for --tables")
           : request.most_threads != 0 && !request.laws   ? error_set(error, "--most-threads is for --laws")
                                                          : 0;
}

static int run(const Words *words)
{
    Error error;
    const bool failed = check_options(&error) != 0 || summarize(words, &error) != 0;
    return failed ? log_error(&error, EXIT_USAGE) : EXIT_OK;
}

const Command command_summarize = {&usage, &request, run};
