/* Repairing CSV files: damaged lines are moved to a file beside them. */
#pragma once

#include "experiments/harness/store/csv_append.h"

typedef struct CsvRepair {
    size_t kept, moved; /* rows; damaged lines */
    bool changed;       /* false: nothing was to repair */
} CsvRepair;

/* Appends the damaged lines to PATH.damaged, and replaces the file by its undamaged rows at once. A damaged
 * header becomes this version's if rows match it. No link is followed; one at PATH.damaged is replaced.
 * -1 and an error if another process is writing, no row is undamaged or the disk fails; then the file is
 * unchanged. */
int csv_file_repair(const char *path, const CsvFormat *format, CsvRepair *done, Error *error);
