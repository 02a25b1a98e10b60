/* Names of variants must match their files; common/build/make_registry.sh makes the tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/registry.h"

static void test_this_build(void **state)
{
    (void)state;
    Error error;
    size_t variants = 0, places = 0;
    while (registry_variants[variants] != NULL) {
        variants++;
    }
    while (registry_places[places].file != NULL) {
        places++;
    }
    assert_int_equal(variants, places);
    assert_int_equal(registry_check(registry_variants, registry_places, &error), 0);
}

static void test_copied_file(void **state)
{
    (void)state;
    static const VariantPlace places[] = {{"matmul", "cpu/kij", "cpu/matmul/kij.c"}, {NULL, NULL, NULL}};
    static const struct {
        const char *workload, *name, *says, *must;
    } cases[] = {
        {"matmul", "cpu/ikj", ".name = \"cpu/ikj\"", ".name = \"cpu/kij\""},
        {"matmul", "gpu/kij", ".name = \"gpu/kij\"", ".name = \"cpu/kij\""},
        {"matmul", NULL, ".name = \"\"", ".name = \"cpu/kij\""},
        {"apsp", "cpu/kij", ".workload = \"apsp\"", ".workload = \"matmul\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Variant variant = {.workload = cases[i].workload, .name = cases[i].name};
        const Variant *const variants[] = {&variant, NULL};
        Error error;
        assert_int_equal(registry_check(variants, places, &error), -1);
        assert_non_null(strstr(error.text, "cpu/matmul/kij.c"));
        assert_non_null(strstr(error.text, cases[i].says));
        assert_non_null(strstr(error.text, cases[i].must));
    }
}

static void test_instructions(void **state)
{
    (void)state;
    assert_int_equal(registry_instructions("matmul", "cpu/unoptimized"), INSTRUCTIONS_SCALAR);
    assert_int_equal(registry_instructions("matmul", "cpu/none"), INSTRUCTIONS_VECTOR);
    for (const UnbuiltVariant *unbuilt = registry_unbuilt; unbuilt->name != NULL; unbuilt++) {
        assert_int_equal(registry_instructions(unbuilt->workload, unbuilt->name), unbuilt->instructions);
    }
}

/* An added variant is listed between those of this build and those not built. */
static void test_added(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_this_build),
        cmocka_unit_test(test_copied_file),
        cmocka_unit_test(test_instructions),
        cmocka_unit_test(test_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
