/* `speedup summarize`: samples to one row per point, and the tables of rounds, estimates, ratios and laws. */
#include <stdlib.h>
#include <string.h>

#include "common/system/file.h"
#include "experiments/harness/analysis/report_tables.h"
#include "experiments/harness/analysis/scaling_model.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/sample_set.h"

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
    .before = "Usage: speedup summarize [options] FILE|FOLDER...\n"
              "\n"
              "Reads samples files, of one or several machines, and prints one CSV row per point: identity,\n"
              "times with 95 % intervals, rate, speedup with the name of its baseline, efficiency over one\n"
              "thread of the same code, share of the measured ceiling, flags. The column experiment lists\n"
              "all experiments of a point, by its rows and by the members.csv beside each FILE. A FOLDER\n"
              "stands for all its samples files: samples.csv and those of shards, samples.<host>.<job>.csv.",
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
    return error_set(error, "--baseline %s: no row has this variant%s", baseline, nearest_hint(&nearest));
}

static int judge(SampleSet *set, bool merge_hosts, Error *error)
{
    if (merge_hosts) {
        samples_forget(set->files, 2 * set->paths.count, COL_HOST);
    }
    return sample_set_judge(set, request.experiment, request.all_builds, request.baseline, error);
}

/* The cores of the machine, of the faster kind if there are two; 0 if unknown or of several machines or
 * hosts. */
static size_t count_cores(const SampleSet *set)
{
    static const Column of_machine[] = {COL_MACHINE, COL_HOST};
    char path[BESIDE_SIZE], text[65536];
    const PointSummary *points = set->summary.points;
    for (size_t i = 0; i < 2 * set->summary.count; i++) {
        const Column column = of_machine[i % 2];
        if (strcmp(row_field(points[i / 2].row, column), row_field(points[0].row, column)) != 0) {
            return 0;
        }
    }
    path_beside(set->paths.paths[0], "machine.json", path);
    if (!file_is_regular(path) || file_read_start(path, text, sizeof text) != 0) {
        return 0;
    }
    const char *at = strstr(text, "\"fast_cores\":");
    at = at != NULL && strtol(strchr(at, ':') + 1, NULL, 10) > 0 ? at : strstr(text, "\"cores\":");
    const long cores = at != NULL ? strtol(strchr(at, ':') + 1, NULL, 10) : 0;
    return cores > 0 ? (size_t)cores : 0;
}

static int print_laws(CsvWriter *writer, const SampleSet *set, Error *error)
{
    const size_t most = request.most_threads != 0 ? request.most_threads : count_cores(set);
    return scaling_model_print(writer, &set->summary, most, error);
}

/* All tables of one set, an empty line behind each. */
static int print_set(CsvWriter *writer, const SampleSet *set, Error *error)
{
    char counters[BESIDE_SIZE];
    path_beside(set->paths.paths[0], "counters.csv", counters);
    puts("# summary");
    int failed = summary_print(writer, &set->summary, &set->members, error);
    puts("\n# rounds");
    failed = failed == 0 ? rounds_print(writer, &set->summary, false, error) : failed;
    puts("\n# estimates");
    failed = failed == 0 ? rounds_print(writer, &set->summary, true, error) : failed;
    puts("\n# laws");
    failed = failed == 0 ? print_laws(writer, set, error) : failed;
    puts("\n# counters");
    failed = failed == 0 ? counters_print(writer, counters, error) : failed;
    puts("");
    return failed;
}

static int print_tables(CsvWriter *writer, const SampleSet *set, Error *error)
{
    SampleSet reference = {0};
    const bool has_reference = request.reference != NULL;
    int failed = (has_reference && (sample_set_read(&reference, &request.reference, 1, true, error) != 0 ||
                                    judge(&reference, request.merge_hosts, error) != 0)) ||
                 print_set(writer, set, error) != 0 ||
                 (has_reference && print_set(writer, &reference, error) != 0);
    if (failed == 0) {
        puts("# ratios");
        failed = ratios_print(writer, &set->summary, &reference.summary, error);
    }
    sample_set_free(&reference);
    return failed;
}

/* The hosts of shards count as one; the table # hosts, which comes first, has them apart. */
static int print_hosts(CsvWriter *writer, SampleSet *set, Error *error)
{
    puts("# hosts");
    const int failed =
        judge(set, false, error) != 0 || summary_print(writer, &set->summary, &set->members, error) != 0;
    puts("");
    sample_set_forget(set);
    return failed ? -1 : 0;
}

static int print_table(CsvWriter *writer, const SampleSet *set, Error *error)
{
    return request.tables   ? print_tables(writer, set, error)
           : request.rounds ? rounds_print(writer, &set->summary, false, error)
           : request.laws   ? print_laws(writer, set, error)
                            : summary_print(writer, &set->summary, &set->members, error);
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

static int run(const Words *words, Error *error)
{
    SampleSet set = {0};
    CsvWriter writer = {.stream = stdout, .json = request.json};
    if (check_options(error) != 0) {
        return -1;
    }
    int failed = sample_set_read(&set, (const char *const *)words->word, words->count, true, error) != 0 ||
                 (request.tables && request.merge_hosts && print_hosts(&writer, &set, error) != 0) ||
                 judge(&set, request.merge_hosts, error) != 0 ||
                 check_baseline(&set.summary, request.baseline, error) != 0;
    if (failed == 0 && set.summary.hidden > 0) {
        log_info("%zu older measurements of points that were measured again are not shown, %zu of them by "
                 "another build; summarize --all-builds shows them",
                 set.summary.hidden, set.summary.hidden_of_other_builds);
    }
    failed = failed != 0 || print_table(&writer, &set, error) != 0;
    sample_set_free(&set);
    return failed ? -1 : EXIT_OK;
}

const Command command_summarize = {&usage, &request, run};
