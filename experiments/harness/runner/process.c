/* See process.h. */
#include "experiments/harness/runner/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/harness/cli/manifest.h"
#include "experiments/harness/runner/affinity.h"
#include "experiments/harness/runner/interrupt.h"
#include "experiments/harness/store/sample_times.h"
#include "experiments/harness/store/status.h"

enum { MOST_WORDS = 64, LOOK_EVERY_MS = 200, INTERRUPTED_CODE = 130 };

/* ---- files ---- */

int process_folder_make(char *path, size_t size, Error *error)
{
    const char *folder = getenv("TMPDIR");
    int length = snprintf(path, size, "%s/speedup-compare-XXXXXX",
                          folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    if ((size_t)length >= size) {
        return error_set(error, "the path in TMPDIR is too long; set a shorter one");
    }
    return mkdtemp(path) != NULL
               ? 0
               : error_set(error,
                           "cannot make a folder for samples, %s: %s; set TMPDIR to one that can be "
                           "written",
                           path, strerror(errno));
}

/* A build of another version may leave more beside its samples than this one does. */
static void empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        unlinkat(dirfd(folder), entry->d_name, 0);
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

void process_folder_remove(const char *path)
{
    empty_folder(path);
    rmdir(path);
}

/* ---- words ---- */

typedef struct Command {
    char *word[MOST_WORDS + 1];
    size_t count;
    char text[16384];
    size_t used;
} Command;

static void add(Command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Texts have bounded lengths (TEXT_MOST, PLACEMENT_SIZE), so that all fit. */
static void add(Command *command, const char *format, ...)
{
    size_t room = sizeof command->text - command->used;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(command->text + command->used, room, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < room && command->count < MOST_WORDS) {
        command->word[command->count++] = command->text + command->used;
        command->used += (size_t)length + 1;
    }
}

static void add_option(void *command, const char *option, const char *value)
{
    add(command, "--%s", option);
    if (value != NULL) {
        add(command, "%s", value);
    }
}

/* The options of the one visit that the process is. */
static void add_visit(Command *command, size_t samples)
{
    add(command, "--rounds");
    add(command, "1");
    add(command, "--min-samples");
    add(command, "%zu", samples);
    add(command, "--max-samples");
    add(command, "%zu", samples);
    add(command, "--fresh");
    add(command, "--quiet");
}

/* ---- running ---- */

/* Starts the command with its stderr at the pipe. Its process, or -1 and errno. Not fork(): see pool.c. */
static pid_t start(const Command *command, int stderr_fd)
{
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    failed = failed != 0 ? failed
                         : posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    failed = failed != 0
                 ? failed
                 : posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    failed = failed != 0 ? failed : posix_spawn_file_actions_adddup2(&actions, stderr_fd, STDERR_FILENO);
    if (failed == 0) {
        affinity_restore();
        failed = posix_spawnp(&pid, command->word[0], &actions, NULL, command->word, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    errno = failed;
    return failed == 0 ? pid : -1;
}

/* Keeps the end of what the process says until it has ended; asks it to end when this one is interrupted.
 * Returns its wait status. */
static int attend(pid_t pid, int fd, char *said, size_t room)
{
    size_t used = 0;
    bool asked = false, open = true;
    int status = 0;
    for (pid_t ended = 0; ended == 0;) {
        struct pollfd pipe = {.fd = open ? fd : -1, .events = POLLIN};
        char text[512];
        if (interrupted() && !asked) {
            kill(pid, SIGTERM);
            asked = true;
        }
        if (poll(&pipe, 1, LOOK_EVERY_MS) > 0) {
            ssize_t got = read(fd, text, sizeof text);
            open = got > 0;
            for (ssize_t i = 0; i < got; i++) {
                if (used + 1 == room) { /* the end matters */
                    memmove(said, said + room / 2, room - room / 2);
                    used -= room / 2;
                }
                said[used++] = text[i];
            }
        }
        /* Who closed its stderr is about to end; else something of it may still hold the pipe. */
        ended = waitpid(pid, &status, open ? WNOHANG : 0);
        ended = ended < 0 && errno == EINTR ? 0 : ended;
    }
    said[used] = '\0';
    return status;
}

/* The last line of a text, as far as it fits. */
static void last_line(const char *text, char *line, size_t size)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') {
        length--;
    }
    size_t begin = length;
    while (begin > 0 && text[begin - 1] != '\n') {
        begin--;
    }
    snprintf(line, size, "%.*s", (int)(length - begin), text + begin);
}

/* A process is one round. False without memory. */
static bool take_times(const SampleTimes *times, Visit *visit)
{
    Rounds rounds;
    Error ignored;
    if (rounds_make(times, &rounds, &ignored) != 0) {
        return false;
    }
    const Round *round = &rounds.rounds[0];
    for (size_t i = 0; i < times->count; i++) {
        const TimedSample *sample = &times->samples[i];
        visit->min_s = fmin(visit->min_s, sample->kernel_s);
    }
    visit->samples = round->samples;
    visit->median_s = round->kernel_s;
    rounds_free(&rounds);
    return true;
}

/* What its samples file says. */
static void read_back(const char *path, Process *process)
{
    Samples samples;
    Error error;
    if (access(path, F_OK) != 0) {
        return; /* its words say why */
    }
    if (samples_read(path, &samples, &error) != 0) {
        snprintf(process->why, sizeof process->why, "%.399s", error.text);
        return;
    }
    SampleTimes times = {0};
    process->visit.min_s = NAN;
    for (size_t i = 0; i < samples.count; i++) {
        const Row *row = &samples.rows[i];
        Status status = status_parse(row_field(row, COL_STATUS));
        if (!status_is_right(status)) {
            process->end = status == STATUS_SKIPPED ? PROCESS_SKIPPED : PROCESS_BAD;
            snprintf(process->status, sizeof process->status, "%.15s", row_field(row, COL_STATUS));
            snprintf(process->why, sizeof process->why, "%.399s", row_field(row, COL_DETAIL));
        } else {
            sample_times_add(&times, &(TimedSample){1, row->left_out, row->kernel_s, row->total_s}, &error);
        }
    }
    if (process->end == PROCESS_REFUSED && times.count > 0 && take_times(&times, &process->visit)) {
        process->end = PROCESS_MEASURED;
    }
    sample_times_free(&times);
    samples_free(&samples);
}

int process_run(const char *binary, const PlanPoint *planned, size_t samples, const char *folder,
                Process *process, Error *error)
{
    Command command = {.count = 0};
    char path[PATH_MAX], said[2048];
    int fd[2];
    *process = (Process){.end = PROCESS_REFUSED};
    snprintf(path, sizeof path, "%s/pair.csv", folder); /* not samples.csv, which gets a machine.json */
    add(&command, "%s", binary);
    add(&command, "run");
    add(&command, "%s", planned->variant->workload);
    manifest_options(planned, add_option, &command);
    if (planned->point.ranks > 0 && planned->asked->launcher != NULL) {
        add_option(&command, "launcher", planned->asked->launcher);
    }
    add_visit(&command, samples);
    add(&command, "--out");
    add(&command, "%s", path);
    if (pipe2(fd, O_CLOEXEC) != 0) {
        return error_set(error, "cannot make a pipe: %s", strerror(errno));
    }
    pid_t pid = start(&command, fd[1]);
    int reason = errno;
    close(fd[1]);
    if (pid < 0) {
        close(fd[0]);
        return error_set(error, "cannot start %s: %s", binary, strerror(reason));
    }
    int status = attend(pid, fd[0], said, sizeof said);
    close(fd[0]);
    if (interrupted() || (WIFEXITED(status) && WEXITSTATUS(status) == INTERRUPTED_CODE)) {
        error->text[0] = '\0';
        empty_folder(folder);
        return -1;
    }
    read_back(path, process);
    if (process->end == PROCESS_REFUSED && process->why[0] == '\0') {
        last_line(said, process->why, sizeof process->why);
    }
    if (process->why[0] == '\0' && WIFSIGNALED(status)) {
        snprintf(process->why, sizeof process->why, "ended by signal %d", WTERMSIG(status));
    }
    empty_folder(folder);
    return 0;
}
