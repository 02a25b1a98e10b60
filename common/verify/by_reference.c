/* Verification against the result of the reference variant. See verify.h.
 *
 * The reference runs once per input and its result is kept. Each element may differ by the workload's
 * tolerance, in units of rounding of the largest element of the result; without a tolerance, and for
 * integers, by nothing. */
#include <math.h>
#include <string.h>

#include "common/matrix.h"
#include "common/verify/accuracy.h"
#include "common/verify/mismatch.h"
#include "common/verify/verify.h"

/* The result of the reference for one input. */
typedef struct Truth {
    uint64_t key;
    void *out; /* NULL: none */
    size_t bytes;
    double largest, norm; /* of finite floats that count: the largest magnitude, and the Frobenius norm */
} Truth;

static Truth truth; /* of the last input; replaced by the next one */

static bool counts(const Workload *workload, const Point *point, size_t index)
{
    if (workload->counts == NULL) {
        return true;
    }
    const size_t columns = workload_extent(workload, point, OPERAND_OUT).columns;
    return workload->counts(point, index / columns, index % columns);
}

static void clear(void)
{
    matrix_free(truth.out, truth.bytes);
    truth = (Truth){0};
}

int verify_run_reference(const Variant *reference, const Point *point, const void *const inputs[MOST_INPUTS],
                         void *out, Error *error)
{
    Point single = *point;
    single.threads = 1;
    const size_t workspace_bytes = reference->workspace != NULL ? reference->workspace(&single) : 0;
    void *workspace = matrix_alloc(workspace_bytes, error);
    const Task task = {.point = &single,
                       .a = inputs[OPERAND_A],
                       .b = inputs[OPERAND_B],
                       .c = inputs[OPERAND_C],
                       .d = inputs[OPERAND_D],
                       .out = out,
                       .workspace = workspace,
                       .error = error};
    const int failed = workspace == NULL ? -1 : reference->run(&task);
    matrix_free(workspace, workspace_bytes);
    return failed;
}

/* Keeps the result of the reference. 0 or -1. */
static int prepare(const Workload *workload, const Variant *reference, const Computed *result, uint64_t key,
                   Error *error)
{
    const Point *point = result->point;
    const size_t bytes = workload_bytes(workload, point, OPERAND_OUT);
    clear();
    void *out = matrix_alloc(bytes, error);
    const int failed = out == NULL ? -1 : verify_run_reference(reference, point, result->inputs, out, error);
    truth = (Truth){.key = key, .out = out, .bytes = bytes};
    if (failed != 0) {
        clear();
        return -1;
    }
    for (size_t i = 0; i < bytes / type_size(point->type); i++) {
        const double element = verify_element(out, point->type, i);
        if (!isfinite(element) || !counts(workload, point, i)) {
            continue;
        }
        truth.largest = fmax(truth.largest, fabs(element));
        truth.norm += element * element;
    }
    truth.norm = sqrt(truth.norm);
    return 0;
}

/* Compares all elements. 0, or 1 and an error that names the first wrong one. */
static int compare(const Workload *workload, const Computed *result, Accuracy *accuracy, Error *error)
{
    const Point *point = result->point;
    const ElementType type = point->type;
    const Precision precision = type_precision(type);
    const size_t columns = workload_extent(workload, point, OPERAND_OUT).columns;
    const double limit =
        precision == PRECISION_EXACT ? 0 : workload->tolerance * accuracy_unit(precision, 1) * truth.largest;
    double squares = 0;
    for (size_t i = 0; i < truth.bytes / type_size(type); i++) {
        const double expected = verify_element(truth.out, type, i);
        const double element = verify_element(result->out, type, i), difference = element - expected;
        const bool same = element == expected || (workload->allows_nan && isnan(expected) && isnan(element) &&
                                                  !verify_is_poison(result->out, i, type));
        if (same || !counts(workload, point, i)) {
            continue;
        }
        if (!(fabs(difference) <= limit)) { /* NaN does not pass */
            const int wrong = verify_mismatch(result->out, columns, i, type, expected, limit, error);
            if (fabs(difference) <= sqrt(accuracy_unit(precision, 1)) * truth.largest) {
                verify_add_note("if only the order of a sum differs, .tolerance of the Workload is too small",
                                error);
            }
            return wrong;
        }
        squares += difference * difference;
    }
    *accuracy = precision == PRECISION_EXACT ? ACCURACY_EXACT
                                             : accuracy_of(sqrt(squares), truth.norm, 1, type, precision);
    return 0;
}

int verify_by_reference(const Workload *workload, const Variant *reference, const Computed *result,
                        Accuracy *accuracy, Error *error)
{
    const Point *point = result->point;
    if (reference == NULL) {
        return error_set(error,
                         "workload %s has neither verify nor a variant with VARIANT_REFERENCE; add one",
                         workload->name);
    }
    const size_t shape[] = {point->m, point->n, point->k, point->edges, point->type};
    uint64_t key = matrix_hash(0, workload->name, strlen(workload->name));
    key = matrix_hash(key, shape, sizeof shape);
    for (unsigned i = 0; i < workload->inputs; i++) {
        key = matrix_hash(key, result->inputs[i], workload_bytes(workload, point, (Operand)i));
    }
    if ((truth.out == NULL || truth.key != key) && prepare(workload, reference, result, key, error) != 0) {
        return -1;
    }
    return compare(workload, result, accuracy, error);
}
