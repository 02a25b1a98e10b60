/* matmul: out = a * b, of m x k and k x n.
 *
 * 2 n^3 operations on 12 n^2 bytes: the larger n, the less memory matters, so the ceiling is arithmetic.
 * int32 wraps modulo 2^32 and must be exact; float32 has an error and a class of precision
 * (common/verify/accuracy.c). */
#include "common/verify/verify.h"
#include "common/workloads/costs.h"

static Extent extent(const Point *point, Operand operand)
{
    return operand == OPERAND_A   ? (Extent){point->m, point->k}
           : operand == OPERAND_B ? (Extent){point->k, point->n}
                                  : (Extent){point->m, point->n};
}

const Workload workload_matmul = {
    .name = "matmul",
    .idea = "product of two matrices, n x n, or m x k and k x n",
    .types = INT32 | FLOAT32 | FLOAT64 | FLOAT16 | BFLOAT16,
    .default_type = TYPE_FLOAT32,
    .default_sizes = "256,512,1024",
    .inputs = 2,
    .dimensions = 3,
    .check_shapes = "1x257x33,33x1x257,129x65x1,257x129x65,65x257x129,60x100x36,100x36x65,65x33x60",
    .any_magnitude = true,
    .extent = extent,
    .ceiling = "multiply_add",
    .work = cost_of_double_steps,
    .rate_unit = unit_of_arithmetic,
    .verify = verify_product,
    .step = STEP_MULTIPLY_ADD,
};
