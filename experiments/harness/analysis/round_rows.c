/* See round_rows.h. */
#include "experiments/harness/analysis/round_rows.h"

#include <math.h>
#include <stdlib.h>

/* Those beside the kernel, in the order of the columns. */
static const Column phases[] = {COL_INPUT_S, COL_H2D_S, COL_D2H_S, COL_OUTPUT_S, COL_FILL_S};
enum { PHASES = sizeof phases / sizeof phases[0] };

/* The rounds of one phase, by the rule that the kernel's follow; none where a sample does not tell it. */
static int rounds_of_phase(const Group *group, Column phase, Rounds *rounds, Error *error)
{
    SampleTimes times = {0};
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < group->count; i++) {
        const Row *row = group->rows[i];
        double time_s = samples_number(row, phase);
        if (isnan(time_s)) {
            sample_times_free(&times);
            *rounds = (Rounds){0};
            return 0;
        }
        const TimedSample sample = {row->round, row->left_out, time_s, row->total_s};
        failed = sample_times_add(&times, &sample, error);
    }
    failed = failed != 0 ? failed : rounds_make(&times, rounds, error);
    sample_times_free(&times);
    return failed;
}

/* The mean of a column over the rows [first, first + count); NAN where none has it. */
static double mean_of(const Group *group, size_t first, size_t count, Column column)
{
    double sum = 0.0;
    size_t told = 0;
    for (size_t i = first; i < first + count; i++) {
        const char *text = row_field(group->rows[i], column);
        sum += strtod(text, NULL);
        told += text[0] != '\0';
    }
    return told > 0 ? sum / (double)told : NAN;
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

int rounds_print(CsvWriter *writer, const Summary *summary, Error *error)
{
    csv_writer_begin(writer, "line,round,samples,noise,steal,load,kernel_s,total_s,input_s,h2d_s,d2h_s,"
                             "output_s,fill_s,energy_j");
    int failed = 0;
    for (size_t i = 0; failed == 0 && i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        Rounds phase[PHASES] = {{0}};
        for (int p = 0; failed == 0 && point->ok && p < PHASES; p++) {
            failed = rounds_of_phase(point->group, phases[p], &phase[p], error);
        }
        if (failed == 0 && point->ok) {
            print_point(writer, point, i + 1, phase);
        }
        for (int p = 0; p < PHASES; p++) {
            rounds_free(&phase[p]);
        }
    }
    csv_writer_end(writer);
    return failed;
}
