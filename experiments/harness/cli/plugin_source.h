/* The source file of a plug-in: its language, and the symbols that the descriptor (common/plugin.h) names. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"

/* In the order of Language: ".c", ".cpp", ".cu", NULL. */
extern const char *const plugin_source_suffixes[];
typedef enum Language { LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_CUDA } Language;

enum { PLUGIN_MOST_NAMES = 64, PLUGIN_MOST_NAME = 160 };

typedef struct PluginSource {
    const char *path;
    Language language;
    char names[PLUGIN_MOST_NAMES][PLUGIN_MOST_NAME]; /* symbols of its Variants */
    size_t count;
    char workload[1][PLUGIN_MOST_NAME]; /* and of its Workload */
    size_t workloads;
    bool hopper; /* a comment has " * Architecture: sm_90a" */
} PluginSource;

/* Reads language and symbols. 0, or -1 and an error. */
int plugin_source_read(const char *path, PluginSource *source, Error *error);
