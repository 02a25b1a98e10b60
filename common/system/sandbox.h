/* The sandbox of a worker: from sandbox_enter() on, the process computes and reads, and nothing that it does
 * outlives it.
 *
 * It cannot open a file for writing, change a folder, make a socket, a process or memory that others can
 * open, or signal another process. So a variant cannot keep its result for the next process of its point.
 * Threads, memory, reading, and descriptors that are open already stay usable.
 *
 * A seccomp filter decides each system call by its number, and a few by a register; the kernel keeps
 * decisions by the number alone in a bitmap (Linux 5.11). A call that serves no computation ends the process;
 * one that is merely unknown fails with EPERM, as libraries try calls and do without. It needs no privilege
 * and holds for root too.
 *
 * Limits: what is printed may be a file that the next process reads. Time and load of the machine are shared.
 */
#ifndef SPEEDUP_SANDBOX_H
#define SPEEDUP_SANDBOX_H

#include <stdatomic.h>

#include "common/error.h"

/* Why no process can enter the sandbox here; NULL if it can. */
const char *sandbox_missing(void);

/* Enters it, with all threads of the process. *denied is 0; it changes when the process is in the sandbox,
 * and again before a call ends it. NULL: nowhere to store. 0, or -1 and an error. */
int sandbox_enter(_Atomic int *denied, Error *error);

/* What a process did that SIGSYS ended, as "it opened a file for writing"; NULL if it was not in the sandbox.
 */
const char *sandbox_denied(int denied);

#endif
