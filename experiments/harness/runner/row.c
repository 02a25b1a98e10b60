/* See row.h. */
#include "experiments/harness/runner/row.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/gpu.h"
#include "common/machine/machine.h"
#include "common/machine/throttle.h"
#include "common/registry.h"
#include "common/timing.h"
#include "experiments/harness/store/status.h"

__attribute__((format(printf, 3, 4))) static void put(RowText *row, Column column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(row->text[column], sizeof row->text[column], format, arguments);
    va_end(arguments);
}

enum { ALL_DIGITS = 17, MEASURED_DIGITS = 6 };

/* Empty for NAN. */
static void put_number(RowText *row, Column column, double value, int digits)
{
    if (!isnan(value)) {
        put(row, column, "%.*g", digits, value);
    }
}

const char *row_host(Error *error)
{
    static char name[SAMPLES_MOST_HOST + 2]; /* one byte more than the longest valid name */
    const char *given = getenv("SPEEDUP_HOST");
    if (given != NULL && given[0] != '\0') {
        snprintf(name, sizeof name, "%s", given);
    } else if (gethostname(name, sizeof name - 1) != 0) {
        name[0] = '\0';
    }
    if (name[0] == '\0' || !samples_is_slug(name, SAMPLES_MOST_HOST)) {
        bool own = given != NULL && given[0] != '\0';
        error_set(error, "%s '%s' is not a name of at most %d letters, digits, '.', '_' and '-'; %s",
                  own ? "SPEEDUP_HOST" : "the host's name", name, SAMPLES_MOST_HOST,
                  own ? "change it" : "set SPEEDUP_HOST to such a name");
        return "";
    }
    return name;
}

const char *row_job(void)
{
    static char name[SAMPLES_MOST_HOST + 1];
    const char *array = getenv("SLURM_ARRAY_JOB_ID"), *task = getenv("SLURM_ARRAY_TASK_ID");
    const char *job = getenv("SLURM_JOB_ID");
    if (array != NULL && task != NULL) {
        snprintf(name, sizeof name, "%s_%s", array, task);
    } else {
        snprintf(name, sizeof name, "%s", job != NULL ? job : "");
    }
    return samples_is_slug(name, sizeof name - 1) ? name : "";
}

double row_work(const PlanPoint *planned, const char **unit)
{
    const Workload *workload = registry_workload(planned->variant->workload);
    const bool is_rate = planned->program != NULL && program_has(&planned->program->spec, PROGRAM_RATE_UNIT);
    *unit = is_rate ? planned->program->spec.option[PROGRAM_RATE_UNIT]
                    : workload_rate_unit(workload, &planned->point);
    return is_rate ? PROGRAM_WORK : workload_work(workload, &planned->point);
}

void row_identity(RowText *row, const PlanPoint *planned)
{
    const RunOptions *options = planned->options;
    const Point *point = &planned->point;
    const Variant *variant = planned->variant;
    for (int c = 0; c < COLUMNS; c++) {
        row->text[c][0] = '\0';
        row->field[c] = row->text[c];
    }
    put(row, COL_SCHEMA, "%s", SAMPLES_SCHEMA);
    put(row, COL_MACHINE, "%s", machine_get()->name);
    put(row, COL_HOST, "%s", row_host(NULL));
    put(row, COL_EXPERIMENT, "%s", planned->experiments != NULL ? planned->experiments : "run");
    put(row, COL_BUILD, "%s", plan_build(planned));
    put(row, COL_WARMUP_S, "%.9g", planned->warmup_s);
    put(row, COL_WORKLOAD, "%s", variant->workload);
    put(row, COL_VARIANT, "%s", variant->name);
    for (int id = 0; id < AXIS_IDS; id++) {
        const bool applies =
            axis_table[id].most == 0 ? plan_reads(planned, (AxisId)id) : axis_get(point, (AxisId)id) != 0;
        char *text = row->text[column_of_axis((AxisId)id)];
        if (applies) {
            axis_format(point, (AxisId)id, text, sizeof row->text[0]);
        }
    }
    if (!point_is_square(point)) {
        put(row, COL_N, "%zu", point->n);
        axis_format(point, AXIS_ID_SIZE, row->text[COL_SHAPE], sizeof row->text[0]);
    }
    if (point->edges != 0) {
        put(row, COL_EDGES, "%zu", point->edges);
    }
    put(row, COL_PARAMETERS, "%s", planned->program != NULL ? planned->program->spec.parameters : "");
    put(row, COL_GRAPH, "%s", options->graph != NULL ? options->graph : "");
    put(row, COL_BIND, "%s", planned->bind);
    put(row, COL_PLACES, "%s", planned->places);
    put(row, COL_CACHE, "%s", options->cold ? "cold" : "warm");
    put(row, COL_SEED, "%" PRIu64, options->graph != NULL ? options->graph_hash : options->seed);
    const char *unit;
    const double work = row_work(planned, &unit);
    if (plugin_of_workload(variant->workload) != NULL || /* whose cost `summarize` does not know */
        (planned->program != NULL && program_has(&planned->program->spec, PROGRAM_RATE_UNIT))) {
        put_number(row, COL_WORK, work, ALL_DIGITS);
        put(row, COL_RATE_UNIT, "%s", unit);
    }
}

/* The GPUs of a GPU's point: "0000:3b:00.0", "0000:3b:00.0;0000:3c:00.0". With ranks the processes report
 * them. */
static void put_devices(RowText *row, const Result *result)
{
    GpuInfo gpu;
    if (row->text[COL_RANKS][0] != '\0') {
        put(row, COL_DEVICE, "%s", result->devices);
        return;
    }
    if (driver_of(row->text[COL_VARIANT]) != &gpu_driver || gpu_info(&gpu, NULL) != 0) {
        return;
    }
    const int devices = (int)strtol(row->text[COL_DEVICES], NULL, 10);
    for (int d = 0; d == 0 || (d < devices && d < gpu_count()); d++) {
        text_append(row->text[COL_DEVICE], sizeof row->text[COL_DEVICE], ";", "%s", gpu.pci_bus_id[d]);
    }
}

void row_result(RowText *row, const char *run, unsigned round, size_t number, const Result *result)
{
    const Phases *phases = &result->phases;
    const Interference *seen = &result->interference;
    timing_utc(result->sampled ? result->started_s : timing_date_s(), row->text[COL_STARTED]);
    put(row, COL_RUN, "%s", run);
    put(row, COL_ROUND, "%u", round);
    put(row, COL_SAMPLE, "%zu", number);
    if (result->input_hash != 0) {
        put(row, COL_INPUT_HASH, "%016" PRIx64, result->input_hash);
    }
    if (result->sampled) {
        put_number(row, COL_INPUT_S, phases->input_s, ALL_DIGITS);
        put_number(row, COL_H2D_S, phases->h2d_s, ALL_DIGITS);
        put_number(row, COL_KERNEL_S, phases->kernel_s, ALL_DIGITS);
        put_number(row, COL_D2H_S, phases->d2h_s, ALL_DIGITS);
        put_number(row, COL_OUTPUT_S, phases->output_s, ALL_DIGITS);
        put_number(row, COL_TOTAL_S, phases->total_s, ALL_DIGITS);
        put_number(row, COL_SM_MHZ, phases->sm_mhz, ALL_DIGITS);
        put_number(row, COL_FILL_S, phases->fill_s, ALL_DIGITS);
        put_number(row, COL_RESOLUTION_S, phases->resolution_s, MEASURED_DIGITS);
        put_number(row, COL_PEAK_BYTES, phases->peak_bytes, ALL_DIGITS);
        put_number(row, COL_ERROR_RELATIVE, result->accuracy.relative, MEASURED_DIGITS);
        put_number(row, COL_ERROR_UNITS, result->accuracy.units, MEASURED_DIGITS);
        put(row, COL_PRECISION_CLASS, "%s", precision_name(result->accuracy.precision));
        put_number(row, COL_REPEATS, phases->repeats, MEASURED_DIGITS);
        put_number(row, COL_INVOLUNTARY_SWITCHES, seen->involuntary_switches, MEASURED_DIGITS);
        put_number(row, COL_CPU_S, seen->cpu_s, MEASURED_DIGITS);
        put_number(row, COL_STEAL, seen->steal, MEASURED_DIGITS);
        put_number(row, COL_LOAD, seen->load, MEASURED_DIGITS);
        put_number(row, COL_POWER_W, seen->power_w, MEASURED_DIGITS);
        put_number(row, COL_ENERGY_J, seen->energy_j, MEASURED_DIGITS);
        if (!isnan(seen->throttle)) {
            gpu_throttle_names((unsigned)seen->throttle, row->text[COL_THROTTLE],
                               sizeof row->text[COL_THROTTLE]);
        }
        put_number(row, COL_NOISE, result->noise, MEASURED_DIGITS);
        flags_names(result->flags, row->text[COL_FLAGS], sizeof row->text[COL_FLAGS]);
    }
    put(row, COL_STATUS, "%s", status_name(result->status));
    put(row, COL_STOP, "%s", result->stop);
    put(row, COL_DETAIL, "%s", result->detail);
    put(row, COL_JOB, "%s", row_job());
    /* The processors that this process may use, as "0-7,16"; a longer list is cut. */
    machine_read_field("/proc/self/status", "Cpus_allowed_list", row->text[COL_CPUS], 480 + 1);
    put_devices(row, result);
}
