/* The columns of samples.csv. */
#ifndef SPEEDUP_COLUMNS_H
#define SPEEDUP_COLUMNS_H

typedef enum Column {
    COL_SCHEMA,
    COL_RUN,
    COL_STARTED,
    COL_MACHINE,
    COL_EXPERIMENT,
    COL_WORKLOAD,
    COL_TYPE,
    COL_N,
    COL_VARIANT,
    COL_THREADS,
    COL_SCHEDULE,
    COL_BLOCK,
    COL_TILE,
    COL_MATRICES,
    COL_TRANSFER,
    COL_ITERATIONS,
    COL_PLACES,
    COL_BIND,
    COL_CACHE,
    COL_SEED,
    COL_INPUT_HASH,
    COL_ROUND,
    COL_SAMPLE,
    COL_INPUT_S,
    COL_H2D_S,
    COL_KERNEL_S,
    COL_D2H_S,
    COL_OUTPUT_S,
    COL_TOTAL_S,
    COL_SM_MHZ,
    COL_STATUS,
    COL_STOP,
    COL_DETAIL,
    COL_BUILD, /* the last that every samples file must have */
    COL_EDGES,
    COL_GRAPH,
    COL_HOST,
    COL_WARMUP_S,
    COL_ERROR_RELATIVE,
    COL_ERROR_UNITS,
    COL_PRECISION_CLASS,
    COL_INVOLUNTARY_SWITCHES,
    COL_CPU_S,
    COL_STEAL,
    COL_LOAD,
    COL_NOISE,
    COL_POWER_W,
    COL_ENERGY_J,
    COL_THROTTLE,
    COL_REPEATS,
    COL_FLAGS,
    COL_FILL_S,
    COL_JOB,
    COL_DEVICE,
    COL_CPUS,
    COL_DEVICES,
    COL_RANKS,
    COL_DISTURBED, /* of earlier versions: read, not written */
    COLUMNS
} Column;

extern const char *const column_names[COLUMNS];

#endif
