/* The samples files of a folder: samples.csv and samples.<host>.<job>.csv, one of each process that measured
 * into it. */
#ifndef SPEEDUP_RESULTS_FOLDER_H
#define SPEEDUP_RESULTS_FOLDER_H

#include <stdbool.h>

#include "experiments/harness/store/samples.h"

typedef struct Paths {
    char **paths;
    size_t count;
} Paths;

/* Is there a folder at `path`, or does it end in '/', as only a folder's does? */
bool results_folder_is(const char *path);

/* Is it the name of a samples file there? */
bool results_folder_names_samples(const char *name);

/* Adds `path` itself or, where it is a folder, its samples files by name. 0, or -1 and an error: the folder
 * cannot be read or holds none, or there is no memory. Free with paths_free. */
int paths_add(Paths *paths, const char *path, Error *error);
void paths_free(Paths *paths);

/* Reads all samples files of the folder that `path` lies in, but for those that another process appends to;
 * hosts count as one in them: what one began another may go on with. 0, or -1 and an error that names the
 * file that is damaged. The rows are to be freed one by one, and their array, in any case. */
int results_folder_read(const char *path, Rows **files, size_t *count, Error *error);

#endif
