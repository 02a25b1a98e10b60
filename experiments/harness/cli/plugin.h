/* The plug-ins of a command line.
 *
 * This process never loads one: a child process does (`speedup worker describe FILE`) and sends what the
 * Variants declare. This process adds variants with these texts and values, but without hooks, to the
 * registry. The worker that measures a point loads the plug-in itself and calls the hooks. */
#ifndef SPEEDUP_CLI_PLUGIN_H
#define SPEEDUP_CLI_PLUGIN_H

#include "common/text/text.h"
#include "common/workload.h"
#include "experiments/harness/cli/arguments.h"

enum { PLUGIN_BUILD_SIZE = 17 };

/* A Variant without its hooks, as it goes through a pipe. */
typedef struct PluginVariant {
    char workload[32], name[96], idea[TEXT_MOST + 1], source[TEXT_MOST + 1], after[96]; /* "": none */
    char missing[200]; /* what Variant.missing returns; "": nothing */
    unsigned types, axes, flags, first_owner, precision, instructions;
    size_t block, tile;
} PluginVariant;

typedef struct Plugin {
    char path[TEXT_MOST_PATH + 1]; /* as given */
    char build[PLUGIN_BUILD_SIZE]; /* hash of the file: the identity of its code in rows */
    PluginVariant *described;
    size_t count;
    Variant *variants; /* made from them */
} Plugin;

/* Hashes the file. 0, or -1 and an error without the path. */
int plugin_build(const char *path, char build[PLUGIN_BUILD_SIZE], Error *error);

/* Describes the plug-in, and checks that each of its variants has a workload, and a name that neither this
 * program nor an added plug-in has. 0, or -1 and an error without the path. Free with plugin_free, also on
 * failure. */
int plugin_describe(const char *path, Plugin *plugin, Error *error);
void plugin_free(Plugin *plugin);

/* The same, and adds its variants to the registry, for the life of the process. A path that was added before
 * has no further effect. The error begins with the path. */
int plugin_add(const char *path, Error *error);

/* Adds the files of option --plugin. 0, or -1 and an error. */
int plugins_add(const Names *paths, Error *error);

/* The added plug-in of the variant; NULL for one of this program. */
const Plugin *plugin_of(const Variant *variant);

/* Has an added plug-in a variant of this workload? */
bool plugins_have_workload(const char *workload);

/* Why a plug-in's variant cannot run on this machine, or NULL. */
const char *plugin_missing(const Variant *variant);

/* The child: loads the plug-in and writes its description to descriptor PLUGIN_FD. Returns the exit code. */
enum { PLUGIN_FD = 3 };
int plugin_serve(const char *path);

#endif
