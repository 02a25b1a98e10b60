/* See error.h. */
#include "common/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "common/text/text.h"

/* Control characters could spoof terminal output, and a line break could spoof a further message. Those above
 * 0x7f take two bytes in UTF-8. */
static void replace_controls(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++) {
        if (text_is_control((char)*c) || (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)) {
            c[*c == 0xc2] = '?';
            *c = '?';
        }
    }
}

int error_set(Error *error, const char *format, ...)
{
    if (error != NULL) {
        Error set = {.no_room = false};
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(set.text, sizeof set.text, format, arguments);
        va_end(arguments);
        replace_controls(set.text);
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
