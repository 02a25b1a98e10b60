/* matmul cpu/forks_half: wrong on purpose. A child process computes half of the rows, on another processor.
 */
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const size_t n = task->point->n, bytes = n * n * type_size(task->point->type), half = n / 2 * (bytes / n);
    char *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        return error_set(task->error, "no memory");
    }
    Task own = *task;
    own.out = shared;
    const pid_t child = fork();
    plain_rows(&own, child == 0 ? n / 2 : 0, child == 0 ? n : n / 2);
    if (child == 0) {
        _exit(0);
    }
    const int failed = child < 0 || waitpid(child, NULL, 0) < 0;
    memcpy(task->out, shared, half);
    memcpy((char *)task->out + half, shared + half, bytes - half);
    munmap(shared, bytes);
    return failed != 0 ? error_set(task->error, "no child") : 0;
}

SIMPLE_VARIANT(matmul, forks_half, "wrong on purpose: a child process does half of the work");
