/* A serial matrix product and nothing else, for valgrind to count its cache misses.
 *
 *   cache-misses VARIANT N PRODUCTS    cpu/naive or cpu/transposed, int32, N x N; PRODUCTS 0 or more
 *
 * The harness around a measurement (worker, verification) would be counted too; here the only other
 * work is the filling, and a run with 0 products tells its share. Prints one element of the result. The end
 * of the process frees the matrices. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/workload.h"

extern const Variant variant_cpu_matmul_naive, variant_cpu_matmul_transposed;

int main(int argc, char **argv)
{
    size_t n = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    if (n < 1 || n > 4096) {
        fprintf(stderr, "usage: cache-misses cpu/naive|cpu/transposed N PRODUCTS, N from 1 to 4096\n");
        return 2;
    }
    const Variant *variant =
        strcmp(argv[1], "cpu/naive") == 0 ? &variant_cpu_matmul_naive : &variant_cpu_matmul_transposed;
    Point point = {.m = n, .n = n, .k = n, .type = TYPE_INT32, .threads = 1, .matrices = 1, .iterations = 1};
    size_t bytes = point_matrix_bytes(&point);
    Error error = {.text = ""};
    uint32_t *a = malloc(bytes), *b = malloc(bytes), *out = calloc(1, bytes);
    void *workspace = malloc(bytes);
    if (a == NULL || b == NULL || out == NULL || workspace == NULL) {
        fprintf(stderr, "no memory for four matrices of n %zu; give a smaller n\n", n);
        return 1;
    }
    for (size_t i = 0; i < n * n; i++) {
        a[i] = (uint32_t)i * 2654435761u;
        b[i] = (uint32_t)i * 2246822519u;
    }
    Task task = {.point = &point, .a = a, .b = b, .out = out, .workspace = workspace, .error = &error};
    int failed = 0;
    for (unsigned long left = strtoul(argv[3], NULL, 10); left > 0 && failed == 0; left--) {
        failed = variant->run(&task);
    }
    printf("%u\n", out[n * n / 2]);
    return failed == 0 ? 0 : 1;
}
