/* transpose: out[j][i] = a[i][j], of an m x n matrix a.
 *
 * 8 n^2 bytes and no arithmetic: the rate is bound by memory, and one of the two matrices is accessed across
 * its rows. The ceiling is a plain copy. */
#include "common/verify/verify.h"
#include "common/workloads/costs.h"

static Extent extent(const Point *point, Operand operand)
{
    return operand == OPERAND_OUT ? (Extent){point->n, point->m} : (Extent){point->m, point->n};
}

const Workload workload_transpose = {
    .name = "transpose",
    .idea = "out[j][i] = a[i][j]",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .default_type = TYPE_FLOAT32,
    .default_sizes = "1024,2048,4096",
    .inputs = 1,
    .dimensions = 2,
    .check_shapes = "1x257,257x1,129x65,33x1000,100x36,36x65",
    .extent = extent,
    .ceiling = "copy",
    .work = cost_read_and_write,
    .rate_unit = unit_of_bandwidth,
    .step = STEP_MOVE,
    .verify = verify_transpose,
};
