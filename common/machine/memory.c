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

/* Reads the number of `key` in a file of lines "key number", in the file's unit. 0 or -1. */
static int read_number(const char *path, const char *key, size_t *number)
{
    char text[64];
    if (machine_read_field(path, key, text, sizeof text) != 0) {
        return -1;
    }
    *number = strtoull(text, NULL, 10);
    return 0;
}

/* INFINITY if the limit is no number: "max". */
static double free_of(const char *folder, bool unified)
{
    const double limit = machine_read_number(folder, unified ? "memory.max" : "memory.limit_in_bytes");
    const double usage = machine_read_number(folder, unified ? "memory.current" : "memory.usage_in_bytes");
    size_t reclaimable = 0;
    char file[1400];
    snprintf(file, sizeof file, "%s/memory.stat", folder);
    read_number(file, unified ? "inactive_file" : "total_inactive_file", &reclaimable);
    return isnan(limit - usage) ? INFINITY : fmax(limit - fmax(usage - (double)reclaimable, 0), 0);
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
    size_t least;
    if (read_number("/proc/meminfo", "MemAvailable", &least) == 0) {
        least = size_mul(least, 1024);
    } else {
        least = size_mul((size_t)sysconf(_SC_AVPHYS_PAGES), (size_t)sysconf(_SC_PAGESIZE));
    }
    return size_min(least, size_min(machine_cgroup_free_bytes(""), address_space_free_bytes()));
}
