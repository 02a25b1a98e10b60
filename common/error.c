/* See error.h. */
#include "common/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "common/text/text.h"

int error_set(Error *error, const char *format, ...)
{
    if (error != NULL) {
        Error set = {.no_room = false};
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(set.text, sizeof set.text, format, arguments);
        va_end(arguments);
        text_replace_controls(set.text);
        *error = set;
    }
    return -1;
}

int error_no_room(Error *error)
{
    if (error != NULL) {
        error->no_room = true;
    }
    return -1;
}
