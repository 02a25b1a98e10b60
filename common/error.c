/* See error.h. */
#include "common/error.h"

#include <stdarg.h>
#include <stdio.h>

int error_set(Error *error, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        error->no_memory = false;
    }
    return -1;
}

int error_no_memory(Error *error)
{
    if (error != NULL) {
        error->no_memory = true;
    }
    return -1;
}
