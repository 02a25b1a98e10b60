/* Memory available without swapping.
 *
 * The kernel's estimate (MemAvailable), or less where a control group or a resource limit allows less: a
 * container that exceeds its limit is killed, however much memory the machine has left. The usage of a group
 * includes the cache of files that it has read. The kernel reclaims that first, so it is subtracted. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/machine/internal.h"
#include "common/machine/machine.h"
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

/* Reads a file that holds one number. 0; -1 if there is none ("max", or no file). */
static int read_count(const char *folder, const char *name, size_t *number)
{
    char text[64];
    machine_read_text(text, sizeof text, "%s/%s", folder, name);
    *number = strtoull(text, NULL, 10);
    return text[0] != '\0' && strspn(text, "0123456789") == strlen(text) ? 0 : -1;
}

typedef struct CgroupFiles {
    const char *folder, *limit, *usage, *reclaimable;
} CgroupFiles;

static const CgroupFiles version_2 = {"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};
static const CgroupFiles version_1 = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                      "memory.usage_in_bytes", "total_inactive_file"};

/* Bytes that group `group` ("/a/b") and its parents still allow; SIZE_MAX without a limit. */
static size_t group_free(const char *root, const CgroupFiles *files, const char *group)
{
    char folder[1300], file[1400];
    const size_t top = (size_t)snprintf(folder, sizeof folder, "%s%s", root, files->folder);
    snprintf(folder + top, sizeof folder - top, "%s", group);
    size_t least = SIZE_MAX;
    for (;;) {
        size_t limit, usage, reclaimable = 0;
        if (read_count(folder, files->limit, &limit) == 0 && read_count(folder, files->usage, &usage) == 0) {
            snprintf(file, sizeof file, "%s/memory.stat", folder);
            read_number(file, files->reclaimable, &reclaimable);
            usage -= size_min(reclaimable, usage);
            least = size_min(least, limit > usage ? limit - usage : 0);
        }
        char *slash = strrchr(folder + top, '/');
        if (slash == NULL) {
            return least;
        }
        *slash = '\0';
    }
}

size_t machine_cgroup_free_bytes(const char *root)
{
    char path[256];
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return SIZE_MAX;
    }
    size_t least = SIZE_MAX;
    char line[1024];
    while (fgets(line, sizeof line, file) != NULL) {
        /* "0::/path" of version 2, "4:memory,hugetlb:/path" of version 1 */
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL) {
            continue;
        }
        *group++ = '\0';
        const CgroupFiles *files = controllers[1] == '\0' ? &version_2 : &version_1;
        if (files == &version_2 || strstr(controllers + 1, "memory") != NULL) {
            least = size_min(least, group_free(root, files, strcmp(group, "/") == 0 ? "" : group));
        }
    }
    fclose(file);
    return least;
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
