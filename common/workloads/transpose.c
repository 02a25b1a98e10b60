/* transpose: out[j][i] = a[i][j].
 *
 * 8 n^2 bytes and no arithmetic: the rate is bound by memory, and one of the two matrices is accessed across
 * its rows. The ceiling is a plain copy. */
#include "common/matrix.h"
#include "common/verify/verify.h"
#include "common/workloads/costs.h"

const Workload workload_transpose = {
    .name = "transpose",
    .idea = "out[j][i] = a[i][j]",
    .types = INT32 | FLOAT32 | FLOAT64,
    .default_type = TYPE_FLOAT32,
    .default_sizes = "1024,2048,4096",
    .inputs = 1,
    .ceiling = "copy",
    .work = cost_read_and_write,
    .rate_unit = unit_of_bandwidth,
    .fill = matrix_fill_inputs,
    .verify = verify_transpose,
};
