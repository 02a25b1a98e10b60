/* What the glue to functions that know nothing of speedup needs (`speedup new --wrap`): limits of their
 * sizes, and their layouts, which the glue's prepare makes in the workspace. In C, C++ and CUDA. */
#pragma once

#include <limits.h>
#include <string.h>

#include "common/workload.h"

/* Refuses shapes that are no square, sizes that are no multiple, and sizes or their product beyond an int. */
static inline int foreign_accepts(const Point *point, bool squares, bool ints, bool products, size_t multiple,
                                  Error *error)
{
    if (point->m % multiple != 0 || point->n % multiple != 0 || point->k % multiple != 0) {
        return error_set(error, "the function takes sizes that are multiples of %zu", multiple);
    }
    if (ints && (point->m > INT_MAX || point->n > INT_MAX || point->k > INT_MAX ||
                 (products && point->m * point->n > INT_MAX))) {
        return error_set(error, "the function takes sizes and counts up to INT_MAX; choose smaller ones");
    }
    return squares ? accepts_squares(point, error) : 0;
}

/* The workspace: one converted input, and the rows of a, b and out. */
typedef struct ForeignLayout {
    size_t converted_bytes, rows; /* of each matrix, at most */
} ForeignLayout;

static inline ForeignLayout foreign_layout(const Point *point)
{
    const size_t rows = point->m > point->k ? point->m : point->k;
    const size_t most = rows > point->n ? rows : point->n;
    return (ForeignLayout){(rows * point->n * type_size(point->type) + 63) / 64 * 64, most};
}

static inline size_t foreign_workspace(const Point *point)
{
    const ForeignLayout layout = foreign_layout(point);
    return layout.converted_bytes + 3 * layout.rows * sizeof(void *);
}

/* Addresses of the rows of a matrix. Any type of pointer may alias them. */
typedef void *__attribute__((may_alias)) ForeignRow;

static inline ForeignRow *foreign_rows(const Task *task, Operand operand)
{
    const ForeignLayout layout = foreign_layout(task->point);
    return (ForeignRow *)((char *)task->workspace + layout.converted_bytes) +
           (operand == OPERAND_OUT ? 2 : operand) * layout.rows;
}

static inline void foreign_point_rows(const Task *task, Operand operand, const void *matrix, size_t rows,
                                      size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        foreign_rows(task, operand)[i] = (char *)matrix + i * columns * type_size(task->point->type);
    }
}

/* Copies a rows x columns matrix, or its transpose, to the workspace. */
static inline void foreign_convert(const Task *task, const void *matrix, bool transposed, size_t rows,
                                   size_t columns)
{
    const size_t size = type_size(task->point->type);
    char *to = (char *)task->workspace;
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            const size_t place = transposed ? j * rows + i : i * columns + j;
            memcpy(to + place * size, (const char *)matrix + (i * columns + j) * size, size);
        }
    }
}
