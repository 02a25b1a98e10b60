/* Colour for people: --color, NO_COLOR and what the stream is. */
#ifndef SPEEDUP_COLOR_H
#define SPEEDUP_COLOR_H

#include "common/text/text.h"
#include "experiments/harness/cli/arguments.h"

/* The row of --color in a table of options; `where` is the offset of a const char * that is "auto" unless it
 * is given. */
#define COLOR_OPTION(where)                                                                                  \
    "color", "WHEN", take_color, where, "auto, always, never", "auto; NO_COLOR is honoured"

TakeValue take_color; /* const char *: auto, always or never */

/* Is the file a terminal that can more than print lines? */
bool color_terminal(int fd);

/* Is what goes to the file coloured? `when` as --color has it; auto: on a terminal, without NO_COLOR. */
bool color_wanted(const char *when, int fd);

#endif
