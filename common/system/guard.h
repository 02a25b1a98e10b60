/* Buffers that tell when somebody goes beyond them.
 *
 * Around the pages of a buffer lies memory without access (matrix_alloc). What the pages have left over holds
 * a canary: a write there is found by guard_check, and a value that was read there is a NaN, or a negative
 * integer, that no right result survives.
 * A small buffer ends where its last page ends, so that what runs on behind it, the usual mistake, faults at
 * once; what is left there is only what alignment to 64 bytes leaves. A large one begins at its first page,
 * for its huge pages, so that what comes before it faults.
 *
 * Limits: nothing tells of a read in the canary whose value is not used, nor of an access farther away than
 * MATRIX_GUARD_BYTES. */
#ifndef SPEEDUP_GUARD_H
#define SPEEDUP_GUARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"

typedef enum GuardedName {
    GUARDED_A = 1,
    GUARDED_B,
    GUARDED_OUT,
    GUARDED_WORKSPACE,
    GUARDED_NAMES
} GuardedName;

/* One buffer. It stays where it is while it is allocated: the handler of faults knows it by its address. */
typedef struct Guarded {
    void *memory; /* `bytes` of it, 64-byte aligned; NULL: none */
    size_t bytes;
    GuardedName name;
    bool read_only;
    unsigned char *pages; /* as matrix_alloc gave them, `pages_bytes` of them */
    size_t pages_bytes;
    struct Guarded *previous, *next;
} Guarded;

/* Memory that is not yet touched. 0, or -1 and an error as of matrix_alloc. */
int guarded_alloc(Guarded *guarded, GuardedName name, size_t bytes, Error *error);

/* Writes the canaries: after the first touch, which is for the threads that will use the buffer. */
void guarded_arm(Guarded *guarded);

/* From here on a write to it is a fault. 0 or -1. */
int guarded_protect(Guarded *guarded, Error *error);

/* Gives it back; nothing where there is none. */
void guarded_free(Guarded *guarded);

/* Are the canaries of all buffers whole? 0; -1 and which is not, and where. */
int guard_check(Error *error);

/* From here on a fault in the surroundings of a buffer, or by writing to one that is read-only, is noted in
 * *trespass before the process dies of it as it would without. The first one stays. Nothing under
 * AddressSanitizer, which tells of faults itself. */
void guard_watch(_Atomic uint64_t *trespass);

/* What was noted, in words: "read or wrote beyond its matrix (output, 0 bytes behind its end)". False, and no
 * words, where nothing was noted or it was not noted by guard_watch. */
bool guard_trespass(uint64_t trespass, char *text, size_t size);

#endif
