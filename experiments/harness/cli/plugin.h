/* The plug-ins of a command line.
 *
 * This process never runs code of a plug-in: plugin_description.h describes it, plugin_costs.h evaluates the
 * cost model of its workload. What it describes is added to the registry, without the hooks of variants. The
 * worker that measures a point loads the file itself and calls the hooks. */
#pragma once

#include "experiments/harness/cli/arguments.h"
#include "experiments/harness/cli/plugin_description.h"
#include "experiments/harness/cli/plugin_file.h"

typedef struct Plugin {
    PluginFile file;
    int fd; /* of the file; -1: closed */
    PluginDescription has;
} Plugin;

/* Opens and describes the plug-in. 0, or -1 and an error without the path. Free with plugin_free, also on
 * failure. */
int plugin_describe(const char *path, Plugin *plugin, Error *error);

/* Has each of its variants a workload, and neither this program nor an added plug-in one of its names? 0, or
 * -1 and an error without the path. */
int plugin_check_names(const Plugin *plugin, Error *error);

/* Evaluates the cost model of its workload at the first default size; of no added plug-in. 0, or -1 and an
 * error without the path. */
int plugin_check_costs(Plugin *plugin, Error *error);

void plugin_free(Plugin *plugin);

/* Adds the files of option --plugin, in any order, to the registry for the life of the process. A file that
 * was added before, also by another name, has no further effect. 0, or -1 and an error. */
int plugins_add(const Names *paths, Error *error);

/* The added plug-in of the variant; NULL for one of this program. */
const Plugin *plugin_of(const Variant *variant);

/* The added plug-in that has the workload; NULL for one of this program. */
const Plugin *plugin_of_workload(const char *workload);

/* The files that a point needs whose variant `plugin` has (NULL: the program): that of the workload, if it is
 * another one, and that of the variant. Returns their number. */
enum { MOST_PLUGINS_OF_POINT = 2 };
size_t plugins_of_point(const Plugin *plugin, const char *workload,
                        const PluginFile *files[MOST_PLUGINS_OF_POINT]);

/* The build in the rows of a point whose variant `plugin` has. */
void plugins_build(const Plugin *plugin, const char *workload, char build[PLUGIN_BUILD_SIZE]);

/* Has an added plug-in a variant of this workload? */
bool plugins_have_workload(const char *workload);

/* Why a plug-in's variant cannot run on this machine, or NULL. */
const char *plugin_missing(const Variant *variant);
