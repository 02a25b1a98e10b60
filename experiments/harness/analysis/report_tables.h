/* What only the report needs: ratios of pairs of points, and means of counters. */
#pragma once

#include "experiments/harness/analysis/summary.h"

/* A row per pair of right points of one size that a table may compare: time of `above` over that of `below`
 * with its interval, by the kernel's clock and end to end. Points are numbered from 1 as the lines of
 * `summary` and after them those of `reference`. Pairs are of one machine and host, CPU over GPU and not the
 * reverse; or a CPU point over one of the reference's GPU, or the reference's GPU point over one of this GPU.
 * 0, or -1 and an error without memory. */
int ratios_print(CsvWriter *writer, const Summary *summary, const Summary *reference, Error *error);

/* The arithmetic mean of each counter in a counters.csv over its runs, with the interval of Student's t from
 * five runs on. Nothing but the header if there is no such file. 0, or -1 and an error without memory. */
int counters_print(CsvWriter *writer, const char *path, Error *error);
