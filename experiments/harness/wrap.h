/* The glue between a variant and a function that knows nothing of speedup: `speedup new --wrap`. */
#pragma once

#include "common/workload.h"

typedef struct Wrap {
    const char *prototype; /* NULL: none */
    bool column_major;     /* its matrices are read and written by columns */
    bool transposed_b;     /* its second input is the transpose of b */
    bool host_pointers;    /* gpu/: it takes host memory */
    size_t multiple;       /* of which its sizes must be; 0: any size */
} Wrap;

/* The text of a source whose Variant calls the function, to be freed; NULL and an error that names the
 * parameter that cannot be assigned. `name`: "cpu/mine". */
char *wrap_text(const Wrap *wrap, const Workload *workload, const char *name, Error *error);
