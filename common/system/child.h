/* The one way to start a process, and pipes to it. */
#ifndef SPEEDUP_CHILD_H
#define SPEEDUP_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/error.h"

enum { CHILD_MOST_FDS = 8, CHILD_NULL = -1 };

typedef struct Child {
    const char *program;                         /* a path, or a name in PATH; NULL: this program */
    char *const *arguments, *const *environment; /* environment NULL: this process's */
    bool leads_group;                            /* of processes, so that a signal reaches its children too */
    bool default_signals;   /* those that this program ignores have their default action again */
    size_t fd_count;        /* the child has these descriptors as 0, 1, 2, ...; others are closed on exec */
    int fd[CHILD_MOST_FDS]; /* CHILD_NULL: /dev/null */
} Child;

/* Starts the process on the processors that this program was started with. -1 and errno on failure. */
pid_t child_start(const Child *child);

/* Closes the descriptors that are not -1, and sets them to -1. */
void child_close(int *fds, size_t count);

/* Waits for the process and returns its wait status. */
int child_wait(pid_t pid);

/* Whole reads from and writes to a pipe; -1 at its end or on an error. */
int pipe_read(int fd, void *buffer, size_t size);
int pipe_write(int fd, const void *buffer, size_t size);

/* Makes a folder in TMPDIR that only this user may enter; its path begins with `stem`. 0, or -1, an error and
 * path "". */
int child_folder(const char *stem, char *path, size_t size, Error *error);

#endif
