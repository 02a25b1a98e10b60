/* Guarded buffers: they detect accesses out of bounds.
 *
 * Memory without access surrounds the pages of a buffer (matrix_alloc). A canary fills the rest of its pages:
 * guard_check finds a write there, and a value read from it is a NaN or a negative integer, which no correct
 * result contains.
 * A small buffer ends at the end of its last page, so an overrun, the most frequent error, faults at once;
 * only alignment to 64 bytes leaves a gap. A large buffer begins at its first page, for huge pages, so an
 * underrun faults.
 *
 * Limits: a read of the canary whose value is unused is not detected, nor an access farther away than
 * MATRIX_GUARD_BYTES. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/workload.h"

/* Names of buffers: those of operands, and this one. */
enum { GUARDED_WORKSPACE = OPERANDS, GUARDED_NAMES };

/* One buffer. Its address must not change while it is allocated: the fault handler keeps a pointer to it. */
typedef struct Guarded {
    void *memory; /* `bytes` of memory, 64-byte aligned; NULL: not allocated */
    size_t bytes;
    unsigned name; /* an Operand, or GUARDED_WORKSPACE */
    bool read_only;
    unsigned char *pages; /* from matrix_alloc, `pages_bytes` of them */
    size_t pages_bytes;
    struct Guarded *next;
} Guarded;

/* Allocates untouched memory. 0, or -1 and the error of matrix_alloc. */
int guarded_alloc(Guarded *guarded, unsigned name, size_t bytes, Error *error);

/* Writes the canaries. Call it after the first touch, which the threads that use the buffer do. */
void guarded_arm(Guarded *guarded);

/* Write-protects the buffer from now on, or lifts that. 0 or -1. */
int guarded_protect(Guarded *guarded, bool read_only, Error *error);

/* Frees the buffer; does nothing if it is not allocated. */
void guarded_free(Guarded *guarded);

/* Checks the canaries of all buffers. 0, or -1 and an error that names buffer and place. */
int guard_check(Error *error);

/* Installs a fault handler. A fault near a buffer, or a write to a read-only one, is stored in *trespass
 * before the process dies of it; the first one stays. No effect under AddressSanitizer, which reports faults
 * itself. */
void guard_watch(_Atomic uint64_t *trespass);

/* Are the regions around all buffers still without access, and is the fault handler still installed? 0, or 1
 * and an error: a variant has lifted a protection. `handler`: false where a library may have replaced it. */
int guard_intact(bool handler, Error *error);

/* Formats what the handler stored: "read or wrote beyond its matrix (output, 0 bytes after its end)".
 * Returns false and "" if nothing valid was stored. */
bool guard_trespass(uint64_t trespass, char *text, size_t size);
