/* Names of element types, schedules and transfers; extents of matrices. See workload.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "common/text/text.h"
#include "common/workload.h"

#define TYPE_NAME(name, ...) #name,
static const char *const types[] = {FOR_EACH_ELEMENT_TYPE(TYPE_NAME, )};

static const struct {
    size_t bytes;
    Precision precision;
    uint32_t poison;
} type_properties[ELEMENT_TYPES] = {
#define TYPE_PROPERTIES(name, NAME, Element, Wide, PRECISION, POISON, ...)                                   \
    {sizeof(Element), PRECISION_##PRECISION, POISON},
    FOR_EACH_ELEMENT_TYPE(TYPE_PROPERTIES, )};

static const char *const schedules[SCHEDULES] = {"static", "dynamic", "guided"};

static const char *const transfers[TRANSFERS] = {"pageable", "pinned", "overlap-breadth", "overlap-depth"};

size_t type_size(ElementType type)
{
    return type_properties[type].bytes;
}

Precision type_precision(ElementType type)
{
    return type_properties[type].precision;
}

uint32_t type_poison(ElementType type)
{
    return type_properties[type].poison;
}

const char *type_name(ElementType type)
{
    return types[type];
}

int type_parse(const char *text, ElementType *type)
{
    *type = (ElementType)text_find(text, strlen(text), types, ELEMENT_TYPES);
    return *type < ELEMENT_TYPES ? 0 : -1;
}

const char *transfer_name(Transfer transfer)
{
    return transfers[transfer];
}

int transfer_parse(const char *text, Transfer *transfer)
{
    *transfer = (Transfer)text_find(text, strlen(text), transfers, TRANSFERS);
    return *transfer < TRANSFERS ? 0 : -1;
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
    const size_t length = strcspn(text, ":");
    const char *digits = text + length + (text[length] == ':');
    const bool whole = strspn(digits, "0123456789") == strlen(digits) && strlen(digits) <= 9;
    const unsigned chunk = whole ? (unsigned)strtoul(digits, NULL, 10) : 0;
    const size_t found = text_find(text, length, schedules, SCHEDULES);
    if (found == SCHEDULES || (text[length] == ':' && chunk == 0)) {
        return -1;
    }
    *schedule = (Schedule){(ScheduleKind)found, chunk};
    return 0;
}

bool variant_on_gpu(const Variant *variant)
{
    return strncmp(variant->name, "gpu/", 4) == 0;
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
    at.m = at.n = at.k = n;
    return workload_work(workload, &at);
}

/* The multiple of `unit` next to n whose work is closer to `wanted`. */
static size_t rounded_n(const Workload *workload, const Point *point, size_t n, size_t unit, double wanted)
{
    const size_t low = n / unit * unit, high = low + unit;
    return wanted - work_at(workload, point, low) <= work_at(workload, point, high) - wanted ? low : high;
}

size_t point_scaled_n(const Workload *workload, const Point *point, size_t times)
{
    enum { LEAST_TILED = 256, TILE = 64 };
    const double tolerance = 0.05, wanted = (double)times * workload_work(workload, point);
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
    size_t unit = point->n >= LEAST_TILED && point->n % TILE == 0 ? TILE : 1, n;
    do {
        n = rounded_n(workload, point, low, unit, wanted);
        unit /= 2;
    } while (unit > 0 && fabs(work_at(workload, point, n) / wanted - 1.0) > tolerance);
    return n;
}

size_t point_matrix_bytes(const Point *point)
{
    return size_mul(size_mul(point->n, point->n), type_size(point->type));
}

bool point_is_square(const Point *point)
{
    return point->m == point->n && point->k == point->n;
}

int accepts_squares(const Point *point, Error *error)
{
    return point_is_square(point) ? 0 : error_set(error, "this variant is for square matrices");
}

const Costs *(*workload_costs)(const Workload *workload, const Point *point);

/* Has it hooks in this process? */
static bool is_here(const Workload *workload)
{
    return workload->work != NULL || workload_costs == NULL;
}

double workload_work(const Workload *workload, const Point *point)
{
    return is_here(workload) ? workload->work(point) : workload_costs(workload, point)->work;
}

const char *workload_rate_unit(const Workload *workload, const Point *point)
{
    return is_here(workload) ? workload->rate_unit(point->type) : workload_costs(workload, point)->unit;
}

Extent workload_extent(const Workload *workload, const Point *point, Operand operand)
{
    return !is_here(workload)         ? workload_costs(workload, point)->extent[operand]
           : workload->extent != NULL ? workload->extent(point, operand)
                                      : (Extent){point->n, point->n};
}

size_t workload_bytes(const Workload *workload, const Point *point, Operand operand)
{
    const Extent extent = workload_extent(workload, point, operand);
    return size_mul(size_mul(extent.rows, extent.columns),
                    type_size(workload_type(workload, point, operand)));
}

ElementType workload_type(const Workload *workload, const Point *point, Operand operand)
{
    return operand == OPERAND_OUT   ? point->type
           : !is_here(workload)     ? (ElementType)workload_costs(workload, point)->type[operand]
           : workload->type != NULL ? workload->type(point, operand)
                                    : point->type;
}

size_t workload_all_bytes(const Workload *workload, const Point *point)
{
    size_t bytes = workload_bytes(workload, point, OPERAND_OUT);
    for (unsigned operand = OPERAND_A; operand < workload->inputs; operand++) {
        bytes = size_add(bytes, workload_bytes(workload, point, (Operand)operand));
    }
    return bytes;
}
