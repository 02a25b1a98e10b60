/* See process.h. */
#include "experiments/harness/runner/process.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/harness/cli/manifest.h"
#include "experiments/harness/runner/interrupt.h"
#include "experiments/harness/store/sample_times.h"
#include "experiments/harness/store/status.h"

#define SELF "/proc/self/exe"

enum { MOST_WORDS = 128, POLL_MS = 200, INTERRUPTED_CODE = 130 };

/* ---- files ---- */

static int remove_entry(const char *path, const struct stat *is, int type, struct FTW *at)
{
    (void)is, (void)type, (void)at;
    (void)remove(path);
    return 0; /* what is left keeps none of the others */
}

/* ---- words ---- */

typedef struct Command {
    char *word[MOST_WORDS + 1];
    size_t count;
    char text[40960];
    size_t used;
} Command;

/* Texts have bounded lengths (TEXT_MOST, PLACEMENT_SIZE), so that all fit. */
static void add(Command *command, const char *prefix, const char *word)
{
    const size_t room = sizeof command->text - command->used;
    char *text = command->text + command->used;
    const size_t length = (size_t)snprintf(text, room, "%s%s", prefix, word);
    if (length < room && command->count < MOST_WORDS) {
        command->word[command->count++] = text;
        command->used += length + 1;
    }
}

static void add_option(void *command, const char *option, const char *value)
{
    add(command, "--", option);
    if (value != NULL) {
        add(command, "", value);
    }
}

/* ---- running ---- */

/* Waits for a process that leads its group, and terminates the group when this process has been interrupted
 * more often than `survived`. Returns its wait status. */
static int supervise(pid_t pid, int survived)
{
    struct pollfd end = {.fd = child_end_fd(pid), .events = POLLIN};
    for (bool terminated = false; !child_is(pid, WEXITED);) {
        if (interrupted() > survived && !terminated) {
            kill(-pid, SIGTERM); /* also what a script has started, which would write into the folder */
            terminated = true;
        }
        poll(&end, 1, end.fd < 0 ? 1 : POLL_MS);
    }
    child_close(&end.fd, 1);
    return child_wait(pid);
}

int process_log(const Child *child, bool all, int survived, char *output, size_t size, int *status)
{
    Child logged = *child;
    int log_fd = memfd_create("speedup-process", MFD_CLOEXEC);
    memcpy(logged.fd, (int[]){CHILD_NULL, all ? log_fd : CHILD_NULL, log_fd}, 3 * sizeof(int));
    logged.fd_count = 3;
    const pid_t pid = log_fd >= 0 ? child_start(&logged) : -1;
    if (pid >= 0) {
        *status = supervise(pid, survived);
        child_log_end(log_fd, output, size);
    }
    child_close(&log_fd, 1);
    return pid < 0 ? -1 : 0;
}

/* The last line of a text, whose newlines at the end are removed. */
static const char *last_line(char *text)
{
    for (size_t length = strlen(text); length > 0 && text[length - 1] == '\n';) {
        text[--length] = '\0';
    }
    const char *newline = strrchr(text, '\n');
    return newline != NULL ? newline + 1 : text;
}

/* Reads the process's samples file. */
static void read_samples(const char *path, Process *process)
{
    Rows samples;
    SampleTimes times = {0};
    Rounds rounds = {0};
    Error error;
    if (access(path, F_OK) != 0) {
        return; /* its output says why */
    }
    if (csv_file_read(path, &samples_format, &samples, &error) != 0) {
        snprintf(process->why, sizeof process->why, "%.399s", error.text);
        return;
    }
    process->min_s = process->least_total_s = NAN;
    for (size_t i = 0; i < samples.count; i++) {
        const Row *row = &samples.rows[i];
        const Status status = status_parse(row_field(row, COL_STATUS));
        if (status_is_right(status)) {
            const TimedSample sample = {1, row->kernel_s, row->total_s,
                                        samples_number(row, COL_RESOLUTION_S)};
            sample_times_add(&times, &sample, &error);
            process->min_s = fmin(process->min_s, row->kernel_s);
            process->least_total_s = fmin(process->least_total_s, row->total_s);
        } else {
            process->end = status == STATUS_SKIPPED ? PROCESS_SKIPPED : PROCESS_BAD;
            snprintf(process->status, sizeof process->status, "%.15s", row_field(row, COL_STATUS));
            snprintf(process->why, sizeof process->why, "%.399s", row_field(row, COL_DETAIL));
        }
    }
    if (process->end == PROCESS_REFUSED && times.count > 0 && rounds_make(&times, &rounds, &error) == 0) {
        process->end = PROCESS_MEASURED;
        process->samples = times.count;
        process->median_s = rounds.rounds[0].kernel_s; /* a process is one round */
        process->log_resolution = rounds.kernel.log_resolution;
    }
    rounds_free(&rounds);
    sample_times_free(&times);
    csv_file_free(&samples);
}

int process_run(const char *binary, const PlanPoint *planned, size_t samples, Process *process, Error *error)
{
    Command command = {.count = 0};
    char folder[PATH_MAX - 16], path[PATH_MAX], output[2048], count[24];
    int status = 0;
    *process = (Process){.end = PROCESS_REFUSED};
    if (child_folder("speedup-compare", folder, sizeof folder, error) != 0) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/pair.csv", folder); /* not samples.csv, which gets a machine.json */
    snprintf(count, sizeof count, "%zu", samples);
    add(&command, "", binary != NULL ? binary : SELF);
    add(&command, "", "run");
    add(&command, "", planned->variant->workload);
    manifest_options(planned, add_option, &command);
    if (planned->point.ranks > 0 && planned->options->launcher != NULL) {
        add_option(&command, "launcher", planned->options->launcher);
    }
    if (planned->options->sandbox) {
        add_option(&command, "sandbox", NULL);
    }
    add_option(&command, "rounds", "1");
    add_option(&command, "min-samples", count);
    add_option(&command, "max-samples", count);
    add_option(&command, "fresh", NULL);
    add_option(&command, "quiet", NULL);
    add_option(&command, "out", path);
    const Child child = {.program = command.word[0], .arguments = command.word, .leads_group = true};
    const int failed = process_log(&child, false, 0, output, sizeof output, &status);
    if (failed != 0) {
        error_set(error, "cannot start %s: %s", command.word[0], strerror(errno));
    }
    const bool stopped = interrupted() || (WIFEXITED(status) && WEXITSTATUS(status) == INTERRUPTED_CODE);
    if (failed == 0 && stopped) {
        error->text[0] = '\0';
    } else if (failed == 0) {
        read_samples(path, process);
    }
    nftw(folder, remove_entry, 2, FTW_DEPTH | FTW_PHYS); /* another version may write other files too */
    if (failed != 0 || stopped) {
        return -1;
    }
    if (process->end == PROCESS_REFUSED && process->why[0] == '\0') {
        snprintf(process->why, sizeof process->why, "%.399s", last_line(output));
    }
    if (process->why[0] == '\0' && WIFSIGNALED(status)) {
        snprintf(process->why, sizeof process->why, "ended by signal %d", WTERMSIG(status));
    } else if (process->why[0] == '\0' && process->end == PROCESS_REFUSED) {
        snprintf(process->why, sizeof process->why, "it wrote no samples; name a program that is speedup");
    }
    return 0;
}
