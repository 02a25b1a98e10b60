/* add_min_packed: n steps x <- min(x + w, z) for both 16-bit halves of every element of a.
 *
 * The ceiling of shortest paths whose distances fit 16 bits: one instruction relaxes two of them per 32-bit
 * lane. It is a workload, not a variant of add_min: 16-bit lanes cannot compute what add_min defines.
 * add_min_packed.h defines w, z and the first x.
 *
 * As w >= 0, n steps give min(x + n w, z) in each lane, so verification costs O(n^2). */
#include "common/workloads/add_min_packed.h"
#include "common/verify/accuracy.h"
#include "common/verify/mismatch.h"
#include "common/workloads/costs.h"

/* The lane that begins at bit `shift`, 0 or 16. */
static int64_t lane(uint32_t word, unsigned shift)
{
    return (int16_t)(uint16_t)(word >> shift);
}

static uint32_t relaxed_lane(uint32_t start, uint32_t weight, uint32_t limit, size_t n, unsigned shift)
{
    int64_t risen = lane(start, shift) + (int64_t)n * lane(weight, shift);
    int64_t most = lane(limit, shift);
    return (uint32_t)(uint16_t)(risen < most ? risen : most) << shift;
}

static int verify(const Computed *result, Accuracy *accuracy, Error *error)
{
    *accuracy = ACCURACY_EXACT;
    const uint32_t *first = result->inputs[OPERAND_A], *last = result->out;
    size_t n = result->point->n;
    uint32_t weight = ADD_MIN_PACKED_WEIGHT(first[ADD_MIN_PACKED_WEIGHT_INDEX(n)]);
    uint32_t limit = ADD_MIN_PACKED_LIMIT(first[ADD_MIN_PACKED_LIMIT_INDEX(n)]);
    for (size_t i = 0; i < n * n; i++) {
        uint32_t start = ADD_MIN_PACKED_START(first[i]);
        uint32_t expected =
            relaxed_lane(start, weight, limit, n, 0) | relaxed_lane(start, weight, limit, n, 16);
        if (last[i] != expected) {
            return verify_mismatch(last, n, i, TYPE_INT32, expected, NAN, error);
        }
    }
    return 0;
}

const Workload workload_add_min_packed = {
    .name = "add_min_packed",
    .idea = "n relaxations of both 16-bit halves of an element in registers, the ceiling of short distances",
    .types = INT32,
    .default_type = TYPE_INT32,
    .default_sizes = "1024",
    .inputs = 1,
    .work = cost_of_double_steps,
    .rate_unit = unit_of_relaxations,
    .verify = verify,
};
