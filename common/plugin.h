/* Plug-ins: variants, and a workload if there is one, in a shared object that `speedup build` makes of a
 * source file.
 *
 * The shared object exports `speedup_plugin`, which the build step generates. Code of a plug-in, its
 * constructors included, runs in worker processes only. */
#pragma once

#include "common/workload.h"

#define PLUGIN_SYMBOL "speedup_plugin"

typedef struct PluginDescriptor {
    unsigned interface;             /* SPEEDUP_INTERFACE of its headers. First in every version */
    const Variant *const *variants; /* NULL-terminated */
    const Workload *workload;       /* NULL: none */
} PluginDescriptor;
