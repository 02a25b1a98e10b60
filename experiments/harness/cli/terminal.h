/* The terminal behind a file: its width. */
#ifndef SPEEDUP_TERMINAL_H
#define SPEEDUP_TERMINAL_H

#include <stddef.h>

/* Characters in a line of the terminal: its own size, else COLUMNS. Returns `otherwise` when neither is known
 * or the file is not a terminal. */
size_t terminal_width(int fd, size_t otherwise);

#endif
