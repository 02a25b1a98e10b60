/* See axis.h. */
#include "experiments/harness/cli/axis.h"

#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "common/system/array.h"
#include "experiments/harness/cli/arguments.h"
#include "experiments/harness/cli/nearest.h"

enum { MOST_VALUES = 4096 };

int axis_append(Axis *axis, size_t value, Error *error)
{
    if (axis->count == MOST_VALUES) {
        return error_set(error, "more than %d values on one axis; use a larger step", MOST_VALUES);
    }
    if (array_grow(&axis->values, axis->count, sizeof *axis->values) != 0) {
        return error_set(error, "no memory for the values of an axis");
    }
    axis->values[axis->count++] = value;
    return 0;
}

void axis_free(Axis *axis)
{
    free(axis->values);
    *axis = (Axis){0};
}

/* lo:hi, lo:hi:step, lo:hi:xfactor; cuts `item` at the colons. */
static int parse_range(char *item, size_t most, Axis *axis, Error *error)
{
    const char *low_text = strsep(&item, ":"), *high_text = strsep(&item, ":"), *step_text = item;
    const bool multiply = step_text != NULL && step_text[0] == 'x';
    size_t low, high, step = 1;
    if ((step_text != NULL && parse_count(step_text + multiply, most, &step, error) != 0) ||
        parse_count(low_text, most, &low, error) != 0 || parse_count(high_text, most, &high, error) != 0) {
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

static int parse_word(const char *item, Axis *axis, Error *error)
{
    const AxisId id = axis->id;
    Point point = {0};
    Nearest nearest = nearest_to(item);
    char hint[80];
    if (axis_parse_word(id, item, &point) == 0) {
        return axis_append(axis, axis_get(&point, id), error);
    }
    for (int type = 0; id == AXIS_ID_TYPE && type < ELEMENT_TYPES; type++) {
        nearest_offer(&nearest, type_name((ElementType)type));
    }
    return error_set(error, "unknown %s '%s'%s; give %s", axis_table[id].name, item,
                     nearest_hint(&nearest, hint, sizeof hint), axis_table[id].help);
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

static int parse_item(char *item, Axis *axis, Error *error)
{
    const size_t most = axis_table[axis->id].most;
    size_t value = 0;
    if (item[0] == '\0') {
        return error_set(error, "an empty value in the list");
    }
    if (most == 0) {
        return parse_word(item, axis, error);
    }
    if (strchr(item, ':') != NULL) {
        return parse_range(item, most, axis, error);
    }
    return parse_value(item, most, &value, error) != 0 ? -1 : axis_append(axis, value, error);
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

int axis_parse(const char *text, Axis *axis, Error *error)
{
    char *copy = strdup(text);
    int failed = copy != NULL ? 0 : error_set(error, "no memory for the values of an axis");
    for (char *rest = copy; failed == 0 && rest != NULL;) {
        failed = parse_item(strsep(&rest, ","), axis, error);
    }
    axis->given = true;
    free(copy);
    return failed;
}
