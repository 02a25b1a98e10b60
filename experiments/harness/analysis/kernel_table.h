/* The facts of GPU kernels (common/gpu.h) as a table or as CSV. */
#ifndef SPEEDUP_KERNEL_TABLE_H
#define SPEEDUP_KERNEL_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "common/gpu.h"

/* 0, or -1 and an error without memory. */
int kernel_table_print(FILE *stream, const KernelAttributes *facts, size_t count, bool csv, Error *error);

#endif
