/* matmul cpu/unlucky: correct, but killed once per byte of the file UNLUCKY. Each run that finds a byte
 * removes it and sends its own process the signal UNLUCKY_SIGNAL (9, as the kernel's OOM killer does). */
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/variants/cpu/matmul/plain_product.h"

static int run(const Task *task)
{
    const char *path = getenv("UNLUCKY"), *number = getenv("UNLUCKY_SIGNAL");
    struct stat file;
    if (path != NULL && stat(path, &file) == 0 && file.st_size > 0 && truncate(path, file.st_size - 1) == 0) {
        kill(getpid(), number != NULL ? (int)strtol(number, NULL, 10) : SIGKILL);
    }
    return plain_product(task);
}

SIMPLE_VARIANT(matmul, unlucky, "right, but killed once per byte of the file UNLUCKY");
