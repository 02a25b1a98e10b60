/* See terminal.h. */
#include "experiments/harness/cli/terminal.h"

#include <stdlib.h>
#include <string.h>
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

int take_color(char *text, void *field, Error *error)
{
    return strcmp(text, "auto") != 0 && strcmp(text, "always") != 0 && strcmp(text, "never") != 0
               ? error_set(error, "give auto, always or never")
               : take_text(text, field, error);
}

bool color_terminal(int fd)
{
    const char *terminal = getenv("TERM");
    return isatty(fd) && !(terminal != NULL && strcmp(terminal, "dumb") == 0);
}

bool color_wanted(const char *when, int fd)
{
    const char *no_color = getenv("NO_COLOR");
    bool allowed = no_color == NULL || no_color[0] == '\0';
    return strcmp(when, "always") == 0 || (strcmp(when, "auto") == 0 && allowed && color_terminal(fd));
}
