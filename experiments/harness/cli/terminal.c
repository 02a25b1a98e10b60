/* See terminal.h. */
#include "experiments/harness/cli/terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

size_t terminal_width(int fd, size_t otherwise)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    if (!isatty(fd)) {
        return otherwise;
    }
    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    const long given = columns != NULL ? strtol(columns, NULL, 10) : 0;
    return given > 0 ? (size_t)given : otherwise;
}
