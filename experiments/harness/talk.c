/* See talk.h. */
#include "experiments/harness/talk.h"

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

int complain(const Error *error, int code)
{
    fprintf(stderr, "speedup: %s\n", error->text);
    return code;
}

void mention(const Error *notice)
{
    if (notice->text[0] != '\0') {
        fprintf(stderr, "%s\n", notice->text);
    }
}

/* Asked of the pipe: the errno of a write long ago is gone. */
bool reader_left(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}
