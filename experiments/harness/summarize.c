/* `speedup summarize`: samples to one row a point. And the reading that `compare` shares. */
#include <stdlib.h>
#include <string.h>

#include "experiments/harness/ask/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/judge/summary.h"
#include "experiments/harness/talk.h"

typedef struct SummarizeOptions {
    bool all_builds;
    const char *baseline;
} SummarizeOptions;

#define AT(field) offsetof(SummarizeOptions, field)

static const Option summarize_options[] = {
    {"all-builds", NULL, take_flag, AT(all_builds), "every build of a point, not only the newest", NULL},
    {"baseline", "VARIANT", take_text, AT(baseline), "what speedups are against",
     "cpu/naive, else the same code on one thread"},
};

static const Usage usage = {
    .command = "summarize",
    .before = "Usage: speedup summarize [options] FILE...\n"
              "\n"
              "Reads samples files (of several machines, if you like) and prints one CSV row a point: what\n"
              "it is, the medians with their 95 % rank intervals, rate, speedup with the baseline's name,\n"
              "efficiency over one thread of the same code, share of the measured ceiling, flags.",
    .after = "Example\n"
             "  speedup summarize results/*/samples.csv > summary.csv\n"
             "\n"
             "Exit codes: 0 done; 2 a file is missing, foreign or damaged.",
    OPTIONS(summarize_options),
    .least = 1,
    .most = SIZE_MAX,
    .when_too_few = "name a samples file, as in: speedup summarize results/*/samples.csv",
};

static int read_files(char **paths, size_t count, Samples *files, Error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (samples_read(paths[i], &files[i], error) != 0) {
            return -1;
        }
        mention(&files[i].notice);
    }
    return 0;
}

static int check_baseline(const Summary *summary, const char *baseline, Error *error)
{
    char hint[128];
    if (baseline == NULL) {
        return 0;
    }
    Nearest nearest = nearest_to(baseline);
    for (size_t i = 0; i < summary->count; i++) {
        const char *variant = summary->points[i].row->field[COL_VARIANT];
        if (strcmp(variant, baseline) == 0) {
            return 0;
        }
        nearest_offer(&nearest, variant);
    }
    return error_set(error, "--baseline %s: no row has this variant%s", baseline,
                     nearest_hint(&nearest, hint, sizeof hint));
}

static int summarize(char **paths, size_t count, bool all_builds, const char *baseline, Error *error)
{
    Groups groups = {0};
    Summary summary = {0};
    Samples *files = calloc(count, sizeof *files);
    if (files == NULL) {
        return error_set(error, "no memory for %zu files", count);
    }
    int failed = read_files(paths, count, files, error);
    if (failed == 0) {
        failed = groups_make(files, count, &groups, error);
    }
    if (failed == 0) {
        failed = summary_make(&groups, all_builds, baseline, &summary, error);
    }
    if (failed == 0) {
        failed = check_baseline(&summary, baseline, error);
    }
    if (failed == 0) {
        summary_print_csv(stdout, &summary);
    }
    summary_free(&summary);
    groups_free(&groups);
    for (size_t i = 0; i < count; i++) {
        samples_free(&files[i]);
    }
    free(files);
    return failed;
}

int command_summarize(int argc, char **argv)
{
    SummarizeOptions options = {0};
    Words words;
    Error error;
    int code = command_begin(&usage, argc, argv, &options, &words);
    if (code != GO_ON) {
        return code;
    }
    if (summarize(words.word, words.count, options.all_builds, options.baseline, &error) != 0) {
        return complain(&error, EXIT_USAGE);
    }
    return EXIT_OK;
}
