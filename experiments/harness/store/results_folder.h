/* The samples files of a folder: samples.csv and samples.<host>.<job>.csv, one per process. */
#pragma once

#include <stdbool.h>

#include "experiments/harness/store/samples.h"

typedef struct Paths {
    char **paths;
    size_t count;
} Paths;

/* Is `path` a folder, or does it end in '/'? */
bool results_folder_is(const char *path);

enum { BESIDE_SIZE = 4096 + 32 }; /* of such a path */

/* The path of the file `name` in the folder of `path`; without one it is `name`. */
void path_beside(const char *path, const char *name, char beside[BESIDE_SIZE]);

/* Is it the name of a samples file? */
bool results_folder_names_samples(const char *name);

/* Adds `path` or, if it is a folder, its samples files by name. 0, or -1 and an error: the folder cannot be
 * read or has none, or there is no memory. Free with paths_free. */
int paths_add(Paths *paths, const char *path, Error *error);
void paths_free(Paths *paths);

/* Adds the samples files in the folder of `path`, without those that another process appends to. 0, or -1 and
 * an error. */
int results_folder_idle(Paths *paths, const char *path, Error *error);
