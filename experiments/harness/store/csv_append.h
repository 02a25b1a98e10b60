/* Appending to CSV files: whole rows or nothing, in the order of the file's header. */
#pragma once

#include <sys/types.h>

#include "experiments/harness/store/csv_read.h"

typedef struct CsvFile {
    int fd;
    const CsvFormat *format;
    CsvHeader header;
    char path[4096];
    bool linked;     /* opened by a link */
    off_t size;      /* after this process's last write */
    double synced_s; /* time of the last fdatasync */
} CsvFile;

/* Opens for appending: makes folders and header, removes a torn last line (with a `notice`, unless NULL),
 * locks against other writers. Reads no rows. A link is followed only where the format allows it, and only to
 * a file that has the header. 0, or -1 and an error. */
int csv_file_open(const char *path, const CsvFormat *format, CsvFile *file, Error *notice, Error *error);

/* Appends one row by one write, in the order of the file's header: what the file has no column for is left
 * out. An error if the point would then be another one. Forces it to the disk if `now` is not 0 or the last
 * time is over 50 ms ago. On a full disk the partial row is removed: -1 and an error, and all earlier rows
 * remain. */
int csv_file_append(CsvFile *file, const char *const field[COLUMNS], int now, Error *error);
void csv_file_close(CsvFile *file);

/* Is the open file still the one at its path, unchanged by others? If an editor or rsync replaced it, rows
 * written to it would be lost. 0, or -1 and an error with the remedy. */
int csv_file_in_place(const CsvFile *file, Error *error);

/* Locks the file against other writers: waits for them, or for a second only. 0 or -1. */
int csv_file_lock(int fd, bool waits);
