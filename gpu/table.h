/* A small table as CSV or with its columns aligned. */
#ifndef SPEEDUP_GPU_TABLE_H
#define SPEEDUP_GPU_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Prints `text`, lines of cells between commas, none of them quoted, the first line the header: as it is, or
 * aligned. At most 32 columns. */
void gpu_table_print(FILE *stream, const char *text, bool csv);

#ifdef __cplusplus
}
#endif

#endif
