/* See protocol.h. */
#include "experiments/harness/measure/protocol.h"

#include <errno.h>
#include <unistd.h>

int pipe_read(int fd, void *buffer, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, (char *)buffer + done, size - done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return -1;
        }
        done += (size_t)got;
    }
    return 0;
}

int pipe_write(int fd, const void *buffer, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = write(fd, (const char *)buffer + done, size - done);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            return -1;
        }
        done += (size_t)put;
    }
    return 0;
}
