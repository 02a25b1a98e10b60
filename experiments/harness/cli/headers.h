/* The headers that variants include, and the sources of this program's variants. */
#ifndef SPEEDUP_HEADERS_H
#define SPEEDUP_HEADERS_H

#include <limits.h>

#include "common/error.h"

/* Their folder: the source tree of a program in its build folder, else PREFIX/share/speedup/include. 0, or -1
 * and an error. */
int headers_folder(char path[PATH_MAX], Error *error);

#endif
