/* See program_driver.h.
 *
 * A sample is one process, from its start to its end, both as the worker sees them: it includes loading the
 * program. That of an empty process is measured beside it and stands in the row; nothing is subtracted. The
 * time that the program prints, if there is a pattern for it, is the kernel's, the wall time the total.
 *
 * The program stays in the worker's process group, which the parent kills after a timeout and after the
 * batch, with everything that the program started. */
#include "experiments/harness/runner/program_driver.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/statistics/stats.h"
#include "common/system/child.h"
#include "common/system/file.h"
#include "common/system/os_noise.h"
#include "common/timing.h"
#include "cpu/reference_loop.h"
#include "experiments/harness/runner/hook.h"
#include "experiments/harness/runner/program_output.h"
#include "experiments/harness/runner/worker.h"
#include "experiments/harness/store/samples.h"

enum { EMPTY_RUNS = 5, SHOWN_COMMAND = 120, MOST_READS = 256 };

/* A printed time cannot be longer than the wall time but for its last digit and a tick of a coarse clock. */
#define TICK_S 0.004

struct Bench {
    Job job;
    ProgramSpec spec; /* of the point */
    ProgramWords words;
    ProgramOutput output;
    ReferenceLoop loop;
    OsNoise noise;
    double empty_s;
    char command[SHOWN_COMMAND + 1]; /* of the point, to be shown */
};

static const ProgramSpec *spec; /* of the open point */

/* ---- a process that does nothing ---- */

double program_driver_empty_s(bool shell)
{
    char *const command[] = {"true", NULL}, *const in_shell[] = {"sh", "-c", ":", NULL};
    const Child child = {.program = shell ? "sh" : "true",
                         .arguments = shell ? in_shell : command,
                         .default_signals = true,
                         .fd_count = 3,
                         .fd = {CHILD_NULL, CHILD_NULL, CHILD_NULL}};
    double times_s[EMPTY_RUNS];
    for (int i = 0; i < EMPTY_RUNS; i++) {
        const double start_s = timing_now_s();
        const pid_t pid = child_start(&child);
        if (pid < 0) {
            return NAN;
        }
        child_wait(pid);
        times_s[i] = timing_now_s() - start_s;
    }
    return stats_of(times_s, EMPTY_RUNS).median;
}

/* ---- open and close ---- */

static void close_bench(Bench *bench)
{
    program_output_close(&bench->output);
    reference_loop_close(&bench->loop);
    free(bench);
}

/* The environment of the program: places and binding are in the worker's already. OpenBLAS is limited to one
 * thread there; in the program it follows OMP_NUM_THREADS. */
static void set_environment(const Point *point, bool has_schedule)
{
    char text[32];
    snprintf(text, sizeof text, "%u", point->threads);
    setenv("OMP_NUM_THREADS", text, 1);
    unsetenv("OPENBLAS_NUM_THREADS");
    if (has_schedule) { /* OpenMP separates the chunk by a comma */
        axis_format(point, AXIS_ID_SCHEDULE, text, sizeof text);
        text[strcspn(text, ":")] = strchr(text, ':') != NULL ? ',' : '\0';
        setenv("OMP_SCHEDULE", text, 1);
    }
}

static void kill_group(int signal)
{
    (void)signal;
    kill(0, SIGKILL);
}

/* The kernel's SIGKILL at the parent's death would end the worker only, and leave its program running. */
static void die_with_parent(void)
{
    if (getpgrp() == getpid()) {
        signal(SIGTERM, kill_group);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
    }
}

/* The command line of the point, cut to fit a message. */
static int show_command(Bench *bench, Error *error)
{
    char all[2 * (PROGRAM_MOST_TEXT + 1)];
    if (program_expand(spec, spec->text, &bench->job.point, all, sizeof all, error) != 0) {
        return -1;
    }
    const bool fits = strlen(all) <= SHOWN_COMMAND;
    snprintf(bench->command, sizeof bench->command, "%.*s%s", fits ? SHOWN_COMMAND : SHOWN_COMMAND - 4, all,
             fits ? "" : " ...");
    return 0;
}

static Bench *open_bench(const Job *job, Error *error)
{
    Bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        error_set(error, "no memory to open %s", job->variant->name);
        error_no_room(error);
        return NULL;
    }
    bench->job = *job;
    spec = &bench->spec;
    /* More threads of the loop would spin beside the program. */
    if (reference_loop_open(&bench->loop, 1, error) != 0 ||
        program_resolve(&((const Program *)job->variant)->spec, &job->point, &bench->spec, error) != 0 ||
        program_words(spec, &job->point, &bench->words, error) != 0 || show_command(bench, error) != 0 ||
        program_output_open(&bench->output, spec, error) != 0) {
        close_bench(bench);
        return NULL;
    }
    die_with_parent();
    set_environment(&job->point, (spec->reads & 1u << AXIS_ID_SCHEDULE) != 0);
    bench->empty_s = program_driver_empty_s(spec->shell);
    os_noise_open(&bench->noise, OS_NOISE_PROCESS);
    return bench;
}

static int restore(Bench *bench, Error *error)
{
    if (program_output_begin(&bench->output, error) != 0) { /* first: --prepare may make the file anew */
        return -1;
    }
    worker_enter(ACTIVITY_PREPARING);
    return hook_run(PROGRAM_PREPARE, bench->spec.option[PROGRAM_PREPARE], error);
}

/* ---- a sample ---- */

/* The remedy for a file that did not start, from its first line; `code` is 0 if `env` in it failed. */
static const char *start_remedy(const char *path, int code, char *text, size_t size)
{
    char first[256];
    text[0] = '\0';
    if (file_read_start(path, first, sizeof first) != 0) {
        return text;
    }
    const bool is_script = strncmp(first, "#!", 2) == 0;
    char *end = first + strcspn(first, "\r\n");
    const bool ends_in_cr = is_script && *end == '\r';
    *end = '\0';
    if (ends_in_cr || (is_script && code == ENOENT)) {
        snprintf(text, size, "; there is no interpreter '%s%s", first + 2,
                 ends_in_cr ? "\\r': lines end in CR LF, and dos2unix removes the CR"
                            : "': correct the first line of the script");
    } else if (code == ENOENT) {
        snprintf(text, size, "; it is built for another system, whose loader is not here");
    } else if (code == ENOEXEC) {
        snprintf(text, size, "; a script needs a first line such as #!/bin/sh");
    }
    return text;
}

/* Starts the program with the write ends of the pipes. -1 and an error. */
static pid_t start(const Bench *bench, const int fd[STREAMS], Error *error)
{
    char remedy[400];
    const char *path = spec->option[PROGRAM_STDIN];
    int input = path[0] != '\0' ? file_open(path, O_RDONLY | O_CLOEXEC) : CHILD_NULL;
    if (path[0] != '\0' && input < 0) {
        return error_set(error, "cannot read %s (--stdin): %s; correct the name, or make it readable", path,
                         strerror(errno));
    }
    const int output = program_has(spec, PROGRAM_OUTPUT) ? CHILD_NULL : fd[STREAM_STDOUT];
    const Child child = {.program = bench->words.path,
                         .arguments = bench->words.word,
                         .default_signals = true,
                         .fd_count = 3,
                         .fd = {input, output, fd[STREAM_STDERR]}};
    const pid_t pid = child_start(&child);
    const int code = errno;
    child_close(&input, 1);
    return pid >= 0 ? pid
                    : error_set(error, "cannot start %s: %s%s", bench->words.path, strerror(code),
                                start_remedy(bench->words.path, code, remedy, sizeof remedy));
}

/* Reads the output until the program has ended; processes that it leaves behind may keep the pipes open.
 * Returns the time of its end. */
static double read_until_end(Bench *bench, pid_t pid, const int fd[STREAMS])
{
    int pid_fd = child_end_fd(pid);
    struct pollfd events[] = {{.fd = fd[STREAM_STDOUT], .events = POLLIN},
                              {.fd = fd[STREAM_STDERR], .events = POLLIN},
                              {.fd = pid_fd, .events = POLLIN}};
    double end_s = 0.0;
    while (end_s == 0.0) {
        poll(events, sizeof events / sizeof events[0], pid_fd < 0 ? 1 : -1);
        if ((pid_fd < 0 || events[STREAMS].revents != 0) && child_is(pid, WEXITED)) {
            end_s = timing_now_s();
        }
        for (int i = 0; i < STREAMS; i++) {
            if (events[i].fd >= 0 && events[i].revents != 0 &&
                program_output_read(&bench->output, i, events[i].fd) == 0) {
                events[i].fd = -1;
            }
        }
    }
    child_close(&pid_fd, 1);
    return end_s;
}

/* Reads what is left in a pipe, which does not block. Processes left behind may fill it faster than it is
 * read: the reads suffice for 1 MiB, the largest pipe of a user. */
static void drain(Bench *bench, int stream, int fd)
{
    for (int reads = 0; reads < MOST_READS && program_output_read(&bench->output, stream, fd) > 0; reads++) {
    }
}

/* Did the program end well? 0, or -1 and an error. */
static int check_end(const Bench *bench, int status, Error *error)
{
    char last[320], remedy[400] = "";
    const int signal = WTERMSIG(status), code = WEXITSTATUS(status);
    program_output_last_lines(&bench->output, last, sizeof last);
    if (WIFSIGNALED(status)) {
        return error_set(error, "%s was killed by signal %d (%s)%s%s", bench->command, signal,
                         strsignal(signal), signal == SIGKILL ? ", perhaps for lack of memory" : "", last);
    }
    if (program_code_is_ok(spec, code)) {
        return 0;
    }
    if (code == 127 && !spec->shell) {
        start_remedy(bench->words.path, 0, remedy, sizeof remedy);
    }
    return error_set(error, "%s ended with exit code %d%s%s%s", bench->command, code,
                     code == 127 && spec->shell ? ": the shell did not find the program" : "", remedy, last);
}

/* Takes the time, or rate, that the program has printed. 0, or -1 and an error. */
static int take_number(const Bench *bench, Phases *phases, Error *error)
{
    const ProgramOutput *output = &bench->output;
    const Captured *numbers = &output->numbers;
    const bool is_rate = output->unit.is_rate, adds = program_is(spec, PROGRAM_TIME_TAKE, "sum");
    const bool once = !adds && !program_is(spec, PROGRAM_TIME_TAKE, "last");
    const ProgramOption pattern = is_rate ? PROGRAM_RATE_PATTERN : PROGRAM_TIME_PATTERN;
    const char *option = program_options[pattern].name;
    const char *stream = program_is(spec, PROGRAM_TIME_FROM, "stderr") ? "stderr" : "stdout";
    const double number = adds ? numbers->sum : numbers->last;
    char last[320];
    program_output_last_lines(output, last, sizeof last);
    if (output->bad.text[0] != '\0') {
        return error_set(error, "--%s: %s", option, output->bad.text);
    }
    if (numbers->count == 0 || (once && numbers->count > 1)) {
        return error_set(
            error, "%s: '%.100s' (--%s) matches %zu times in its %s, not once; %s%s", bench->command,
            spec->option[pattern], option, numbers->count, stream,
            numbers->count == 0
                ? "correct it, or name the stream by --time-from"
                : "make it match one line only, or give --time-take last or sum; times of several "
                  "thread counts need a run each, by {threads} in the command",
            last);
    }
    if (!(number > 0.0)) {
        return error_set(error, "%s prints a %s of %g%s (--%s); %s", bench->command,
                         is_rate ? "rate" : "time", number, is_rate ? "" : " s", option,
                         number < 0 ? "correct it: a time is the end minus the start"
                                    : "have it print more digits, or measure more work");
    }
    const double step = adds ? numbers->sum_steps : numbers->last_step;
    if (!is_rate && number > phases->total_s + fmin(phases->total_s, TICK_S) + step) {
        return error_set(error,
                         "%s prints a time of %.6g s, but ran for %.6g s; correct --time-unit or "
                         "--time-pattern, or, if it is of clock(), which adds up the threads' processor "
                         "time, use omp_get_wtime()",
                         bench->command, number, phases->total_s);
    }
    phases->kernel_s = is_rate ? 1.0 / number : number;
    phases->resolution_s = phases->kernel_s * step / number;
    return 0;
}

static void set_usage(const struct rusage *usage, Interference *interference)
{
    const struct timeval *user = &usage->ru_utime, *system = &usage->ru_stime;
    interference->involuntary_switches = (double)usage->ru_nivcsw;
    interference->cpu_s =
        (double)(user->tv_sec + system->tv_sec) + 1e-6 * (double)(user->tv_usec + system->tv_usec);
}

/* Runs the program with the ends of pipes, of which the write ends are closed here. 0, or -1 and an error. */
static int run_program(Bench *bench, const int read_end[STREAMS], int write_end[STREAMS], Phases *phases,
                       Interference *interference, Error *error)
{
    os_noise_begin(&bench->noise);
    const double start_s = timing_now_s();
    const pid_t pid = start(bench, write_end, error);
    child_close(write_end, STREAMS);
    if (pid < 0) {
        return -1;
    }
    phases->total_s = read_until_end(bench, pid, read_end) - start_s;
    int status = 0;
    struct rusage usage = {0};
    (void)TEMP_FAILURE_RETRY(wait4(pid, &status, 0, &usage));
    child_delete_shared(pid);
    os_noise_end(&bench->noise, interference);
    set_usage(&usage, interference);
    for (int i = 0; i < STREAMS; i++) {
        drain(bench, i, read_end[i]);
    }
    program_output_end(&bench->output);
    phases->kernel_s = phases->total_s;
    const double peak_bytes = 1024.0 * (double)usage.ru_maxrss;
    phases->peak_bytes = peak_bytes < SAMPLES_LIMIT ? peak_bytes : NAN;
    return check_end(bench, status, error) != 0         ? -1
           : !program_output_has_number(&bench->output) ? 0
                                                        : take_number(bench, phases, error);
}

static int sample(Bench *bench, Phases *phases, Interference *interference, Error *error)
{
    int read_end[STREAMS] = {-1, -1}, write_end[STREAMS] = {-1, -1}, failed = 0;
    *phases = phases_none;
    *interference = interference_none;
    for (int i = 0; i < STREAMS && failed == 0; i++) {
        int ends[2] = {-1, -1};
        failed = pipe2(ends, O_CLOEXEC) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0
                     ? error_set(error, "cannot make a pipe: %s", strerror(errno))
                     : 0;
        read_end[i] = ends[0];
        write_end[i] = ends[1];
    }
    failed = failed != 0 ? failed : run_program(bench, read_end, write_end, phases, interference, error);
    child_close(read_end, STREAMS);
    child_close(write_end, STREAMS);
    return failed;
}

static double reference_loop(Bench *bench)
{
    return reference_loop_time_s(&bench->loop);
}

/* ---- results ---- */

/* For verification: why the output is wrong, or "". */
static const void *output(Bench *bench, size_t index)
{
    (void)index;
    return bench->output.wrong;
}

static bool oversubscribed(const Bench *bench)
{
    return bench->job.point.threads > machine_get()->usable;
}

static void describe(const Bench *bench, char *text, size_t size)
{
    char time[32];
    text_append(text, size, "; ", "%s", bench->command);
    if (!isnan(bench->empty_s)) {
        format_time(bench->empty_s, time, sizeof time);
        text_append(text, size, "; ", "an empty process takes %s", time);
    }
}

const Driver program_driver = {
    .open = open_bench,
    .restore = restore,
    .sample = sample,
    .reference_loop = reference_loop,
    .output = output,
    .oversubscribed = oversubscribed,
    .describe = describe,
    .close = close_bench,
};
