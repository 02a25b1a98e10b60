/* See array.h. */
#include "common/system/array.h"

#include <stdlib.h>
#include <string.h>

#include "common/size.h"

int array_grow(void *array, size_t count, size_t size)
{
    void *elements;
    if ((count & (count - 1)) != 0) { /* the room doubles: it is full at powers of two */
        return 0;
    }
    memcpy(&elements, array, sizeof elements); /* *array is a pointer to elements of any type */
    elements = realloc(elements, size_mul(count > 0 ? 2 * count : 1, size));
    if (elements == NULL) {
        return -1;
    }
    memcpy(array, &elements, sizeof elements);
    return 0;
}
