/* What a plug-in contains, as data.
 *
 * A child process loads the plug-in (`speedup worker describe FILE`) and sends this through a pipe: texts and
 * values, no hooks. Code of the plug-in may have written them, so the parent checks each. */
#pragma once

#include "common/text/text.h"
#include "common/workload.h"

/* A variant whose texts are those beside it, "" for NULL. It has no hooks. */
typedef struct PluginVariant {
    Variant variant;
    char workload[32], name[96], idea[TEXT_MOST + 1], source[TEXT_MOST + 1], after[96];
    char missing[200]; /* what Variant.missing returns; "": nothing */
} PluginVariant;

/* A workload likewise; plugin_costs.h adds hooks. */
typedef struct PluginWorkload {
    Workload workload;
    char name[32], idea[TEXT_MOST + 1], default_sizes[256], check_shapes[256], ceiling[32],
        packed_ceiling[32];
    char unit[ELEMENT_TYPES][16]; /* what Workload.rate_unit returns for its types */
    unsigned has_fill, has_verify;
} PluginWorkload;

typedef struct PluginDescription {
    PluginVariant *variants;
    size_t count;
    PluginWorkload *workload; /* NULL: none */
} PluginDescription;

/* Starts the child that loads the file and receives the description, whose texts and values are such that
 * this program may use them. 0, or -1 and an error without the path. Free with plugin_description_free, also
 * on failure. */
int plugin_description_receive(const char *path, PluginDescription *description, Error *error);
void plugin_description_free(PluginDescription *description);

/* The child: enters the sandbox, unless it may use the devices of a GPU, and writes the description to
 * descriptor PLUGIN_FD. Returns the exit code. */
enum { PLUGIN_FD = 3 };
int plugin_description_serve(const char *path, bool devices);
