/* See plugin_file.h. */
#include "experiments/harness/cli/plugin_file.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/system/file.h"
#include "common/text/hash.h"

/* The program drives and verifies it, so its rows are of both. -1 and errno if it cannot be read. */
static int hash_file(const char *path, char build[PLUGIN_BUILD_SIZE])
{
    const char *program = machine_build_id();
    uint64_t hash = hash_bytes(HASH_START, program, strlen(program));
    if (file_hash(path, &hash) != 0) {
        return -1;
    }
    snprintf(build, PLUGIN_BUILD_SIZE, "%016" PRIx64, hash);
    return 0;
}

int plugin_file_open(const char *path, PluginFile *file, Error *error)
{
    *file = (PluginFile){.path = ""};
    if (strlen(path) > TEXT_MOST_PATH) {
        return error_set(error, "the path has more than %d bytes; give a shorter one", TEXT_MOST_PATH);
    }
    snprintf(file->path, sizeof file->path, "%s", path);
    if (!file_is_regular(path)) {
        return error_set(error,
                         "cannot read it: %s; correct the path, which begins in the present folder, or make "
                         "it by speedup build",
                         access(path, F_OK) != 0 ? strerror(errno) : "it is no file");
    }
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(file->kept, sizeof file->kept, "/proc/%ld/fd/%d", (long)getpid(), fd);
    if (fd < 0 || hash_file(file->kept, file->build) != 0) {
        error_set(error, "cannot read it: %s; make it readable", strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
        return -1;
    }
    return fd;
}

bool plugin_file_unchanged(const PluginFile *file)
{
    char build[PLUGIN_BUILD_SIZE];
    return hash_file(file->path, build) == 0 && strcmp(build, file->build) == 0;
}

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

/* Loads the shared object and checks its interface. Never unloaded. NULL and an error without the path. */
static const PluginDescriptor *open_plugin(const char *path, Error *error)
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

const PluginDescriptor *plugin_file_load(const PluginFile *file, Error *error)
{
    char build[PLUGIN_BUILD_SIZE];
    const bool unchanged = plugin_file_unchanged(file);
    if (!unchanged && (hash_file(file->kept, build) != 0 || strcmp(build, file->build) != 0)) {
        error_set(error,
                  "it was overwritten while the run went on; run the same command again (speedup build "
                  "replaces the file instead, which harms no run)");
        return NULL;
    }
    return open_plugin(unchanged ? file->path : file->kept, error);
}
