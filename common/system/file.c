/* See file.h. */
#include "common/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/text/hash.h"

int file_open(const char *path, int flags)
{
    int fd;
    do {
        fd = open(path, flags | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

static int sync_path(const char *path, int flags)
{
    const int fd = file_open(path, O_RDONLY | flags);
    int failed;
    do {
        failed = fd >= 0 ? fsync(fd) : -1;
    } while (fd >= 0 && failed != 0 && errno == EINTR);
    const int reason = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = reason;
    return failed;
}

int file_sync_folder(const char *path)
{
    char folder[TEXT_MOST_PATH + 1];
    const char *slash = strrchr(path, '/');
    const int length = slash == path ? 1 : slash != NULL ? (int)(slash - path) : 0;
    snprintf(folder, sizeof folder, "%.*s", length, path);
    const int failed = sync_path(length > 0 ? folder : ".", O_DIRECTORY);
    /* A file system that cannot sync a folder, and a folder that may not be read, are no errors. */
    return failed != 0 && errno != EINVAL && errno != EACCES ? -1 : 0;
}

int file_replace(const char *part, const char *path)
{
    return sync_path(part, 0) == 0 && rename(part, path) == 0 ? file_sync_folder(path) : -1;
}

bool file_is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool file_is_program(const char *path)
{
    return file_is_regular(path) && access(path, X_OK) == 0;
}

bool file_find_program(const char *name, char path[TEXT_MOST_PATH + 1])
{
    const char *folders = getenv("PATH");
    for (const char *at = folders != NULL ? folders : "/usr/bin:/bin"; at != NULL;) {
        const size_t length = strcspn(at, ":");
        const int used =
            snprintf(path, TEXT_MOST_PATH + 1, "%.*s%s%s", (int)length, at, length > 0 ? "/" : "", name);
        if (used <= TEXT_MOST_PATH && file_is_program(path)) {
            return true;
        }
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
    return false;
}

int file_hash(const char *path, uint64_t *hash)
{
    unsigned char block[16384];
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return -1;
    }
    for (size_t length; (length = fread(block, 1, sizeof block, file)) > 0;) {
        *hash = hash_bytes(*hash, block, length);
    }
    const int failed = ferror(file) != 0 ? -1 : 0; /* a folder opens, and has nothing to read */
    const int reason = errno;
    fclose(file);
    errno = reason;
    return failed;
}
