/* `speedup summarize`: samples to one row a point. */
#include <stdlib.h>
#include <string.h>

#include "experiments/harness/analysis/round_rows.h"
#include "experiments/harness/analysis/scaling_model.h"
#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/store/results_folder.h"

typedef struct Request {
    bool all_builds, merge_hosts, rounds, laws, json;
    size_t most_threads;
    const char *baseline;
} Request;

#define AT(field) offsetof(Request, field)

static const Option summarize_options[] = {
    {"all-builds", NULL, take_flag, AT(all_builds),
     "every build and run of a point, not only the newest: the one whose rows stand last", NULL},
    {"merge-hosts", NULL, take_flag, AT(merge_hosts),
     "hosts count as one, which is not named; the newest measurement shows", NULL},
    {"rounds", NULL, take_flag, AT(rounds),
     "a row a round instead: its medians, and the row of its point in the summary", NULL},
    {"laws", NULL, take_flag, AT(laws),
     "a row a curve over threads instead: the law that it follows, and how far threads take it", NULL},
    {"most-threads", "N", take_count, AT(most_threads),
     "with --laws: fit at most so many threads, those that have a core of their own; GPUs all", "all"},
    {"json", NULL, take_flag, AT(json), "a JSON array with an object a row instead of CSV; not known is null",
     NULL},
    {"baseline", "VARIANT", take_text, AT(baseline), "what speedups are against",
     "cpu/naive, else the same code on one thread"},
};

static const Usage usage = {
    .command = "summarize",
    .before = "Usage: speedup summarize [options] FILE|FOLDER...\n"
              "\n"
              "Reads samples files (of several machines, if you like) and prints one CSV row a point: what\n"
              "it is, the times with their 95 % intervals, rate, speedup with the baseline's name,\n"
              "efficiency over one thread of the same code, share of the measured ceiling, flags.\n"
              "The column experiment names all that a point belongs to, by its rows and by the members.csv\n"
              "beside each FILE. Rows without a host take the only one of their machine. Of a FOLDER all\n"
              "samples files count: samples.csv and those of shards, samples.<host>.<job>.csv.",
    .after = "Examples\n"
             "  speedup summarize results/*/samples.csv > summary.csv\n"
             "\n"
             "Exit codes: 0 done; 2 a file is missing, foreign or damaged.",
    OPTIONS(summarize_options),
    .least = 1,
    .most = SIZE_MAX,
    .when_too_few = "name a samples file, as in: speedup summarize results/*/samples.csv",
};

/* The files that the words name; those of a folder by name. */
static int find_files(const Words *words, Paths *paths, Error *error)
{
    for (size_t i = 0; i < words->count; i++) {
        if (paths_add(paths, words->word[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Reads the samples into the first half of `files` and the members beside them into the second. */
static int read_files(char **paths, size_t count, const Request *request, Rows *files, Error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (samples_read(paths[i], &files[i], error) != 0 ||
            experiment_index_read(paths[i], &files[count + i], error) != 0) {
            return -1;
        }
        log_notice(&files[i].notice);
        log_notice(&files[count + i].notice);
    }
    if (request->merge_hosts) {
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

static void tell_hidden(const Summary *summary)
{
    if (summary->hidden > 0) {
        fprintf(stderr,
                "%zu older measurements of points that were measured again are not shown, %zu of them by "
                "another build; --all-builds shows them\n",
                summary->hidden, summary->hidden_of_other_builds);
    }
}

static int summarize(char **paths, size_t count, const Request *request, Error *error)
{
    Groups groups = {0};
    Summary summary = {0};
    ExperimentIndex members = {0};
    Rows *files = calloc(2 * count + 1, sizeof *files);
    if (files == NULL) {
        return error_set(error, "no memory for %zu files", count);
    }
    int failed = read_files(paths, count, request, files, error);
    if (failed == 0) {
        failed = groups_make(files, count, &groups, error);
    }
    if (failed == 0) {
        failed = summary_make(&groups, request->all_builds, request->baseline, &summary, error);
    }
    if (failed == 0) {
        failed = check_baseline(&summary, request->baseline, error);
    }
    if (failed == 0) {
        failed = experiment_index_make(files, 2 * count, &members, error);
    }
    if (failed == 0) {
        tell_hidden(&summary);
        CsvWriter writer = {.stream = stdout, .json = request->json};
        failed = request->rounds ? rounds_print(&writer, &summary, error)
                 : request->laws ? scaling_model_print(&writer, &summary, request->most_threads, error)
                                 : summary_print(&writer, &summary, &members, error);
    }
    experiment_index_free(&members);
    summary_free(&summary);
    groups_free(&groups);
    for (size_t i = 0; i < 2 * count; i++) {
        csv_file_free(&files[i]);
    }
    free(files);
    return failed;
}

int command_summarize(int argc, char **argv)
{
    Request request = {0};
    Words words;
    Error error;
    int code = command_begin(&usage, argc, argv, &request, &words);
    if (code != PROCEED) {
        return code;
    }
    if (request.rounds && request.laws) {
        error_set(&error, "--rounds and --laws are different tables: give one of them");
        return log_error(&error, EXIT_USAGE);
    }
    if (request.most_threads != 0 && !request.laws) {
        error_set(&error, "--most-threads is for --laws");
        return log_error(&error, EXIT_USAGE);
    }
    Paths paths = {0};
    code =
        find_files(&words, &paths, &error) != 0 || summarize(paths.paths, paths.count, &request, &error) != 0
            ? log_error(&error, EXIT_USAGE)
            : EXIT_OK;
    paths_free(&paths);
    return code;
}
