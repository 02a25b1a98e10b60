/* Driver of several processes in a build without MPI (common/ranks.h): reports why there is none. */
#include "common/driver.h"
#include "common/ranks.h"

const char *ranks_missing(void)
{
    return "not built: no MPI";
}

int ranks_join(unsigned *rank, Error *error)
{
    *rank = 0;
    return error_set(error, "this build has no MPI part (%s); build with WITH_MPI=yes", ranks_missing());
}

void ranks_follow(void)
{
}

void ranks_leave(void)
{
}

const char *ranks_launcher(void)
{
    return "mpirun";
}

const Driver ranks_driver = {.missing = ranks_missing};
const Driver gpu_ranks_driver = {.missing = ranks_missing};
