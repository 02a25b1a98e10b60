/* The file of a plug-in, which may be built again while it is measured.
 *
 * The process that described it keeps it open, so that other processes load the same code even if another
 * file has taken its name. */
#pragma once

#include <stdbool.h>

#include "common/plugin.h"
#include "common/text/text.h"

enum { PLUGIN_BUILD_SIZE = 17 };

typedef struct PluginFile {
    char path[TEXT_MOST_PATH + 1]; /* as given; "": none */
    char kept[48];                 /* the open file, as a path for this process and its children */
    char build[PLUGIN_BUILD_SIZE]; /* hash of file and program: the identity of the code in rows */
} PluginFile;

/* Opens and hashes the file. Returns its descriptor, which the caller closes after the last use of the
 * plug-in; -1 and an error without the path otherwise. */
int plugin_file_open(const char *path, PluginFile *file, Error *error);

/* Is it still the file of that path? */
bool plugin_file_unchanged(const PluginFile *file);

/* Loads it into this process, for its life: by its path, which tools such as perf can read, or if another
 * file is there, the open one. NULL and an error without the path. */
const PluginDescriptor *plugin_file_load(const PluginFile *file, Error *error);
