/* Packages, cores, processors and caches.
 *
 * The kernel's files list them: an object shared by several processors is counted at the first of them. Where
 * these files are missing (some sandboxes), hwloc knows other sources, if it is built in, and else sysconf
 * gives the number of processors and, from cpuid, the sizes of caches. hwloc is not first, as it crashes
 * where memory is short. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_HWLOC
#include <hwloc.h>
#endif

#include "common/machine/internal.h"
#include "common/size.h"

static void add_cache(Machine *machine, unsigned level, const char *type, size_t size_bytes)
{
    if (size_bytes == 0) {
        return;
    }
    Cache *cache = machine->caches, *end = cache + machine->cache_count;
    while (cache < end && (cache->level != level || strcmp(cache->type, type) != 0)) {
        cache++;
    }
    if (cache == machine->caches + MACHINE_MOST_CACHES) {
        return;
    }
    if (cache == end) {
        *cache = (Cache){level, type, 0, 0};
        machine->cache_count++;
    }
    cache->count++;
    /* Cores of two types have caches of two sizes: the larger one is reported. */
    cache->size_bytes = size_bytes > cache->size_bytes ? size_bytes : cache->size_bytes;
}

/* The first data or unified cache of that level; of the highest level for 0. NULL: none. */
static const Cache *data_cache(const Machine *machine, unsigned level)
{
    const Cache *found = NULL;
    for (unsigned i = 0; i < machine->cache_count; i++) {
        const Cache *cache = &machine->caches[i];
        if (strcmp(cache->type, "instruction") != 0 && (level == 0 || cache->level == level) &&
            (found == NULL || cache->level > found->level)) {
            found = cache;
        }
    }
    return found;
}

size_t topology_cache_bytes(const Machine *machine, unsigned level)
{
    const Cache *cache = data_cache(machine, level);
    return cache != NULL ? cache->size_bytes : 0;
}

size_t topology_last_level_bytes(const Machine *machine)
{
    const Cache *last = data_cache(machine, 0);
    return last != NULL ? size_mul(last->size_bytes, last->count) : 0;
}

/* ---- hwloc ---- */

#ifdef HAVE_HWLOC
static unsigned count_of(hwloc_topology_t topology, hwloc_obj_type_t type)
{
    int count = hwloc_get_nbobjs_by_type(topology, type);
    return count > 0 ? (unsigned)count : 0;
}

static void add_hwloc_caches(hwloc_topology_t hwloc, hwloc_obj_type_t type, Machine *machine)
{
    static const char *const types[] = {
        [HWLOC_OBJ_CACHE_UNIFIED] = "unified",
        [HWLOC_OBJ_CACHE_DATA] = "data",
        [HWLOC_OBJ_CACHE_INSTRUCTION] = "instruction",
    };
    for (hwloc_obj_t cache = NULL; (cache = hwloc_get_next_obj_by_type(hwloc, type, cache)) != NULL;) {
        add_cache(machine, cache->attr->cache.depth, types[cache->attr->cache.type],
                  (size_t)cache->attr->cache.size);
    }
}

static int read_hwloc(Machine *machine)
{
    hwloc_topology_t hwloc;
    if (hwloc_topology_init(&hwloc) != 0) {
        return -1;
    }
    int result = -1;
    /* The whole machine, not only what this process may use. */
    hwloc_topology_set_flags(hwloc, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    hwloc_topology_set_icache_types_filter(hwloc, HWLOC_TYPE_FILTER_KEEP_ALL);
    if (hwloc_topology_load(hwloc) == 0) {
        machine->packages = count_of(hwloc, HWLOC_OBJ_PACKAGE);
        machine->cores = count_of(hwloc, HWLOC_OBJ_CORE);
        machine->processors = count_of(hwloc, HWLOC_OBJ_PU);
        machine->numa_nodes = count_of(hwloc, HWLOC_OBJ_NUMANODE);
        static const hwloc_obj_type_t caches[] = {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L1ICACHE, HWLOC_OBJ_L2CACHE,
                                                  HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE};
        for (size_t i = 0; i < sizeof caches / sizeof caches[0]; i++) {
            add_hwloc_caches(hwloc, caches[i], machine);
        }
        machine->topology_source = "hwloc";
        result = machine->processors > 0 ? 0 : -1;
    }
    hwloc_topology_destroy(hwloc);
    return result;
}
#endif

/* ---- /sys ---- */

#define ONLINE "%s/sys/devices/system/cpu/online"

/* True if `processor` is the first in the list in a file, such as "0-3,8-11"; `missing` if there is none. */
static bool is_first(const char *folder, const char *name, unsigned processor, bool missing)
{
    const double first = machine_read_number(folder, name);
    return isnan(first) ? missing : first == processor;
}

static size_t parse_size(const char *text)
{
    char *end;
    size_t size = strtoull(text, &end, 10);
    return *end == 'K' ? size_mul(size, 1024) : *end == 'M' ? size_mul(size, 1024 * 1024) : size;
}

static void add_sys_caches(const char *processor_path, unsigned processor, Machine *machine)
{
    for (unsigned index = 0;; index++) {
        char folder[320], type[32], size[32];
        snprintf(folder, sizeof folder, "%s/cache/index%u", processor_path, index);
        const double level = machine_read_number(folder, "level");
        if (isnan(level)) {
            return;
        }
        machine_read_text(type, sizeof type, "%s/type", folder);
        machine_read_text(size, sizeof size, "%s/size", folder);
        if (is_first(folder, "shared_cpu_list", processor, true)) { /* without the file: not shared */
            const char *kind = type[0] == 'I' ? "instruction" : type[0] == 'D' ? "data" : "unified";
            add_cache(machine, (unsigned)level, kind, parse_size(size));
        }
    }
}

bool machine_is_first_of_core(const char *root, unsigned processor)
{
    char folder[256];
    snprintf(folder, sizeof folder, "%s/sys/devices/system/cpu/cpu%u", root, processor);
    return is_first(folder, "topology/thread_siblings_list", processor, true);
}

static void add_sys_processor(const char *root, unsigned processor, Machine *machine)
{
    char folder[256];
    snprintf(folder, sizeof folder, "%s/sys/devices/system/cpu/cpu%u", root, processor);
    machine->processors++;
    machine->cores += machine_is_first_of_core(root, processor);
    /* Without the file every processor would count as a package. */
    machine->packages += is_first(folder, "topology/core_siblings_list", processor, false);
    add_sys_caches(folder, processor, machine);
}

enum { NO_NUMBER = 1 << 20 };

/* The first number from `least` on in an ascending list such as "0-3,8-11"; NO_NUMBER if there is none. */
static unsigned next_number(const char *list, unsigned least)
{
    while (isdigit((unsigned char)*list)) {
        char *end;
        const unsigned long first = strtoul(list, &end, 10);
        const unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
        if (last >= least) {
            return (unsigned)size_min(first > least ? first : least, NO_NUMBER);
        }
        list = *end == ',' ? end + 1 : end;
    }
    return NO_NUMBER;
}

/* ---- core types ---- */

/* Maximum speed of a core relative to the others, without unit: its capacity, else its highest clock; 0:
 * unknown. */
static unsigned long core_speed(const char *root, unsigned processor)
{
    static const char *const files[] = {"cpu_capacity", "cpufreq/cpuinfo_max_freq"};
    unsigned long speed = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0] && speed == 0; i++) {
        char text[32];
        machine_read_text(text, sizeof text, "%s/sys/devices/system/cpu/cpu%u/%s", root, processor, files[i]);
        speed = strtoul(text, NULL, 10);
    }
    return speed;
}

void topology_read_core_types(const char *root, Machine *machine)
{
    char text[4096];
    /* Intel's hybrid processors list the cores of the faster type here. */
    const bool listed = machine_read_text(text, sizeof text, "%s/sys/devices/cpu_core/cpus", root) == 0;
    if (!listed) {
        machine_read_text(text, sizeof text, ONLINE, root);
    }
    machine->fast_cores = 0;
    unsigned long fastest = 0;
    for (unsigned i = next_number(text, 0); !listed && i != NO_NUMBER; i = next_number(text, i + 1)) {
        const unsigned long speed = core_speed(root, i);
        fastest = speed > fastest ? speed : fastest;
    }
    /* Clocks of cores of one type differ by a tenth at most; slower types are mostly slower by a fifth or
     * more. */
    for (unsigned i = next_number(text, 0); i != NO_NUMBER; i = next_number(text, i + 1)) {
        if (listed || 5 * core_speed(root, i) >= 4 * fastest) {
            machine->fast_cores += machine_is_first_of_core(root, i);
        }
    }
}

int topology_read_sys(const char *root, Machine *machine)
{
    *machine = (Machine){.topology_source = "/sys"};
    char text[4096];
    machine_read_text(text, sizeof text, ONLINE, root);
    for (unsigned i = next_number(text, 0); i != NO_NUMBER; i = next_number(text, i + 1)) {
        add_sys_processor(root, i, machine);
    }
    machine_read_text(text, sizeof text, "%s/sys/devices/system/node/online", root);
    for (unsigned i = next_number(text, 0); i != NO_NUMBER; i = next_number(text, i + 1)) {
        machine->numa_nodes++;
    }
    return machine->processors > 0 ? 0 : -1;
}

/* ---- sysconf ---- */

static size_t sysconf_size(int name)
{
    long value = sysconf(name);
    return value > 0 ? (size_t)value : 0;
}

static void read_sysconf(Machine *machine)
{
    *machine = (Machine){.topology_source = "sysconf"};
    machine->processors = (unsigned)sysconf_size(_SC_NPROCESSORS_ONLN);
#ifdef _SC_LEVEL1_DCACHE_SIZE
    add_cache(machine, 1, "data", sysconf_size(_SC_LEVEL1_DCACHE_SIZE));
    add_cache(machine, 2, "unified", sysconf_size(_SC_LEVEL2_CACHE_SIZE));
    add_cache(machine, 3, "unified", sysconf_size(_SC_LEVEL3_CACHE_SIZE));
#endif
}

/* The count, or `other` if it is 0: unknown. */
static unsigned known_or(unsigned count, unsigned other)
{
    return count > 0 ? count : other;
}

void topology_read(Machine *machine)
{
    machine_unread = 0;
    bool found = topology_read_sys("", machine) == 0;
#ifdef HAVE_HWLOC
    if (machine_unread == 0 && (!found || machine->cache_count == 0)) {
        found = read_hwloc(machine) == 0 || found;
    }
#endif
    if (!found) {
        read_sysconf(machine);
    }
    topology_read_core_types("", machine);
    machine->unread = machine_unread;
    machine->processors = known_or(machine->processors, 1);
    machine->cores = known_or(machine->cores, machine->processors);
    machine->fast_cores = (unsigned)size_min(known_or(machine->fast_cores, machine->cores), machine->cores);
    machine->packages = known_or(machine->packages, 1);
    machine->numa_nodes = known_or(machine->numa_nodes, 1);
}
