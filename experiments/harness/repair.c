/* `speedup repair`: moves damaged lines of samples files to files beside them. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/store/csv_repair.h"
#include "experiments/harness/store/experiment_index.h"
#include "experiments/harness/store/results_folder.h"
#include "experiments/harness/store/samples.h"

static const Usage usage = {
    .command = "repair",
    .before =
        "Usage: speedup repair FILE|FOLDER\n"
        "\n"
        "Moves damaged lines, as a power failure or a bad disk leaves them, to FILE.damaged. All other\n"
        "rows remain. Of a folder: samples.csv, samples.*.csv and members.csv.",
    .after = "Exit codes: 0 all files are in order; 2 a file could not be repaired and is unchanged.",
    .least = 1,
    .most = 1,
    .when_too_few = "name a samples file or its folder, as in: speedup repair results/here",
};

static int repair(const char *path)
{
    const bool members = strcmp(basename(path), "members.csv") == 0;
    CsvRepair done;
    Error error;
    if (csv_file_repair(path, members ? &experiment_index_format : &samples_format, &done, &error) != 0) {
        return log_error(&error, EXIT_USAGE);
    }
    if (!done.changed) {
        printf("%s: nothing to repair in %zu rows\n", path, done.kept);
    } else if (done.moved == 0) {
        printf("%s: kept %zu rows, ended the last line\n", path, done.kept);
    } else {
        printf("%s: kept %zu rows, moved %zu damaged line%s to %s.damaged\n", path, done.kept, done.moved,
               done.moved == 1 ? "" : "s", path);
    }
    return EXIT_OK;
}

static int run(const Words *words, Error *error)
{
    const char *path = words->word[0];
    Paths paths = {0};
    char members[BESIDE_SIZE];
    int code = EXIT_OK;
    int failed = paths_add(&paths, path, error);
    if (failed == 0 && results_folder_is(path)) {
        path_beside(paths.paths[0], "members.csv", members);
        failed = access(members, F_OK) == 0 ? paths_add(&paths, members, error) : 0;
    }
    for (size_t i = 0; failed == 0 && i < paths.count; i++) {
        const int other = repair(paths.paths[i]);
        code = other != EXIT_OK ? other : code;
    }
    paths_free(&paths);
    return failed == 0 ? code : -1;
}

const Command command_repair = {&usage, NULL, run};
