/* Ratios of pairs of points, and means of groups of numbers, that a file names. */
#pragma once

#include "experiments/harness/analysis/summary.h"
#include "experiments/harness/store/csv_writer.h"

/* The columns of `speedup summarize --ratios`, header included. `path` has a header and rows ABOVE,BELOW:
 * numbers of points, which are the lines of `summary` from 1 and after them those of `reference`. Each pair
 * has a row per clock (kernel, total): time of ABOVE over that of BELOW with its interval, the rounds that it
 * rests on, and how it is formed: paired (round by round) or apart. 0, or -1 and an error: without memory, or
 * a damaged file. */
int ratios_print(CsvWriter *writer, const char *path, const Summary *summary, const Summary *reference,
                 Error *error);

/* The columns of `speedup summarize --means`, header included. `path` has a header and rows GROUP,VALUE,
 * those of a group together: its arithmetic mean with the interval of Student's t, from five values on. Same
 * result. */
int means_print(CsvWriter *writer, const char *path, Error *error);
