/* `speedup build`: makes a plug-in of source files.
 *
 * common/build/plugin.sh compiles them, with the compiler and flags of this program. The shared object gets
 * its name only after a worker has described it, so that a failure leaves nothing. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/gpu.h"
#include "common/machine/toolchain.h"
#include "common/system/child.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/cli/plugin.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

typedef struct BuildOptions {
    const char *out; /* NULL: beside the first source */
    Names plugins, folders, macros;
    bool race;
} BuildOptions;

static BuildOptions options;

static int take_plain_word(char *text, void *field, Error *error)
{
    return text[0] != '-'
               ? take_word(text, field, error)
               : error_set(error, "it begins with '-', as options do; give a name, or a folder as ./%.100s",
                           text);
}

static const Option build_options[] = {
    {"out", "FILE", take_path, offsetof(BuildOptions, out), "name of the plug-in, also as -o FILE",
     "that of the first source, with .so"},
    {"include", "DIR", take_plain_word, offsetof(BuildOptions, folders),
     "where all sources find headers, also as -I DIR", NULL},
    {"define", "NAME[=VALUE]", take_plain_word, offsetof(BuildOptions, macros),
     "macro of all sources, also as -D NAME=VALUE", NULL},
    {"plugin", "FILES", take_names, offsetof(BuildOptions, plugins),
     "plug-ins with the workloads of its variants", NULL},
    {"race", NULL, take_flag, offsetof(BuildOptions, race),
     "C and C++: for check --race, with clang and ThreadSanitizer", NULL},
};

static const Usage usage = {
    .command = "build",
    .before =
        "Usage: speedup build FILE... [-o FILE] [-I DIR] [-D NAME=VALUE] [-- FLAG...]\n"
        "\n"
        "Makes a plug-in, my.so, of a source file that ends in one or more Variants, and may have a\n"
        "Workload: my.c, my.cpp, or my.cu for CUDA. `run`, `check`, `plan`, `list` and `compare` take\n"
        "it by --plugin my.so. Further files have what the first one calls; a main() is left out.\n"
        "Compiler and flags are those of this program, CUDA code is for the GPU of this machine. Flags\n"
        "after -- are added: for nvcc if a file is CUDA, else for the C and C++ compiler; -l and -L link.",
    .after = "Examples\n"
             "  speedup build mine.c\n"
             "  speedup build wrap.cu kernel.cu -I inc -D TILE=16 -o mine.so -- --use_fast_math\n"
             "\n"
             "Environment: CC, CFLAGS and NVCC replace the compilers and the flags, LDLIBS adds libraries.\n"
             "\n"
             "Exit codes: 0; 2 the plug-in was not made.",
    OPTIONS(build_options),
    .letters = "oID",
    .least = 1,
    .most = SIZE_MAX,
    .when_too_few = "name a source file, as in: speedup build mine.c",
};

/* ---- compiling ---- */

/* Sets text to the option of nvcc for the GPU that is there, if there is one. */
static void gencode_here(char *text, size_t size)
{
    GpuInfo gpu;
    if (gpu_count() > 0 && gpu_info(&gpu, NULL) == 0) {
        char *dot = strchr(gpu.compute_capability, '.'); /* "9.0" is sm_90 */
        if (dot != NULL) {
            memmove(dot, dot + 1, strlen(dot));
        }
        snprintf(text, size, "-gencode arch=compute_%s,code=sm_%s", gpu.compute_capability,
                 gpu.compute_capability);
    }
}

/* 0, or -1 and an error; its text is "" if the script has reported it. */
static int compile(const Words *given, const char *path, Error *error)
{
    char headers[PATH_MAX], script[PATH_MAX + 32], gencode[120] = "";
    if (headers_folder(headers, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < given->plain && gencode[0] == '\0'; i++) {
        const size_t length = strlen(given->word[i]);
        if (length > 3 && strcmp(given->word[i] + length - 3, ".cu") == 0) {
            gencode_here(gencode, sizeof gencode);
        }
    }
    snprintf(script, sizeof script, "%s/common/build/plugin.sh", headers);
    const char *const first[] = {
        "bash", script, path, options.out != NULL ? "given" : "", headers, options.race ? "race" : "",
        gencode};
    const char *const next = "--", *const end = NULL;
    Names words = {0};
    const bool enough = names_add(&words, NULL, first, sizeof first / sizeof first[0]) &&
                        names_add(&words, NULL, toolchain, TOOLCHAIN_WORDS) &&
                        names_add(&words, "-I", options.folders.names, options.folders.count) &&
                        names_add(&words, "-D", options.macros.names, options.macros.count) &&
                        names_add(&words, NULL, &next, 1) &&
                        names_add(&words, NULL, given->word, given->plain) &&
                        names_add(&words, NULL, &next, 1) &&
                        names_add(&words, NULL, given->word + given->plain, given->count - given->plain) &&
                        names_add(&words, NULL, &end, 1);
    const int failed = enough ? child_run_script((const char *const *)words.names, STDERR_FILENO, error)
                              : error_set(error, "no memory for the words of a command");
    free(words.names);
    return failed;
}

/* ---- the plug-in ---- */

/* Prints a word as a shell takes it. */
static const char *quoted(const char *word, char *text, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+:@%,";
    size_t used = 0;
    if (word[strspn(word, plain)] == '\0') {
        return word;
    }
    text[used++] = '\'';
    for (; *word != '\0' && used + 6 < size; word++) {
        used += (size_t)snprintf(text + used, size - used, *word == '\'' ? "'\\''" : "%c", *word);
    }
    snprintf(text + used, size - used, "'");
    return text;
}

/* Names what the plug-in has, and the command to check it. */
static void print_next(const PluginDescription *has, const char *path)
{
    static char file[4 * PATH_MAX], list[5 * PATH_MAX];
    list[0] = '\0';
    for (size_t i = 0; i < options.plugins.count; i++) {
        text_append(list, sizeof list, ",", "%s", options.plugins.names[i]);
    }
    text_append(list, sizeof list, ",", "%s", path);
    const char *shown = quoted(list, file, sizeof file), *race = options.race ? " --race" : "";
    const char *own = has->has_workload ? has->workload.name : "";
    if (has->has_workload) {
        log_info("%s has the workload %s; next: speedup check %s --plugin %s%s", path, own, own, shown, race);
    }
    for (size_t i = 0; i < has->count; i++) {
        const PluginVariant *described = &has->variants[i];
        if (strcmp(own, described->workload) != 0) {
            log_info("%s has %s %s; next: speedup check %s --plugin %s%s", path, described->workload,
                     described->name, described->workload, shown, race);
        }
    }
}

/* Makes the plug-in, checks that it can be used, and gives it its name. 0, or -1 and an error. */
static int run(const Words *given, Error *error)
{
    static Plugin plugin = {.fd = -1};
    char path[PATH_MAX], parts[PATH_MAX + 8], made[PATH_MAX + 24];
    const char *source = given->word[0], *dot = strrchr(source, '.');
    const int stem = dot != NULL ? (int)(dot - source) : 0;
    const int length = options.out != NULL ? snprintf(path, sizeof path, "%s", options.out)
                                           : snprintf(path, sizeof path, "%.*s.so", stem, source);
    if (given->plain == 0) {
        return error_set(error, "%s", usage.when_too_few);
    }
    if (length >= PATH_MAX - 24) {
        return error_set(error, "%.100s...: the path is too long; give a shorter one by -o", path);
    }
    snprintf(parts, sizeof parts, "%s.parts", path);
    snprintf(made, sizeof made, "%s/plugin.so", parts);
    if (plugins_add(&options.plugins, error) != 0 || compile(given, path, error) != 0) {
        return -1;
    }
    int failed = options.race ? environment_race(error) : 0;
    if (failed == 0 && (plugin_describe(made, &plugin, error) != 0 || plugin_check(&plugin, error) != 0)) {
        failed = error_set(error, "%.300s: %.690s", source, error->text);
    } else if (failed == 0 && rename(made, path) != 0) {
        failed = error_set(error, "cannot write %s: %s; name another file by -o", path, strerror(errno));
    } else if (failed == 0) {
        print_next(&plugin.has, path);
    }
    plugin_free(&plugin);
    unlink(made);
    rmdir(parts);
    return failed;
}

const Command command_build = {&usage, &options, run};
