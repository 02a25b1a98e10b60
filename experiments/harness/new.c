/* `speedup new`: writes a source that builds and runs: a copy of one of this program's variants, or a
 * workload with two variants, from cpu/workload.template. */
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
    {"wrap", "PROTOTYPE", take_code, offsetof(NewOptions, wrap),
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
    const char *workload = strsep(&text, "/"), *base = text;
    copy->workload = nearest_workload(workload, error);
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
    return registry_variant(workload, copy->name) == NULL
               ? 0
               : error_set(error, "%s has a variant %s already; choose another name", workload, copy->name);
}

/* Is it copied without --from: the reference, or the first rung of the kind? */
static bool is_plainest(const Variant *variant, const char *kind)
{
    return (variant->after == NULL || strncmp(variant->after, kind, strlen(kind)) != 0) &&
           (variant->flags & (VARIANT_LIBRARY | VARIANT_SEARCH)) == 0 &&
           (variant->axes & (AXIS_RANKS | AXIS_DEVICES)) == 0;
}

static int choose_model(Copy *copy, Error *error)
{
    const char *workload = copy->workload->name, *from = options.from;
    Nearest nearest = nearest_to(from != NULL ? from : "");
    bool has_ranks = false;
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        if (strcmp(variant->workload, workload) == 0 &&
            strncmp(variant->name, copy->kind, strlen(copy->kind)) == 0) {
            nearest_offer(&nearest, variant->name);
            if (copy->model == NULL &&
                (from != NULL ? strcmp(variant->name, from) == 0 : is_plainest(variant, copy->kind))) {
                copy->model = &registry_places[i];
                has_ranks = (variant->axes & AXIS_RANKS) != 0;
            }
        }
    }
    if (has_ranks) {
        return error_set(
            error, "--from %s: variants over several processes cannot be plug-ins; copy another one", from);
    }
    if (copy->model == NULL && strcmp(copy->kind, "gpu") == 0 && strcmp(gpu_build(), "none") == 0) {
        return error_set(error, "%s/%s: this program has no GPU part (%s); build speedup again where nvcc is",
                         workload, copy->name, gpu_driver.missing());
    }
    if (copy->model == NULL && from == NULL) {
        return error_set(error, "%s has no %s variant to copy; choose another workload", workload,
                         copy->kind);
    }
    return copy->model != NULL ? 0
                               : error_set(error, "--from %s: %s has no such %s variant of one process%s",
                                           from, workload, copy->kind, nearest_hint(&nearest));
}

/* ---- the text ---- */

/* Writes the file: `head`, then what bash prints with these words. 0, or -1 and an error; its text is "" if
 * bash has reported it. */
static int write_file(const char *path, const char *head, const char *const *words, Error *error)
{
    FILE *file = fopen(path, "wxe");
    if (file == NULL) {
        return errno == EEXIST
                   ? error_set(error, "%s exists; choose another name, or remove it", path)
                   : error_set(error, "cannot write %s: %s; choose another folder", path, strerror(errno));
    }
    fputs(head, file);
    int failed = fflush(file);
    if (failed != 0) {
        error_set(error, "cannot write %s: %s; make room", path, strerror(errno));
    } else {
        failed = child_run_script(words, fileno(file), error);
    }
    fclose(file);
    if (failed != 0) {
        unlink(path);
    }
    return failed;
}

/* Writes `head` and what sed makes of a file in the headers' folder. */
static int write_edited(const char *path, const char *head, const char *edits, const char *headers,
                        const char *model, Error *error)
{
    char from[PATH_MAX + 256];
    const char *const words[] = {"bash", "-c", "exec sed \"$@\"", "sed", "-e", edits, "--", from, NULL};
    snprintf(from, sizeof from, "%s/%s", headers, model);
    const int failed = write_file(path, head, words, error);
    return failed == 0 || error->text[0] != '\0'
               ? failed
               : error_set(error,
                           "cannot copy %s to %s; make room, or run make install of speedup's source again",
                           from, path);
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

/* By common/build/wrap.sh. */
static int write_glue(const Copy *copy, const char *headers, Error *error)
{
    static const char *const sizes[] = {"n", "n", "m n", "m n k"};
    const Workload *workload = copy->workload;
    char script[PATH_MAX + 32], kind[16], types[64] = "", multiple[24], layout[32];
    const char *words[17] = {
        "bash", script,   kind,        copy->base, workload->name, types, sizes[workload->dimensions],
        layout, multiple, options.wrap};
    if (workload->inputs > 2) {
        return error_set(error, "--wrap is for up to two inputs, and %s has %u; copy a variant by --from",
                         workload->name, workload->inputs);
    }
    snprintf(script, sizeof script, "%s/common/build/wrap.sh", headers);
    snprintf(kind, sizeof kind, "%s%s", copy->kind, options.host_pointers ? "-host" : "");
    snprintf(multiple, sizeof multiple, "%zu", options.multiple > 0 ? options.multiple : 1);
    for (int type = 0; type < ELEMENT_TYPES; type++) {
        if ((workload->types & TYPE_BIT(type)) != 0) {
            text_append(types, sizeof types, " ", "%s", type_name((ElementType)type));
        }
    }
    snprintf(layout, sizeof layout, "%s%s", options.column_major ? "column-major" : "",
             options.transposed_b ? "transposed-b" : "");
    extent_words(workload, OPERAND_A, words + 10);
    extent_words(workload, OPERAND_B, words + 12);
    extent_words(workload, OPERAND_OUT, words + 14);
    if (write_file(copy->path, "", words, error) != 0) {
        return -1;
    }
    log_info("%s: calls the function; the interface is %s/common/workload.h", copy->path, headers);
    log_info("next: speedup build %s FILE && speedup check %s --plugin %s.so, where FILE has the function",
             copy->path, workload->name, copy->base);
    return 0;
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
    char edits[640], head[1024];
    /* A name is replaced where it ends, but not in cpu/amx.h. There is one reference. */
    snprintf(edits, sizeof edits,
             "/^#include/b\n/\\.flags = VARIANT_REFERENCE,/d\n"
             "s,variant_%s_%s_%s\\b,variant_%s_%s_%s,g\ns,%s\\b,%s,g",
             copy.kind, workload, model + 4, copy.kind, workload, copy.base, model, copy.name);
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
    if (write_edited(copy.path, head, edits, headers, copy.model->file, error) != 0) {
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
    char path[MOST_NAME + sizeof ".c"], edits[MOST_NAME + sizeof "s/@//g"];
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
    snprintf(edits, sizeof edits, "s/@/%s/g", name);
    if (write_edited(path, "", edits, headers, "cpu/workload.template", error) != 0) {
        return -1;
    }
    log_info("%s: a workload with two variants; the interface is %s/common/workload.h", path, headers);
    log_info("next: speedup build %s && speedup check %s --plugin %s.so", path, name, name);
    return 0;
}

static int run(const Words *words, Error *error)
{
    char *name = words->word[0], headers[PATH_MAX];
    const bool is_variant = strchr(name, '/') != NULL;
    const bool describes =
        options.column_major || options.transposed_b || options.host_pointers || options.multiple > 0;
    if (options.wrap == NULL ? describes : !is_variant || options.from != NULL) {
        return error_set(
            error,
            "--column-major, --transposed-b, --multiple-of and --host-pointers describe the function of "
            "--wrap, which is for WORKLOAD/NAME without --from; leave them out, or give it");
    }
    if (headers_folder(headers, error) != 0) {
        return -1;
    }
    return is_variant ? write_variant(name, headers, error) : write_workload(name, headers, error);
}

const Command command_new = {&usage, &options, run};
