/* Parsing of the axes' lists and ranges. See axis.h. */
#include "experiments/harness/cli/axis.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "experiments/harness/cli/arguments.h"
#include "experiments/harness/cli/nearest.h"

enum { MOST_VALUES = 4096 };

static const struct {
    const char *name;
    unsigned bit;
    size_t most; /* largest sensible value; SIZE_MAX where sizes are checked later */
} axes[AXIS_IDS] = {
    [AXIS_ID_TYPE] = {"type", 0, 0},
    [AXIS_ID_SIZE] = {"size", 0, SIZE_MAX - 1},
    [AXIS_ID_THREADS] = {"threads", AXIS_THREADS, 65536},
    [AXIS_ID_SCHEDULE] = {"schedule", AXIS_SCHEDULE, 0},
    [AXIS_ID_BLOCK] = {"block", AXIS_BLOCK, 1u << 20},
    [AXIS_ID_TILE] = {"tile", AXIS_TILE, 1u << 20},
    [AXIS_ID_DEVICES] = {"devices", AXIS_DEVICES, MOST_DEVICES},
    [AXIS_ID_RANKS] = {"ranks", AXIS_RANKS, MOST_RANKS},
    [AXIS_ID_MATRICES] = {"matrices", 0, 1u << 20},
    [AXIS_ID_TRANSFER] = {"transfer", 0, 0},
    [AXIS_ID_ITERATIONS] = {"iterations", 0, 1000000000},
};

const char *axis_name(AxisId id)
{
    return axes[id].name;
}

AxisId axis_find(const char *name)
{
    int id = 0;
    while (id < AXIS_IDS && strcmp(axes[id].name, name) != 0) {
        id++;
    }
    return (AxisId)id;
}

unsigned axis_bit(AxisId id)
{
    return axes[id].bit;
}

int axis_append(Axis *axis, size_t value, Error *error)
{
    if (axis->count == MOST_VALUES) {
        return error_set(error, "more than %d values on one axis; use a larger step", MOST_VALUES);
    }
    size_t *values = realloc(axis->values, (axis->count + 1) * sizeof *values);
    if (values == NULL) {
        return error_set(error, "no memory for the values of an axis");
    }
    values[axis->count++] = value;
    axis->values = values;
    return 0;
}

void axis_free(Axis *axis)
{
    free(axis->values);
    *axis = (Axis){0};
}

/* lo:hi, lo:hi:step, lo:hi:xfactor; `item` is taken apart. */
static int parse_range(char *item, size_t most, Axis *axis, Error *error)
{
    char *low_text = item;
    char *high_text = strchr(item, ':');
    *high_text++ = '\0';
    char *step_text = strchr(high_text, ':');
    bool multiply = false;
    size_t low = 0, high = 0, step = 1;
    if (step_text != NULL) {
        *step_text++ = '\0';
        multiply = step_text[0] == 'x';
        if (parse_count(step_text + multiply, most, &step, error) != 0) {
            return -1;
        }
    }
    if (parse_count(low_text, most, &low, error) != 0 || parse_count(high_text, most, &high, error) != 0) {
        return -1;
    }
    if (low > high) {
        return error_set(error, "the range %zu:%zu is reversed; write %zu:%zu", low, high, high, low);
    }
    if (multiply && step < 2) {
        return error_set(error, "the factor x%zu never reaches the end; give x2 or more", step);
    }
    for (size_t value = low; value <= high;
         value = multiply ? size_mul(value, step) : size_add(value, step)) {
        if (axis_append(axis, value, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int parse_name(AxisId id, const char *item, Axis *axis, Error *error)
{
    ElementType type;
    Schedule schedule;
    Transfer transfer;
    if (id == AXIS_ID_TYPE) {
        if (type_parse(item, &type) == 0) {
            return axis_append(axis, (size_t)type, error);
        }
        Nearest nearest = nearest_to(item);
        char hint[80];
        for (int i = 0; i < ELEMENT_TYPES; i++) {
            nearest_offer(&nearest, type_name((ElementType)i));
        }
        return error_set(error, "there is no element type '%s'%s (int32, float32)", item,
                         nearest_hint(&nearest, hint, sizeof hint));
    }
    if (id == AXIS_ID_SCHEDULE) {
        if (schedule_parse(item, &schedule) == 0) {
            return axis_append(axis, schedule_pack(schedule), error);
        }
        return error_set(error,
                         "'%s' is no schedule; give static, dynamic or guided, with :chunk if you like, "
                         "as in dynamic:16",
                         item);
    }
    if (transfer_parse(item, &transfer) == 0) {
        return axis_append(axis, (size_t)transfer, error);
    }
    return error_set(error, "'%s' is no transfer; give pageable, pinned, overlap-breadth or overlap-depth",
                     item);
}

/* A count, or advice on "1-4", as other programs write a range. */
static int parse_value(const char *item, size_t most, size_t *value, Error *error)
{
    static const char digits[] = "0123456789";
    const size_t low = strspn(item, digits);
    const char *high = item[low] == '-' ? item + low + 1 : "";
    if (low > 0 && high[0] != '\0' && high[strspn(high, digits)] == '\0') {
        return error_set(error, "'%s' is not a whole number; did you mean %.*s:%s?", item, (int)low, item,
                         high);
    }
    return parse_count(item, most, value, error);
}

static int parse_item(AxisId id, char *item, Axis *axis, Error *error)
{
    if (item[0] == '\0') {
        return error_set(error, "an empty value in the list");
    }
    if (axes[id].most == 0) {
        return parse_name(id, item, axis, error);
    }
    if (strchr(item, ':') != NULL) {
        return parse_range(item, axes[id].most, axis, error);
    }
    size_t value = 0;
    return parse_value(item, axes[id].most, &value, error) != 0 ? -1 : axis_append(axis, value, error);
}

int axis_append_counts(Axis *axis, size_t most, Error *error)
{
    for (size_t power = 1; power < most; power *= 2) {
        size_t between = power + power / 2;
        if (axis_append(axis, power, error) != 0 ||
            (between > power && between < most && axis_append(axis, between, error) != 0)) {
            return -1;
        }
    }
    return axis_append(axis, most, error);
}

int axis_parse(AxisId id, const char *text, Axis *axis, Error *error)
{
    char *copy = strdup(text);
    int failed = copy != NULL ? 0 : error_set(error, "no memory for the values of an axis");
    for (char *rest = copy; failed == 0 && rest != NULL;) {
        failed = parse_item(id, strsep(&rest, ","), axis, error);
    }
    axis->given = true;
    free(copy);
    return failed;
}

void axis_set(Point *point, AxisId id, size_t value)
{
    switch (id) {
    case AXIS_ID_TYPE:
        point->type = (ElementType)value;
        break;
    case AXIS_ID_SIZE:
        point->n = value;
        break;
    case AXIS_ID_THREADS:
        point->threads = (unsigned)value;
        break;
    case AXIS_ID_SCHEDULE:
        point->schedule = schedule_unpack(value);
        break;
    case AXIS_ID_BLOCK:
        point->block = value;
        break;
    case AXIS_ID_TILE:
        point->tile = value;
        break;
    case AXIS_ID_DEVICES:
        point->devices = (unsigned)value;
        break;
    case AXIS_ID_RANKS:
        point->ranks = (unsigned)value;
        break;
    case AXIS_ID_MATRICES:
        point->matrices = value;
        break;
    case AXIS_ID_TRANSFER:
        point->transfer = (Transfer)value;
        break;
    case AXIS_ID_ITERATIONS:
        point->iterations = value;
        break;
    case AXIS_IDS:
        break;
    }
}

size_t schedule_pack(Schedule schedule)
{
    return (size_t)schedule.kind | (size_t)schedule.chunk << 8;
}

Schedule schedule_unpack(size_t value)
{
    return (Schedule){(ScheduleKind)(value & 0xff), (unsigned)(value >> 8)};
}
