/* matmul cpu/unlucky_rank: cpu/summa, but once per byte of the file UNLUCKY rank UNLUCKY_RANK fails.
 * UNLUCKY_HOW: launcher (the launcher gets the signal), hangs, fails, exits; default: the rank gets the
 * signal UNLUCKY_SIGNAL (9).
 * Library: MPI */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpu/ranks.h"
#include "tests/variants/variant.h"

extern const Variant variant_cpu_matmul_summa;

static int strike(const Task *task)
{
    const char *number = getenv("UNLUCKY_SIGNAL"), *how = getenv("UNLUCKY_HOW");
    const int sent = number != NULL ? (int)strtol(number, NULL, 10) : SIGKILL;
    how = how != NULL ? how : "";
    if (strcmp(how, "fails") == 0) {
        return error_set(task->error, "it fails");
    }
    if (strcmp(how, "exits") == 0) {
        _exit(3);
    }
    if (strcmp(how, "hangs") != 0) {
        kill(strcmp(how, "launcher") == 0 ? getppid() : getpid(), sent);
    }
    for (;;) { /* a launcher may exit slowly, and the batch must not end before it */
        pause();
    }
}

static int run(const Task *task)
{
    const char *path = getenv("UNLUCKY"), *struck = getenv("UNLUCKY_RANK");
    struct stat file;
    int rank, failed = 0, result = variant_cpu_matmul_summa.run(task);
    MPI_Comm_rank(task->grid->all, &rank);
    if (path != NULL && rank == (struck != NULL ? (int)strtol(struck, NULL, 10) : 0) &&
        stat(path, &file) == 0 && file.st_size > 0 && truncate(path, file.st_size - 1) == 0) {
        failed = strike(task);
    }
    MPI_Barrier(task->grid->all); /* no rank finishes before the others */
    return failed != 0 ? failed : result;
}

static size_t workspace(const Point *point)
{
    return variant_cpu_matmul_summa.workspace(point);
}

TEST_VARIANT(cpu, matmul, unlucky_rank,
             .idea = "right, but one of its processes fails once per byte of the file UNLUCKY",
             .types = INT32 | FLOAT32, .axes = AXIS_THREADS | AXIS_RANKS, .workspace = workspace);
