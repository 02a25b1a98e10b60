/* The plug-ins of a command line.
 *
 * This process never runs code of a plug-in: a worker describes it, and evaluates the cost model of its
 * workload. What is described is added to the registry, without hooks. The worker that measures a point loads
 * the file itself and calls the hooks. */
#pragma once

#include <limits.h>

#include "common/plugin.h"
#include "experiments/harness/cli/arguments.h"
#include "experiments/harness/cli/plugin_description.h"

enum { PLUGIN_BUILD_SIZE = 17 };

/* The file of a plug-in, which may be built again while it is measured. The process that described it keeps
 * it open, so that other processes load the same code even if another file has taken its name. */
typedef struct PluginFile {
    char path[TEXT_MOST_PATH + 1]; /* as given, without the label; "": none */
    char label[32];                /* before the names of its variants, as in cpu/anna_mine; "": none */
    char kept[48];                 /* the open file, as a path for this process and its children */
    char build[PLUGIN_BUILD_SIZE]; /* hash of file and program: the identity of the code in rows */
} PluginFile;

typedef struct Plugin {
    PluginFile file;
    int fd; /* of the file; -1: closed */
    PluginDescription has;
    struct Worker *evaluator; /* of its workload's cost model; NULL: none, or it has failed */
    Point point;              /* the last one that it evaluated, or where it failed, and the values */
    Costs costs;
} Plugin;

/* What workers do for plug-ins: in runner/plugin_worker.c, as no process is started here. The first one fills
 * plugin->has, and starts the evaluator if there is a workload: 0, or -1 and an error without the path. The
 * second one sets plugin->costs for plugin->point: 0, or -1: a hook crashed or did not end. */
int plugin_worker_describe(Plugin *plugin, Error *error);
int plugin_worker_evaluate(Plugin *plugin);
void plugin_worker_dismiss(Plugin *plugin);

/* Opens and describes the plug-in, which must not move until plugin_free, to be called also on failure. 0, or
 * -1 and an error without the path. */
int plugin_describe(const char *path, Plugin *plugin, Error *error);

/* Has each of its variants a workload, and neither this program nor an added plug-in one of its names? Does
 * the cost model hold at the first default size? 0, or -1 and an error without the path. */
int plugin_check(const Plugin *plugin, Error *error);

void plugin_free(Plugin *plugin);

/* Adds the files of option --plugin, FILE or LABEL=FILE in any order, to the registry for the life of the
 * process. A file that was added before with the same label, also by another name, has no further effect. 0,
 * or -1 and an error. */
int plugins_add(const Names *paths, Error *error);

/* The name by which the file of an added plug-in (NULL: the program) has its variant: without the label. */
void plugin_name_in_file(const Plugin *plugin, const Variant *variant, char *name, size_t size);

/* The added plug-in of the variant; NULL for one of this program. */
const Plugin *plugin_of(const Variant *variant);

/* The added plug-in that has the workload; NULL for one of this program. */
const Plugin *plugin_of_workload(const char *workload);

/* File i that a point needs whose variant `plugin` has (NULL: the program): that of the workload, if it is
 * another one, and that of the variant. NULL behind the last. */
enum { MOST_PLUGINS_OF_POINT = 2 };
const PluginFile *plugin_file_at(const Plugin *plugin, const char *workload, size_t i);

/* The build in the rows of a point whose variant `plugin` has. */
void plugins_build(const Plugin *plugin, const char *workload, char build[PLUGIN_BUILD_SIZE]);

/* The last variant of this workload that an added plug-in has; NULL for none. */
const Variant *plugins_variant(const char *workload);

/* Evaluates the cost model at the point, if the workload is one of a plug-in. 0, or -1 and an error without
 * the path: a hook crashed, does not end, or returns a value that costs nothing. */
int plugins_check_costs(const Workload *workload, const Point *point, Error *error);

/* Why a plug-in's variant cannot run on this machine, or NULL. */
const char *plugin_missing(const Variant *variant);

/* Is it still the file of that path? */
bool plugin_file_unchanged(const PluginFile *file);

/* Loads it into this process, for its life: by its path, which tools such as perf can read, or if another
 * file is there, the open one. 0, or -1 and an error without the path. */
int plugin_file_load(const PluginFile *file, const PluginDescriptor **loaded, Error *error);

/* The folder of the headers that variants include, and of the sources of this program's variants: the source
 * tree of a program in its build folder, else PREFIX/share/speedup/include. 0, or -1 and an error. */
int headers_folder(char path[PATH_MAX], Error *error);
