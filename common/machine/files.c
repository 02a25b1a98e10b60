/* Small files of /proc and /sys, read whole or by key. See internal.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/machine/internal.h"
#include "common/system/file.h"

int machine_unread;

/* Reads at most `size` bytes, without allocating memory. -1 and errno if the file cannot be opened or read.
 */
static ssize_t read_start(const char *path, char *text, size_t size)
{
    const int fd = file_open(path, O_RDONLY);
    size_t length = 0;
    ssize_t got = fd < 0 ? -1 : 1;
    while (fd >= 0 && got != 0 && length < size) {
        got = read(fd, text + length, size - length);
        if (got < 0 && errno != EINTR) {
            break;
        }
        length += got > 0 ? (size_t)got : 0;
    }
    const int reason = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = reason;
    return got < 0 ? -1 : (ssize_t)length;
}

int machine_read_text(char *text, size_t size, const char *path, ...)
{
    char formatted[1400];
    va_list arguments;
    va_start(arguments, path);
    vsnprintf(formatted, sizeof formatted, path, arguments);
    va_end(arguments);
    const ssize_t got = read_start(formatted, text, size - 1);
    if (got < 0) {
        text[0] = '\0'; /* of a part that was read */
        if (errno == ENOMEM || errno == EMFILE || errno == ENFILE || errno == EIO) {
            machine_unread = errno;
        }
        return -1;
    }
    size_t length = (size_t)got;
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
    return 0;
}

int machine_read_field(const char *path, const char *key, char *text, size_t size)
{
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return -1;
    }
    int result = -1;
    char line[512];
    size_t length = strlen(key);
    while (result != 0 && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, length) == 0 && strchr(": \t", line[length]) != NULL) {
            char *value = line + length + strspn(line + length, ": \t");
            value[strcspn(value, "\r\n")] = '\0';
            snprintf(text, size, "%s", value);
            result = 0;
        }
    }
    fclose(file);
    return result;
}
