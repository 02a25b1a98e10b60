/* See rank.h.
 *
 * Placement: all ranks of a node start with all of its processors (the launcher binds none), and each takes
 * its own before an OpenMP runtime reads them: one per thread, each on a core of its own if there are enough.
 * The runtime reads its variables when it is loaded, so a rank sets them and executes itself again. Nothing
 * is bound if a node has fewer processors than its ranks have threads, or the launcher does not report the
 * rank's number on its node. */
#include "experiments/harness/runner/rank.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "common/machine/machine.h"
#include "common/ranks.h"
#include "common/system/affinity.h"
#include "common/system/child.h"
#include "experiments/harness/cli/environment.h"
#include "experiments/harness/cli/launcher.h"
#include "experiments/harness/runner/worker.h"

#define PLACED "SPEEDUP_RANK_PLACED"

enum { FAILED = 1, CANNOT_START = 127 };

int rank_launch(char **argv)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* stays over exec */
    signal(SIGPIPE, SIG_DFL);
    affinity_restore(); /* else all ranks share the processor of this program's first OpenMP place */
    launcher_leave_job();
    execvp(argv[0], argv);
    fprintf(stderr, "speedup: cannot start the launcher %s: %s\n", argv[0], strerror(errno));
    return CANNOT_START;
}

/* ---- placement ---- */

/* Slurm's tasks on this node, from its list for all nodes: "2(x3),1". SIZE_MAX if unknown. */
static size_t slurm_tasks(void)
{
    const char *tasks = getenv("SLURM_STEP_TASKS_PER_NODE"), *node = getenv("SLURM_NODEID");
    size_t before = node != NULL ? strtoul(node, NULL, 10) : 0; /* nodes still to skip */
    for (char *end; tasks != NULL && tasks[0] != '\0'; tasks = end) {
        const size_t count = strtoul(tasks, &end, 10);
        const size_t nodes = strncmp(end, "(x", 2) == 0 ? strtoul(end + 2, &end, 10) : 1;
        if (before < nodes) {
            return count;
        }
        before -= nodes;
        end += strcspn(end, ",");
        end += end[0] == ',';
    }
    return SIZE_MAX;
}

/* Binds this process to `count` processors after the first `skipped`; the first processor of each core comes
 * before all second ones. */
static void take_processors(const ProcessorSet *usable, size_t skipped, size_t count)
{
    ProcessorSet own = {0};
    size_t seen = 0;
    for (int further = 0; further < 2; further++) {
        for (unsigned processor = 0; processor < 8 * sizeof own; processor++) {
            if (affinity_has(usable, processor) && machine_is_first_of_core("", processor) != further) {
                if (seen >= skipped && seen < skipped + count) {
                    CPU_SET_S(processor, sizeof own, own.parts);
                }
                seen++;
            }
        }
    }
    sched_setaffinity(0, sizeof own, own.parts);
}

/* Binds this process and executes it again, so that its OpenMP runtime reads the binding; returns if bound.
 */
static void place(char **argv, size_t threads, const char *bind, const char *places)
{
    static const char *const own_names[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID",
                                            NULL};
    static const char *const all_names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", NULL};
    ProcessorSet usable;
    if (getenv(PLACED) != NULL) {
        return;
    }
    affinity_restore();
    const char *own_text = launcher_variable(own_names), *all_text = launcher_variable(all_names);
    const size_t own = own_text != NULL ? strtoul(own_text, NULL, 10) : SIZE_MAX,
                 all = all_text != NULL ? strtoul(all_text, NULL, 10) : slurm_tasks();
    const bool known = own != SIZE_MAX && all != SIZE_MAX && affinity_now(&usable);
    const bool room = known && all > 0 && threads <= affinity_count(&usable) / all;
    if (room && strcmp(bind, "false") != 0 && places[0] != '{') {
        take_processors(&usable, own * threads, threads);
    }
    environment_set(room ? bind : "false", room ? places : "");
    if (known && !room) {
        setenv("OMP_WAIT_POLICY", "passive", 0); /* waiting threads must not hold a processor */
        setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
    }
    setenv(PLACED, "1", 1);
    execv("/proc/self/exe", argv);
}

/* ---- rank 0 ---- */

/* Receives the worker's descriptors from the parent. 0, or -1 and an error. */
static int receive_fds(const char *path, int passed[WORKER_FDS], Error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        char node[64] = "";
        gethostname(node, sizeof node - 1);
        return error_set(
            error,
            "rank 0 is on %s and cannot reach the program that started it (%s): it must be on the same "
            "node; name that node first",
            node, strerror(errno));
    }
    if (fds_pass(fd, passed, WORKER_FDS, true) != 0) {
        return error_set(error, "rank 0 was passed no descriptors by the program that started it");
    }
    close(fd);
    return 0;
}

int rank_serve(int argc, char **argv)
{
    int passed[WORKER_FDS] = {-1, -1, -1};
    unsigned rank = 0;
    Error error;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (argc != 7) {
        return FAILED;
    }
    if (!machine_same_build(argv[6])) {
        fprintf(stderr,
                "speedup: a rank's program is another build than the one that measures; copy both, to "
                "every node\n");
        return FAILED;
    }
    const size_t threads = strtoul(argv[3], NULL, 10);
    char *again[] = {"speedup", argv[0], argv[1], argv[2], argv[3], argv[4], argv[5], argv[6], NULL};
    place(again, threads > 0 ? threads : 1, argv[4], strcmp(argv[5], "-") == 0 ? "" : argv[5]);
    signal(SIGINT, SIG_IGN); /* the parent decides when to stop */
    if (ranks_join(&rank, &error) != 0 || (rank == 0 && receive_fds(argv[2], passed, &error) != 0)) {
        fprintf(stderr, "speedup: %s\n", error.text);
        _exit(FAILED); /* the launcher then ends the others */
    }
    int code = 0;
    if (rank > 0) {
        ranks_follow();
    } else {
        code = worker_serve(passed[0], passed[1], passed[2]) == 0 ? 0 : FAILED;
        ranks_leave();
    }
    child_delete_shared(getpid());
    _exit(code);
}
