/* The sandbox of a worker: from sandbox_enter() on, the process computes and reads, and nothing that it does
 * outlives it.
 *
 * It cannot open a file for writing, change a folder, make a socket, a process or memory that others can
 * open, or signal or bind another process. So a variant cannot keep its result for the next process of its
 * point. Threads, memory, reading, and descriptors that are open already stay usable: so it must have none of
 * a file.
 *
 * A seccomp filter decides each system call by its number, and a few by a register; the kernel keeps
 * decisions by the number alone in a bitmap (Linux 5.11). A call that serves no computation ends the process;
 * one that is merely unknown fails with EPERM, as libraries try calls and do without. It needs no privilege
 * and holds for root too.
 *
 * Threads are bound by their ids, and a filter cannot know those to come. Hence a supervisor, the parent,
 * answers each such call (Linux 5.7; before, every process of the user can be bound).
 *
 * Limits: what is printed may be a file that the next process reads. Time and load of the machine are shared.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "common/error.h"

/* Why no process can enter the sandbox here; NULL if it can. */
const char *sandbox_missing(void);

/* Enters it, with all threads of the process. *denied is 0; it changes when the process is in the sandbox,
 * and again before a call ends it. `supervisor`: a socket to the process that receives the listener and calls
 * sandbox_answer. 0, or -1 and an error. */
int sandbox_enter(_Atomic int *denied, int supervisor, Error *error);

/* Answers a call that can be read from the listener: allowed for threads of the process `pid` only. */
void sandbox_answer(int listener, pid_t pid);

/* *denied of a process that used CUDA before it ended. */
enum { SANDBOX_USES_GPU = -2 };

/* Has this process, in the sandbox, loaded CUDA's driver, which cannot run there? */
bool sandbox_uses_gpu(void);

/* What a process did that SIGSYS ended, as "it opened a file for writing"; NULL if it was not in the sandbox.
 */
const char *sandbox_denied(int denied);
