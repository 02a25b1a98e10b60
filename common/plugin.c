/* See plugin.h. */
#include "common/plugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Explains a failure of dlopen. */
static const PluginDescriptor *explain(const char *path, Error *error)
{
    const char *why = dlerror();
    why = why != NULL ? why : "unknown reason";
    const char *colon = strncmp(why, path, strlen(path)) == 0 ? why + strlen(path) : NULL;
    why = colon != NULL && strncmp(colon, ": ", 2) == 0 ? colon + 2 : why;
    const bool workload = strstr(why, "undefined symbol: workload_") != NULL;
    if (workload || strstr(why, "undefined symbol: variant_") != NULL) {
        error_set(
            error,
            "%s; it is not compiled (#if, comment), or in C++ and CUDA lacks the line extern \"C\" const "
            "%s NAME; before it",
            why, workload ? "Workload" : "Variant");
    } else if (strstr(why, "undefined symbol") != NULL) {
        error_set(error, "%s; define it in the source, or name its library: LDLIBS=-lNAME speedup build",
                  why);
    } else {
        error_set(error, "it is not a shared object that this program can load (%s); speedup build makes one",
                  why);
    }
    return NULL;
}

const PluginDescriptor *plugin_open(const char *path, Error *error)
{
    /* A name without a slash would be sought in the library path. An open file without a name has none. */
    char full[PATH_MAX];
    const char *name = realpath(path, full) != NULL ? full : path;
    void *object = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        return explain(name, error);
    }
    const PluginDescriptor *plugin = dlsym(object, PLUGIN_SYMBOL);
    if (plugin == NULL) {
        error_set(error, "it has no symbol " PLUGIN_SYMBOL "; make it by speedup build");
        return NULL;
    }
    if (plugin->interface != SPEEDUP_INTERFACE) {
        error_set(error, "it has interface version %u, this program has %u; run speedup build again",
                  plugin->interface, SPEEDUP_INTERFACE);
        return NULL;
    }
    if (plugin->variants[0] == NULL) {
        error_set(error, "it has no Variant; end the source with one and run speedup build again");
        return NULL;
    }
    return plugin;
}
