/* Variants that select the width of their vectors at run time are correct in every width of this CPU. */
#include "common/matrix.h"
#include "common/registry.h"
#include "cpu/isa.h"
#include "tests/unit/unit.h"

/* One result of the variant, computed as by its driver. */
static void prove(const Workload *workload, const Variant *variant, ElementType type, size_t n,
                  unsigned threads)
{
    Point point = {.m = n,
                   .n = n,
                   .k = n,
                   .type = type,
                   .threads = threads,
                   .matrices = 1,
                   .iterations = 1,
                   .block = variant->block,
                   .tile = variant->tile,
                   .edges = workload->takes_graph && n > 1 ? 4 * n : 0};
    Input input = {.seed = n};
    size_t bytes = point_matrix_bytes(&point),
           more = variant->workspace != NULL ? variant->workspace(&point) : 0;
    void *a = matrix_alloc(bytes, &error), *b = matrix_alloc(bytes, &error),
         *out = matrix_alloc(bytes, &error);
    void *workspace = more > 0 ? matrix_alloc(more, &error) : NULL;
    assert_true(a != NULL && b != NULL && out != NULL && (workspace != NULL) == (more > 0));
    matrix_poison(out, (Extent){n, n}, type);
    assert_ok(matrix_fill_inputs(workload, &point, &input, 0,
                                 (void *[MOST_INPUTS]){workload->in_place ? out : a, b}, &error));
    Task task = {.point = &point, .a = a, .b = b, .out = out, .workspace = workspace, .error = &error};
    use_threads((int)threads);
    assert_int_equal(variant->open != NULL ? variant->open(&task) : 0, 0);
    assert_int_equal(variant->run(&task), 0);
    if (variant->close != NULL) {
        variant->close(&task);
    }
    Accuracy accuracy;
    const Computed result = {&point, &input, 0, {workload->in_place ? NULL : a, b}, out};
    if (workload->verify(&result, &accuracy, &error) != 0) {
        fail_msg("%s %s n %zu %s on %u threads in %s: %s", workload->name, variant->name, n, type_name(type),
                 threads, isa_name(isa_widest()), error.text);
    }
    matrix_free(a, bytes);
    matrix_free(b, bytes);
    matrix_free(out, bytes);
    matrix_free(workspace, more);
}

TEST(test_every_width)
{
    static const struct {
        const char *workload, *variant;
    } models[] = {{"matmul", "cpu/register_tile"},
                  {"matmul", "cpu/packed"},
                  {"transpose", "cpu/streamed"},
                  {"apsp", "cpu/register_tile"},
                  {"apsp", "cpu/look_ahead"},
                  {"apsp", "cpu/int16"},
                  {"copy", "cpu/stream"},
                  {"add_min", "cpu/registers"},
                  {"add_min_packed", "cpu/registers"},
                  {"multiply_add", "cpu/registers"},
                  {"matmul", "cpu/vnni"},
                  {"matmul", "cpu/amx"},
                  {"multiply_add", "cpu/vnni"},
                  {"multiply_add", "cpu/amx"}};
    static const size_t sizes[] = {1, 5, 16, 31, 33, 64, 100, 257, 400};
    Isa widest = isa_widest();
    for (size_t i = 0; i < COUNT_OF(models); i++) {
        const Workload *workload = registry_workload(models[i].workload);
        const Variant *variant = registry_variant(models[i].workload, models[i].variant);
        assert_non_null(variant);
        if (variant->missing != NULL && variant->missing() != NULL) {
            print_message("%s %s is not tested: %s\n", models[i].workload, models[i].variant,
                          variant->missing());
        }
        for (isa_limit = ISA_BASELINE; isa_limit <= widest; isa_limit++) {
            if (variant->missing != NULL && variant->missing() != NULL) {
                continue; /* needs wider vectors */
            }
            for (size_t k = 0; k < 2 * COUNT_OF(sizes); k++) {
                for (int type = 0; type < ELEMENT_TYPES; type++) {
                    if (variant->types & TYPE_BIT(type)) {
                        prove(workload, variant, (ElementType)type, sizes[k / 2], 1 + 2 * (unsigned)(k % 2));
                    }
                }
            }
        }
    }
    isa_limit = ISA_AVX512;
}
