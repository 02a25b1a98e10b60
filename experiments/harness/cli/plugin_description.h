/* What a plug-in contains, as data: texts and values, no hooks.
 *
 * A worker that has loaded it makes the description (runner/worker.c). Code of the plug-in may have changed
 * it then, so this process checks each text and value. */
#pragma once

#include "common/text/text.h"
#include "common/workload.h"

enum { PLUGIN_MOST_VARIANTS = 64 };

/* A variant whose texts are those beside it. It has no hooks. */
typedef struct PluginVariant {
    Variant variant;
    char workload[32], name[96], idea[TEXT_MOST + 1], source[TEXT_MOST + 1], after[96];
    char missing[200]; /* what Variant.missing returns; "": nothing */
} PluginVariant;

typedef struct PluginWorkload {
    Workload workload;
    char name[32], idea[TEXT_MOST + 1], default_sizes[256], check_shapes[256], ceiling[32],
        packed_ceiling[32];
    unsigned has_fill, has_verify;
} PluginWorkload;

typedef struct PluginDescription {
    PluginVariant variants[PLUGIN_MOST_VARIANTS];
    size_t count;
    PluginWorkload workload;
    bool has_workload;
} PluginDescription;

/* In the worker. `devices`: may hooks of GPU variants use the GPU's devices? 0, or -1 and an error. */
int plugin_describe_variant(const Variant *variant, bool devices, PluginVariant *described, Error *error);
int plugin_describe_workload(const Workload *workload, PluginWorkload *described, Error *error);

/* In the parent: sets the pointers of the description, if this program may use all of it. 0, or -1 and an
 * error without the path. */
int plugin_description_check(PluginDescription *description, Error *error);
