/* Tables of rounds and of estimates. */
#pragma once

#include "experiments/harness/analysis/summary.h"

/* The columns of `speedup summarize --rounds`, header included: the medians of each round of every point
 * that is right. `line` is the point's row below the header of the summary, from 1. Shares and means of
 * samples that do not tell are empty. 0, or -1 and an error without memory. */
int rounds_print(CsvWriter *writer, const Summary *summary, Error *error);

/* A row per right point and clock: the geometric mean over rounds and its interval. Clocks are those of
 * --rounds in seconds, and reading (input without fill), share (kernel over total) and energy (J per result,
 * from rounds that the energy counter can resolve). 0, or -1 and an error. */
int estimates_print(CsvWriter *writer, const Summary *summary, Error *error);
