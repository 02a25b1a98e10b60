/* See launcher.h. */
#include "experiments/harness/cli/launcher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/ranks.h"
#include "common/system/file.h"
#include "common/text/text.h"

/* Is the text's first word a program in PATH? */
static bool in_path(const char *text)
{
    char name[TEXT_MOST + 1], path[TEXT_MOST_PATH + 1];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " "), text);
    return file_find_program(name, path);
}

int launcher_take(char *text, void *field, Error *error)
{
    if (text[strspn(text, " ")] == '\0') {
        return error_set(error, "the value is blank; give a command such as mpirun");
    }
    if (strlen(text) > TEXT_MOST) {
        return error_set(error, "the value has more than %d bytes; put it into a script and name that",
                         TEXT_MOST);
    }
    if (strpbrk(text, "'\"\\") != NULL) {
        return error_set(
            error, "quotes and backslashes are not supported; put the command into a script and name that");
    }
    *(const char **)field = text;
    return 0;
}

/* --cpu-bind=none: ranks bind themselves (runner/rank.c). */
static const char in_slurm[] = "srun --overlap --kill-on-bad-exit=1 --cpu-bind=none";

const char *launcher_choose(const char *given)
{
    if (given != NULL || in_path(ranks_launcher())) {
        return given != NULL ? given : ranks_launcher();
    }
    return getenv("SLURM_JOB_ID") != NULL && in_path("srun") ? in_slurm : NULL;
}

int launcher_program(char *path, size_t size, Error *error)
{
    static const char end[] = "-ranks";
    const ssize_t length = readlink("/proc/self/exe", path, size - sizeof end);
    if (length < 0) {
        return error_set(error, "cannot read /proc/self/exe");
    }
    memcpy(path + length, end, sizeof end);
    return access(path, X_OK) == 0 ? 0
                                   : error_set(error, "%s, the program of ranks, is missing; run make", path);
}

const char *launcher_variable(const char *const *names)
{
    const char *value = NULL;
    for (; value == NULL && *names != NULL; names++) {
        value = getenv(*names);
    }
    return value;
}

bool launcher_is_follower(void)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID",
                                        NULL};
    const char *rank = launcher_variable(ranks);
    return rank != NULL && strcmp(rank, "0") != 0;
}

void launcher_leave_job(void)
{
    static const char of_job[] =
        "^(SLURM_(PROCID|LOCALID|NODEID|STEP|GTIDS|TASK_PID|SRUN_COMM|LAUNCH|CPU_BIND)|"
        "(OMPI|PMIX|PRTE|ORTE|PMI|HYDI|HYDRA)_|MPI_LOCAL)",
                      network[] = "^OMPI_MCA_(btl|pml|mtl|coll|oob|plm|osc)";
    const bool in_job = getenv("OMPI_COMM_WORLD_RANK") != NULL || getenv("PMIX_RANK") != NULL ||
                        getenv("PMI_RANK") != NULL || getenv("SLURM_STEP_ID") != NULL;
    char **kept = environ;
    for (char **variable = environ; *variable != NULL; variable++) {
        if (!in_job || !text_matches(*variable, of_job) || text_matches(*variable, network)) {
            *kept++ = *variable;
        }
    }
    *kept = NULL;
}
