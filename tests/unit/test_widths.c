/* Variants that select the width of their vectors at run time are correct in every width of this CPU. */
#include "common/registry.h"
#include "cpu/isa.h"
#include "tests/unit/operands.h"
#include "tests/unit/unit.h"

/* Has the variant a correct result at the current width of vectors? Or it needs a wider one. */
static void prove(const Workload *workload, const Variant *variant, ElementType type, size_t n,
                  unsigned threads)
{
    if (variant->missing != NULL && variant->missing() != NULL) {
        return;
    }
    Point point = square_point(n, type);
    point.threads = threads;
    point.block = variant->block;
    point.tile = variant->tile;
    point.edges = workload->takes_graph && n > 1 ? 4 * n : 0;
    Operands made = operands_make(workload, point, (Input){.seed = n});
    operands_run(&made, variant);
    if (operands_verify(&made) != 0) {
        fail_msg("%s %s n %zu %s on %u threads in vectors of %zu bytes: %s", workload->name, variant->name, n,
                 type_name(type), threads, isa_vector_bytes(isa_widest()), error.text);
    }
    operands_free(&made);
}

static void prove_every_width(const Workload *workload, const Variant *variant, ElementType type, size_t n)
{
    const Isa widest = isa_widest();
    for (isa_limit = ISA_BASELINE; isa_limit <= widest; isa_limit++) {
        prove(workload, variant, type, n, 1);
        prove(workload, variant, type, n, 3);
    }
    isa_limit = ISA_AVX512;
}

/* Variants of a workload follow each other, as the verifier keeps its reference of the last inputs. */
TEST(test_every_width)
{
    static const struct {
        const char *workload, *variant;
    } models[] = {{"matmul", "cpu/register_tile"},
                  {"matmul", "cpu/packed"},
                  {"matmul", "cpu/amx"},
                  {"matmul", "cpu/dot_bfloat16"},
                  {"matmul", "cpu/amx_bfloat16"},
                  {"transpose", "cpu/streamed"},
                  {"apsp", "cpu/register_tile"},
                  {"apsp", "cpu/look_ahead"},
                  {"apsp", "cpu/int16"},
                  {"copy", "cpu/stream"},
                  {"add_min", "cpu/registers"},
                  {"add_min_packed", "cpu/registers"},
                  {"multiply_add", "cpu/registers"},
                  {"multiply_add", "cpu/amx"}};
    static const size_t sizes[] = {1, 5, 16, 31, 33, 64, 100, 257, 400};
    for (size_t i = 0; i < COUNT_OF(models); i++) {
        const Variant *variant = registry_variant(models[i].workload, models[i].variant);
        const char *why = variant == NULL            ? "not built"
                          : variant->missing != NULL ? variant->missing()
                                                     : NULL;
        if (why != NULL) {
            print_message("%s %s is not tested: %s\n", models[i].workload, models[i].variant, why);
        }
    }
    for (size_t k = 0; k < COUNT_OF(sizes) * ELEMENT_TYPES; k++) {
        const ElementType type = (ElementType)(k % ELEMENT_TYPES);
        for (size_t i = 0; i < COUNT_OF(models); i++) {
            const Variant *variant = registry_variant(models[i].workload, models[i].variant);
            if (variant != NULL && (variant->types & TYPE_BIT(type)) != 0) {
                prove_every_width(registry_workload(models[i].workload), variant, type,
                                  sizes[k / ELEMENT_TYPES]);
            }
        }
    }
}
