/* Names of variants must match their files; common/build/make_registry.sh makes the tables. */
#include "common/registry.h"
#include "tests/unit/unit.h"

TEST(test_this_build)
{
    size_t variants = 0, places = 0;
    while (registry_variants[variants] != NULL) {
        variants++;
    }
    while (registry_places[places].file != NULL) {
        places++;
    }
    assert_int_equal(variants, places);
    assert_ok(registry_check(registry_variants, registry_places, &error));
}

TEST(test_copied_file)
{
    static const VariantPlace places[] = {{"matmul", "cpu/kij", "cpu/matmul/kij.c"}, {NULL, NULL, NULL}};
    static const struct {
        const char *workload, *name, *says, *must;
    } cases[] = {
        {"matmul", "cpu/ikj", ".name = \"cpu/ikj\"", ".name = \"cpu/kij\""},
        {"matmul", "gpu/kij", ".name = \"gpu/kij\"", ".name = \"cpu/kij\""},
        {"matmul", NULL, ".name = \"\"", ".name = \"cpu/kij\""},
        {"apsp", "cpu/kij", ".workload = \"apsp\"", ".workload = \"matmul\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Variant variant = {.workload = cases[i].workload, .name = cases[i].name};
        const Variant *const variants[] = {&variant, NULL};
        assert_refused(registry_check(variants, places, &error), "cpu/matmul/kij.c");
        assert_non_null(strstr(error.text, cases[i].says));
        assert_non_null(strstr(error.text, cases[i].must));
    }
}

TEST(test_instructions)
{
    assert_int_equal(registry_instructions("matmul", "cpu/unoptimized"), INSTRUCTIONS_SCALAR);
    assert_int_equal(registry_instructions("matmul", "cpu/none"), INSTRUCTIONS_VECTOR);
    for (const ListedVariant *unbuilt = registry_unbuilt; unbuilt->variant != NULL; unbuilt++) {
        const Variant *variant = unbuilt->variant;
        assert_int_equal(registry_instructions(variant->workload, variant->name), variant->instructions);
    }
}

TEST(test_flags_of_unbuilt)
{
    assert_null(registry_variant("matmul", "gpu/cublas"));
    assert_int_equal(registry_listed("matmul", "gpu/cublas")->flags,
                     VARIANT_LIBRARY | VARIANT_TENSOR_FLOAT64);
    assert_int_equal(registry_listed("matmul", "gpu/shared")->flags, 0);
    assert_int_equal(registry_listed("matmul", "cpu/unoptimized")->flags, VARIANT_UNOPTIMIZED);
    assert_null(registry_listed("matmul", "cpu/none"));
}

/* An added variant is listed between those of this build and those not built. */
TEST(test_added)
{
    static const Variant added = {
        .workload = "matmul", .name = "cpu/added", .instructions = INSTRUCTIONS_DOT};
    ListedVariant listed;
    size_t before = 0, after = 0, place = 0;
    while (registry_list(before, &listed)) {
        before++;
    }
    assert_null(registry_variant("matmul", "cpu/added"));
    assert_int_equal(registry_add(&added), 0);
    assert_ptr_equal(registry_variant("matmul", "cpu/added"), &added);
    assert_null(registry_variant("apsp", "cpu/added"));
    assert_int_equal(registry_instructions("matmul", "cpu/added"), INSTRUCTIONS_DOT);
    for (; registry_list(after, &listed); after++) {
        place = listed.variant == &added ? after : place;
    }
    assert_int_equal(after, before + 1);
    assert_null(registry_variants[place]);
}
