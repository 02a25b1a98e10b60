/* See mismatch.h. */
#include "common/verify/mismatch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/float16.h"
#include "common/random.h"

#define ELEMENT(name, NAME, Element, ...)                                                                    \
    case TYPE_##NAME:                                                                                        \
        return (double)load_##name(((const Element *)matrix)[index]);

double verify_element(const void *matrix, ElementType type, size_t index)
{
    switch (type) {
        FOR_EACH_ELEMENT_TYPE(ELEMENT, )
    case ELEMENT_TYPES:
        break;
    }
    return NAN;
}

void verify_print_element(double element, ElementType type, char text[32])
{
    if (type == TYPE_INT32) {
        snprintf(text, 32, "%d", (int32_t)(uint32_t)element);
    } else {
        snprintf(text, 32, "%.*g", type_size(type) > sizeof(float) ? 17 : 9, element);
    }
}

bool verify_is_poison(const void *out, size_t index, ElementType type)
{
    const uint32_t poison[] = {type_poison(type), type_poison(type)};
    return memcmp((const char *)out + index * type_size(type), poison, type_size(type)) == 0;
}

const char *verify_poison_note(const void *out, size_t index, ElementType type, double expected)
{
    const char *element = (const char *)out + index * type_size(type);
    uint64_t gpu_nan = UINT64_MAX >> 1;
    bool poisoned = verify_is_poison(out, index, type);
    if (type == TYPE_INT32) { /* a sum that wraps */
        poisoned =
            poisoned || (uint32_t)verify_element(out, type, index) - (uint32_t)expected == type_poison(type);
    } else { /* a GPU's sum of any NaN: all bits but the sign */
        gpu_nan >>= 64 - 8 * type_size(type);
        poisoned = poisoned || memcmp(element, &gpu_nan, type_size(type)) == 0;
    }
    return poisoned ? " (poison: never written, or added to without initialization; code that adds onto out, "
                      "as with beta = 1, declares VARIANT_ACCUMULATES, or sets beta = 0)"
                    : "";
}

int verify_mismatch(const void *out, size_t n, size_t index, ElementType type, double expected, double limit,
                    Error *error)
{
    char within[32] = "", is[32], right[32];
    verify_print_element(verify_element(out, type, index), type, is);
    verify_print_element(expected, type, right);
    if (!isnan(limit)) {
        snprintf(within, sizeof within, " within %.2g", limit);
    }
    return -error_set(error, "element (%zu, %zu) is %s, expected %s%s%s", index / n, index % n, is, right,
                      within, verify_poison_note(out, index, type, expected));
}

void verify_add_note(const char *note, Error *error)
{
    const Error first = *error;
    error_set(error, "%.800s; %s", first.text, note);
}

int verify_no_memory(Error *error)
{
    error_set(error, "no memory to verify the result; choose a smaller --size or graph");
    return error_no_room(error);
}

void verify_choose_rows(size_t *row, size_t count, size_t rows, uint64_t stream)
{
    for (size_t i = 0; i < count; i++) {
        row[i] = count == rows ? i : random_below(random_bits(stream, i), rows);
    }
    row[0] = 0;
    row[count - 1] = rows - 1;
}
