/* Control groups of this process and their limits of processor time. See internal.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine/internal.h"

/* The least limit of group `group` ("/a/b") in `top` and of its parents. */
static double least_upwards(const char *root, const char *top, const char *group, bool unified,
                            CgroupLimit *limit)
{
    double least = INFINITY;
    char folder[1300];
    const size_t above = (size_t)snprintf(folder, sizeof folder, "%s%s", root, top);
    snprintf(folder + above, sizeof folder - above, "%s", strcmp(group, "/") == 0 ? "" : group);
    for (;;) {
        least = fmin(least, limit(folder, unified));
        char *slash = strrchr(folder + above, '/');
        if (slash == NULL) {
            return least;
        }
        *slash = '\0';
    }
}

/* Is it one of the controllers "cpu,cpuacct"? */
static bool lists(const char *controllers, const char *name)
{
    char list[1100], wanted[40];
    snprintf(list, sizeof list, ",%s,", controllers);
    snprintf(wanted, sizeof wanted, ",%s,", name);
    return strstr(list, wanted) != NULL;
}

double machine_cgroup_least(const char *root, const char *controller, CgroupLimit *limit)
{
    double least = INFINITY;
    char path[256], groups[MACHINE_FILE_BYTES];
    machine_read_text(groups, sizeof groups, "%s/proc/self/cgroup", root);
    for (char *rest = groups, *line; (line = strsep(&rest, "\n")) != NULL;) {
        /* "0::/path" of version 2, "4:memory,hugetlb:/path" of version 1 */
        char *controllers = strchr(line, ':');
        char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL) {
            continue;
        }
        *group++ = '\0';
        const bool unified = controllers[1] == '\0';
        if (unified || lists(controllers + 1, controller)) {
            snprintf(path, sizeof path, "/sys/fs/cgroup%s%s", unified ? "" : "/", unified ? "" : controller);
            least = fmin(least, least_upwards(root, path, group, unified, limit));
        }
    }
    return least;
}

/* "200000 100000" in cpu.max, or quota and period in two files; "max" and -1 are no limit. */
static double quota_of(const char *folder, bool unified)
{
    char text[64], period[32];
    machine_read_text(text, sizeof text, "%s/%s", folder, unified ? "cpu.max" : "cpu.cfs_quota_us");
    char *end;
    const double quota_us = strtod(text, &end);
    if (!unified) {
        machine_read_text(period, sizeof period, "%s/cpu.cfs_period_us", folder);
        end = period;
    }
    const double period_us = strtod(end, NULL);
    return end != text && quota_us > 0.0 && period_us > 0.0 ? quota_us / period_us : INFINITY;
}

double machine_quota(const char *root)
{
    return machine_cgroup_least(root, "cpu", quota_of);
}
