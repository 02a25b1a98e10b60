/* See affinity.h.
 *
 * With OMP_PROC_BIND, OMP_PLACES or GOMP_CPU_AFFINITY in the environment libgomp binds the main thread to its
 * first place when it is loaded, before main. A child inherits that mask, so a worker's own libgomp
 * would see one processor and put all threads on it. The mask is therefore read before any
 * library's constructor runs, which is what .preinit_array is for. */
#include "common/system/affinity.h"

#include <unistd.h>

static ProcessorSet at_start;
static bool known;

bool affinity_now(ProcessorSet *usable)
{
    *usable = (ProcessorSet){0};
    return sched_getaffinity(0, sizeof *usable, usable->parts) == 0;
}

bool affinity_has(const ProcessorSet *set, unsigned long processor)
{
    return CPU_ISSET_S(processor, sizeof *set, set->parts);
}

unsigned affinity_count(const ProcessorSet *set)
{
    return (unsigned)CPU_COUNT_S(sizeof *set, set->parts);
}

static void remember(void)
{
    known = affinity_now(&at_start);
}

__attribute__((section(".preinit_array"), used)) static void (*const remember_first)(void) = remember;

void affinity_restore(void)
{
    if (known) {
        sched_setaffinity(0, sizeof at_start, at_start.parts);
    }
}

unsigned affinity_processors(void)
{
    return known ? affinity_count(&at_start) : (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
}
