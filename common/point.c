/* Names of element types, schedules and transfers. See workload.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "common/workload.h"

static const struct {
    const char *name;
    size_t bytes;
} types[ELEMENT_TYPES] = {
    [TYPE_INT32] = {"int32", 4},
    [TYPE_FLOAT32] = {"float32", 4},
};

static const char *const schedules[SCHEDULES] = {"static", "dynamic", "guided"};

static const char *const transfers[TRANSFERS] = {"pageable", "pinned", "overlap-breadth", "overlap-depth"};

size_t type_size(ElementType type)
{
    return types[type].bytes;
}

const char *type_name(ElementType type)
{
    return types[type].name;
}

int type_parse(const char *text, ElementType *type)
{
    for (int i = 0; i < ELEMENT_TYPES; i++) {
        if (strcmp(text, types[i].name) == 0) {
            *type = (ElementType)i;
            return 0;
        }
    }
    return -1;
}

const char *transfer_name(Transfer transfer)
{
    return transfers[transfer];
}

int transfer_parse(const char *text, Transfer *transfer)
{
    for (int i = 0; i < TRANSFERS; i++) {
        if (strcmp(text, transfers[i]) == 0) {
            *transfer = (Transfer)i;
            return 0;
        }
    }
    return -1;
}

void schedule_format(Schedule schedule, char *text, size_t size)
{
    if (schedule.chunk == 0) {
        snprintf(text, size, "%s", schedules[schedule.kind]);
    } else {
        snprintf(text, size, "%s:%u", schedules[schedule.kind], schedule.chunk);
    }
}

int schedule_parse(const char *text, Schedule *schedule)
{
    size_t length = strcspn(text, ":");
    for (int i = 0; i < SCHEDULES; i++) {
        if (strlen(schedules[i]) != length || strncmp(text, schedules[i], length) != 0) {
            continue;
        }
        unsigned long chunk = 0;
        if (text[length] == ':') {
            const char *digits = text + length + 1;
            chunk = strspn(digits, "0123456789") == strlen(digits) && strlen(digits) <= 9
                        ? strtoul(digits, NULL, 10)
                        : 0;
            if (chunk == 0) {
                return -1;
            }
        }
        *schedule = (Schedule){(ScheduleKind)i, (unsigned)chunk};
        return 0;
    }
    return -1;
}

unsigned point_workers(const Point *point)
{
    return point->devices > 0 ? point->devices
           : point->ranks > 0 ? point->ranks * (point->threads > 0 ? point->threads : 1)
                              : point->threads;
}

double point_repetitions(const Point *point)
{
    return (double)point->matrices * (double)point->iterations;
}

static double work_at(const Workload *workload, const Point *point, size_t n)
{
    Point at = *point;
    at.n = n;
    return workload->work(&at);
}

size_t point_scaled_n(const Workload *workload, const Point *point, size_t times)
{
    const double wanted = (double)times * workload->work(point);
    size_t low = point->n, high = size_mul(point->n, times); /* work grows at least linearly with n */
    if (high == SIZE_MAX) {
        return SIZE_MAX;
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (work_at(workload, point, middle) <= wanted) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return wanted - work_at(workload, point, low) <= work_at(workload, point, high) - wanted ? low : high;
}

size_t point_matrix_bytes(const Point *point)
{
    return size_mul(size_mul(point->n, point->n), type_size(point->type));
}
