/* Which experiments a point belongs to.
 *
 * A point is measured once, whatever experiment asked for it first, and members.csv beside the samples names
 * every experiment that it is of: a row has the experiment and the identity of the point. Files of earlier
 * versions have none, so the column `experiment` of the samples counts too; a name there that holds ';' is
 * taken as the list that it looks like. */
#ifndef SPEEDUP_MEMBERS_H
#define SPEEDUP_MEMBERS_H

#include "experiments/harness/keep/samples.h"

/* A point and one of its experiments. */
typedef struct Member {
    uint64_t key;
    const char *name; /* `length` bytes in a row's field */
    size_t length;
} Member;

typedef struct Members {
    Member *members; /* by key, then name, each once */
    size_t count;
} Members;

/* Reads the members.csv that lies beside a samples file; no rows when there is none, or one of somebody
 * else's, which the notice tells. -1 and an error when it is damaged. Free with rows_free. */
int members_read(const char *samples_path, Rows *rows, Error *error);

/* Collects the experiments of all points from the rows of samples and of members, whose hosts are
 * filled in. The rows must outlive the members. */
int members_make(const Rows *files, size_t file_count, Members *members, Error *error);
void members_free(Members *members);

/* "a;b", the experiments of a point, sorted; to be freed. NULL without memory. */
char *members_names(const Members *members, uint64_t key);

/* members.csv, open to be added to. */
typedef struct MemberFile {
    RowFile file;
    Rows rows; /* what it held */
    Members known;
} MemberFile;

/* Opens the members.csv beside a samples file as rows_open does, waiting for others who add to it. Rows
 * without a host count as `host`'s. */
int members_open(const char *samples_path, const char *host, MemberFile *file, Error *notice, Error *error);

/* Adds the point and experiment of a row, unless the file had it when it was opened. */
int members_add(MemberFile *file, const char *const field[COLUMNS], Error *error);
void members_close(MemberFile *file);

#endif
