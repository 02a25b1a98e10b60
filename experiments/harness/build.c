/* `speedup build`: makes a plug-in of a source file.
 *
 * The compiler and its flags are those of this program. The shared object contains the source, a generated
 * descriptor (common/plugin.h), and on a GPU its own copy of the launching code (gpu/launch.cu). It gets its
 * name only after a process has loaded it, so that a failure leaves nothing. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/gpu.h"
#include "common/machine/toolchain.h"
#include "common/plugin.h"
#include "common/system/child.h"
#include "common/system/file.h"
#include "common/text/words.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/cli/headers.h"
#include "experiments/harness/cli/plugin.h"
#include "experiments/harness/cli/plugin_source.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

enum { MOST_WORDS = 512 };
#define RACE_OPTIONS "-D_GNU_SOURCE -march=native -Wall -Wextra -fopenmp -fsanitize=thread"

typedef struct BuildOptions {
    const char *out; /* NULL: beside the source */
    Names plugins;
    bool race;
} BuildOptions;

static BuildOptions options;

static const Option build_options[] = {
    {"out", "FILE", take_path, offsetof(BuildOptions, out), "name of the plug-in, also as -o FILE",
     "that of the source, with .so"},
    {"plugin", "FILES", take_names, offsetof(BuildOptions, plugins),
     "plug-ins with the workloads of its variants", NULL},
    {"race", NULL, take_flag, offsetof(BuildOptions, race),
     "C and C++: for check --race, with clang and ThreadSanitizer", NULL},
};

static const Usage usage = {
    .command = "build",
    .before = "Usage: speedup build FILE [-o FILE]\n"
              "\n"
              "Makes a plug-in, my.so, of a source file that ends in one or more Variants, and may have a\n"
              "Workload: my.c, my.cpp, or my.cu for CUDA. `run`, `check`, `plan`, `list` and `compare` take\n"
              "it by --plugin my.so.\n"
              "Compiler and flags are those of this program, CUDA code is for the GPU of this machine.",
    .after = "Environment: CC, CFLAGS and NVCC replace the compilers and the flags, LDLIBS adds libraries.\n"
             "\n"
             "Exit codes: 0; 2 the plug-in was not made.",
    OPTIONS(build_options),
    .least = 1,
    .most = 1,
    .when_too_few = "name a source file, as in: speedup build mine.c",
};

/* ---- the compiler ---- */

typedef struct CompilerCall {
    char *word[MOST_WORDS + 1];
    size_t count;
    bool failed;
    char *kept[32]; /* memory of split texts */
    size_t kept_count;
} CompilerCall;

/* Texts of options, which the call points to. */
typedef struct Folders {
    char option[2][PATH_MAX + 40];
} Folders;

static void add(CompilerCall *command, const char *word)
{
    if (command->count == MOST_WORDS) {
        command->failed = true;
        return;
    }
    command->word[command->count++] = (char *)(uintptr_t)word; /* exec does not modify it */
    command->word[command->count] = NULL;
}

/* Adds the words of a list. 0, or -1 and an error that begins with `name`. */
static int add_list(CompilerCall *command, const char *name, const char *text, Error *error)
{
    Error why;
    char *buffer = malloc(strlen(text) + 1), *word[MOST_WORDS + 1];
    if (buffer == NULL || command->kept_count == sizeof command->kept / sizeof command->kept[0]) {
        free(buffer);
        return error_set(error, "no memory for the compiler's options");
    }
    command->kept[command->kept_count++] = buffer;
    const int count = words_split(text, buffer, word, MOST_WORDS, &why);
    for (int i = 0; i < count; i++) {
        add(command, word[i]);
    }
    return count >= 0 ? 0 : error_set(error, "%s=%.300s: %.400s", name, text, why.text);
}

static void command_free(CompilerCall *command)
{
    for (size_t i = 0; i < command->kept_count; i++) {
        free(command->kept[i]);
    }
    *command = (CompilerCall){.count = 0};
}

/* The variable's value, or else the build's. A compiler has a name, while flags may be none. */
static const char *setting(const char *variable, const char *built)
{
    const char *value = getenv(variable);
    const bool is_compiler = strcmp(variable, "CC") == 0 || strcmp(variable, "NVCC") == 0;
    return value != NULL && (value[strspn(value, " \t")] != '\0' || !is_compiler) ? value : built;
}

/* Runs it; what it prints goes to stderr. `input`: its stdin. `job`: "compile" or "link". 0, or -1 and an
 * error. */
static int run_command(const CompilerCall *command, int input, const char *job, const char *path,
                       Error *error)
{
    if (command->failed || command->count == 0) {
        return error_set(error,
                         "%s: the compiler's command has no word, or more than %d; correct CC and CFLAGS",
                         path, MOST_WORDS);
    }
    const Child child = {.program = command->word[0],
                         .arguments = command->word,
                         .default_signals = true,
                         .fd_count = 3,
                         .fd = {input, STDERR_FILENO, STDERR_FILENO}};
    const pid_t pid = child_start(&child);
    if (pid < 0) {
        return error_set(error,
                         "%s: cannot start the compiler %s: %s; install it, or name another by CC or NVCC",
                         path, command->word[0], strerror(errno));
    }
    const int status = child_wait(pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? 0
               : error_set(error, "%s: %s did not %s it; correct the errors above", path, command->word[0],
                           job);
}

/* Compiles the descriptor, which the compiler reads from stdin: no name of a temporary file gets into the
 * plug-in, so that the same source gives the same file. */
static int compile_descriptor(const PluginSource *source, const char *headers, const char *object,
                              Error *error)
{
    CompilerCall command = {.count = 0};
    const int fd = memfd_create("speedup-plugin", MFD_CLOEXEC);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file == NULL) {
        return error_set(error, "no memory for the descriptor of the plug-in: %s", strerror(errno));
    }
    fputs("#include \"common/plugin.h\"\n", file);
    for (size_t i = 0; i < source->count; i++) {
        fprintf(file, "extern const Variant %s;\n", source->names[i]);
    }
    if (source->workloads > 0) {
        fprintf(file, "extern const Workload %s;\n", source->workload[0]);
    }
    fputs("static const Variant *const variants[] = {", file);
    for (size_t i = 0; i < source->count; i++) {
        fprintf(file, "&%s, ", source->names[i]);
    }
    fprintf(file, "NULL};\nconst PluginDescriptor " PLUGIN_SYMBOL " = {SPEEDUP_INTERFACE, variants, %s%s};\n",
            source->workloads > 0 ? "&" : "NULL", source->workload[0]);
    fflush(file);
    lseek(fd, 0, SEEK_SET);
    const char *const words[] = {"-std=gnu11", "-g0", "-fno-lto", "-fPIC", "-I", headers,
                                 "-x",         "c",   "-c",       "-",     "-o", object};
    int failed = add_list(&command, "CC", setting("CC", toolchain.cc), error);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        add(&command, words[i]);
    }
    failed = failed != 0 ? failed : run_command(&command, fd, "compile", source->path, error);
    fclose(file);
    command_free(&command);
    return failed;
}

static int add_c(CompilerCall *command, const PluginSource *source, Error *error)
{
    if (add_list(command, "CC", setting("CC", options.race ? "clang" : toolchain.cc), error) != 0) {
        return -1;
    }
    add(command, source->language == LANGUAGE_C ? "-std=gnu11" : "-std=gnu++20");
    if (add_list(command, "options", options.race ? RACE_OPTIONS : toolchain.options, error) != 0 ||
        add_list(command, "CFLAGS", setting("CFLAGS", options.race ? "-O1 -g" : toolchain.cflags), error) !=
            0) {
        return -1;
    }
    add(command, "-fPIC");
    if (source->language != LANGUAGE_C) {
        add(command, "-Wno-missing-field-initializers"); /* of each field that a Variant leaves out */
    }
    return 0;
}

/* The options of the architecture: of the GPU here, else those of this build. */
static int add_architecture(CompilerCall *command, const PluginSource *source, Error *error)
{
    char gencode[120];
    GpuInfo gpu;
    if (source->hopper) {
        return toolchain.cuda_hopper[0] != '\0'
                   ? add_list(command, "CUDA_HOPPER", toolchain.cuda_hopper, error)
                   : error_set(error,
                               "%s: it needs sm_90a, which this program was built without; build it "
                               "with CUDA 12 and CUDA_ARCH=90",
                               source->path);
    }
    if (gpu_count() == 0 || gpu_info(&gpu, NULL) != 0) {
        return add_list(command, "CUDA_ARCH", toolchain.cuda_each, error);
    }
    char *dot = strchr(gpu.compute_capability, '.'); /* "9.0" is sm_90 */
    if (dot != NULL) {
        memmove(dot, dot + 1, strlen(dot));
    }
    snprintf(gencode, sizeof gencode, "-gencode arch=compute_%s,code=sm_%s", gpu.compute_capability,
             gpu.compute_capability);
    return add_list(command, "CUDA_ARCH", gencode, error);
}

static int add_cuda(CompilerCall *command, const PluginSource *source, Error *error)
{
    const char *nvcc = setting("NVCC", toolchain.nvcc);
    char found[TEXT_MOST_PATH + 1];
    if (toolchain.nvcc[0] == '\0') {
        return error_set(error, "%s: this program has no GPU part (%s); build speedup again where nvcc is",
                         source->path, toolchain.cuda_reason);
    }
    if (strchr(nvcc, '/') != NULL ? !file_is_program(nvcc) : !file_find_program(nvcc, found)) {
        return error_set(error, "%s: there is no nvcc at %s; install the CUDA Toolkit, or name it by NVCC",
                         source->path, nvcc);
    }
    add(command, nvcc);
    if (add_list(command, "cu_flags", toolchain.cu_flags, error) != 0 ||
        add_architecture(command, source, error) != 0) {
        return -1;
    }
    add(command, "-Xcompiler");
    add(command, "-fPIC");
    return 0;
}

/* The present folder and that of the headers have fixed names in host code, debug information included: the
 * same source gives the same plug-in in any folder. */
static void add_folders(CompilerCall *command, const PluginSource *source, const char *headers,
                        Folders *folders)
{
    const char *const folder[] = {".", headers}, *const name[] = {".", "speedup"};
    for (size_t i = 0; i < 2; i++) {
        char path[PATH_MAX];
        if (realpath(folder[i], path) == NULL) {
            continue;
        }
        snprintf(folders->option[i], sizeof folders->option[i], "-ffile-prefix-map=%s=%s", path, name[i]);
        if (source->language == LANGUAGE_CUDA) {
            add(command, "-Xcompiler");
        }
        add(command, folders->option[i]);
    }
}

/* Compiles one file, the source or one of gpu/. 0, or -1 and an error. */
static int compile(const PluginSource *source, const char *headers, const char *file, const char *object,
                   Error *error)
{
    CompilerCall command = {.count = 0};
    Folders folders;
    int failed = source->language == LANGUAGE_CUDA ? add_cuda(&command, source, error)
                                                   : add_c(&command, source, error);
    add_folders(&command, source, headers, &folders);
    const char *const words[] = {"-I", headers, "-c", file, "-o", object};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        add(&command, words[i]);
    }
    failed = failed != 0 ? failed : run_command(&command, CHILD_NULL, "compile", source->path, error);
    command_free(&command);
    return failed;
}

/* Links by CC in any language, as the program is: nvcc would write the name of a temporary file. */
static int link_objects(const PluginSource *source, const char *const *objects, size_t count,
                        const char *made, Error *error)
{
    CompilerCall command = {.count = 0};
    int failed = add_c(&command, source, error);
    add(&command, "-shared");
    add(&command, "-Wl,-Bsymbolic"); /* its own functions come before those that the program exports */
    for (size_t i = 0; i < count; i++) {
        add(&command, objects[i]);
    }
    add(&command, "-o");
    add(&command, made);
    const char *const libraries[][2] = {{"LDFLAGS", toolchain.ldflags},
                                        {"LDLIBS", setting("LDLIBS", "")},
                                        {"CUDA_LIBS", toolchain.cuda_libs}};
    const size_t lists = source->language == LANGUAGE_CUDA ? 3 : 2;
    for (size_t i = 0; failed == 0 && i < lists; i++) {
        failed = add_list(&command, libraries[i][0], libraries[i][1], error);
    }
    if (source->language == LANGUAGE_CXX) {
        add(&command, "-lstdc++"); /* CC links it only if asked */
    }
    add(&command, "-lm");
    failed = failed != 0 ? failed : run_command(&command, CHILD_NULL, "link", source->path, error);
    command_free(&command);
    return failed;
}

/* ---- the plug-in ---- */

/* The path of the plug-in: --out, or the source's with .so. */
static int choose_path(const char *source, char path[PATH_MAX], Error *error)
{
    const int stem = (int)(strrchr(source, '.') - source);
    const char *out = options.out;
    const int length =
        out != NULL ? snprintf(path, PATH_MAX, "%s", out) : snprintf(path, PATH_MAX, "%.*s.so", stem, source);
    struct stat status;
    if (length >= PATH_MAX - 16) {
        return error_set(error, "%.100s...: the path is too long; give a shorter one by -o", path);
    }
    for (size_t i = 0; out == NULL && plugin_source_suffixes[i] != NULL; i++) {
        char other[PATH_MAX + 8];
        snprintf(other, sizeof other, "%.*s%s", stem, source, plugin_source_suffixes[i]);
        if (strcmp(other, source) != 0 && stat(other, &status) == 0) {
            return error_set(error, "%s and %s would both become %s; name the plug-in by -o", source, other,
                             path);
        }
    }
    if (strchr(path, ',') != NULL) {
        return error_set(error,
                         "%s: the name has a comma, which separates files in --plugin; name another "
                         "one by -o",
                         path);
    }
    if (plugin_is_source(path)) {
        return error_set(
            error, "-o %s: this is the name of a source file; name the plug-in, as in -o mine.so", path);
    }
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        return error_set(error, "cannot write %s: it is no file; name another one by -o", path);
    }
    return 0;
}

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
    const char *shown = quoted(list, file, sizeof file);
    const PluginWorkload *workload = has->has_workload ? &has->workload : NULL;
    const char *race = options.race ? " --race" : "";
    if (workload != NULL) {
        log_info("%s has the workload %s; next: speedup check %s --plugin %s%s", path, workload->name,
                 workload->name, shown, race);
    }
    for (size_t i = 0; i < has->count; i++) {
        const PluginVariant *described = &has->variants[i];
        if (workload == NULL || strcmp(workload->name, described->workload) != 0) {
            log_info("%s has %s %s; next: speedup check %s --plugin %s%s", path, described->workload,
                     described->name, described->workload, shown, race);
        }
    }
}

/* Files of the folder beside the plug-in, which exists while it is made. nvcc writes their names into its
 * objects, so they have no random part: the same source gives the same plug-in. */
enum { MADE, DESCRIPTOR, KERNEL, LAUNCH, CHECK, PARTS };

typedef struct Parts {
    char folder[PATH_MAX], path[PARTS][PATH_MAX + 16];
} Parts;

static int parts_begin(const char *path, Parts *parts, Error *error)
{
    static const char *const names[PARTS] = {"plugin.so", "plugin.o", "kernel.o", "launch.o", "check.o"};
    snprintf(parts->folder, sizeof parts->folder, "%.*s.parts", PATH_MAX - 16, path);
    for (size_t i = 0; i < PARTS; i++) {
        snprintf(parts->path[i], sizeof parts->path[i], "%s/%s", parts->folder, names[i]);
    }
    if (mkdir(parts->folder, 0777) == 0) {
        return 0;
    }
    return errno == EEXIST
               ? error_set(error, "%s exists: another build is running, or was interrupted; then delete it",
                           parts->folder)
               : error_set(error, "cannot write %s: %s; name another file by -o", path, strerror(errno));
}

static void parts_end(const Parts *parts)
{
    for (size_t i = 0; i < PARTS; i++) {
        unlink(parts->path[i]);
    }
    rmdir(parts->folder);
}

static int compile_all(const PluginSource *source, const Parts *parts, Error *error)
{
    const char *const objects[] = {parts->path[DESCRIPTOR], parts->path[KERNEL], parts->path[LAUNCH],
                                   parts->path[CHECK]};
    const bool on_gpu = source->language == LANGUAGE_CUDA;
    char headers[PATH_MAX], launch[PATH_MAX + 16], check[PATH_MAX + 16];
    if (headers_folder(headers, error) != 0) {
        return -1;
    }
    snprintf(launch, sizeof launch, "%s/gpu/launch.cu", headers);
    snprintf(check, sizeof check, "%s/gpu/check.cu", headers);
    if (compile_descriptor(source, headers, parts->path[DESCRIPTOR], error) != 0 ||
        compile(source, headers, source->path, parts->path[KERNEL], error) != 0 ||
        (on_gpu && compile(source, headers, launch, parts->path[LAUNCH], error) != 0) ||
        (on_gpu && compile(source, headers, check, parts->path[CHECK], error) != 0)) {
        return -1;
    }
    return link_objects(source, objects, on_gpu ? 4 : 2, parts->path[MADE], error);
}

/* Makes the plug-in, checks that it can be loaded, and gives it its name. */
static int make_plugin(const PluginSource *source, const Parts *parts, const char *path, Error *error)
{
    const char *made = parts->path[MADE];
    static Plugin plugin = {.fd = -1};
    Error why;
    int failed = compile_all(source, parts, error);
    if (failed == 0 && options.race) {
        failed = environment_race(error);
    }
    if (failed == 0 && (plugin_describe(made, &plugin, &why) != 0 || plugin_check_names(&plugin, &why) != 0 ||
                        plugin_check_costs(&plugin, &why) != 0)) {
        failed = error_set(error, "%.300s: %.690s", source->path, why.text);
    }
    if (failed == 0 && rename(made, path) != 0) {
        failed = error_set(error, "cannot write %s: %s; name another file by -o", path, strerror(errno));
    }
    if (failed == 0) {
        print_next(&plugin.has, path);
    }
    plugin_free(&plugin);
    return failed;
}

static int build(const char *file, Error *error)
{
    static PluginSource source;
    static Parts parts;
    char path[PATH_MAX];
    if (plugins_add(&options.plugins, error) != 0 || plugin_source_read(file, &source, error) != 0 ||
        choose_path(file, path, error) != 0 || parts_begin(path, &parts, error) != 0) {
        return -1;
    }
    const int failed = make_plugin(&source, &parts, path, error);
    parts_end(&parts);
    return failed;
}

int command_build(int argc, char **argv)
{
    static char long_name[] = "--out";
    Words words;
    Error error;
    for (int i = 1; i < argc; i++) {
        argv[i] = strcmp(argv[i], "-o") == 0 ? long_name : argv[i]; /* as compilers have it */
    }
    if (arguments_read(&usage, argc, argv, &options, &words, &error) != 0) {
        return log_error(&error, EXIT_USAGE);
    }
    if (words.help) {
        arguments_help(stdout, &usage);
        return EXIT_OK;
    }
    return build(words.word[0], &error) == 0 ? EXIT_OK : log_error(&error, EXIT_USAGE);
}
