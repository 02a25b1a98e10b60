/* The tables of a report: rounds and estimates of points, ratios of pairs of them, means of counters. */
#pragma once

#include "experiments/harness/analysis/summary.h"

/* The columns of `speedup summarize --rounds`, header included: the medians of each round of every point
 * that is right. `line` is the point's row below the header of the summary, from 1. Shares and means of
 * samples that do not tell are empty. Or `estimates`, a row per right point and clock: the geometric mean
 * over rounds and its interval. Clocks are those of --rounds in seconds, and reading (input without fill),
 * share (kernel over total) and energy (J per result, from rounds that the energy counter can resolve). 0, or
 * -1 and an error without memory. */
int rounds_print(CsvWriter *writer, const Summary *summary, bool estimates, Error *error);

/* A row per pair of right points of one size or shape that a table may compare: time of `above` over that of
 * `below` with its interval, by the kernel's clock and end to end. Points are numbered from 1 as the lines of
 * `summary` and after them those of `reference`. Pairs are of one machine and host, CPU over GPU and not the
 * reverse; or a CPU point over one of the reference's GPU, or a point of the reference over the same one
 * here, on the same input. 0, or -1 and an error without memory. */
int ratios_print(CsvWriter *writer, const Summary *summary, const Summary *reference, Error *error);

/* The arithmetic mean of each counter in a counters.csv over its runs, with the interval of Student's t from
 * five runs on. Nothing but the header if there is no such file. 0, or -1 and an error without memory. */
int counters_print(CsvWriter *writer, const char *path, Error *error);
