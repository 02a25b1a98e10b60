/* See array.h. */
#include "common/system/array.h"

#include <stdlib.h>
#include <string.h>

#include "common/size.h"

int array_append(void *array, size_t *count, const void *element, size_t size)
{
    void *elements; /* by memcpy, as *array is a pointer to elements of any type */
    memcpy(&elements, array, sizeof elements);
    if ((*count & (*count - 1)) == 0) { /* the room doubles: it is full at powers of two */
        void *larger = realloc(elements, size_mul(*count > 0 ? 2 * *count : 1, size));
        if (larger == NULL) {
            return -1;
        }
        memcpy(array, &larger, sizeof larger);
        elements = larger;
    }
    memcpy((char *)elements + size * (*count)++, element, size);
    return 0;
}
