/* The terminal of a file descriptor: width and color. */
#pragma once

#include "experiments/harness/cli/arguments.h"

/* Characters per line, from the terminal, else from COLUMNS. `otherwise` if both are unknown or it is no
 * terminal. */
size_t terminal_width(int fd, size_t otherwise);

/* The row of --color in a table of options. `where`: offset of a const char *, "auto" by default. */
#define COLOR_OPTION(where)                                                                                  \
    "color", "WHEN", take_color, where, "auto, always, never", "auto; NO_COLOR is honored"

TakeValue take_color; /* const char *: auto, always or never */

/* Is it a terminal that can do more than print lines? */
bool color_terminal(int fd);

/* Is output to the file colored? `when` as in --color; auto: on a terminal, without NO_COLOR. */
bool color_wanted(const char *when, int fd);
