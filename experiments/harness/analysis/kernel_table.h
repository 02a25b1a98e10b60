/* The facts of GPU kernels (common/gpu.h) as a table or as CSV. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "common/gpu.h"

/* 0, or -1 and an error without memory. */
int kernel_table_print(FILE *stream, const KernelAttributes *facts, size_t count, bool csv, Error *error);
