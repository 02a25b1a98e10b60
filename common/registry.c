/* Looks up workloads and variants by name. See registry.h. */
#include "common/registry.h"

#include <string.h>

const Workload *registry_workload(const char *name)
{
    for (size_t i = 0; registry_workloads[i] != NULL; i++) {
        if (strcmp(registry_workloads[i]->name, name) == 0) {
            return registry_workloads[i];
        }
    }
    return NULL;
}

const Variant *registry_variant(const char *workload, const char *name)
{
    for (size_t i = 0; registry_variants[i] != NULL; i++) {
        const Variant *variant = registry_variants[i];
        if (strcmp(variant->workload, workload) == 0 && strcmp(variant->name, name) == 0) {
            return variant;
        }
    }
    return NULL;
}
