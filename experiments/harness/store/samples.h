/* samples.csv: a row a sample. What its fields may hold, and which point a row measures. */
#ifndef SPEEDUP_SAMPLES_H
#define SPEEDUP_SAMPLES_H

#include "common/driver.h"
#include "experiments/harness/store/csv_file.h"

#define SAMPLES_SCHEMA "1"

typedef Rows Samples;
typedef CsvFile SampleFile;

enum { SAMPLES_MOST_HOST = 64 }; /* bytes of a host's name */

/* What csv_file.h has, for samples. */
int samples_read(const char *path, Samples *samples, Error *error);
void samples_free(Samples *samples);
int samples_open(const char *path, SampleFile *file, Error *notice, Error *error);
int samples_append(SampleFile *file, const char *const field[COLUMNS], int now, Error *error);
void samples_close(SampleFile *file);

/* Hash of the identity. Rows of the same point have equal keys. */
uint64_t samples_key(const char *const field[COLUMNS]);

/* A row's identity as a Point; fields that are empty become 0. */
Point samples_point(const Row *row);

/* The first column whose name no registry and no machine could give; COLUMNS for none. */
Column samples_misnamed(const char *const field[COLUMNS]);

/* Is it letters, digits, '.', '_' and '-', `most` bytes or fewer? */
bool samples_is_slug(const char *text, size_t most);

/* Gives rows without a host, as earlier versions wrote them, `host`; where that is NULL, the only host that
 * the rows of their machine have in all these files, and none where there is none or are several. Their keys
 * follow. 0, or -1 and an error without memory. `host` and all files must outlive the rows. */
int samples_fill_hosts(Rows *files, size_t file_count, const char *host, Error *error);

/* Empties a column of the identity in all rows, so that points that differ in it alone are one. */
void samples_forget(Rows *files, size_t file_count, Column column);

/* A column of numbers; NAN where the field is empty. */
double samples_number(const Row *row, Column column);

#endif
