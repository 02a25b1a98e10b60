/* The headers that variants include, and the sources of this program's variants. */
#pragma once

#include <limits.h>

#include "common/error.h"

/* Their folder: the source tree of a program in its build folder, else PREFIX/share/speedup/include. 0, or -1
 * and an error. */
int headers_folder(char path[PATH_MAX], Error *error);
