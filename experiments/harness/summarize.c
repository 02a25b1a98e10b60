/* `speedup summarize`: samples to one row per point, and the tables of rounds, estimates, ratios and laws. */
#include <stdlib.h>
#include <string.h>

#include "experiments/harness/analysis/ratio_rows.h"
#include "experiments/harness/analysis/round_rows.h"
#include "experiments/harness/analysis/scaling_model.h"
#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/store/results_folder.h"

typedef struct Request {
    bool all_builds, merge_hosts, rounds, samples, estimates, laws, means, json;
    size_t most_threads;
    const char *baseline, *experiment, *ratios, *reference;
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
    {"samples", NULL, take_flag, AT(samples), "one row per sample of each right point instead: its times",
     NULL},
    {"estimates", NULL, take_flag, AT(estimates),
     "one row per point and clock instead: copies, input, output, share and energy too, with intervals",
     NULL},
    {"ratios", "PAIRS", take_path, AT(ratios),
     "one row per pair and clock instead: the ratio of two points that a row ABOVE,BELOW of this CSV file "
     "names by their "
     "rows in the summary",
     NULL},
    {"reference", "FILE", take_path, AT(reference),
     "with --ratios: further samples, summarized apart; their points are numbered after the others", NULL},
    {"means", NULL, take_flag, AT(means),
     "FILE has no samples but rows GROUP,VALUE: the mean of each group with its interval", NULL},
    {"laws", NULL, take_flag, AT(laws),
     "one row per curve over threads instead: its scaling law and recommended thread count", NULL},
    {"most-threads", "N", take_count, AT(most_threads),
     "with --laws: fit at most N threads, the cores of the machine; all GPUs", "all"},
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

/* Reads the samples into the first half of `files` and the members beside them into the second. */
static int read_files(char **paths, size_t count, Rows *files, Error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (samples_read(paths[i], &files[i], error) != 0 ||
            experiment_index_read(paths[i], &files[count + i], error) != 0) {
            return -1;
        }
        log_notice(&files[i].notice);
        log_notice(&files[count + i].notice);
    }
    if (request.merge_hosts) {
        samples_forget(files, 2 * count, COL_HOST);
        return 0;
    }
    return samples_fill_hosts(files, 2 * count, NULL, error);
}

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
    size_t count;
    Groups groups;
    Summary summary;
    ExperimentIndex members;
} Source;

static void source_free(Source *source)
{
    experiment_index_free(&source->members);
    summary_free(&source->summary);
    groups_free(&source->groups);
    for (size_t i = 0; i < source->count; i++) {
        csv_file_free(&source->files[i]);
    }
    free(source->files);
    paths_free(&source->paths);
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

/* Reads the files that the words name; those of a folder by name. Free with source_free, after a failure too.
 */
static int source_make(Source *source, const char *const *words, size_t count, Error *error)
{
    Paths *paths = &source->paths;
    *source = (Source){0};
    for (size_t i = 0; i < count; i++) {
        if (paths_add(paths, words[i], error) != 0) {
            return -1;
        }
    }
    source->files = calloc(2 * paths->count + 1, sizeof *source->files);
    if (source->files == NULL) {
        return error_set(error, "no memory for %zu files", paths->count);
    }
    source->count = 2 * paths->count;
    if (read_files(paths->paths, paths->count, source->files, error) != 0 ||
        groups_make(source->files, paths->count, &source->groups, error) != 0 ||
        experiment_index_make(source->files, source->count, &source->members, error) != 0) {
        return -1;
    }
    if (request.experiment != NULL) {
        select_experiment(&source->groups, &source->members, request.experiment);
    }
    return summary_make(&source->groups, request.all_builds, request.baseline, &source->summary, error);
}

static int print_ratios(CsvWriter *writer, const Source *source, Error *error)
{
    Source reference;
    int failed = source_make(&reference, &request.reference, request.reference != NULL, error);
    failed = failed == 0 ? ratios_print(writer, request.ratios, &source->summary, &reference.summary, error)
                         : failed;
    source_free(&reference);
    return failed;
}

static int print_table(CsvWriter *writer, const Source *source, Error *error)
{
    const Summary *summary = &source->summary;
    return request.ratios != NULL ? print_ratios(writer, source, error)
           : request.estimates    ? estimates_print(writer, summary, error)
           : request.samples      ? samples_print(writer, summary)
           : request.rounds       ? rounds_print(writer, summary, error)
           : request.laws         ? scaling_model_print(writer, summary, request.most_threads, error)
                                  : summary_print(writer, summary, &source->members, error);
}

static int summarize(const Words *words, Error *error)
{
    Source source;
    CsvWriter writer = {.stream = stdout, .json = request.json};
    if (request.means) {
        return means_print(&writer, words->word[0], error);
    }
    int failed = source_make(&source, (const char *const *)words->word, words->count, error);
    failed = failed == 0 ? check_baseline(&source.summary, request.baseline, error) : failed;
    if (failed == 0) {
        report_hidden(&source.summary);
        failed = print_table(&writer, &source, error);
    }
    source_free(&source);
    return failed;
}

static int check_options(const Words *words, Error *error)
{
    const int tables = request.rounds + request.samples + request.estimates + request.laws + request.means +
                       (request.ratios != NULL);
    return tables > 1 ? error_set(error, "--rounds, --samples, --estimates, --ratios, --laws and --means are "
                                         "different tables: give one of them")
           : request.reference != NULL && request.ratios == NULL
               ? error_set(error, "--reference is for --ratios")
           : request.means && words->count > 1          ? error_set(error, "--means takes one FILE")
           : request.most_threads != 0 && !request.laws ? error_set(error, "--most-threads is for --laws")
                                                        : 0;
}

static int run(const Words *words)
{
    Error error;
    const bool failed = check_options(words, &error) != 0 || summarize(words, &error) != 0;
    return failed ? log_error(&error, EXIT_USAGE) : EXIT_OK;
}

const Command command_summarize = {&usage, &request, run};
