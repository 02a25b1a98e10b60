/* copy: out = a, the ceiling of transpose.
 *
 * The same 8 n^2 bytes as a transpose, in sequential order: no variant of transpose can exceed this rate. */
#include "common/verify/verify.h"
#include "common/workloads/costs.h"

const Workload workload_copy = {
    .name = "copy",
    .idea = "out = a: what memory can move, the ceiling of transpose",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .default_type = TYPE_FLOAT32,
    .default_sizes = "1024,4096,8192",
    .inputs = 1,
    .work = cost_read_and_write,
    .rate_unit = unit_of_bandwidth,
    .step = STEP_MOVE,
    .verify = verify_copy,
};
