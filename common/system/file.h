/* Files: replacing them, the program of a name, and hashes of contents. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "common/error.h"
#include "common/text/text.h"

/* open() of a file that may be slow or of a network: goes on after a signal. */
int file_open(const char *path, int flags);

/* Reads from and writes to a pipe or a file, where *done bytes are done already, 0 at first. 0 when all are;
 * -1 and errno: EAGAIN if the rest would block, 0 at the end of what is read. */
int fd_read(int fd, void *buffer, size_t size, size_t *done);
int fd_write(int fd, const void *buffer, size_t size, size_t *done);

/* Forces the entry of a created or renamed file in its folder to the disk. 0, or -1 and errno. */
int file_sync_folder(const char *path);

/* Makes all folders of `path`, up to its last slash. *made: length of the first one that was missing; 0:
 * none. 0, or -1 and an error. */
int file_make_folders(const char *path, size_t *made, Error *error);

/* The new content of a file. It has no name until it is complete, or a random one beside the file where the
 * file system has no unnamed files. */
typedef struct NewFile {
    FILE *stream;                   /* for writing and reading */
    char part[TEXT_MOST_PATH + 32]; /* its name before the final one */
    bool unnamed;                   /* it disappears if this process is killed */
} NewFile;

/* Begins the new content of `path`, in whose folder it grows. 0, or -1 and errno; then end it. */
int file_begin(NewFile *file, const char *path);

/* Forces the content to the disk and gives it the name `path`, which has the old or the new content after a
 * crash. A link of that name is replaced, what it leads to stays. NULL: drops the content, and leaves
 * errno as it is. 0, or -1 and errno, with nothing left. A file that was not begun, of no stream, has no end.
 */
int file_end(NewFile *file, const char *path);

/* Reads the first `size` - 1 bytes of a file into text[size], without allocating memory. 0; -1, errno and ""
 * if it cannot be opened or read. */
int file_read_start(const char *path, char *text, size_t size);

/* Is it a symbolic link, whatever it leads to? */
bool file_is_link(const char *path);

/* Is it a regular file, or a link to one? */
bool file_is_regular(const char *path);

/* The same number for all names of a file, whatever it is; 0: there is none. */
uint64_t file_number(const char *path);

/* Is it one that this process may execute? */
bool file_is_program(const char *path);

/* Finds the program of that name in PATH, as execvp does. False if there is none. */
bool file_find_program(const char *name, char path[TEXT_MOST_PATH + 1]);

/* Continues a hash (common/text/hash.h) over the contents. -1 and errno if they cannot be read. */
int file_hash(const char *path, uint64_t *hash);
