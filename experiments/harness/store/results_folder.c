/* See results_folder.h. */
#include "experiments/harness/store/results_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/array.h"

bool results_folder_is(const char *path)
{
    struct stat status;
    size_t length = strlen(path);
    return (length > 0 && path[length - 1] == '/') || (stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

static int add(Paths *paths, const char *folder, const char *name)
{
    const char *slash = folder[0] != '\0' && folder[strlen(folder) - 1] != '/' && name[0] != '\0' ? "/" : "";
    char *path = NULL;
    if (asprintf(&path, "%s%s%s", folder, slash, name) < 0) {
        return -1;
    }
    const int failed = array_append(&paths->paths, &paths->count, &path, sizeof path);
    free(failed != 0 ? path : NULL);
    return failed;
}

void path_beside(const char *path, const char *name, char beside[BESIDE_SIZE])
{
    snprintf(beside, BESIDE_SIZE, "%.*s%s", (int)(basename(path) - path), path, name);
}

bool results_folder_names_samples(const char *name)
{
    return strcmp(name, "samples.csv") == 0 || fnmatch("samples.*.csv", name, 0) == 0;
}

static int is_samples(const struct dirent *entry)
{
    return results_folder_names_samples(entry->d_name);
}

int paths_add(Paths *paths, const char *path, Error *error)
{
    if (!results_folder_is(path)) {
        return add(paths, path, "") == 0 ? 0 : error_set(error, "no memory for a path");
    }
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_samples, alphasort);
    int failed = count < 0    ? error_set(error, "%s: cannot read the folder: %s", path, strerror(errno))
                 : count == 0 ? error_set(error, "%s: the folder has no samples.csv", path)
                              : 0;
    for (int i = 0; i < count; i++) {
        if (failed == 0 && add(paths, path, entries[i]->d_name) != 0) {
            failed = error_set(error, "no memory for the files of %s", path);
        }
        free(entries[i]);
    }
    free(entries);
    return failed;
}

void paths_free(Paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        free(paths->paths[i]);
    }
    free(paths->paths);
    *paths = (Paths){0};
}

/* Is another process appending to the file? It holds the lock, or the file is still empty. */
static bool is_in_use(const char *path, const char *own_path)
{
    struct stat status = {.st_size = 0}, own;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool there = fd >= 0 && fstat(fd, &status) == 0;
    bool is_own =
        there && stat(own_path, &own) == 0 && status.st_dev == own.st_dev && status.st_ino == own.st_ino;
    bool locked = there && !is_own && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0) {
        close(fd);
    }
    return locked || (there && status.st_size == 0);
}

int results_folder_idle(Paths *paths, const char *path, Error *error)
{
    char folder[BESIDE_SIZE];
    size_t kept = 0;
    path_beside(path, "", folder);
    const int failed = paths_add(paths, folder[0] != '\0' ? folder : ".", error);
    for (size_t i = 0; i < paths->count; i++) {
        if (is_in_use(paths->paths[i], path)) {
            free(paths->paths[i]);
        } else {
            paths->paths[kept++] = paths->paths[i];
        }
    }
    paths->count = kept;
    return failed;
}
