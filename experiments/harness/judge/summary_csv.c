/* The summary as CSV: the table that every other table is made from. See summary.h. */
#include <math.h>
#include <string.h>

#include "experiments/harness/judge/summary.h"
#include "experiments/harness/keep/csv.h"

static const char *const header =
    "schema,machine,experiment,workload,type,n,variant,threads,schedule,block,tile,edges,graph,matrices,"
    "transfer,"
    "iterations,places,bind,cache,seed,input_hash,samples,kernel_median_s,kernel_ci_low_s,kernel_ci_high_s,"
    "total_median_s,total_ci_low_s,total_ci_high_s,h2d_median_s,d2h_median_s,input_median_s,output_median_s,"
    "rate,"
    "rate_unit,baseline,speedup,speedup_total,efficiency,ceiling,ceiling_share,status,baseline_threads,"
    "ceiling_rate,peak_rate,"
    "stop,rounds,outliers,flags,detail,sm_mhz,build,run,started\n";

void summary_ceiling_name(const PointSummary *ceiling, char *text, size_t size)
{
    text[0] = '\0';
    if (ceiling == NULL) {
        return;
    }
    int used = snprintf(text, size, "%s %s", ceiling->workload->name, ceiling->row->field[COL_VARIANT]);
    if (ceiling->point.threads > 0) {
        snprintf(text + used, size - (size_t)used, ", %u thread%s", ceiling->point.threads,
                 ceiling->point.threads == 1 ? "" : "s");
    }
}

static void print_text(FILE *stream, const char *text)
{
    csv_print(stream, text);
    fputc(',', stream);
}

static void print_number(FILE *stream, double value)
{
    csv_print_number(stream, value);
    fputc(',', stream);
}

static void print_times(FILE *stream, const PointSummary *point)
{
    if (point->ok) {
        fprintf(stream, "%zu,", point->kernel.count);
    } else {
        fputs("0,", stream);
    }
    const Stats *both[] = {&point->kernel, &point->total};
    for (size_t i = 0; i < 2; i++) {
        print_number(stream, both[i]->median);
        print_number(stream, both[i]->ci_low);
        print_number(stream, both[i]->ci_high);
    }
    print_number(stream, point->h2d_s);
    print_number(stream, point->d2h_s);
    print_number(stream, point->input_s);
    print_number(stream, point->output_s);
    print_number(stream, point->rate);
    print_text(stream, isnan(point->rate) ? "" : point->workload->rate_unit(point->point.type));
}

static void print_relations(FILE *stream, const PointSummary *point)
{
    char ceiling[128];
    summary_ceiling_name(point->ceiling, ceiling, sizeof ceiling);
    print_text(stream, point->baseline == NULL ? "" : point->baseline->row->field[COL_VARIANT]);
    print_number(stream, point->speedup);
    print_number(stream, point->speedup_total);
    print_number(stream, point->efficiency);
    print_text(stream, ceiling);
    print_number(stream, point->ceiling_share);
    print_text(stream, point->row->field[COL_STATUS]);
    print_text(stream, point->baseline == NULL ? "" : point->baseline->row->field[COL_THREADS]);
    print_number(stream, point->ceiling == NULL ? NAN : point->ceiling->peak_rate);
    print_number(stream, point->peak_rate);
}

void summary_print_csv(FILE *stream, const Summary *summary)
{
    static const Column identity[] = {
        COL_SCHEMA,   COL_MACHINE,    COL_EXPERIMENT, COL_WORKLOAD, COL_TYPE,  COL_N,     COL_VARIANT,
        COL_THREADS,  COL_SCHEDULE,   COL_BLOCK,      COL_TILE,     COL_EDGES, COL_GRAPH, COL_MATRICES,
        COL_TRANSFER, COL_ITERATIONS, COL_PLACES,     COL_BIND,     COL_CACHE, COL_SEED,  COL_INPUT_HASH};
    fputs(header, stream);
    for (size_t i = 0; i < summary->count; i++) {
        const PointSummary *point = &summary->points[i];
        for (size_t c = 0; c < sizeof identity / sizeof identity[0]; c++) {
            print_text(stream, point->row->field[identity[c]]);
        }
        print_times(stream, point);
        print_relations(stream, point);
        print_text(stream, point->row->field[COL_STOP]);
        fprintf(stream, "%u,", point->rounds);
        if (point->ok) {
            fprintf(stream, "%zu", point->kernel.outliers);
        }
        fputc(',', stream);
        print_text(stream, point->flags);
        print_text(stream, point->row->field[COL_DETAIL]);
        print_number(stream, point->sm_mhz);
        print_text(stream, point->row->field[COL_BUILD]);
        print_text(stream, point->row->field[COL_RUN]);
        csv_print(stream, point->row->field[COL_STARTED]);
        fputc('\n', stream);
    }
}
