/* See machine_file.h. */
#include "experiments/harness/runner/machine_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/system/child.h"
#include "common/system/file.h"
#include "experiments/harness/store/results_folder.h"

typedef enum Content { NO_FILE, THIS_BUILD, OTHER_BUILD, OTHER_MACHINE, NO_REGULAR_FILE } Content;

/* The first "name" of a description is the machine's. */
static Content content_of(const char *path)
{
    char text[65536], name[sizeof machine_get()->name + 16], build[48];
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) { /* a FIFO would wait for a writer */
        return NO_REGULAR_FILE;
    }
    if (file_read_start(path, text, sizeof text) != 0) {
        return NO_FILE;
    }
    snprintf(name, sizeof name, "\"name\": \"%s\"", machine_get()->name);
    snprintf(build, sizeof build, "\"id\": \"%s\"", machine_build_id());
    const char *first = strstr(text, "\"name\":");
    if (first == NULL || strncmp(first, name, strlen(name)) != 0) {
        return OTHER_MACHINE;
    }
    return strstr(text, build) != NULL ? THIS_BUILD : OTHER_BUILD;
}

/* Writes the output of `speedup machine` to the file. 0, an errno, or -1 if the program failed. */
static int describe(const char *path)
{
    char *const arguments[] = {"speedup", "machine", NULL};
    NewFile file;
    if (file_begin(&file, path) != 0) {
        return errno;
    }
    const Child child = {
        .arguments = arguments, .fd_count = 3, .fd = {CHILD_NULL, fileno(file.stream), STDERR_FILENO}};
    const pid_t pid = child_start(&child);
    const int failed = pid < 0 ? errno : child_wait(pid) == 0 ? 0 : -1;
    return file_end(&file, failed == 0 ? path : NULL) == 0 ? failed : errno;
}

int machine_file_update(const char *samples_path, Error *error)
{
    char path[BESIDE_SIZE];
    if (!results_folder_names_samples(basename(samples_path))) {
        return 0;
    }
    path_beside(samples_path, "machine.json", path);
    const Content content = content_of(path);
    if (content == THIS_BUILD) {
        return 0;
    }
    if (content == OTHER_MACHINE || content == NO_REGULAR_FILE) {
        return error_set(error, "%s %s and is kept; speedup machine describes it", path,
                         content == OTHER_MACHINE ? "does not describe this machine" : "is no regular file");
    }
    const int failed = describe(path);
    if (failed == 0 || content_of(path) == THIS_BUILD) { /* another process was faster */
        return 0;
    }
    return error_set(error, "%s could not be written: %s; speedup machine > %s makes it", path,
                     failed > 0 ? strerror(failed) : "speedup machine failed", path);
}
