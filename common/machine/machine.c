/* Properties of this machine, determined once. See machine.h; details are in the other files of this folder.
 */
#include "common/machine/machine.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/machine/internal.h"
#include "common/size.h"
#include "common/system/affinity.h"

typedef struct Vectors {
    const char *isa;
    unsigned lanes; /* of 32 bits */
} Vectors;

static Vectors widest_vectors(void)
{
#if defined __x86_64__ || defined __i386__
    return __builtin_cpu_supports("avx512bw")                                ? (Vectors){"avx512", 16}
           : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? (Vectors){"avx2", 8}
           : __builtin_cpu_supports("sse2")                                  ? (Vectors){"sse2", 4}
                                                                             : (Vectors){"none", 1};
#elif defined __aarch64__
    return (Vectors){"neon", 4};
#else
    return (Vectors){"none", 1};
#endif
}

static void fill(Machine *machine)
{
    topology_read(machine);
    machine->l2_bytes = topology_cache_bytes(machine, 2);
    machine->last_level_bytes = topology_last_level_bytes(machine);
    machine->usable = affinity_processors();
    machine->memory_bytes = size_mul((size_t)sysconf(_SC_PHYS_PAGES), (size_t)sysconf(_SC_PAGESIZE));
    snprintf(machine->isa, sizeof machine->isa, "%s", widest_vectors().isa);
    machine_cpu_name(machine->cpu, sizeof machine->cpu);

    /* User-defined name, for machines that would otherwise have the same one. */
    const char *own = getenv("SPEEDUP_MACHINE");
    machine_slug(own != NULL ? own : "", machine->name, sizeof machine->name);
    if (machine->name[0] == '\0') {
        char gpu[96];
        machine_gpu_name(gpu, sizeof gpu);
        machine_make_name(machine->cpu, machine->cores, gpu, machine->name, sizeof machine->name);
    }
}

const Machine *machine_get(void)
{
    static Machine machine;
    static bool known;
    if (!known) {
        fill(&machine);
        known = true;
    }
    return &machine;
}

int machine_check(Error *error)
{
    const int unread = machine_get()->unread;
    return unread == 0
               ? 0
               : error_set(error,
                           "cannot read this machine's topology in /sys: %s; run the same command again",
                           strerror(unread));
}

unsigned machine_lanes(void)
{
    return widest_vectors().lanes; /* without the topology, which takes longer than many samples */
}
