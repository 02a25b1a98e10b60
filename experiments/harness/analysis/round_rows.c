/* See round_rows.h. */
#include "experiments/harness/analysis/round_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Those beside the kernel, in the order of the columns. */
enum { INPUT, H2D, D2H, OUTPUT, FILL, PHASES };
static const Column phases[PHASES] = {COL_INPUT_S, COL_H2D_S, COL_D2H_S, COL_OUTPUT_S, COL_FILL_S};

/* The mean of a column over the rows [first, first + count); NAN where none has it. */
static double mean_of(const Group *group, size_t first, size_t count, Column column)
{
    double sum = 0.0;
    size_t known = 0;
    for (size_t i = first; i < first + count; i++) {
        const char *text = row_field(group->rows[i], column);
        sum += strtod(text, NULL);
        known += text[0] != '\0';
    }
    return known > 0 ? sum / (double)known : NAN;
}

static void print_point(CsvWriter *writer, const PointSummary *point, size_t line, const Rounds phase[PHASES])
{
    const Rounds *rounds = &point->rounds;
    for (size_t r = 0, first = 0; r < rounds->count; first += rounds->rounds[r++].samples) {
        const Round *round = &rounds->rounds[r];
        csv_writer_count(writer, line);
        csv_writer_count(writer, round->number);
        csv_writer_count(writer, round->samples);
        csv_writer_number(writer, mean_of(point->group, first, round->samples, COL_NOISE));
        csv_writer_number(writer, mean_of(point->group, first, round->samples, COL_STEAL));
        csv_writer_number(writer, mean_of(point->group, first, round->samples, COL_LOAD));
        csv_writer_number(writer, round->kernel_s);
        csv_writer_number(writer, round->total_s);
        for (int p = 0; p < PHASES; p++) {
            csv_writer_number(writer, phase[p].count > 0 ? phase[p].rounds[r].kernel_s : NAN);
        }
        csv_writer_number(writer, mean_of(point->group, first, round->samples, COL_ENERGY_J));
        csv_writer_end_row(writer);
    }
}

/* Energy counters advance in steps of up to 0.1 s on a GPU and 1 ms on a CPU; a shorter round says little. */
#define LEAST_GPU_ENERGY_S 1.0
#define LEAST_CPU_ENERGY_S 0.1

/* J per result in the round of the rows [first, first + samples); NAN where the round is too short. */
static double energy_of(const PointSummary *point, const Round *round, size_t first)
{
    const bool on_gpu = strncmp(row_field(point->row, COL_VARIANT), "gpu/", 4) == 0;
    if (round->total_s < (on_gpu ? LEAST_GPU_ENERGY_S : LEAST_CPU_ENERGY_S)) {
        return NAN;
    }
    return mean_of(point->group, first, round->samples, COL_ENERGY_J) /
           ((double)point->point.matrices * (double)point->point.iterations);
}

enum { CLOCKS = PHASES + 5 };
static const char *const clocks[CLOCKS] = {"input",  "h2d",   "d2h",     "output", "fill",
                                           "kernel", "total", "reading", "share",  "energy"};

/* What the clocks show in a round; NAN where a clock shows nothing. */
static void read_clocks(const PointSummary *point, const Rounds phase[PHASES], size_t r, size_t first,
                        double value[CLOCKS])
{
    const Round *round = &point->rounds.rounds[r];
    for (int p = 0; p < PHASES; p++) {
        value[p] = phase[p].count > 0 ? phase[p].rounds[r].kernel_s : NAN;
    }
    value[PHASES] = round->kernel_s;
    value[PHASES + 1] = round->total_s;
    value[PHASES + 2] = value[INPUT] - value[FILL];
    value[PHASES + 3] = round->kernel_s / round->total_s;
    value[PHASES + 4] = energy_of(point, round, first);
}

/* 0, or -1 and an error without memory. */
static int print_estimates(CsvWriter *writer, const PointSummary *point, size_t line,
                           const Rounds phase[PHASES], Error *error)
{
    const size_t rounds = point->rounds.count;
    double *values = calloc(rounds * CLOCKS + 1, sizeof *values);
    size_t count[CLOCKS] = {0};
    if (values == NULL) {
        return error_set(error, "no memory for the estimates of %zu rounds", rounds);
    }
    for (size_t r = 0, first = 0; r < rounds; first += point->rounds.rounds[r++].samples) {
        double value[CLOCKS];
        read_clocks(point, phase, r, first, value);
        for (size_t c = 0; c < CLOCKS; c++) {
            if (value[c] > 0) {
                values[c * rounds + count[c]++] = value[c];
            }
        }
    }
    for (size_t c = 0; c < CLOCKS; c++) {
        if (count[c] > 0) {
            const Estimate estimate = estimate_of(values + c * rounds, count[c]);
            csv_writer_count(writer, line);
            csv_writer_text(writer, clocks[c]);
            csv_writer_count(writer, count[c]);
            csv_writer_interval(writer, estimate.value, estimate.low, estimate.high);
            csv_writer_end_row(writer);
        }
    }
    free(values);
    return 0;
}

/* Prints each right point, its phases' rounds made for it: its estimates, or its rounds. */
static int print_all(CsvWriter *writer, const Summary *summary, bool estimates, Error *error)
{
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        Rounds phase[PHASES] = {{0}};
        for (int p = 0; failed == 0 && point->ok && p < PHASES; p++) {
            failed = summary_rounds(point->group, phases[p], &phase[p], error);
        }
        if (failed == 0 && point->ok && estimates) {
            failed = print_estimates(writer, point, i + 1, phase, error);
        } else if (failed == 0 && point->ok) {
            print_point(writer, point, i + 1, phase);
        }
        for (int p = 0; p < PHASES; p++) {
            rounds_free(&phase[p]);
        }
    }
    csv_writer_end(writer);
    return failed;
}

int rounds_print(CsvWriter *writer, const Summary *summary, Error *error)
{
    csv_writer_begin(writer, "line,round,samples,noise,steal,load,kernel_s,total_s,input_s,h2d_s,d2h_s,"
                             "output_s,fill_s,energy_j");
    return print_all(writer, summary, false, error);
}

int estimates_print(CsvWriter *writer, const Summary *summary, Error *error)
{
    csv_writer_begin(writer, "line,clock,rounds,value,low,high");
    return print_all(writer, summary, true, error);
}
