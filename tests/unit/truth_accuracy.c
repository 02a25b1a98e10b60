/* Precision of products at sizes that are too large for unit tests. Takes some minutes.
 *
 * No result of a correct variant is called wrong or reduced, for many inputs and sizes, and lower precision
 * than float32 is detected up to n 8192. It prints the largest errors of correct results in units of u
 * sqrt(n), the basis of the bounds in common/verify/accuracy.c. */
#include "common/driver.h"
#include "common/float16.h"
#include "common/machine/machine.h"
#include "common/registry.h"
#include "common/verify/verify.h"
#include "tests/unit/operands.h"
#include "tests/unit/products.h"
#include "tests/unit/unit.h"

extern const Workload workload_matmul;

static Accuracy accuracy;

static unsigned processors(void)
{
    return machine_get()->usable;
}

/* ---- correct results ---- */

/* One verified sample of the variant on these inputs; returns its error in units. */
static double units_of(const Variant *variant, size_t n, uint64_t seed)
{
    const Driver *driver = driver_of(variant->name);
    const Workload *workload = registry_workload("matmul");
    bool threads = (variant->axes & AXIS_THREADS) != 0;
    uint64_t hash;
    Job job = {.workload = workload, .variant = variant, .input = {.seed = seed}, .input_hash = &hash};
    job.point = square_point(n, TYPE_FLOAT32);
    job.point.threads = threads ? processors() : 1;
    job.point.block = variant->block;
    job.point.tile = variant->tile;
    Phases phases;
    Interference seen;
    Bench *bench = driver->open(&job, &error);
    assert_non_null(bench);
    assert_ok(driver->restore(bench, &error));
    assert_ok(driver->sample(bench, &phases, &seen, &error));
    const Computed result = driver_computed(driver, bench, &job, 0);
    int verdict = workload->verify(&result, &accuracy, &error);
    if (verdict != 0 || accuracy.precision != PRECISION_FLOAT32) {
        print_error("%s n %zu seed %llu: %d %s, %s, %.3g units\n", variant->name, n, (unsigned long long)seed,
                    verdict, error.text, precision_name(accuracy.precision), accuracy.units);
    }
    assert_int_equal(verdict, 0);
    assert_int_equal(accuracy.precision, PRECISION_FLOAT32);
    assert_ok(verify_inputs(&job, driver, bench, &error));
    driver->close(bench);
    return accuracy.units;
}

/* True if it is fast enough for n; plain loops access b across its rows. */
static bool takes(const Variant *variant, size_t n)
{
    bool plain = (variant->flags & (VARIANT_REFERENCE | VARIANT_UNOPTIMIZED)) != 0 ||
                 strcmp(variant->name, "cpu/openmp") == 0;
    return n <= (plain ? 513 : 4096);
}

TEST(every_cpu_variant_is_right)
{
    const size_t sizes[] = {100, 257, 512, 513, 1024, 2048, 4096};
    for (size_t v = 0; registry_variants[v] != NULL; v++) {
        const Variant *variant = registry_variants[v];
        if (strcmp(variant->workload, "matmul") != 0 || driver_of(variant->name) != &cpu_driver ||
            (variant->types & FLOAT32) == 0 || (variant->axes & AXIS_RANKS) != 0 ||
            (variant->missing != NULL && variant->missing() != NULL)) {
            continue;
        }
        double small = 0, large = 0;
        for (size_t n = 1; n <= 66; n++) {
            for (uint64_t seed = 1; seed <= 5; seed++) {
                small = fmax(small, units_of(variant, n, seed));
            }
        }
        for (size_t s = 0; s < COUNT_OF(sizes) && takes(variant, sizes[s]); s++) {
            large = fmax(large, units_of(variant, sizes[s], 1));
        }
        print_message("%-24s %.3f units at n 1 to 66, %.3f from n 100\n", variant->name, small, large);
    }
}

/* Very many small products of the plain loop, where a mean covers few errors. */
TEST(no_small_product_is_called_imprecise)
{
    enum { MOST = 8 };
    static const size_t trials = 20000;
    for (size_t n = 1; n <= MOST; n++) {
        double worst = 0;
        for (uint64_t seed = 0; seed < trials; seed++) {
            Operands made =
                operands_make(&workload_matmul, square_point(n, TYPE_FLOAT32), (Input){.seed = seed});
            multiply_float32(&made.point, made.operand[OPERAND_A], made.operand[OPERAND_B],
                             made.operand[OPERAND_OUT], false);
            assert_ok(operands_verify(&made));
            assert_int_equal(made.accuracy.precision, PRECISION_FLOAT32);
            worst = fmax(worst, made.accuracy.units);
            operands_free(&made);
        }
        print_message("n %zu: at most %.2f units in %zu products\n", n, worst, trials);
    }
}

/* Products of stored floats: by float32 sums, rounded to nearest or toward zero, and by sums of the type. */
#define SHORT_RESULTS(name, NAME, Element, ...)                                                              \
    static void errors_of_##name(size_t n, uint64_t seed, double units[3], Precision found[3])               \
    {                                                                                                        \
        Operands made =                                                                                      \
            operands_make(&workload_matmul, square_point(n, TYPE_##NAME), (Input){.seed = seed});            \
        const Element *a = made.operand[OPERAND_A], *b = made.operand[OPERAND_B];                            \
        Element *out = made.operand[OPERAND_OUT];                                                            \
        for (int way = 0; way < 3; way++) {                                                                  \
            for (size_t i = 0; i < n * n; i++) {                                                             \
                float sum = 0;                                                                               \
                for (size_t k = 0; k < n; k++) {                                                             \
                    sum += load_##name(a[i / n * n + k]) * load_##name(b[k * n + i % n]);                    \
                    sum = way == 2 ? load_##name(store_##name(sum)) : sum;                                   \
                }                                                                                            \
                out[i] = store_##name(sum);                                                                  \
                out[i].bits -= way == 1 && fabsf(load_##name(out[i])) > fabsf(sum);                          \
            }                                                                                                \
            assert_true(operands_verify(&made) == 0 || way == 2);                                            \
            units[way] = fmax(units[way], made.accuracy.units);                                              \
            found[way] = made.accuracy.precision > found[way] ? made.accuracy.precision : found[way];        \
        }                                                                                                    \
        operands_free(&made);                                                                                \
    }                                                                                                        \
    TEST(name##_results_have_their_own_class)                                                                \
    {                                                                                                        \
        const size_t sizes[] = {1, 2, 3, 8, 16, 33, 64, 100, 300, 513};                                      \
        for (size_t s = 0; s < COUNT_OF(sizes); s++) {                                                       \
            double units[3] = {0};                                                                           \
            Precision found[3] = {0};                                                                        \
            for (uint64_t seed = 0; seed < (sizes[s] < 33 ? 2000 : 2); seed++) {                             \
                errors_of_##name(sizes[s], seed, units, found);                                              \
            }                                                                                                \
            print_message("n %-4zu " #name                                                                   \
                          " rounded to nearest %.2f units, toward zero %.2f, each sum %.2f\n",               \
                          sizes[s], units[0], units[1], units[2]);                                           \
            assert_int_equal(found[0], type_precision(TYPE_##NAME));                                         \
            assert_int_equal(found[1], type_precision(TYPE_##NAME));                                         \
        }                                                                                                    \
    }
FOR_EACH_16BIT_TYPE(SHORT_RESULTS, )

/* ---- planted errors ---- */

/* The result of other factors, by the fastest variant of this build. */
static void multiply(const Operands *made, float *a, float *b)
{
    const Variant *blas = registry_variant("matmul", "cpu/blas");
    bool usable = blas != NULL && (blas->missing == NULL || blas->missing() == NULL);
    Operands other = *made;
    other.point.threads = processors();
    other.operand[OPERAND_A] = a;
    other.operand[OPERAND_B] = b;
    operands_run(&other, usable ? blas : registry_variant("matmul", "cpu/openmp_ikj"));
}

static void round_all(const float *in, float *out, size_t n, int bits)
{
    for (size_t i = 0; i < n * n; i++) {
        out[i] = operands_rounded(in[i], bits, false);
    }
}

static void expect(const char *what, Operands *made, Precision precision)
{
    const int verdict = operands_verify(made);
    print_message("n %-5zu %-18s %s, relative error %.2g, %.3g units\n", made->point.n, what,
                  verdict == 0 ? precision_name(made->accuracy.precision) : "wrong", made->accuracy.relative,
                  made->accuracy.units);
    assert_int_equal(verdict, precision == PRECISIONS);
    assert_true(verdict != 0 || made->accuracy.precision == precision);
}

TEST(less_precise_results_are_caught)
{
    for (size_t n = 512; n <= 8192; n *= 2) {
        const size_t bytes = n * n * sizeof(float);
        Operands made = operands_make(&workload_matmul, square_point(n, TYPE_FLOAT32), (Input){.seed = 1});
        float *a = made.operand[OPERAND_A], *b = made.operand[OPERAND_B], *out = made.operand[OPERAND_OUT];
        float *product = malloc(bytes), *ra = malloc(bytes), *rb = malloc(bytes);
        assert_true(product != NULL && ra != NULL && rb != NULL);
        multiply(&made, a, b);
        memcpy(product, out, bytes);
        expect("float32", &made, PRECISION_FLOAT32);
        const struct {
            const char *name;
            int bits;
            Precision precision;
        } inputs[] = {{"TF32 inputs", 11, PRECISION_TF32},
                      {"bfloat16 inputs", 8, PRECISION_BFLOAT16},
                      {"two bfloat16", 16, PRECISION_TF32}};
        for (size_t i = 0; i < COUNT_OF(inputs); i++) {
            round_all(a, ra, n, inputs[i].bits);
            round_all(b, rb, n, inputs[i].bits);
            multiply(&made, ra, rb);
            expect(inputs[i].name, &made, inputs[i].precision);
        }
        round_all(product, out, n, 10);
        expect("10-bit results", &made, PRECISION_TF32);
        for (size_t i = 0; i < n * n; i++) {
            out[i] = product[i] * 1.0001f;
        }
        expect("all x 1.0001", &made, PRECISION_TF32);
        memcpy(out, product, bytes);
        size_t j = 0;
        while (fabsf(product[j]) < 0.1f * sqrtf((float)n)) {
            j++;
        }
        out[j] *= 1.001f;
        expect("one x 1.001", &made, PRECISIONS);
        free(product);
        free(ra);
        free(rb);
        operands_free(&made);
    }
}
