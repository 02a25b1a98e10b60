/* matmul cpu/leaves_process: right, and hostile. It does what a cheat does to get its result from an earlier
 * process of the point, or its work done by another one. LEAVES in the environment chooses: file, shared,
 * segment, queue, memfd, child, program, socket, signal, rename, gpu. */
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/matrix.h"
#include "tests/variants/cpu/matmul/plain_product.h"

/* The result if it was kept for these inputs, else it is made and kept. */
static void keep(const Task *task, FILE *file)
{
    const size_t bytes = point_matrix_bytes(task->point);
    const uint64_t own = matrix_hash(matrix_hash(0, task->a, bytes), task->b, bytes);
    uint64_t key;
    if (file == NULL) {
        plain_rows(task, 0, task->point->n);
        return;
    }
    if (fread(&key, sizeof key, 1, file) != 1 || key != own || fread(task->out, bytes, 1, file) != 1) {
        plain_rows(task, 0, task->point->n);
        rewind(file);
        fwrite(&own, sizeof own, 1, file);
        fwrite(task->out, bytes, 1, file);
    }
    fclose(file);
}

static void start_child(void)
{
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static int run(const Task *task)
{
    const char *way = getenv("LEAVES");
    way = way != NULL ? way : "";
    FILE *file = NULL;
    if (strcmp(way, "file") == 0) {
        const int kept = open("kept", O_RDWR | O_CREAT, 0600);
        file = kept >= 0 ? fdopen(kept, "r+") : NULL;
    } else if (strcmp(way, "shared") == 0) {
        const int kept = shm_open("/speedup-leaves", O_RDWR | O_CREAT, 0600);
        file = kept >= 0 ? fdopen(kept, "r+") : NULL;
    } else if (strcmp(way, "gpu") == 0) {
        open("/dev/nvidiactl", O_RDWR);
    } else if (strcmp(way, "segment") == 0) {
        shmget(IPC_PRIVATE, 1, 0600);
    } else if (strcmp(way, "queue") == 0) {
        mq_open("/speedup-leaves", O_RDWR | O_CREAT, 0600, NULL);
    } else if (strcmp(way, "memfd") == 0) {
        memfd_create("kept", 0);
    } else if (strcmp(way, "child") == 0) {
        start_child();
    } else if (strcmp(way, "program") == 0) {
        (void)!system("true");
    } else if (strcmp(way, "socket") == 0) {
        socket(AF_UNIX, SOCK_DGRAM, 0);
    } else if (strcmp(way, "signal") == 0) {
        kill(getppid(), SIGCONT);
    } else if (strcmp(way, "rename") == 0) {
        mkdir("kept", 0700);
    }
    keep(task, file);
    return 0;
}

SIMPLE_VARIANT(matmul, leaves_process, "hostile: leaves its process");
