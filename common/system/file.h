/* Files: replacing them, the program of a name, and hashes of contents. */
#ifndef SPEEDUP_FILE_H
#define SPEEDUP_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/text/text.h"

/* open() of a file that may be slow or of a network: goes on after a signal. */
int file_open(const char *path, int flags);

/* Forces the entry of a created or renamed file in its folder to the disk. 0, or -1 and errno. */
int file_sync_folder(const char *path);

/* Forces `part` to the disk and gives it the name `path`, which then has the old or the new content after a
 * crash. 0, or -1 and errno. */
int file_replace(const char *part, const char *path);

/* Is it a regular file, or a link to one? */
bool file_is_regular(const char *path);

/* Is it one that this process may execute? */
bool file_is_program(const char *path);

/* Finds the program of that name in PATH, as execvp does. False if there is none. */
bool file_find_program(const char *name, char path[TEXT_MOST_PATH + 1]);

/* Continues a hash (common/text/hash.h) over the contents. -1 and errno if they cannot be read. */
int file_hash(const char *path, uint64_t *hash);

#endif
