/* Lookup of workloads and variants by name, and a check of the names. See registry.h. */
#include "common/registry.h"

#include <string.h>

#include "common/command.h"
#include "common/system/array.h"

static const Variant **added; /* of plug-ins */
static size_t added_count;
static const Workload **added_workloads;
static size_t added_workload_count;

int registry_add(const Variant *variant)
{
    return array_append(&added, &added_count, &variant, sizeof variant);
}

int registry_add_workload(const Workload *workload)
{
    return array_append(&added_workloads, &added_workload_count, &workload, sizeof workload);
}

const Workload *registry_workload_at(size_t i)
{
    const size_t built = registry_workload_count;
    return i < built                          ? registry_workloads[i]
           : i - built < added_workload_count ? added_workloads[i - built]
                                              : NULL;
}

const Workload *registry_workload(const char *name)
{
    const Workload *workload;
    for (size_t i = 0; (workload = registry_workload_at(i)) != NULL; i++) {
        if (strcmp(workload->name, name) == 0) {
            return workload;
        }
    }
    return strcmp(name, workload_command.name) == 0 ? &workload_command : NULL;
}

const Variant *registry_variant_at(size_t i)
{
    const size_t built = registry_variant_count;
    return i < built ? registry_variants[i] : i - built < added_count ? added[i - built] : NULL;
}

const Variant *registry_variant(const char *workload, const char *name)
{
    const Variant *variant;
    for (size_t i = 0; (variant = registry_variant_at(i)) != NULL; i++) {
        if (strcmp(variant->workload, workload) == 0 && strcmp(variant->name, name) == 0) {
            return variant;
        }
    }
    return NULL;
}

const Variant *registry_reference(const char *workload)
{
    const Variant *variant;
    for (size_t i = 0; (variant = registry_variant_at(i)) != NULL; i++) {
        if (strcmp(variant->workload, workload) == 0 && (variant->flags & VARIANT_REFERENCE) != 0) {
            return variant;
        }
    }
    return NULL;
}

bool registry_list(size_t i, ListedVariant *listed)
{
    const Variant *variant = registry_variant_at(i);
    *listed = variant != NULL ? (ListedVariant){variant, NULL}
                              : registry_unbuilt[i - registry_variant_count - added_count];
    return listed->variant != NULL;
}

const Variant *registry_listed(const char *workload, const char *name)
{
    ListedVariant listed;
    for (size_t i = 0; registry_list(i, &listed); i++) {
        if (strcmp(listed.variant->workload, workload) == 0 && strcmp(listed.variant->name, name) == 0) {
            return listed.variant;
        }
    }
    return NULL;
}

Instructions registry_instructions(const char *workload, const char *name)
{
    const Variant *variant = registry_listed(workload, name);
    return variant != NULL ? variant->instructions : INSTRUCTIONS_VECTOR;
}

/* Compares one name in a file with the one that its path requires. */
static int check_name(const char *field, const char *found, const char *required, const char *file,
                      Error *error)
{
    if (found != NULL && strcmp(found, required) == 0) {
        return 0;
    }
    return error_set(
        error, "%s: the Variant has .%s = \"%s\", but its path requires .%s = \"%s\"; fix it and run make",
        file, field, found != NULL ? found : "", field, required);
}

int registry_check(const Variant *const *variants, const VariantPlace *places, Error *error)
{
    for (size_t i = 0; variants[i] != NULL; i++) {
        const VariantPlace *place = &places[i];
        if (check_name("workload", variants[i]->workload, place->workload, place->file, error) != 0 ||
            check_name("name", variants[i]->name, place->name, place->file, error) != 0) {
            return -1;
        }
    }
    return 0;
}
