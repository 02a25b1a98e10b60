/* `speedup run`: makes the plan, has the sweep measure it, and prints the results. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/system/child.h"
#include "common/system/file.h"
#include "common/text/text.h"
#include "common/timing.h"
#include "experiments/harness/analysis/results_table.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/cli/launcher.h"
#include "experiments/harness/cli/manifest.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/cli/shard.h"
#include "experiments/harness/cli/terminal.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/runner/dispatch.h"
#include "experiments/harness/runner/hook.h"
#include "experiments/harness/runner/interrupt.h"
#include "experiments/harness/runner/program_driver.h"
#include "experiments/harness/runner/resume.h"
#include "experiments/harness/runner/row.h"
#include "experiments/harness/runner/sweep.h"
#include "experiments/harness/sample_set.h"

/* A path of --out and the name of a file in it. */
enum { OUT_SIZE = TEXT_MOST_PATH + 512 };

/* --trace and --profile apply to the GPUs of one process. */
static int check_gpu_options(const RunOptions *options, const Plan *plan, Error *error)
{
    bool apply = options->trace == NULL && !options->profile;
    for (size_t i = 0; !apply && i < plan->count; i++) {
        apply = variant_on_gpu(plan->points[i].variant) && plan->points[i].point.ranks == 0;
    }
    const char *reason = apply ? NULL : gpu_driver.missing();
    return apply ? 0
                 : error_set(error, "%s needs a GPU variant of one process, and none is chosen: %s",
                             options->trace != NULL ? "--trace" : "--profile",
                             reason != NULL ? reason : "add --variant 'gpu/*'");
}

static int check_baseline(const RunOptions *options, Error *error)
{
    if (options->baseline == NULL || options->workload == NULL ||
        registry_variant(options->workload->name, options->baseline) != NULL) {
        return 0;
    }
    Nearest nearest = nearest_to(options->baseline);
    for (size_t i = 0; i < options->program_count; i++) {
        if (strcmp(options->programs[i]->name, options->baseline) == 0) {
            return 0;
        }
        nearest_offer(&nearest, options->programs[i]->name);
    }
    const Variant *variant;
    for (size_t i = 0; (variant = registry_variant_at(i)) != NULL; i++) {
        if (strcmp(variant->workload, options->workload->name) == 0) {
            nearest_offer(&nearest, variant->name);
        }
    }
    return error_set(error, "--baseline: %s has no variant '%s'%s", options->workload->name,
                     options->baseline, nearest_hint(&nearest));
}

/* Rejects names that rows or files cannot hold. */
static int check_names(const RunOptions *options, Error *error)
{
    const char *out = options->out != NULL ? options->out : "";
    if (strcmp(out, "-") == 0) {
        return error_set(error, "--out -: rows are read back from the file; name one, as --out samples.csv");
    }
    if (strcmp(basename(out), "members.csv") == 0) {
        return error_set(error,
                         "--out %s: members.csv lists the experiments of the points; name another file", out);
    }
    if (options->experiment != NULL && strchr(options->experiment, LIST_SEPARATOR) != NULL) {
        return error_set(error, "--experiment %s: ';' separates names in the summary; leave it out",
                         options->experiment);
    }
    return row_host(error)[0] != '\0' ? machine_check(error)
                                      : -1; /* rows and folders have the machine's name */
}

/* Each parameter has a column of its own in a summary. */
static int check_parameters(const Plan *plan, Error *error)
{
    for (size_t i = 0; i < plan->count; i++) {
        const Program *program = plan->points[i].program;
        const char *rest = program != NULL ? program->spec.parameters : NULL;
        size_t length;
        for (const char *item; (item = list_next(&rest, &length)) != NULL;) {
            if (summary_has_column(item)) {
                return error_set(error,
                                 "--param %.*s: summaries have a column of this name; give another one",
                                 (int)length, item);
            }
        }
    }
    return 0;
}

static int print_plan(const Plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        printf("%s%s%s\n", point_in_words(&plan->points[i]),
               plan->points[i].refused[0] != '\0' ? "  skipped: " : "", plan->points[i].refused);
    }
    log_info("%zu points; nothing was run (--dry-run)", plan->count);
    return EXIT_OK;
}

/* Do several runs write into the folder? A shard does, unless --out names a file. */
static bool shares_folder(const RunOptions *options)
{
    return options->shard.count != 0 && !options->profile &&
           (options->out == NULL || results_folder_is(options->out));
}

static bool ends_in_slash(const char *path)
{
    return path[0] != '\0' && path[strlen(path) - 1] == '/';
}

/* The file for the rows: --out, or one in a folder. In a shared folder its name has the host and the job. */
static int choose_file(const RunOptions *options, char path[OUT_SIZE], Error *error)
{
    const char *out = options->out;
    const char *job = row_job();
    const char *name = options->profile ? "profiled" : "samples"; /* a profiler changes times */
    const bool shared = shares_folder(options);
    char own[240] = "";
    if (out != NULL && !ends_in_slash(out) && !shared) {
        snprintf(path, OUT_SIZE, "%s", out);
        return results_folder_is(out) ? error_set(error, "cannot write %s: %s; write --out %s/ for %s/%s.csv",
                                                  out, strerror(EISDIR), out, out, name)
                                      : 0;
    }
    if (shared && job[0] != '\0') {
        snprintf(own, sizeof own, ".%s.%s", row_host(NULL), job);
    } else if (shared) {
        snprintf(own, sizeof own, ".%s.%zuof%zu", row_host(NULL), options->shard.index, options->shard.count);
    }
    const char *folder = out != NULL ? out : machine_get()->name;
    snprintf(path, OUT_SIZE, "%s%s%s%s%s.csv", out != NULL ? "" : "results/", folder,
             ends_in_slash(folder) ? "" : "/", name, own);
    return file_is_link(path)
               ? error_set(error, "%s is a link; name the file that it leads to with --out", path)
               : 0;
}

/* Do rows of all hosts count? In a shared folder, so that one host can resume a run of another, and in a file
 * that has no column for the host. */
static bool is_any_host(const RunOptions *options, const CsvFile *file)
{
    bool has_host = false;
    for (size_t i = 0; i < file->header.fields; i++) {
        has_host = has_host || file->header.column[i] == COL_HOST;
    }
    return !has_host || shares_folder(options);
}

/* Reads the existing rows: of the file, in a shared folder of all of its files. Free with sample_set_free,
 * also on failure. */
static int known_read(const RunOptions *options, const CsvFile *file, SampleSet *known, Error *error)
{
    const bool failed =
        csv_file_in_place(file, error) != 0 ||
        (shares_folder(options) ? results_folder_idle : paths_add)(&known->paths, file->path, error) != 0 ||
        sample_set_read(known, NULL, 0, false, error) != 0;
    if (!failed && is_any_host(options, file)) {
        samples_forget(known->files, known->paths.count, COL_HOST);
    }
    return failed ? -1 : 0;
}

/* Prints this plan's points; baselines and ceilings come from all rows. */
static int print_results(const Sweep *sweep, Error *error)
{
    const size_t count = sweep->plan->count;
    SampleSet known = {0};
    uint64_t *keys = calloc(count + 1, sizeof *keys);
    if (keys == NULL) {
        return error_set(error, "no memory for the table");
    }
    for (size_t i = 0; i < count; i++) {
        keys[i] = sweep->states[i].key;
    }
    const int failed = known_read(sweep->options, sweep->file, &known, error) != 0 ||
                       sample_set_judge(&known, NULL, false, sweep->options->baseline, error) != 0 ||
                       results_table(stdout, &known.summary, keys, count,
                                     terminal_width(STDOUT_FILENO, SIZE_MAX), error) != 0;
    sample_set_free(&known);
    free(keys);
    return failed;
}

/* Adds a point to each of its experiments that are not known. */
static int add_members(CsvFile *members, const ExperimentIndex *known, const PlanPoint *planned, Error *error)
{
    RowText row;
    const char *rest = planned->experiments;
    size_t length = 0;
    row_identity(&row, planned);
    for (const char *name; (name = list_next(&rest, &length)) != NULL;) {
        snprintf(row.text[COL_EXPERIMENT], sizeof row.text[COL_EXPERIMENT], "%.*s", (int)length, name);
        if (!experiment_index_lists(known, row.field) && csv_file_append(members, row.field, 0, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Adds the plan's points to their experiments in members.csv, not under a profiler. If the file cannot be
 * written, the points are measured all the same: their rows name the experiment too. A malformed file is
 * rejected: -1 and an error. */
static int record_members(const RunOptions *options, const Plan *plan, const CsvFile *file, Error *error)
{
    char path[BESIDE_SIZE];
    CsvFile members;
    Rows rows;
    ExperimentIndex known = {0};
    Error notice = {.text = ""};
    bool named = false;
    for (size_t i = 0; i < plan->count; i++) {
        named = named || plan->points[i].experiments != NULL;
    }
    if (!named || options->profile) {
        return 0;
    }
    path_beside(file->path, "members.csv", path);
    /* Opened first: that waits for other writers, whose rows are then known. */
    const bool is_open = csv_file_open(path, &experiment_index_format, &members, &notice, error) == 0;
    const bool is_read = experiment_index_read(file->path, &rows, error) == 0;
    int failed = is_open && is_read ? experiment_index_make(&rows, 1, &known, error) : -1;
    if (failed == 0) {
        log_notice(&notice);
        for (size_t i = 0; failed == 0 && i < plan->count; i++) {
            failed = add_members(&members, &known, &plan->points[i], error);
        }
    }
    experiment_index_free(&known);
    csv_file_free(&rows);
    if (is_open) {
        csv_file_close(&members);
    }
    if (is_read && failed != 0) {
        log_info("%s; points that are measured already join no experiment", error->text);
    }
    return is_read ? 0 : -1;
}

/* Wall times of programs include the start of a process. */
static void note_empty_process(const Plan *plan)
{
    const Program *program = NULL;
    for (size_t i = 0; i < plan->count; i++) {
        program = plan->points[i].program != NULL ? plan->points[i].program : program;
    }
    char time[32];
    const double empty_s = program != NULL ? program_driver_empty_s(program->spec.shell) : NAN;
    if (program != NULL && !isnan(empty_s)) {
        format_time(empty_s, time, sizeof time);
        log_info("an empty process (%s) takes %s from start to end; wall times include that of the program",
                 program->spec.shell ? "sh -c :" : "true", time);
    }
}

static int measure(const RunOptions *options, const Plan *plan, CsvFile *file, Error *error)
{
    SampleSet known = {0};
    Sweep sweep = {0};
    double start_s = timing_now_s();
    if (known_read(options, file, &known, error) != 0 ||
        sweep_begin(&sweep, options, plan, known.files, known.paths.count, is_any_host(options, file),
                    error) != 0 ||
        record_members(options, plan, file, error) != 0) {
        sweep_end(&sweep);
        sample_set_free(&known);
        return log_error(error, EXIT_USAGE);
    }
    sample_set_free(&known);
    sweep.file = file;
    sweep.ends_s = start_s + options->time_limit_s;
    const size_t done_before = sweep_counts(&sweep).done;
    char reused[200];
    if (!options->quiet) {
        log_info("%zu points; rows go to %s", plan->count, file->path);
    }
    if (resume_describe(&sweep, reused, sizeof reused) >
        0) { /* with --quiet too: what changed unseen would pass as measured now */
        log_info("%s", reused);
    }
    if (sweep.again > 0 && !options->quiet) {
        log_info("%zu finished points are measured again: others of the same work are new, and a ratio needs "
                 "common rounds",
                 sweep.again);
    }
    if (done_before < plan->count && !options->quiet) {
        note_empty_process(plan);
    }
    interrupt_watch();
    int failed = sweep_measure(&sweep, error);
    const SweepCounts counts = sweep_counts(&sweep);
    int code = counts.bad > 0 ? EXIT_POINT : EXIT_OK;
    if (failed != 0 && !sweep.is_late) {
        code = interrupted() ? EXIT_INTERRUPTED : log_error(error, EXIT_POINT);
    }
    if (code == EXIT_INTERRUPTED || sweep.is_late) {
        log_info("%s with %zu of %zu points done, in round %u of %zu; the same command resumes",
                 code == EXIT_INTERRUPTED ? "interrupted" : "stopped at the time limit", counts.done,
                 plan->count, sweep.round, counts.rounds);
    } else if (failed == 0 && print_results(&sweep, error) != 0) {
        code = log_error(error, EXIT_POINT);
    }
    if (failed == 0 && !options->quiet) {
        log_info("%zu points, %zu measured now, %zu skipped, %zu wrong, crashed or timed out; samples in %s",
                 plan->count, counts.done - done_before - counts.skipped, counts.skipped, counts.bad,
                 file->path);
    }
    sweep_end(&sweep);
    return code;
}

/* ---- machine.json ---- */

/* Why the file is kept: "", as it describes this machine and build. NULL: it is to be written. The first
 * "name" of a description is the machine's. */
static const char *reason_to_keep(const char *path)
{
    char text[65536], name[sizeof machine_get()->name + 16], build[48];
    if (access(path, F_OK) == 0 && !file_is_regular(path)) { /* a FIFO would wait for a writer */
        return "is no regular file";
    }
    if (file_read_start(path, text, sizeof text) != 0) {
        return NULL;
    }
    snprintf(name, sizeof name, "\"name\": \"%s\"", machine_get()->name);
    snprintf(build, sizeof build, "\"id\": \"%s\"", machine_build_id());
    const char *first = strstr(text, "\"name\":");
    if (first == NULL || strncmp(first, name, strlen(name)) != 0) {
        return "does not describe this machine";
    }
    return strstr(text, build) != NULL ? "" : NULL;
}

/* Writes the output of `speedup machine` to the file. 0, an errno, or -1 if the program failed. */
static int describe_machine(const char *path)
{
    char *const arguments[] = {"speedup", "machine", NULL};
    NewFile file;
    if (file_begin(&file, path) != 0) {
        return errno;
    }
    const Child child = {
        .arguments = arguments, .fd_count = 3, .fd = {CHILD_NULL, fileno(file.stream), STDERR_FILENO}};
    const pid_t pid = child_start(&child);
    const int failed = pid < 0 ? errno : child_wait(pid) == 0 ? 0 : -1;
    return file_end(&file, failed == 0 ? path : NULL) == 0 ? failed : errno;
}

/* Writes machine.json, the description of the machine, beside a samples file that is named as
 * results_folder.h describes, unless it already describes this machine and build, or something else. A
 * separate process makes the description, since querying a GPU creates a context in the process. 0, or -1 and
 * an error, which does not prevent a measurement. */
static int update_machine_file(const char *samples_path, Error *error)
{
    char path[BESIDE_SIZE];
    if (!results_folder_names_samples(basename(samples_path))) {
        return 0;
    }
    path_beside(samples_path, "machine.json", path);
    const char *why = reason_to_keep(path);
    const int failed = why == NULL ? describe_machine(path) : 0;
    why = failed != 0 ? reason_to_keep(path) : why; /* another process may have been faster */
    if (why != NULL && why[0] != '\0') {
        return error_set(error, "%s %s and is kept; speedup machine describes it", path, why);
    }
    if (failed == 0 || why != NULL) {
        return 0;
    }
    return error_set(error, "%s could not be written: %s; speedup machine > %s makes it", path,
                     failed > 0 ? strerror(failed) : "speedup machine failed", path);
}

/* ---- the command ---- */

/* Is this process one of several that a launcher started, but not the first? Only the first one measures; it
 * starts the processes of each point itself. */
static bool is_further_rank(const RunOptions *options, const Plan *plan)
{
    bool ranks = false;
    for (size_t i = 0; i < plan->count; i++) {
        ranks = ranks || plan->points[i].point.ranks > 0;
    }
    const bool further = ranks && launcher_is_follower();
    if (further && options->shard.count != 0) {
        log_info(
            "shard %zu/%zu is measured by the job's first process, as it has points of several processes",
            options->shard.index, options->shard.count);
    }
    return further;
}

static int make(RunOptions *options, Plan *plan, Error *error)
{
    if (check_baseline(options, error) != 0 || check_names(options, error) != 0 ||
        manifest_plan(options, true, plan, error) != 0 || check_parameters(plan, error) != 0 ||
        check_gpu_options(options, plan, error) != 0 || dispatch_check_sandbox(options, plan, error) != 0 ||
        environment_slurm(options, error) != 0 ||
        (options->shard.count != 0 && shard_select(plan, options->shard, error) != 0)) {
        return -1;
    }
    return is_further_rank(options, plan) ? 1 : 0;
}

/* No program may have its --expect-output, which is removed, where the rows go. */
static int check_written(const Plan *plan, const char *path, Error *error)
{
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < plan->count; i++) {
        if (plan->points[i].program != NULL) {
            const ProgramSpec spec = plan_program(&plan->points[i]);
            ProgramSpec resolved;
            failed = program_resolve(&spec, &plan->points[i].point, &resolved, error) != 0
                         ? -1
                         : program_spare(&resolved, path, "the samples file", error);
        }
    }
    return failed;
}

static int run(RunOptions *options, const Plan *plan, Error *error)
{
    char path[OUT_SIZE];
    CsvFile file;
    Error why, notice = {.text = ""};
    if (options->shard.count != 0 && !options->quiet) {
        log_info("shard %zu/%zu: %zu points", options->shard.index, options->shard.count, plan->count);
    }
    if (options->dry_run) {
        return print_plan(plan);
    }
    options->fresh = options->fresh || options->profile;
    if (choose_file(options, path, error) != 0 ||
        csv_file_open(path, &samples_format, &file, &notice, error) != 0) {
        return -1;
    }
    if (check_written(plan, file.path, error) != 0) {
        csv_file_close(&file);
        return -1;
    }
    log_notice(&notice);
    if (update_machine_file(file.path, &notice) != 0) {
        log_notice(&notice);
    }
    int code;
    if (hook_run_all(plan, PROGRAM_SETUP, &why) != 0) {
        code = interrupted() ? EXIT_INTERRUPTED : log_error(&why, EXIT_POINT);
    } else {
        code = measure(options, plan, &file, &why);
    }
    if (hook_run_all(plan, PROGRAM_CLEANUP, &why) != 0 && log_error(&why, code) == EXIT_OK) {
        code = EXIT_POINT;
    }
    csv_file_close(&file);
    return code;
}

const PlanCommand command_run = {
    .before =
        "Usage: speedup run WORKLOAD [options]\n"
        "       speedup run --command TEXT [options]\n"
        "       speedup run --manifest FILE [options]\n"
        "\n"
        "Measures every chosen variant of a workload at every point of the axes that it reads, verifies\n"
        "every result, and appends one row per sample to a CSV file. The same command again measures\n"
        "only what is missing. A command with new points also measures the finished points of the same\n"
        "work (workload, type, size, input) again: a ratio needs common rounds. The table goes to stdout,\n"
        "on a terminal without the columns that do not fit; everything else goes to stderr. Times are\n"
        "means over rounds (of the logarithms of their medians) with Student's 95 % interval, which fewer\n"
        "than five rounds do not have.",
    .after =
        "Rows have the host's name, the system's or SPEEDUP_HOST. Beside them members.csv lists the\n"
        "experiments of each point, and beside a samples.csv machine.json describes the machine. --out "
        "FOLDER/\n"
        "writes FOLDER/samples.csv; with --shard it writes samples.<host>.<job>.csv, and skips points that "
        "any\n"
        "file there has.\n"
        "\n"
        "Examples\n"
        "  speedup run matmul --size 256,512,1024 --threads 1,2\n"
        "  speedup run transpose --variant 'cpu/*' --size 1024:8192:x2 --precision 0.5%\n"
        "  speedup run --command './solve {n} {threads}' --size 256,512 --threads 1,2 --expect-file "
        "'right/{n}.txt'\n"
        "  speedup run apsp --variant cpu/openmp_blocked --size 1000 --edges 50000 --block 32,64,128\n"
        "  speedup run matmul --variant cpu/openmp_ikj --zip size,threads --size 512,1024 --threads 1,2\n"
        "  speedup run --manifest study.manifest --shard 3/8 --out results/cluster/\n"
        "\n"
        "Exit codes: 0 all measured, skipped for a stated reason, or stopped at the time limit; 1 a point "
        "was\n"
        "wrong, crashed or timed out; 2 usage; 130 interrupted (the same command resumes).",
    .make = make,
    .run = run,
};
