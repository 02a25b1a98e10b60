/* `speedup new`: writes a source that builds and runs: a copy of one of this program's variants, or a
 * workload with two variants, from cpu/workload.template. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/driver.h"
#include "common/gpu.h"
#include "common/registry.h"
#include "common/system/child.h"
#include "common/text/text.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/cli/plugin.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

typedef struct NewOptions {
    const char *from; /* NULL: the plainest one */
    const char *wrap; /* the prototype of a function; NULL: none */
    bool column_major, transposed_b, host_pointers;
    size_t multiple; /* of which its sizes must be; 0: any size */
} NewOptions;

static NewOptions options;

static const Option new_options[] = {
    {"from", "VARIANT", take_text, offsetof(NewOptions, from), "copy this variant, as in cpu/tiled",
     "the reference; on a GPU the first rung"},
    {"wrap", "PROTOTYPE", take_text, offsetof(NewOptions, wrap),
     "write the glue to this function, whose source is built beside it", NULL},
    {"column-major", NULL, take_flag, offsetof(NewOptions, column_major),
     "the function's matrices are stored by columns", NULL},
    {"transposed-b", NULL, take_flag, offsetof(NewOptions, transposed_b),
     "its second input is B transposed, which the glue makes outside the time", NULL},
    {"multiple-of", "N", take_count, offsetof(NewOptions, multiple), "it takes multiples of N only", NULL},
    {"host-pointers", NULL, take_flag, offsetof(NewOptions, host_pointers),
     "gpu/: it takes host memory, allocates and copies", NULL},
};

static const Usage usage = {
    .command = "new",
    .before =
        "Usage: speedup new WORKLOAD/NAME [--from VARIANT]\n"
        "       speedup new WORKLOAD/gpu/NAME [--from VARIANT]\n"
        "       speedup new WORKLOAD/[gpu/]NAME --wrap PROTOTYPE\n"
        "       speedup new NAME\n"
        "\n"
        "Writes NAME.c, or NAME.cu for a GPU: a variant of the workload that builds and runs, to be\n"
        "changed. It is a copy of a variant of this program under the new name. `speedup build` makes a\n"
        "plug-in of it. NAME alone is a workload of your own, with two variants. With --wrap the file has\n"
        "the glue to a function that knows nothing of speedup. Its parameters are assigned by their names:\n"
        "m, n, k, rows, cols, size, lda, alpha, beta; a, b, c, in, out; else const matrices are inputs.",
    .after =
        "Examples\n"
        "  speedup new matmul/mine\n"
        "  speedup new axpy\n"
        "  speedup new transpose/gpu/mine --from gpu/coalesced\n"
        "  speedup new matmul/mine --wrap 'void gemm(int m, int n, int k, float *a, float *b, float *c)'\n"
        "\n"
        "Exit codes: 0; 2 nothing was written.",
    OPTIONS(new_options),
    .least = 1,
    .most = 1,
    .when_too_few =
        "name the workload and the variant, as in: speedup new matmul/mine; or a new workload, as "
        "in: speedup new axpy",
};

/* The variant to write, and the one that it is a copy of. */
typedef struct Copy {
    const Workload *workload;
    char kind[4], base[64], name[80]; /* "cpu", "mine", "cpu/mine" */
    const VariantPlace *model;
    char path[80]; /* of the new file */
} Copy;

/* ---- names ---- */

static int read_name(char *text, Copy *copy, Error *error)
{
    char *slash = strchr(text, '/');
    *slash = '\0';
    const char *base = slash + 1;
    copy->workload = nearest_workload(text, error);
    if (copy->workload == NULL) {
        return -1;
    }
    const bool has_kind = driver_of(base) != NULL;
    snprintf(copy->kind, sizeof copy->kind, "%.3s", has_kind ? base : "cpu");
    base += has_kind ? 4 : 0;
    if (!text_is_name(base) || strlen(base) >= sizeof copy->base) {
        return error_set(error,
                         "'%.100s' is no name of a variant; give at most %zu small letters, digits and "
                         "'_', a letter first",
                         base, sizeof copy->base - 1);
    }
    snprintf(copy->base, sizeof copy->base, "%s", base);
    snprintf(copy->name, sizeof copy->name, "%s/%s", copy->kind, base);
    snprintf(copy->path, sizeof copy->path, "%s.%s", base, strcmp(copy->kind, "gpu") == 0 ? "cu" : "c");
    return registry_variant(text, copy->name) == NULL
               ? 0
               : error_set(error, "%s has a variant %s already; choose another name", text, copy->name);
}

/* Can it be a plug-in? */
static bool is_model(const Variant *variant, const Copy *copy)
{
    return strcmp(variant->workload, copy->workload->name) == 0 &&
           strncmp(variant->name, copy->kind, strlen(copy->kind)) == 0 && (variant->axes & AXIS_RANKS) == 0;
}

static bool is_plainest(const Variant *variant, const Copy *copy)
{
    const bool reference = (variant->flags & VARIANT_REFERENCE) != 0;
    const bool first = variant->after == NULL || strncmp(variant->after, copy->kind, strlen(copy->kind)) != 0;
    return reference ||
           (first && (variant->flags & VARIANT_LIBRARY) == 0 && (variant->axes & AXIS_DEVICES) == 0);
}

/* --from, else the reference, else the first rung. */
static int choose_model(Copy *copy, Error *error)
{
    Nearest nearest = nearest_to(options.from != NULL ? options.from : "");
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        if (!is_model(variant, copy)) {
            continue;
        }
        nearest_offer(&nearest, variant->name);
        if (options.from != NULL ? strcmp(options.from, variant->name) == 0
                                 : is_plainest(variant, copy) &&
                                       (copy->model == NULL || (variant->flags & VARIANT_REFERENCE) != 0)) {
            copy->model = &registry_places[i];
        }
    }
    if (copy->model != NULL) {
        return 0;
    }
    if (strcmp(copy->kind, "gpu") == 0 && strcmp(gpu_build(), "none") == 0) {
        return error_set(error, "%s/%s: this program has no GPU part (%s); build speedup again where nvcc is",
                         copy->workload->name, copy->name, gpu_driver.missing());
    }
    const Variant *given = options.from != NULL ? registry_variant(copy->workload->name, options.from) : NULL;
    if (given != NULL) {
        return error_set(error, "--from %s: %s; copy another one (speedup list %s shows all)", options.from,
                         (given->axes & AXIS_RANKS) != 0
                             ? "variants over several processes cannot be plug-ins"
                             : "it is of another kind, cpu/ or gpu/, than the new variant",
                         copy->workload->name);
    }
    return options.from != NULL
               ? error_set(error, "--from %s: %s has no such %s variant of one process%s", options.from,
                           copy->workload->name, copy->kind, nearest_hint(&nearest))
               : error_set(error, "%s has no %s variant to copy; choose another workload",
                           copy->workload->name, copy->kind);
}

/* ---- the text ---- */

/* A text of the model, and what stands in its place in the copy. A name is replaced where it ends. */
typedef struct Replacement {
    const char *old, *now;
} Replacement;

static bool continues_name(char c)
{
    return c == '_' || islower((unsigned char)c) || isdigit((unsigned char)c);
}

static void print_line(FILE *file, const char *line, const Replacement replaced[2])
{
    while (*line != '\0') {
        size_t i = 0, length = 0;
        for (; i < 2; i++) {
            length = strlen(replaced[i].old);
            if (strncmp(line, replaced[i].old, length) == 0 &&
                !(continues_name(line[length - 1]) && continues_name(line[length]))) {
                break;
            }
        }
        fprintf(file, i < 2 ? "%s" : "%.1s", i < 2 ? replaced[i].now : line);
        line += i < 2 ? length : 1;
    }
}

static FILE *create(const char *path, Error *error)
{
    FILE *file = fopen(path, "wxe");
    if (file == NULL && errno == EEXIST) {
        error_set(error, "%s exists; choose another name, or remove it", path);
    } else if (file == NULL) {
        error_set(error, "cannot write %s: %s; choose another folder", path, strerror(errno));
    }
    return file;
}

static int finish(FILE *file, const char *path, Error *error)
{
    const bool bad = ferror(file) != 0;
    if (fclose(file) != 0 || bad) {
        unlink(path);
        return error_set(error, "cannot write %s: %s; make room", path, strerror(errno));
    }
    return 0;
}

/* Writes the file `to`: `head`, and a copy of `model_file` in the headers' folder. The flag of a reference is
 * left out of the copy of a variant: there is one. */
static int write_file(const char *headers, const char *model_file, const char *to, const char *head,
                      const Replacement replaced[2], Error *error)
{
    char path[PATH_MAX + 256], *line = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/%s", headers, model_file);
    FILE *model = fopen(path, "re");
    if (model == NULL) {
        return error_set(error, "cannot read %s: %s; run make install of speedup's source again", path,
                         strerror(errno));
    }
    FILE *file = create(to, error);
    if (file == NULL) {
        fclose(model);
        return -1;
    }
    fputs(head, file);
    while (getline(&line, &room, model) > 0) {
        if (strncmp(line, "#include", strlen("#include")) == 0) {
            fputs(line, file); /* cpu/amx.h is a header */
        } else if (head[0] == '\0' || strstr(line, ".flags = VARIANT_REFERENCE,") == NULL) {
            print_line(file, line, replaced);
        }
    }
    free(line);
    fclose(model);
    return finish(file, to, error);
}

/* Rows and columns of a matrix as words of C: the workload gives them for m, n and k of 2, 3 and 5. */
static void extent_words(const Workload *workload, Operand operand, const char *words[2])
{
    static const char *const names[] = {"0", "1", "point->m", "point->n", "4", "point->k"};
    const bool squares = workload->dimensions == 0;
    const Point probe = {.m = squares ? 3 : 2, .n = 3, .k = squares ? 3 : 5, .type = workload->default_type};
    const Extent extent = workload_extent(workload, &probe, operand);
    const bool exists = operand == OPERAND_OUT || operand < workload->inputs;
    words[0] = exists ? names[extent.rows % 6] : "";
    words[1] = exists ? names[extent.columns % 6] : "";
}

/* By common/build/wrap.sh. 0, or -1 and an error; its text is "" if the script has reported it. */
static int write_glue(const Copy *copy, const char *headers, Error *error)
{
    static const char *const sizes[] = {"n", "n", "m n", "m n k"};
    const Workload *workload = copy->workload;
    char script[PATH_MAX + 32], kind[16], types[64] = "", multiple[24];
    const char *words[17] = {"bash",
                             script,
                             kind,
                             copy->base,
                             workload->name,
                             types,
                             sizes[workload->dimensions],
                             options.column_major   ? "column-major"
                             : options.transposed_b ? "transposed-b"
                                                    : "",
                             multiple,
                             options.wrap};
    const char *out[2];
    snprintf(script, sizeof script, "%s/common/build/wrap.sh", headers);
    snprintf(kind, sizeof kind, "%s%s", copy->kind, options.host_pointers ? "-host" : "");
    snprintf(multiple, sizeof multiple, "%zu", options.multiple > 0 ? options.multiple : 1);
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        if ((workload->types & TYPE_BIT(type)) != 0) {
            text_append(types, sizeof types, " ", "%s", type_name((ElementType)type));
        }
    }
    extent_words(workload, OPERAND_A, words + 10);
    extent_words(workload, OPERAND_B, words + 12);
    extent_words(workload, OPERAND_OUT, out);
    words[14] = out[1];
    FILE *file = create(copy->path, error);
    if (file == NULL) {
        return -1;
    }
    int failed = child_run_script(words, fileno(file), error);
    if (failed != 0) {
        fclose(file);
        unlink(copy->path);
        return -1;
    }
    failed = finish(file, copy->path, error);
    if (failed == 0) {
        log_info("%s: calls the function; the interface is %s/common/workload.h", copy->path, headers);
        log_info(
            "next: speedup build %s FILE && speedup check %s --plugin %s.so, where FILE has the function",
            copy->path, workload->name, copy->base);
    }
    return failed;
}

static int write_variant(char *text, const char *headers, Error *error)
{
    Copy copy = {.model = NULL};
    if (options.wrap != NULL) {
        return read_name(text, &copy, error) != 0 ? -1 : write_glue(&copy, headers, error);
    }
    if (read_name(text, &copy, error) != 0 || choose_model(&copy, error) != 0) {
        return -1;
    }
    const char *workload = copy.workload->name, *model = copy.model->name;
    char old_symbol[160], symbol[160], head[1024];
    snprintf(old_symbol, sizeof old_symbol, "variant_%s_%s_%s", copy.kind, workload, model + 4);
    snprintf(symbol, sizeof symbol, "variant_%s_%s_%s", copy.kind, workload, copy.base);
    snprintf(head, sizeof head,
             "/* %s %s, a copy of %s that is yours to change: the work is in run(), and the Variant at the\n"
             " * end describes it. The interface is common/workload.h.\n"
             " *\n"
             " *     speedup build %s\n"
             " *     speedup check %s --plugin %s.so\n"
             " *     speedup run %s --plugin %s.so --variant %s,%s\n"
             " */\n",
             workload, copy.name, model, copy.path, workload, copy.base, workload, copy.base, model,
             copy.name);
    const Replacement replaced[2] = {{old_symbol, symbol}, {model, copy.name}};
    if (write_file(headers, copy.model->file, copy.path, head, replaced, error) != 0) {
        return -1;
    }
    log_info("%s: a copy of %s %s; the interface is %s/common/workload.h", copy.path, workload, model,
             headers);
    log_info("next: speedup build %s && speedup check %s --plugin %s.so", copy.path, workload, copy.base);
    return 0;
}

static int write_workload(const char *name, const char *headers, Error *error)
{
    enum { MOST_NAME = 31 };
    char path[MOST_NAME + sizeof ".c"];
    if (registry_workload(name) != NULL) {
        return error_set(error,
                         "there is a workload %s already; for a variant of it give WORKLOAD/NAME, as in "
                         "%s/mine",
                         name, name);
    }
    if (!text_is_name(name) || strlen(name) > MOST_NAME) {
        return error_set(error,
                         "'%.100s' is no name of a workload; give at most %d small letters, digits and '_', "
                         "a letter first",
                         name, MOST_NAME);
    }
    if (options.from != NULL) {
        return error_set(error, "--from %s is for a variant; give WORKLOAD/NAME, or leave it out",
                         options.from);
    }
    snprintf(path, sizeof path, "%s.c", name);
    const Replacement replaced[2] = {{"@", name}, {"@", name}};
    if (write_file(headers, "cpu/workload.template", path, "", replaced, error) != 0) {
        return -1;
    }
    log_info("%s: a workload with two variants; the interface is %s/common/workload.h", path, headers);
    log_info("next: speedup build %s && speedup check %s --plugin %s.so", path, name, name);
    return 0;
}

static int run(const Words *words)
{
    char *name = words->word[0], headers[PATH_MAX];
    const bool is_variant = strchr(name, '/') != NULL;
    const bool describes =
        options.column_major || options.transposed_b || options.host_pointers || options.multiple > 0;
    Error error;
    if (options.wrap == NULL ? describes : !is_variant || options.from != NULL) {
        error_set(
            &error,
            "--column-major, --transposed-b, --multiple-of and --host-pointers describe the function of "
            "--wrap, which is for WORKLOAD/NAME without --from; leave them out, or give it");
        return log_error(&error, EXIT_USAGE);
    }
    if (options.column_major && options.transposed_b) {
        error_set(&error,
                  "--wrap: --transposed-b is for two inputs, and excludes --column-major; leave one out");
        return log_error(&error, EXIT_USAGE);
    }
    if (headers_folder(headers, &error) == 0 &&
        (is_variant ? write_variant(name, headers, &error) : write_workload(name, headers, &error)) == 0) {
        return EXIT_OK;
    }
    return error.text[0] == '\0' ? EXIT_USAGE : log_error(&error, EXIT_USAGE);
}

const Command command_new = {&usage, &options, run};
