/* See axis.h. */
#include "experiments/harness/cli/axis.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "common/system/array.h"
#include "common/text/text.h"
#include "experiments/harness/cli/arguments.h"
#include "experiments/harness/cli/nearest.h"

enum { MOST_VALUES = 4096 };

int axis_append(Axis *axis, size_t value, Error *error)
{
    if (axis->count == MOST_VALUES) {
        return error_set(error, "more than %d values on one axis; use a larger step", MOST_VALUES);
    }
    return array_append(&axis->values, &axis->count, &value, sizeof value) == 0
               ? 0
               : error_set(error, "no memory for the values of an axis");
}

void axis_free(Axis *axis)
{
    free(axis->values);
    free(axis->digits);
    *axis = (Axis){0};
}

/* A value as written: a count, or a shape of two or three dimensions. */
typedef struct Written {
    size_t count, side[3];
    size_t digits; /* of a count with leading zeros; 0: it has none */
} Written;

static int append_written(const Written *written, Axis *axis, Error *error)
{
    const size_t *side = written->side;
    Point point = {0};
    if (written->count == 1) {
        if (written->digits > 0 && axis->digits == NULL) {
            axis->digits = calloc(MOST_VALUES, 1);
        }
        if (axis->digits != NULL && axis->count < MOST_VALUES) {
            axis->digits[axis->count] = (unsigned char)written->digits;
        }
        return axis_append(axis, side[0], error);
    }
    axis_set_shape(&point, side[0], side[1], written->count == 3 ? side[2] : 0);
    return axis_append(axis, axis_get(&point, axis->id), error);
}

/* Cuts `text` at each x. */
static int parse_written(char *text, const Axis *axis, Written *written, Error *error)
{
    const bool shape =
        axis->id == AXIS_ID_SIZE && isdigit((unsigned char)text[0]) && strchr(text, 'x') != NULL;
    char whole[64];
    snprintf(whole, sizeof whole, "%s", text);
    *written = (Written){.digits = !shape && text[0] == '0' ? strlen(text) : 0};
    while (text != NULL && written->count < 3) {
        const char *side = strsep(&text, shape ? "x" : "");
        if (shape && side[0] == '\0') {
            return error_set(error, "the shape %s lacks a dimension; give MxNxK or MxN", whole);
        }
        if (parse_count(side, shape ? MOST_DIMENSION : axis_table[axis->id].most,
                        &written->side[written->count++], error) != 0) {
            return -1;
        }
    }
    return text == NULL
               ? 0
               : error_set(error, "the shape %s has more than three dimensions; give MxNxK or MxN", whole);
}

/* Steps every dimension in which the ends differ; false when one is past `high`, or none differs. */
static bool step_written(Written *value, const Written *low, const Written *high, size_t step, bool multiply)
{
    bool within = true, stepped = false;
    for (size_t i = 0; i < value->count; i++) {
        if (low->side[i] != high->side[i]) {
            value->side[i] = (multiply ? size_mul : size_add)(value->side[i], step);
            within = within && value->side[i] <= high->side[i];
            stepped = true;
        }
    }
    return within && stepped;
}

/* lo:hi, lo:hi:step, lo:hi:xfactor; cuts `item` at the colons. */
static int parse_range(char *item, Axis *axis, Error *error)
{
    char *low_text = strsep(&item, ":"), *high_text = strsep(&item, ":"), *step_text = item;
    const bool multiply = step_text != NULL && step_text[0] == 'x';
    const size_t most = axis_table[axis->id].most;
    Written low, high;
    size_t step = 1;
    if ((step_text != NULL && parse_count(step_text + multiply, most, &step, error) != 0) ||
        parse_written(low_text, axis, &low, error) != 0 ||
        parse_written(high_text, axis, &high, error) != 0) {
        return -1;
    }
    if (low.count != high.count) {
        return error_set(error, "the ends of a range have %zu and %zu dimensions; give both the same number",
                         low.count, high.count);
    }
    for (size_t i = 0; i < low.count; i++) {
        if (low.side[i] > high.side[i]) {
            return error_set(error, "the range %zu:%zu is reversed; write %zu:%zu", low.side[i], high.side[i],
                             high.side[i], low.side[i]);
        }
    }
    if (multiply && step < 2) {
        return error_set(error, "the factor x%zu never reaches the end; give x2 or more", step);
    }
    Written value = low;
    do {
        if (append_written(&value, axis, error) != 0) {
            return -1;
        }
    } while (step_written(&value, &low, &high, step, multiply));
    return 0;
}

static int parse_word(const char *item, Axis *axis, Error *error)
{
    const AxisId id = axis->id;
    Point point = {0};
    Nearest nearest = nearest_to(item);
    if (axis_parse_word(id, item, &point) == 0) {
        return axis_append(axis, axis_get(&point, id), error);
    }
    for (int type = 0; id == AXIS_ID_TYPE && type < ELEMENT_TYPES; type++) {
        nearest_offer(&nearest, type_name((ElementType)type));
    }
    return error_set(error, "unknown %s '%s'%s; give %s", axis_table[id].name, item, nearest_hint(&nearest),
                     axis_table[id].help);
}

/* A count or a shape, or advice on "1-4", as other programs write a range. */
static int parse_value(char *item, Axis *axis, Error *error)
{
    Written written;
    if (text_matches(item, "^[0-9]+-[0-9]+$")) {
        return error_set(error, "'%s' is not a whole number; did you mean %.*s:%s?", item,
                         (int)strcspn(item, "-"), item, strchr(item, '-') + 1);
    }
    return parse_written(item, axis, &written, error) != 0 ? -1 : append_written(&written, axis, error);
}

static int parse_item(char *item, Axis *axis, Error *error)
{
    if (item[0] == '\0') {
        return error_set(error, "an empty value in the list; give values separated by single commas, as a,b");
    }
    return axis_table[axis->id].most == 0 ? parse_word(item, axis, error)
           : strchr(item, ':') != NULL    ? parse_range(item, axis, error)
                                          : parse_value(item, axis, error);
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
    free(copy);
    return failed;
}
