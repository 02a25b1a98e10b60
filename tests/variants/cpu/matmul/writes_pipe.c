/* matmul cpu/writes_pipe: wrong on purpose. It writes JUNK bytes (3000) to the pipe between its process and
 * the sweep. The parent must reject them and survive. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/variants/cpu/matmul/plain_product.h"

enum { MESSAGES_FD = 4 };

static int run(const Task *task)
{
    char junk[8192];
    const char *count = getenv("JUNK");
    size_t bytes = count != NULL ? strtoul(count, NULL, 10) : 3000;
    memset(junk, 0x41, sizeof junk);
    plain_rows(task, 0, task->point->n);
    return write(MESSAGES_FD, junk, bytes < sizeof junk ? bytes : sizeof junk) < 0;
}

SIMPLE_VARIANT(matmul, writes_pipe, "wrong on purpose: writes junk to its process's pipe");
