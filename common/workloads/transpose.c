/* transpose: out[j][i] = a[i][j].
 *
 * 8 n^2 bytes and no arithmetic: nothing but memory matters, and of its two sides
 * one is always walked across the rows. The ceiling is a plain copy. */
#include "common/matrix.h"
#include "common/verify/accuracy.h"
#include "common/verify/verify.h"
#include "common/workload.h"

extern const Workload workload_transpose;

/* Every element is read once and written once. */
static double work(const Point *point)
{
    return 2 * (double)point_matrix_bytes(point) * point_repetitions(point);
}

static const char *rate_unit(ElementType type)
{
    (void)type;
    return "GB/s";
}

static int verify(const Point *point, const Input *input, size_t index, const void *a, const void *b,
                  const void *out, Accuracy *accuracy, Error *error)
{
    *accuracy = ACCURACY_EXACT;
    (void)input;
    (void)index;
    (void)b;
    return verify_transpose(a, out, point->n, point->type, error);
}

const Workload workload_transpose = {
    .name = "transpose",
    .idea = "out[j][i] = a[i][j]",
    .types = INT32 | FLOAT32,
    .default_type = TYPE_FLOAT32,
    .default_sizes = "1024,2048,4096",
    .inputs = 1,
    .ceiling = "copy",
    .work = work,
    .rate_unit = rate_unit,
    .bytes = work,
    .fill = matrix_fill_inputs,
    .verify = verify,
};
