/* `speedup inputs`: writes the inputs of a workload and the right result as files, so that a program which
 * reads files is judged as a variant is. The workload fills them, its reference variant computes the result.
 */
#include <errno.h>
#include <string.h>

#include "common/machine/machine.h"
#include "common/matrix.h"
#include "common/registry.h"
#include "common/system/file.h"
#include "common/verify/mismatch.h"
#include "common/verify/verify.h"
#include "experiments/harness/commands.h"
#include "experiments/harness/diagnostics.h"

static int make(RunOptions *options, Plan *plan, Error *error)
{
    const Variant *reference = registry_reference(options->workload->name);
    if (options->out == NULL) {
        return error_set(error, "give the folder for the files, as in --out inputs/");
    }
    if (reference == NULL) {
        return error_set(error, "%s has no reference variant that could compute the right result",
                         options->workload->name);
    }
    if (take_names((char *)reference->name, &options->variants, error) != 0 ||
        plan_add(plan, options, options->workload, error) != 0) {
        return -1;
    }
    return plan->count == 1 ? 0 : error_set(error, "%zu points; give one --size and one --type", plan->count);
}

/* Of vectors one element a line. */
static void print_text(FILE *stream, const void *matrix, Extent extent, ElementType type)
{
    const size_t count = extent.rows * extent.columns;
    for (size_t i = 0; i < count; i++) {
        char text[32];
        verify_print_element(verify_element(matrix, type, i), type, text);
        fprintf(stream, "%s%c", text, extent.rows == 1 || (i + 1) % extent.columns == 0 ? '\n' : ' ');
    }
}

static int write_matrix(const RunOptions *options, const Point *point, const char *name, Operand operand,
                        const void *matrix, Error *error)
{
    const Extent extent = workload_extent(options->workload, point, operand);
    const ElementType type = workload_type(options->workload, point, operand);
    char path[TEXT_MOST_PATH + 32];
    NewFile file;
    snprintf(path, sizeof path, "%s/%s.%s", options->out, name, options->binary ? "bin" : "txt");
    const uint64_t old = file_number(path);
    if (old != 0 && options->graph != NULL && old == file_number(options->graph)) {
        return error_set(error, "%s is the graph; name another folder with --out", path);
    }
    int failed = file_begin(&file, path);
    if (failed == 0) {
        if (options->binary) {
            fwrite(matrix, type_size(type), extent.rows * extent.columns, file.stream);
        } else {
            print_text(file.stream, matrix, extent, type);
        }
        failed = file_end(&file, path);
    }
    return failed == 0 ? 0 : error_set(error, "%s: cannot write: %s", path, strerror(errno));
}

static int write_all(const RunOptions *options, const PlanPoint *planned, void *buffers[OPERANDS],
                     Error *error)
{
    static const char *const names[] = {"A", "B", "C", "D"};
    const Workload *workload = options->workload;
    const Point *point = &planned->point;
    const Input input = {.seed = options->seed, .graph = options->graph, .values = options->file_values};
    const unsigned first = workload->in_place ? OPERAND_OUT : OPERAND_A; /* of the inputs */
    char folder[TEXT_MOST_PATH + 2];
    size_t made;
    snprintf(folder, sizeof folder, "%s/", options->out);
    if (planned->refused[0] != '\0') {
        return error_set(error, "%s", planned->refused);
    }
    if (file_make_folders(folder, &made, error) != 0) {
        return -1;
    }
    if (workload_all_bytes(workload, point) > machine_memory_free_bytes()) {
        return error_set(error, "no memory for %s; choose a smaller --size", point_in_words(planned));
    }
    for (unsigned i = 0; i < OPERANDS; i++) {
        buffers[i] = matrix_alloc(workload_bytes(workload, point, (Operand)i), error);
        if (buffers[i] == NULL) {
            return -1;
        }
    }
    if (matrix_fill_inputs(workload, point, &input, 0, buffers + first, error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < workload->inputs + workload->in_place; i++) {
        if (write_matrix(options, point, names[i], (Operand)(first + i), buffers[first + i], error) != 0) {
            return -1;
        }
    }
    return verify_run_reference(planned->variant, point, (const void *const *)buffers, buffers[OPERAND_OUT],
                                error) != 0
               ? -1
               : write_matrix(options, point, "right", OPERAND_OUT, buffers[OPERAND_OUT], error);
}

static int run(RunOptions *options, const Plan *plan, Error *error)
{
    void *buffers[OPERANDS] = {NULL};
    const int failed = write_all(options, &plan->points[0], buffers, error);
    for (unsigned i = 0; i < OPERANDS; i++) {
        matrix_free(buffers[i], workload_bytes(options->workload, &plan->points[0].point, (Operand)i));
    }
    if (failed != 0) {
        return log_error(error, EXIT_POINT);
    }
    log_info("%s: inputs and right result of %s", options->out, point_in_words(&plan->points[0]));
    return EXIT_OK;
}

const PlanCommand command_inputs = {
    .before =
        "Usage: speedup inputs WORKLOAD --size N [options] --out FOLDER/\n\n"
        "Writes the inputs that `run` has for the same seed as A, B, C, D, and the result of the reference\n"
        "variant as `right`, row by row, for programs that read files. apsp: A has 0 on the diagonal and\n"
        "1073741823 without an edge; the graph is that of `speedup graph` for the same size, edges and\n"
        "seed. spmv: A has the offsets of the rows, B the columns, C the values, D the vector.",
    .after = "Example\n"
             "  speedup inputs matmul --size 100 --type float32 --out in/\n"
             "  speedup run --command './solve in/A.txt in/B.txt out.txt' --expect-output out.txt \\\n"
             "      --expect-file in/right.txt --tolerance 1e-5\n\n"
             "Exit codes: 0; 1 a file could not be written; 2 usage.",
    .make = make,
    .run = run,
};
