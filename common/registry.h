/* All workloads and variants of this build.
 *
 * The Makefile generates the tables into build/registry.c: plain arrays, so that no linker can drop an entry.
 * The symbol of an entry follows its path. common/workloads/matmul.c defines `const Workload
 * workload_matmul`, cpu/matmul/tiled.c `const Variant variant_cpu_matmul_tiled`, gpu/... the same with extern
 * "C" linkage. */
#pragma once

#include "common/workload.h"

C_LINKAGE_BEGIN

/* The names that a variant must have, from the path of its file. */
typedef struct VariantPlace {
    const char *workload, *name, *file; /* "matmul", "cpu/tiled", "cpu/matmul/tiled.c" */
} VariantPlace;

/* Both end with NULL, which is not counted: in the order of the README; by workload, then name. */
extern const Workload *const registry_workloads[];
extern const Variant *const registry_variants[];
extern const size_t registry_workload_count, registry_variant_count;
extern const VariantPlace registry_places[]; /* of registry_variants, in the same order */

/* Compares the names in NULL-terminated `variants` with their places. A copied file that keeps the name of
 * its original would never run. 0, or -1 and an error that names the file. */
int registry_check(const Variant *const *variants, const VariantPlace *places, Error *error);

/* NULL if the name is unknown. Those of plug-ins are found too. The workload `command` is found by its name
 * only (command.h). */
const Workload *registry_workload(const char *name);
const Variant *registry_variant(const char *workload, const char *name);
/* The CPU variant that defines the workload, VARIANT_REFERENCE; NULL if there is none. */
const Variant *registry_reference(const char *workload);

/* Adds a variant or a workload of a plug-in, which must outlive the process and have a name of its own. 0, or
 * -1 without memory. */
int registry_add(const Variant *variant);
int registry_add_workload(const Workload *workload);

/* Workload or variant number i: those of this build, then those of plug-ins. NULL behind the last. */
const Workload *registry_workload_at(size_t i);
const Variant *registry_variant_at(size_t i);

/* A variant, and why it is not built; NULL: it is, or is of a plug-in. Of one that is not built only names,
 * idea, flags and instructions are known. */
typedef struct ListedVariant {
    const Variant *variant;
    const char *reason; /* "not built: no nvcc" */
} ListedVariant;

extern const ListedVariant registry_unbuilt[]; /* terminated by a NULL variant */

/* Number i of all variants: those of this build, of plug-ins, those not built. False behind the last. */
bool registry_list(size_t i, ListedVariant *listed);

/* NULL if the name is unknown. Also finds those that are not built: results may be of another build. */
const Variant *registry_listed(const char *workload, const char *name);

/* The widest instructions of a variant, built or not; INSTRUCTIONS_VECTOR if the name is unknown. */
Instructions registry_instructions(const char *workload, const char *name);

C_LINKAGE_END
