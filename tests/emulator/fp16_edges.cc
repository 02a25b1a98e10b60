// What a product of split float16 operands makes of scaled rows, subnormal numbers, NaN and infinities.
//
// Compiled with one variant's name, VARIANT, and linked with its objects; n is the argument. It runs on the
// emulated devices and on a GPU alike. Bits are compared with those of the same product without the special
// elements.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "common/error.h"
#include "common/workload.h"

#ifndef VARIANT
#define VARIANT variant_gpu_matmul_mma_split_fp16
#endif
extern "C" const Variant VARIANT;

typedef std::vector<float> Matrix;

static size_t n;
static int failures;

static void require(bool is_true, const char *what)
{
    if (!is_true) {
        std::printf("n %zu: not true: %s\n", n, what);
        failures++;
    }
}

static void cuda(cudaError_t status)
{
    if (status != cudaSuccess) {
        std::printf("CUDA error %d\n", (int)status);
        std::exit(1);
    }
}

static Matrix product(const Matrix &a, const Matrix &b)
{
    static void *on_gpu[4];
    static cudaStream_t stream;
    const size_t bytes = n * n * sizeof(float);
    Point point = {};
    Error error = {};
    Task task = {};
    point.m = point.n = point.k = n;
    if (on_gpu[0] == nullptr) {
        cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        for (int i = 0; i < 4; i++) {
            cuda(cudaMalloc(&on_gpu[i], i < 3 ? bytes : VARIANT.workspace(&point)));
        }
    }
    cuda(cudaMemcpy(on_gpu[0], a.data(), bytes, cudaMemcpyHostToDevice));
    cuda(cudaMemcpy(on_gpu[1], b.data(), bytes, cudaMemcpyHostToDevice));
    task.point = &point;
    task.a = on_gpu[0];
    task.b = on_gpu[1];
    task.out = on_gpu[2];
    task.workspace = on_gpu[3];
    task.stream = stream;
    task.error = &error;
    if (VARIANT.run(&task) != 0) {
        std::printf("%s\n", error.text);
        std::exit(1);
    }
    cuda(cudaStreamSynchronize(stream));
    Matrix out(n * n);
    cuda(cudaMemcpy(out.data(), on_gpu[2], bytes, cudaMemcpyDeviceToHost));
    return out;
}

static bool same_bits(float x, float y)
{
    return std::memcmp(&x, &y, sizeof x) == 0;
}

/* Of element (i, j): the exact product, and the root of the sum of its squared terms. */
static void exact(const Matrix &a, const Matrix &b, size_t i, size_t j, double *sum, double *size)
{
    double squares = 0;
    *sum = 0;
    for (size_t k = 0; k < n; k++) {
        const double term = (double)a[i * n + k] * b[k * n + j];
        *sum += term;
        squares += term * term;
    }
    *size = std::sqrt(squares);
}

int main(int argc, char **argv)
{
    n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 96;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    Matrix a(n * n), b(n * n);
    for (size_t i = 0; i < n * n; i++) {
        a[i] = uniform(random);
        b[i] = uniform(random);
    }
    const Matrix plain = product(a, b);

    { /* rows of A and columns of B times 2^-20, 1, 2^20 */
        Matrix scaled_a = a, scaled_b = b;
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < n; k++) {
                scaled_a[i * n + k] = std::ldexp(a[i * n + k], ((int)(i % 3) - 1) * 20);
                scaled_b[k * n + i] = std::ldexp(b[k * n + i], ((int)(i / 3 % 3) - 1) * 20);
            }
        }
        const Matrix out = product(scaled_a, scaled_b);
        bool same = true;
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                const int power = ((int)(i % 3) - 1) * 20 + ((int)(j / 3 % 3) - 1) * 20;
                same = same && same_bits(out[i * n + j], std::ldexp(plain[i * n + j], power));
            }
        }
        require(same, "results of scaled rows and columns are the scaled results, bit by bit");
    }
    { /* row 1 subnormal, with B as it is (results subnormal) and with column 2 times 2^100 (results normal)
       */
        Matrix tiny = a, large = b;
        for (size_t k = 0; k < n; k++) {
            tiny[n + k] = std::ldexp(a[n + k], -135);
            large[k * n + 2] = std::ldexp(b[k * n + 2], 100);
        }
        const Matrix out = product(tiny, large);
        double sum, size;
        bool near = true, others = true;
        for (size_t j = 0; j < n; j++) {
            exact(tiny, large, 1, j, &sum, &size);
            near = near && std::fabs(out[n + j] - sum) <= 0x1p-21 * size + 0x1p-149;
            others = others && (j == 2 || same_bits(out[2 * n + j], plain[2 * n + j]));
        }
        require(near, "a row of subnormal numbers keeps their accuracy");
        require(others, "a row of subnormal numbers leaves the other rows alone");
        require(out[n + 2] != 0, "subnormal numbers do not count as zero");
    }
    { /* NaN in row 3 of A, infinity in column 5 of B, a zero that meets it in row 7 */
        Matrix special_a = a, special_b = b;
        special_a[7 * n + 4] = 0;
        const Matrix before = product(special_a, special_b);
        special_a[3 * n + 1] = NAN;
        special_b[4 * n + 5] = INFINITY;
        const Matrix out = product(special_a, special_b);
        bool others = true, nan = true, infinite = true;
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                const float cell = out[i * n + j];
                if (i == 3 || (i == 7 && j == 5)) {
                    nan = nan && std::isnan(cell);
                } else if (j == 5) {
                    infinite = infinite && cell == (a[i * n + 4] > 0 ? INFINITY : -INFINITY);
                } else {
                    others = others && same_bits(cell, before[i * n + j]);
                }
            }
        }
        require(nan, "NaN, and zero times infinity, give NaN in their row or cell");
        require(infinite, "infinity gives infinities of the right sign in its column");
        require(others, "NaN and infinity leave other rows and columns alone");
    }
    { /* overflow: a result above float32 is infinite, one below is finite although its terms are large */
        Matrix huge_a = a, huge_b = b;
        for (size_t k = 0; k < n; k++) {
            huge_a[k] = 0x1p100f;
            huge_b[k * n] = 0x1p27f;
            huge_b[k * n + 1] = k % 2 == 0 ? 0x1p27f : -0x1p27f;
        }
        const Matrix out = product(huge_a, huge_b);
        require(n < 2 || out[0] == INFINITY, "a result above float32 is infinite");
        require(n % 2 != 0 || out[1] == 0, "large terms that cancel give zero");
    }
    { /* one element alone, smaller and smaller beside the largest of its row, which meets zero */
        for (int power = 17; power <= 41; power += 8) {
            Matrix sparse_a(n * n, 0.0f), sparse_b(n * n, 0.0f);
            const float element = std::ldexp(1.2345679f, -power);
            sparse_a[0] = 1.9f;
            sparse_a[1] = element;
            sparse_b[n] = 1;
            const float cell = product(sparse_a, sparse_b)[0];
            const double error = std::fabs(cell - (double)element);
            require(error <= std::fmax(0x1p-22 * element, 0x1p-39),
                    "an element errs by 2^-22 of itself or 2^-39 of the largest of its row");
            require(power < 40 || cell == 0,
                    "an element below 2^-40 of the largest of its row counts as zero");
        }
    }
    std::printf("%s", failures == 0 ? "right\n" : "");
    return failures != 0;
}
