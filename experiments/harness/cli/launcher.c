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
    return given != NULL                                       ? given
           : in_path(ranks_launcher())                         ? ranks_launcher()
           : getenv("SLURM_JOB_ID") != NULL && in_path("srun") ? in_slurm
                                                               : NULL;
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

static bool starts_with_any(const char *text, const char *const *beginnings)
{
    for (; *beginnings != NULL; beginnings++) {
        if (strncmp(text, *beginnings, strlen(*beginnings)) == 0) {
            return true;
        }
    }
    return false;
}

bool launcher_is_follower(void)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        const char *rank = getenv(ranks[i]);
        if (rank != NULL) {
            return strcmp(rank, "0") != 0;
        }
    }
    return false;
}

bool launcher_is_of_job(const char *variable)
{
    static const char *const prefixes[] = {"OMPI_", "PMIX_",  "PRTE_",     "ORTE_", "PMI_",
                                           "HYDI_", "HYDRA_", "MPI_LOCAL", NULL};
    static const char *const networks[] = {"OMPI_MCA_btl", "OMPI_MCA_pml", "OMPI_MCA_mtl", "OMPI_MCA_coll",
                                           "OMPI_MCA_oob", "OMPI_MCA_plm", "OMPI_MCA_osc", NULL};
    static const char *const step[] = {
        "SLURM_PROCID",   "SLURM_LOCALID",   "SLURM_NODEID", "SLURM_STEP",     "SLURM_GTIDS",
        "SLURM_TASK_PID", "SLURM_SRUN_COMM", "SLURM_LAUNCH", "SLURM_CPU_BIND", NULL};
    const bool in_job = getenv("OMPI_COMM_WORLD_RANK") != NULL || getenv("PMIX_RANK") != NULL ||
                        getenv("PMI_RANK") != NULL || getenv("SLURM_STEP_ID") != NULL;
    return in_job && (starts_with_any(variable, step) ||
                      (starts_with_any(variable, prefixes) && !starts_with_any(variable, networks)));
}
