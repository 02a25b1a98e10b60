/* See headers.h. */
#include "experiments/harness/cli/headers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int headers_folder(char path[PATH_MAX], Error *error)
{
    /* From the program's folder: its build folder, that of the programs of tests, an installed one. */
    static const char *const places[] = {"include", "../include", "../share/speedup/include"};
    char program[PATH_MAX], candidate[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(candidate, sizeof candidate, "%s/%s/common/workload.h", program, places[i]);
        if (realpath(candidate, path) != NULL) {
            path[strlen(path) - strlen("/common/workload.h")] = '\0';
            return 0;
        }
    }
    return error_set(error,
                     "there is no common/workload.h in %s/%s or %s/%s; run make or make install of speedup's "
                     "source again",
                     program, places[0], program, places[2]);
}
