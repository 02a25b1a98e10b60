/* See mismatch.h. */
#include "common/verify/mismatch.h"

#include <stdio.h>
#include <string.h>

#include "common/matrix.h"

static void format_element(const void *element, ElementType type, char *text, size_t size)
{
    if (type == TYPE_INT32) {
        snprintf(text, size, "%d", *(const int32_t *)element);
    } else {
        snprintf(text, size, "%.9g", (double)*(const float *)element);
    }
}

const char *verify_poison_note(const void *out, size_t index, ElementType type)
{
    const uint32_t poison = type == TYPE_INT32 ? MATRIX_POISON_INT32 : MATRIX_POISON_FLOAT32;
    return memcmp((const char *)out + index * type_size(type), &poison, sizeof poison) == 0
               ? " (poison: never written, or added to without initialization)"
               : "";
}

int verify_mismatch(const void *out, size_t n, size_t index, ElementType type, const void *expected,
                    Error *error)
{
    char is[32], should_be[32];
    format_element((const char *)out + index * type_size(type), type, is, sizeof is);
    format_element(expected, type, should_be, sizeof should_be);
    error_set(error, "element (%zu, %zu) is %s, expected %s%s", index / n, index % n, is, should_be,
              verify_poison_note(out, index, type));
    return 1;
}

int verify_mismatch_bound(const float *out, size_t n, size_t index, double expected, double limit,
                          Error *error)
{
    error_set(error, "element (%zu, %zu) is %.9g, expected %.9g within %.2g%s", index / n, index % n,
              (double)out[index], expected, limit, verify_poison_note(out, index, TYPE_FLOAT32));
    return 1;
}

int verify_no_memory(Error *error)
{
    return error_set(error, "no memory to verify the result; choose a smaller --size or graph");
}
