/* matmul cpu/strassen: right. Strassen's algorithm, whose errors differ from block to block of the result. */
#include <stdlib.h>
#include <string.h>

#include "tests/variants/variant.h"

/* Smaller matrices, and those of an odd size, are multiplied by the definition. */
enum { LEAST = 32 };

/* A square block of a row-major matrix. */
typedef struct Block {
    float *first;
    size_t stride;
} Block;

static Block quadrant(Block whole, size_t half, size_t row, size_t column)
{
    return (Block){whole.first + row * half * whole.stride + column * half, whole.stride};
}

/* sum = left + sign * right */
static void add(size_t n, Block left, float sign, Block right, Block sum)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            sum.first[i * sum.stride + j] =
                left.first[i * left.stride + j] + sign * right.first[i * right.stride + j];
        }
    }
}

static void multiply_plain(size_t n, Block a, Block b, Block out)
{
    for (size_t i = 0; i < n; i++) {
        memset(out.first + i * out.stride, 0, n * sizeof *out.first);
        for (size_t k = 0; k < n; k++) {
            for (size_t j = 0; j < n; j++) {
                out.first[i * out.stride + j] += a.first[i * a.stride + k] * b.first[k * b.stride + j];
            }
        }
    }
}

/* 0, or -1: no memory. */
static int multiply(size_t n, Block a, Block b, Block out)
{
    /* The seven products: two quadrants of each factor, their signs (0: one quadrant), and the signs with
     * which the product enters the quadrants of the result. A quadrant is row * 2 + column. */
    static const struct {
        int a, a_sign, a_other, b, b_sign, b_other, out[4];
    } products[] = {
        {0, 1, 3, 0, 1, 3, {1, 0, 0, 1}},  {2, 1, 3, 0, 0, 0, {0, 0, 1, -1}},
        {0, 0, 0, 1, -1, 3, {0, 1, 0, 1}}, {3, 0, 0, 2, -1, 0, {1, 0, 1, 0}},
        {0, 1, 1, 3, 0, 0, {-1, 1, 0, 0}}, {2, -1, 0, 0, 1, 1, {0, 0, 0, 1}},
        {1, -1, 3, 2, 1, 3, {1, 0, 0, 0}},
    };
    if (n <= LEAST || n % 2 != 0) {
        multiply_plain(n, a, b, out);
        return 0;
    }
    const size_t half = n / 2, size = half * half;
    float *memory = malloc(3 * size * sizeof *memory);
    if (memory == NULL) {
        return -1;
    }
    const Block left = {memory, half}, right = {memory + size, half}, product = {memory + 2 * size, half};
    int failed = 0;
    for (size_t p = 0; p < sizeof products / sizeof products[0] && failed == 0; p++) {
        const int *sign = products[p].out, *from = &products[p].a;
        add(half, quadrant(a, half, (size_t)from[0] / 2, (size_t)from[0] % 2), (float)from[1],
            quadrant(a, half, (size_t)from[2] / 2, (size_t)from[2] % 2), left);
        add(half, quadrant(b, half, (size_t)from[3] / 2, (size_t)from[3] % 2), (float)from[4],
            quadrant(b, half, (size_t)from[5] / 2, (size_t)from[5] % 2), right);
        failed = multiply(half, left, right, product);
        for (size_t q = 0; q < 4; q++) {
            const Block block = quadrant(out, half, q / 2, q % 2);
            for (size_t i = 0; p == 0 && i < half; i++) {
                memset(block.first + i * block.stride, 0, half * sizeof *block.first);
            }
            add(half, block, (float)sign[q], product, block);
        }
    }
    free(memory);
    return failed;
}

static int accepts(const Point *point, Error *error)
{
    return point_is_square(point) ? 0 : error_set(error, "Strassen's algorithm here takes square matrices");
}

static int run(const Task *task)
{
    const size_t n = task->point->n;
    const Block a = {(float *)task->a, n}, b = {(float *)task->b, n}, out = {task->out, n};
    return multiply(n, a, b, out);
}

TEST_VARIANT(cpu, matmul, strassen, .idea = "right: Strassen's algorithm", .types = FLOAT32,
             .accepts = accepts);
