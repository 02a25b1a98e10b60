/* See affinity.h.
 *
 * With OMP_PROC_BIND, OMP_PLACES or GOMP_CPU_AFFINITY in the environment libgomp binds the main thread to its
 * first place when it is loaded, before main. A child inherits that mask, so a worker's own libgomp
 * would see one processor and put all threads on it. The mask is therefore read before any
 * library's constructor runs, which is what .preinit_array is for. */
#include "common/system/affinity.h"

#include <sched.h>
#include <unistd.h>

static cpu_set_t at_start[16]; /* of up to 16,384 processors */
static int known;

static void remember(void)
{
    known = sched_getaffinity(0, sizeof at_start, at_start) == 0;
}

__attribute__((section(".preinit_array"), used)) static void (*const remember_first)(void) = remember;

void affinity_restore(void)
{
    if (known) {
        sched_setaffinity(0, sizeof at_start, at_start);
    }
}

unsigned affinity_processors(void)
{
    return known ? (unsigned)CPU_COUNT_S(sizeof at_start, at_start) : (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
}
