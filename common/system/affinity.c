/* See affinity.h.
 *
 * With OMP_PROC_BIND, OMP_PLACES or GOMP_CPU_AFFINITY in the environment libgomp binds the main thread to its
 * first place when it is loaded, before main. A child inherits that mask, so a worker's own libgomp
 * would see one processor and put all threads on it. The mask is therefore read before any
 * library's constructor runs, which is what .preinit_array is for. */
#include "common/system/affinity.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "common/system/sanitizer.h"

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

#if !(ADDRESS_SANITIZER || THREAD_SANITIZER) /* whose runtimes have a pthread_create of their own */
/* In place of the C library's, also for plug-ins. A thread inherits the affinity of its creator, and OpenMP
 * binds the main thread to one place: threads that a kernel makes would share it. They get all processors,
 * those of OpenMP their places. The creator has all meanwhile: the new thread starts on a free one. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    ProcessorSet own;
    const bool bound = known && affinity_now(&own) && affinity_count(&own) < affinity_count(&at_start);
    if (bound) {
        affinity_restore();
    }
    const int failed = create(thread, attributes, run, argument);
    if (bound) {
        sched_setaffinity(0, sizeof own, own.parts);
    }
    return failed;
}
#endif
