/* speedup: the program, with one command per job. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/gpu.h"
#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/system/affinity.h"
#include "common/system/stack.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"
#include "experiments/harness/runner/rank.h"
#include "experiments/harness/runner/worker.h"

#define SPEEDUP_VERSION "0.1.0"

/* The commands that the program starts itself with. */
static int worker(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "launch") == 0) {
        return rank_launch(argv + 2);
    }
    if (argc > 2 && strcmp(argv[1], "ranks") == 0) {
        return rank_serve(argc, argv);
    }
    if (worker_serve(WORKER_REQUESTS_FD, WORKER_MESSAGES_FD, WORKER_PAGE_FD) == 0) {
        return EXIT_OK;
    }
    log_info("speedup: 'worker' is an internal command; see speedup --help");
    return EXIT_USAGE;
}

static const struct {
    const char *name, *help; /* help NULL: internal, not shown */
    /* One of these: */
    const Command *command;
    const PlanCommand *planned;
    int (*run)(int argc, char **argv);
    const char *now; /* of a command of an earlier version: its name */
} commands[] = {
    {"list", "lists every variant, its idea and axes, and whether it can run here", .command = &command_list},
    {"machine", "describes this machine, as JSON", .command = &command_machine},
    {"run", "measures every variant at every point of the axes", .planned = &command_run},
    {"plan", "joins the points of several experiments into one manifest for `run`", .planned = &command_plan},
    {"check", "compares every variant with the reference at awkward sizes", .planned = &command_check},
    {"summarize", "makes one row per point of samples: time, interval, rate, speedup",
     .command = &command_summarize},
    {"compare", "decides which points are faster, slower or undecided in new samples",
     .command = &command_compare},
    {"selftest", "estimates error rates of comparisons and intervals on this machine",
     .command = &command_selftest},
    {"repair", "moves damaged lines of a samples file to another file", .command = &command_repair},
    {"new", "writes the source of a variant or a workload that is yours to change", .command = &command_new},
    {"build", "makes a plug-in of such a source", .command = &command_build},
    {"grade", "judges the submissions of an assignment by intervals of ratios", .command = &command_grade},
    {"inputs", "writes a workload's inputs and the right result as files, for programs",
     .planned = &command_inputs},
    {"graph", "makes, converts and describes graph files", .command = &command_graph},
    {"kernels", "shows registers, shared memory and occupancy of the GPU kernels",
     .command = &command_kernels},
    {"worker", NULL, .run = worker},
    {"trust", NULL, .now = "selftest"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int help(void)
{
    puts("speedup: compares CPU threads and GPUs on the same work, with verified results.\n"
         "\n"
         "Usage: speedup COMMAND [arguments]\n");
    for (size_t i = 0; i < COMMANDS; i++) {
        if (commands[i].help != NULL) {
            printf("  %-10s %s\n", commands[i].name, commands[i].help);
        }
    }
    puts("\n"
         "speedup COMMAND --help shows the options of a command. First steps:\n"
         "  speedup list\n"
         "  speedup run matmul --size 256,512 --threads 1,2");
    return EXIT_OK;
}

static int version(void)
{
    printf("speedup %s (build %s, GPU part: %s)\n", SPEEDUP_VERSION, machine_build_id(), gpu_build());
    return EXIT_OK;
}

/* Reads the arguments and runs the command, or prints its help. */
static int run(const Command *command, int argc, char **argv, Error *error)
{
    Words words;
    if (arguments_read(command->usage, argc, argv, command->options, &words, error) != 0) {
        return -1;
    }
    if (words.help) {
        arguments_help(stdout, command->usage);
        return EXIT_OK;
    }
    return command->run(&words, error);
}

static int run_planned(const PlanCommand *command, int argc, char **argv, Error *error)
{
    RunOptions options;
    Plan plan = {0};
    int code = options_parse(argc, argv, &options, error), made = 1;
    if (code == 0 && options.help) {
        options_help(argv[0], command->before, command->after);
    } else if (code == 0) {
        made = command->make(&options, &plan, error);
        code = made < 0 ? -1 : EXIT_OK;
    }
    if (made == 0) {
        fputs(options.quiet ? "" : plan.notice, stderr);
        code = command->run(&options, &plan, error);
    }
    plan_free(&plan);
    options_free(&options);
    return code;
}

/* Opens /dev/null in place of a closed stdin, stdout or stderr. Otherwise the next opened file would get its
 * number, and diagnostics would be written to the samples. Writing to a stdout so replaced still fails. */
static int occupy_standard_files(void)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    return fd >= 0 ? close(fd) : -1;
}

/* What a shell left open is for no child. */
static void close_on_exec(void)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, 4) == 0) { /* CLOSE_RANGE_CLOEXEC; Linux 5.11 */
        return;
    }
#endif
    for (int fd = STDERR_FILENO + 1; fd < FD_SETSIZE; fd++) {
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
}

/* Output that cannot be written is an error, unless the reader closed the pipe, as `head` does. That is
 * queried, since the errno of an earlier write is lost. */
static int finish(int code)
{
    struct pollfd output = {.fd = STDOUT_FILENO};
    const bool failed = fflush(stdout) != 0 || ferror(stdout) != 0;
    if (failed && !(poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0)) {
        log_info("speedup: cannot write to the standard output");
        return code == EXIT_OK ? EXIT_POINT : code;
    }
    return code;
}

/* Runs the command that the arguments name. Returns what it returns. */
static int run_named(int argc, char **argv, Error *error)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (registry_check(registry_variants, registry_places, error) != 0) {
        return -1;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        return help();
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        return version();
    }
    Nearest nearest = nearest_to(name);
    const char *now = NULL;
    for (size_t i = 0; i < COMMANDS; i++) {
        const bool is = strcmp(name, commands[i].name) == 0;
        now = is ? commands[i].now : now;
        if (is && now == NULL) {
            return commands[i].command != NULL   ? run(commands[i].command, argc - 1, argv + 1, error)
                   : commands[i].planned != NULL ? run_planned(commands[i].planned, argc - 1, argv + 1, error)
                                                 : commands[i].run(argc - 1, argv + 1);
        }
        if (commands[i].help != NULL) {
            nearest_offer(&nearest, commands[i].name);
        }
    }
    if (argc < 2) {
        return error_set(error, "name a command; speedup --help lists them");
    }
    if (now != NULL) {
        return error_set(error, "there is no command '%s'; it is now called %s (speedup --help lists them)",
                         name, now);
    }
    return error_set(error, "there is no command '%s'%s (speedup --help lists them)", name,
                     nearest_hint(&nearest));
}

static int speedup_main(int argc, char **argv)
{
    Error error = {.text = ""};
    occupy_standard_files();
    signal(SIGPIPE, SIG_IGN); /* a dead worker is an error of its pipe */
    signal(SIGCHLD, SIG_DFL); /* if ignored, as some daemons leave it, waitpid returns no status */
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is an error of write() */
    if (argc > 1 && strcmp(argv[1], "worker") == 0) {
        setvbuf(stdout, NULL, _IOLBF, 0); /* a pipe: lines before a crash must not be lost */
    } else {
        close_on_exec();
        affinity_restore();
    }
    const int returned = run_named(argc, argv, &error), code = returned < 0 ? EXIT_USAGE : returned;
    if (returned < 0 && error.text[0] != '\0') {
        log_error(&error, code);
    }
    return finish(code);
}

int main(int argc, char **argv)
{
    return stack_call(speedup_main, argc, argv);
}
