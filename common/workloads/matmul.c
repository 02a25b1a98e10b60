/* matmul: out = a * b.
 *
 * 2 n^3 operations on 12 n^2 bytes: the larger n, the less memory matters, so the ceiling is arithmetic.
 * int32 wraps modulo 2^32 and must be exact; float32 has an error and a class of precision
 * (common/verify/accuracy.c). */
#include "common/matrix.h"
#include "common/verify/verify.h"
#include "common/workloads/costs.h"

const Workload workload_matmul = {
    .name = "matmul",
    .idea = "product of two n x n matrices",
    .types = INT32 | FLOAT32 | FLOAT64,
    .default_type = TYPE_FLOAT32,
    .default_sizes = "256,512,1024",
    .inputs = 2,
    .ceiling = "multiply_add",
    .work = cost_2_n_cubed,
    .rate_unit = unit_of_arithmetic,
    .fill = matrix_fill_inputs,
    .verify = verify_product,
    .step = STEP_MULTIPLY_ADD,
};
