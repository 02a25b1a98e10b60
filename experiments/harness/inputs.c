/* `speedup inputs`: writes the inputs of a workload and the right result as files, so that a program which
 * reads files is judged as a variant is. The workload fills them, its reference variant computes the result.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/matrix.h"
#include "common/registry.h"
#include "common/system/file.h"
#include "common/verify/verify.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

typedef enum Format { FORMAT_TEXT, FORMAT_NPY, FORMAT_RAW, FORMATS } Format;

static const struct {
    const char *name, *suffix;
} formats[FORMATS] = {{"text", "txt"}, {"npy", "npy"}, {"raw", "bin"}};

static Format format_of(const RunOptions *options)
{
    int i = 0;
    while (options->format != NULL && i < FORMATS && strcmp(options->format, formats[i].name) != 0) {
        i++;
    }
    return (Format)i;
}

static int make(RunOptions *options, Plan *plan, Error *error)
{
    const Variant *reference = registry_reference(options->workload->name);
    if (options->out == NULL) {
        return error_set(error, "give the folder for the files, as in --out inputs/");
    }
    if (format_of(options) == FORMATS) {
        return error_set(error, "--format %s: give text, npy or raw", options->format);
    }
    if (reference == NULL) {
        return error_set(error, "%s has no reference variant that could compute the right result",
                         options->workload->name);
    }
    options->variants.names = malloc(sizeof *options->variants.names);
    if (options->variants.names == NULL) {
        return error_set(error, "no memory for the plan");
    }
    options->variants.names[options->variants.count++] = (char *)reference->name;
    if (plan_add(plan, options, options->workload, error) != 0) {
        return -1;
    }
    return plan->count == 1 ? 0 : error_set(error, "%zu points; give one --size and one --type", plan->count);
}

/* Of vectors one element a line. */
static void print_text(FILE *stream, const void *matrix, Extent extent, ElementType type)
{
    const size_t count = extent.rows * extent.columns;
    for (size_t i = 0; i < count; i++) {
        if (type == TYPE_INT32) {
            fprintf(stream, "%d", ((const int32_t *)matrix)[i]);
        } else if (type == TYPE_FLOAT32) {
            fprintf(stream, "%.9g", (double)((const float *)matrix)[i]);
        } else {
            fprintf(stream, "%.17g", ((const double *)matrix)[i]);
        }
        fputc(extent.rows == 1 || (i + 1) % extent.columns == 0 ? '\n' : ' ', stream);
    }
}

/* The header of NumPy's format, version 1.0: its length and a dictionary, padded to 64 bytes. */
static void print_npy_header(FILE *stream, Extent extent, ElementType type)
{
    char shape[48], text[118];
    snprintf(shape, sizeof shape, extent.rows == 1 ? "%zu," : "%zu, %zu",
             extent.rows == 1 ? extent.columns : extent.rows, extent.columns);
    snprintf(text, sizeof text, "{'descr': '<%c%zu', 'fortran_order': False, 'shape': (%s), }",
             type == TYPE_INT32 ? 'i' : 'f', type_size(type), shape);
    fprintf(stream, "\x93NUMPY%c%c%c%c%-117s\n", 1, 0, (int)sizeof text, 0, text);
}

static int write_matrix(const RunOptions *options, const char *name, const void *matrix, Extent extent,
                        ElementType type, Error *error)
{
    const Format format = format_of(options);
    char path[TEXT_MOST_PATH + 32];
    NewFile file;
    const char *slash = options->out[strlen(options->out) - 1] == '/' ? "" : "/";
    snprintf(path, sizeof path, "%s%s%s.%s", options->out, slash, name, formats[format].suffix);
    int failed = file_begin(&file, path);
    if (failed == 0) {
        if (format == FORMAT_TEXT) {
            print_text(file.stream, matrix, extent, type);
        } else {
            if (format == FORMAT_NPY) {
                print_npy_header(file.stream, extent, type);
            }
            fwrite(matrix, type_size(type), extent.rows * extent.columns, file.stream);
        }
        failed = file_end(&file, path);
    }
    if (failed == 0) {
        log_info("%s: %zu x %zu %s", path, extent.rows, extent.columns, type_name(type));
    }
    return failed == 0 ? 0 : error_set(error, "%s: cannot write: %s", path, strerror(errno));
}

static int write_all(const RunOptions *options, const Point *point, void *const buffers[OPERANDS],
                     Error *error)
{
    static const char *const names[OPERANDS] = {"A", "B", "C", "D", "right"};
    const Workload *workload = options->workload;
    const Input input = {.seed = options->seed, .graph = options->graph, .values = options->file_values};
    void *inputs[MOST_INPUTS];
    memcpy(inputs, buffers, sizeof inputs);
    inputs[0] = workload->in_place ? buffers[OPERAND_OUT] : inputs[0];
    if (matrix_fill_inputs(workload, point, &input, 0, inputs, error) != 0) {
        return -1;
    }
    for (int i = 0; i < OPERANDS; i++) {
        const Operand operand = workload->in_place && i == 0 ? OPERAND_OUT : (Operand)i;
        if (i == OPERAND_OUT &&
            verify_run_reference(registry_reference(workload->name), point, (const void *const *)buffers,
                                 buffers[OPERAND_OUT], error) != 0) {
            return -1;
        }
        if (buffers[operand] != NULL &&
            write_matrix(options, names[i], buffers[operand], workload_extent(workload, point, operand),
                         workload_type(workload, point, operand), error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int run(RunOptions *options, const Plan *plan)
{
    const Point *point = &plan->points[0].point;
    const Workload *workload = options->workload;
    void *buffers[OPERANDS] = {NULL};
    Error error = {.text = ""};
    int failed = 0;
    if (plan->points[0].refused[0] != '\0') {
        failed = error_set(&error, "%s", plan->points[0].refused);
    } else if (mkdir(options->out, 0777) != 0 && errno != EEXIST) {
        failed = error_set(&error, "%s: cannot make the folder: %s", options->out, strerror(errno));
    }
    for (unsigned i = 0; i < OPERANDS && failed == 0; i++) {
        if (i < workload->inputs || i == OPERAND_OUT) {
            buffers[i] = matrix_alloc(workload_bytes(workload, point, (Operand)i), &error);
            failed = buffers[i] == NULL;
        }
    }
    failed = failed != 0 || write_all(options, point, buffers, &error) != 0;
    for (unsigned i = 0; i < OPERANDS; i++) {
        matrix_free(buffers[i], workload_bytes(workload, point, (Operand)i));
    }
    return failed ? log_error(&error, EXIT_POINT) : EXIT_OK;
}

const PlanCommand command_inputs = {
    .before =
        "Usage: speedup inputs WORKLOAD --size N [--type T] [--seed S] --out FOLDER/ [--format F]\n"
        "\n"
        "Writes the inputs of a workload as A, B, C, D and the right result as `right`, row by row, for a\n"
        "program that reads files. They are those that `run` has for the same seed; the reference variant\n"
        "computes the result. Shortest paths: A has 0 on the diagonal and 1073741823 where there is no\n"
        "edge, `right` where there is no path; of the graph that `speedup graph` writes for the same size,\n"
        "edges and seed, and of a file with --graph. spmv: A the offsets of the rows, B the columns, C the\n"
        "values, D the vector.",
    .after = "Example\n"
             "  speedup inputs matmul --size 100 --type float32 --out in/\n"
             "  speedup run --command './solve in/A.txt in/B.txt out.txt' --expect-output out.txt \\\n"
             "      --expect-file in/right.txt --tolerance 1e-5\n"
             "\n"
             "Exit codes: 0; 1 a file could not be written; 2 usage.",
    .make = make,
    .run = run,
};
