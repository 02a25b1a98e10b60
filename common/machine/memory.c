/* Memory available without swapping.
 *
 * The kernel's estimate (MemAvailable), or less where a control group or a resource limit allows less: a
 * container that exceeds its limit is killed, however much memory the machine has left. The usage of a group
 * includes the cache of files that it has read. The kernel reclaims that first, so it is subtracted. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/machine/internal.h"
#include "common/size.h"

/* The number of `key` in a file of lines "key number", in the file's unit; NAN if there is none. */
static double number_of(const char *path, const char *key)
{
    char text[64];
    return machine_read_field(path, key, text, sizeof text) == 0 ? strtod(text, NULL) : NAN;
}

/* INFINITY if the limit is no number: "max". */
static double free_of(const char *folder, bool unified)
{
    const double limit = machine_read_number(folder, unified ? "memory.max" : "memory.limit_in_bytes");
    const double usage = machine_read_number(folder, unified ? "memory.current" : "memory.usage_in_bytes");
    char file[1400];
    snprintf(file, sizeof file, "%s/memory.stat", folder);
    const double reclaimable = fmax(number_of(file, unified ? "inactive_file" : "total_inactive_file"), 0);
    return isnan(limit - usage) ? INFINITY : fmax(limit - fmax(usage - reclaimable, 0), 0);
}

size_t machine_cgroup_free_bytes(const char *root)
{
    const double least = machine_cgroup_least(root, "memory", free_of);
    return least < (double)SIZE_MAX ? (size_t)least : SIZE_MAX;
}

/* Bytes that `ulimit -v` still allows. */
static size_t address_space_free_bytes(void)
{
    struct rlimit limit;
    char text[64];
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        machine_read_text(text, sizeof text, "/proc/self/statm") != 0) {
        return SIZE_MAX;
    }
    size_t used = size_mul(strtoull(text, NULL, 10), (size_t)sysconf(_SC_PAGESIZE));
    return limit.rlim_cur > used ? (size_t)limit.rlim_cur - used : 0;
}

size_t machine_memory_free_bytes(void)
{
    const double available_kib = number_of("/proc/meminfo", "MemAvailable");
    const size_t least = !isnan(available_kib)
                             ? (size_t)(1024 * available_kib)
                             : size_mul((size_t)sysconf(_SC_AVPHYS_PAGES), (size_t)sysconf(_SC_PAGESIZE));
    return size_min(least, size_min(machine_cgroup_free_bytes(""), address_space_free_bytes()));
}
