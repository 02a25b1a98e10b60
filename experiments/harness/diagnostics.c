/* See diagnostics.h. */
#include "experiments/harness/diagnostics.h"

#include <stdarg.h>
#include <stdio.h>

#include "common/text/text.h"

void log_info(const char *format, ...)
{
    char line[10000]; /* two paths and text */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_replace_controls(line);
    fprintf(stderr, "%s\n", line);
}

int log_error(const Error *error, int code)
{
    log_info("speedup: %s", error->text);
    return code;
}

void log_notice(const Error *notice)
{
    if (notice->text[0] != '\0') {
        log_info("%s", notice->text);
    }
}
