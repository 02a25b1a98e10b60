/* The one way to start a process, and pipes to it. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "common/error.h"

C_LINKAGE_BEGIN

enum { CHILD_MOST_FDS = 8, CHILD_NULL = -1 };

typedef struct Child {
    const char *program; /* a path, or a name in PATH; NULL: this program */
    char *const *arguments;
    bool leads_group;       /* of processes, so that a signal reaches its children too */
    bool default_signals;   /* those that this program ignores have their default action again */
    size_t fd_count;        /* the child has these descriptors as 0, 1, 2, ...; others are closed on exec */
    int fd[CHILD_MOST_FDS]; /* CHILD_NULL: /dev/null */
} Child;

/* Starts the process on the processors that this program was started with. -1 and errno on failure. */
pid_t child_start(const Child *child);

/* Closes the descriptors that are not -1, and sets them to -1. */
void child_close(int *fds, size_t count);

/* Is the child in this state (WEXITED, WSTOPPED)? It is not reaped, so that its number stays its own. */
bool child_is(pid_t pid, int state);

/* A descriptor that can be read when the child has ended; -1 on a kernel without such. */
int child_end_fd(pid_t pid);

/* Deletes the shared memory of LLVM's OpenMP, which does so itself only in a process that calls exit(). */
void child_delete_shared(pid_t pid);

/* Waits for the process, deletes its shared memory and returns its wait status. */
int child_wait(pid_t pid);

/* Runs the shell words[0] with these words, of which the last is NULL, and stdout in `out`. 0 if it succeeds;
 * else its exit code or -1, and an error whose text is "" if the script has reported it on stderr. */
int child_run_script(const char *const *words, int out, Error *error);

/* What a child prints: a pipe that this process copies to its own stderr.
 *
 * A child with the descriptor of stderr itself could cut or overwrite the file behind it, and write escape
 * sequences to a terminal. Lines are copied whole, with control characters as \x1b, so that none spoils a
 * progress line; a limit bounds them. */
enum { CHILD_OUTPUT_MOST = 1 << 16 };

typedef struct ChildOutput {
    int fd;             /* to read from; -1: none */
    const char *before; /* printed before a line, to erase a progress line; NULL: nothing */
    size_t bytes, used; /* read since child_output_end; of a line that has not ended, */
    char line[4096];    /* which is this */
} ChildOutput;

/* Makes the pipe. Returns the child's stdout and stderr, to be closed after its start; -1 and errno on
 * failure. */
int child_output_open(ChildOutput *output);

/* Copies what is there, and never waits for the child. Is there perhaps more? */
bool child_output_copy(ChildOutput *output);

/* Copies the rest, reports how much the limit left out, and closes the pipe unless the child stays. */
void child_output_end(ChildOutput *output, bool stays);

/* The end of a file of output that a child writes, in size - 1 bytes: UTF-8, without control characters but
 * newlines. */
void child_log_end(int fd, char *text, size_t size);

/* Sends `count` descriptors through a socket, or receives exactly so many, which an exec closes. 0 or -1. */
int fds_pass(int socket, int *fds, size_t count, bool receive);

/* The folder of TMPDIR, else /tmp. */
const char *child_tmpdir(void);

/* Makes a folder in TMPDIR that only this user may enter; its path begins with `stem`. 0, or -1, an error and
 * path "". */
int child_folder(const char *stem, char *path, size_t size, Error *error);

C_LINKAGE_END
