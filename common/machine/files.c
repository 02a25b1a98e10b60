/* Small files of /proc and /sys, read whole or by key. See internal.h. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine/internal.h"
#include "common/system/file.h"

int machine_unread;

int machine_read_text(char *text, size_t size, const char *path, ...)
{
    char formatted[1400];
    va_list arguments;
    va_start(arguments, path);
    vsnprintf(formatted, sizeof formatted, path, arguments);
    va_end(arguments);
    if (file_read_start(formatted, text, size) != 0) {
        if (errno == ENOMEM || errno == EMFILE || errno == ENFILE || errno == EIO) {
            machine_unread = errno;
        }
        return -1;
    }
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
    return 0;
}

double machine_read_number(const char *folder, const char *name)
{
    char text[32], *end;
    machine_read_text(text, sizeof text, "%s/%s", folder, name);
    const double number = strtod(text, &end);
    return end == text ? NAN : number;
}

int machine_read_field(const char *path, const char *key, char *text, size_t size)
{
    char content[MACHINE_FILE_BYTES];
    const size_t length = strlen(key);
    machine_read_text(content, sizeof content, "%s", path);
    for (char *rest = content, *line; (line = strsep(&rest, "\n")) != NULL;) {
        const size_t gap = strncmp(line, key, length) == 0 ? strspn(line + length, ": \t") : 0;
        if (gap > 0) {
            snprintf(text, size, "%s", line + length + gap);
            return 0;
        }
    }
    return -1;
}
