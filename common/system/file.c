/* See file.h. */
#include "common/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/child.h"
#include "common/text/hash.h"

#define OWN_FILES "/proc/self/fd" /* path by which an unnamed file gets a name */

int file_open(const char *path, int flags)
{
    return TEMP_FAILURE_RETRY(open(path, flags | O_CLOEXEC, 0666));
}

static void folder_of(const char *path, char folder[TEXT_MOST_PATH + 1])
{
    const char *slash = strrchr(path, '/');
    const int length = slash == path ? 1 : slash != NULL ? (int)(slash - path) : 0;
    snprintf(folder, TEXT_MOST_PATH + 1, "%.*s", length > 0 ? length : 1, length > 0 ? path : ".");
}

int fd_read(int fd, void *buffer, size_t size, size_t *done)
{
    while (*done < size) {
        const ssize_t got = TEMP_FAILURE_RETRY(read(fd, (char *)buffer + *done, size - *done));
        if (got <= 0) {
            errno = got == 0 ? 0 : errno;
            return -1;
        }
        *done += (size_t)got;
    }
    return 0;
}

int fd_write(int fd, const void *buffer, size_t size, size_t *done)
{
    while (*done < size) {
        const ssize_t put = TEMP_FAILURE_RETRY(write(fd, (const char *)buffer + *done, size - *done));
        if (put <= 0) {
            return -1;
        }
        *done += (size_t)put;
    }
    return 0;
}

int file_sync_folder(const char *path)
{
    char folder[TEXT_MOST_PATH + 1];
    folder_of(path, folder);
    const int fd = file_open(folder, O_RDONLY | O_DIRECTORY);
    const int failed = fd >= 0 ? (int)TEMP_FAILURE_RETRY(fsync(fd)) : -1, reason = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = reason;
    /* A file system that cannot sync a folder, and a folder that may not be read, are no errors. */
    return failed != 0 && errno != EINVAL && errno != EACCES ? -1 : 0;
}

int file_make_folders(const char *path, size_t *made, Error *error)
{
    char folder[TEXT_MOST_PATH + 1];
    *made = 0;
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) == 0) {
            *made = *made == 0 ? strlen(folder) : *made;
            file_sync_folder(folder);
        } else if (errno != EEXIST) {
            return error_set(error, "cannot make the folder %s: %s; name another file with --out", folder,
                             strerror(errno));
        }
        *slash = '/';
    }
    return 0;
}

int file_begin(NewFile *file, const char *path)
{
    uint64_t random;
    char folder[TEXT_MOST_PATH + 1];
    folder_of(path, folder);
    if (getrandom(&random, sizeof random, 0) != sizeof random) {
        return -1;
    }
    snprintf(file->part, sizeof file->part, "%s/.%016" PRIx64 ".part", folder, random);
    int fd = access(OWN_FILES, X_OK) == 0 ? file_open(folder, O_TMPFILE | O_RDWR) : -1;
    file->unnamed = fd >= 0;
    if (fd < 0) {
        fd = file_open(file->part, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW);
    }
    file->stream = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (file->stream == NULL && fd >= 0) {
        close(fd);
        unlink(file->part);
    }
    return file->stream != NULL ? 0 : -1;
}

/* Forces the content to the disk and names an unnamed file, as only rename() replaces another. */
static int complete(const NewFile *file)
{
    char own[64];
    const int fd = fileno(file->stream);
    snprintf(own, sizeof own, OWN_FILES "/%d", fd);
    return ferror(file->stream) || fflush(file->stream) != 0 || TEMP_FAILURE_RETRY(fsync(fd)) != 0 ? -1
           : file->unnamed ? linkat(AT_FDCWD, own, AT_FDCWD, file->part, AT_SYMLINK_FOLLOW)
                           : 0;
}

int file_end(NewFile *file, const char *path)
{
    if (file->stream == NULL) {
        return 0;
    }
    int failed = path != NULL ? complete(file) : 0, reason = errno;
    if (fclose(file->stream) != 0 && failed == 0) {
        failed = -1;
        reason = errno;
    }
    if (path != NULL && failed == 0) {
        failed = rename(file->part, path);
        reason = errno;
    }
    if (path == NULL || failed != 0) {
        unlink(file->part); /* unless it has no name */
    } else {
        failed = file_sync_folder(path);
        reason = errno;
    }
    errno = reason;
    return failed;
}

int file_read_start(const char *path, char *text, size_t size)
{
    int fd = file_open(path, O_RDONLY);
    size_t length = 0;
    const bool failed = fd < 0 || (fd_read(fd, text, size - 1, &length) != 0 && errno != 0);
    const int reason = errno;
    text[failed ? 0 : length] = '\0';
    child_close(&fd, 1);
    errno = reason;
    return failed ? -1 : 0;
}

bool file_is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

bool file_is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

uint64_t file_number(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? hash_bytes(HASH_START, (uint64_t[]){status.st_dev, status.st_ino}, 16)
                                    : 0;
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
