/* add_min: n steps x <- min(x + w, z) for every element x of a; the ceiling of apsp.
 *
 * The same number of relaxations as Floyd-Warshall on n vertices, all in registers: no variant of apsp can
 * exceed this rate. ceilings.h defines w, z and the first x.
 *
 * As w >= 0, n steps give min(x + n w, z), so verification costs O(n^2). */
#include "common/verify/accuracy.h"
#include "common/verify/mismatch.h"
#include "common/workloads/ceilings.h"
#include "common/workloads/costs.h"

static int verify(const Computed *result, Accuracy *accuracy, Error *error)
{
    *accuracy = ACCURACY_EXACT;
    const int32_t *start = result->inputs[OPERAND_A], *end = result->out;
    size_t n = result->point->n;
    int64_t rise = (int64_t)n * ceilings_weight(start, n);
    int32_t limit = ceilings_limit(start, n);
    for (size_t i = 0; i < n * n; i++) {
        int64_t risen = CEILINGS_START(start[i]) + rise;
        int32_t expected = risen < limit ? (int32_t)risen : limit;
        if (end[i] != expected) {
            return verify_mismatch(end, n, i, TYPE_INT32, (uint32_t)expected, NAN, error);
        }
    }
    return 0;
}

const Workload workload_add_min = {
    .name = "add_min",
    .idea = "n relaxations an element in registers, the ceiling of apsp",
    .types = INT32,
    .default_type = TYPE_INT32,
    .default_sizes = "1024",
    .inputs = 1,
    .work = cost_of_steps,
    .rate_unit = unit_of_relaxations,
    .verify = verify,
    .step = STEP_ADD_MIN,
};
