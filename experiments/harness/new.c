/* `speedup new`: writes the source of a variant that builds and runs: a copy of one of this program's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/driver.h"
#include "common/machine/toolchain.h"
#include "common/registry.h"
#include "common/text/text.h"
#include "experiments/harness/cli/headers.h"
#include "experiments/harness/cli/nearest.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

static const char *from; /* NULL: the plainest one */

static const Option new_options[] = {
    {"from", "VARIANT", take_text, 0, "copy this variant, as in cpu/tiled",
     "the reference; on a GPU the first rung"},
};

static const Usage usage = {
    .command = "new",
    .before =
        "Usage: speedup new WORKLOAD/NAME [--from VARIANT]\n"
        "       speedup new WORKLOAD/gpu/NAME [--from VARIANT]\n"
        "\n"
        "Writes NAME.c, or NAME.cu for a GPU: a variant of the workload that builds and runs, to be\n"
        "changed. It is a copy of a variant of this program under the new name. `speedup build` makes a\n"
        "plug-in of it.",
    .after = "Examples\n"
             "  speedup new matmul/mine\n"
             "  speedup new transpose/gpu/mine --from gpu/coalesced\n"
             "\n"
             "Exit codes: 0; 2 nothing was written.",
    OPTIONS(new_options),
    .least = 1,
    .most = 1,
    .when_too_few = "name the workload and the variant, as in: speedup new matmul/mine",
};

/* The variant to write, and the one that it is a copy of. */
typedef struct Copy {
    const Workload *workload;
    char kind[4], base[64], name[80];  /* "cpu", "mine", "cpu/mine" */
    const VariantPlace *model;         /* its file ... */
    char old_symbol[160], symbol[160]; /* ... and the symbols of both */
    char path[80];                     /* of the new file */
} Copy;

/* ---- names ---- */

static int read_name(char *text, Copy *copy, Error *error)
{
    char *slash = strchr(text, '/');
    if (slash == NULL) {
        error_set(error, "'%s' has no workload; give WORKLOAD/NAME, as in matmul/mine", text);
        return -1;
    }
    *slash = '\0';
    const char *base = slash + 1;
    copy->workload = nearest_workload(text, error);
    if (copy->workload == NULL) {
        return -1;
    }
    const bool has_kind = driver_of(base) != NULL;
    snprintf(copy->kind, sizeof copy->kind, "%.3s", has_kind ? base : "cpu");
    base += has_kind ? 4 : 0;
    if (base[0] < 'a' || base[0] > 'z' || strlen(base) >= sizeof copy->base ||
        base[strspn(base, "abcdefghijklmnopqrstuvwxyz0123456789_")] != '\0') {
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
    char hint[128];
    Nearest nearest = nearest_to(from != NULL ? from : "");
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        if (!is_model(variant, copy)) {
            continue;
        }
        nearest_offer(&nearest, variant->name);
        if (from != NULL ? strcmp(from, variant->name) == 0
                         : is_plainest(variant, copy) &&
                               (copy->model == NULL || (variant->flags & VARIANT_REFERENCE) != 0)) {
            copy->model = &registry_places[i];
        }
    }
    if (copy->model != NULL) {
        return 0;
    }
    if (strcmp(copy->kind, "gpu") == 0 && toolchain.nvcc[0] == '\0') {
        return error_set(error, "%s/%s: this program has no GPU part (%s); build speedup again where nvcc is",
                         copy->workload->name, copy->name, toolchain.cuda_reason);
    }
    return from != NULL
               ? error_set(error, "--from %s: %s has no such %s variant of one process%s", from,
                           copy->workload->name, copy->kind, nearest_hint(&nearest, hint, sizeof hint))
               : error_set(error, "%s has no %s variant to copy; choose another workload",
                           copy->workload->name, copy->kind);
}

/* ---- the text ---- */

/* Prints the line with the new names in place of the model's. */
static void print_line(FILE *file, const char *line, const Copy *copy)
{
    const char *const old[] = {copy->old_symbol, copy->model->name}, *const now[] = {copy->symbol,
                                                                                     copy->name};
    for (; *line != '\0'; line++) {
        size_t i = 0;
        size_t length = 0;
        for (; i < 2; i++) {
            length = strlen(old[i]);
            const char next = strncmp(line, old[i], length) == 0 ? line[length] : '_';
            if (next != '_' && !(next >= 'a' && next <= 'z') && !(next >= '0' && next <= '9')) {
                break;
            }
        }
        if (i < 2) {
            fputs(now[i], file);
            line += length - 1;
        } else {
            fputc(*line, file);
        }
    }
}

static void print_head(FILE *file, const Copy *copy)
{
    const char *workload = copy->workload->name;
    fprintf(file,
            "/* %s %s, a copy of %s that is yours to change: the work is in run(), and the Variant at the\n"
            " * end describes it. The interface is common/workload.h.\n"
            " *\n"
            " *     speedup build %s\n"
            " *     speedup check %s --plugin %s.so\n"
            " *     speedup run %s --plugin %s.so --variant %s,%s\n"
            " */\n",
            workload, copy->name, copy->model->name, copy->path, workload, copy->base, workload, copy->base,
            copy->model->name, copy->name);
}

/* Writes the copy of `model`. The flag of a reference is left out: there is one. */
static void print_copy(FILE *file, FILE *model, const Copy *copy)
{
    char *line = NULL;
    size_t room = 0;
    print_head(file, copy);
    while (getline(&line, &room, model) > 0) {
        if (strncmp(line, "#include", strlen("#include")) == 0) {
            fputs(line, file); /* cpu/amx.h is a header */
        } else if (strstr(line, ".flags = VARIANT_REFERENCE,") == NULL) {
            print_line(file, line, copy);
        }
    }
    free(line);
}

static int write_copy(const Copy *copy, const char *headers, Error *error)
{
    char path[PATH_MAX + 256];
    snprintf(path, sizeof path, "%s/%s", headers, copy->model->file);
    FILE *model = fopen(path, "re");
    if (model == NULL) {
        return error_set(error, "cannot read %s: %s; run make install of speedup's source again", path,
                         strerror(errno));
    }
    FILE *file = fopen(copy->path, "wxe");
    if (file == NULL) {
        const int why = errno;
        fclose(model);
        return why == EEXIST ? error_set(error, "%s exists; choose another name, or remove it", copy->path)
                             : error_set(error, "cannot write %s: %s; choose another folder", copy->path,
                                         strerror(why));
    }
    print_copy(file, model, copy);
    fclose(model);
    const bool bad = ferror(file) != 0;
    if (fclose(file) != 0 || bad) {
        unlink(copy->path);
        return error_set(error, "cannot write %s: %s; make room", copy->path, strerror(errno));
    }
    return 0;
}

static int run(const Words *words)
{
    Copy copy = {.model = NULL};
    char headers[PATH_MAX];
    Error error;
    if (read_name(words->word[0], &copy, &error) != 0 || choose_model(&copy, &error) != 0 ||
        headers_folder(headers, &error) != 0) {
        return log_error(&error, EXIT_USAGE);
    }
    snprintf(copy.symbol, sizeof copy.symbol, "variant_%s_%s_%s", copy.kind, copy.workload->name, copy.base);
    snprintf(copy.old_symbol, sizeof copy.old_symbol, "variant_%s_%s_%s", copy.kind, copy.workload->name,
             copy.model->name + 4);
    if (write_copy(&copy, headers, &error) != 0) {
        return log_error(&error, EXIT_USAGE);
    }
    const char *workload = copy.workload->name;
    log_info("%s: a copy of %s %s; the interface is %s/common/workload.h", copy.path, workload,
             copy.model->name, headers);
    log_info("next: speedup build %s && speedup check %s --plugin %s.so", copy.path, workload, copy.base);
    return EXIT_OK;
}

const Command command_new = {&usage, &from, run};
