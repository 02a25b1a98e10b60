/* The columns of samples.csv: one list. Reading, writing, the identity of a point, members.csv, summaries and
 * tables follow from it.
 *
 * A new column is appended to the list, and runner/row.c writes its value. Columns up to `build` are in every
 * samples file; files of earlier versions may lack the later ones. */
#pragma once

#include "common/axes.h"

/* What a field may contain. AXIS(id): a value of the axis. */
typedef enum ColumnType {
    COLUMN_TEXT,
    COLUMN_COUNT, /* digits */
    COLUMN_COUNT_OR_EMPTY,
    COLUMN_NUMBER, /* finite and >= 0, or empty */
    COLUMN_AXIS,   /* + AxisId */
} ColumnType;
#define COLUMN_AXIS(id) (COLUMN_AXIS + AXIS_ID_##id)

/* The part of a column in the identity: the fields that name the point of a row. */
typedef enum ColumnRole {
    ROLE_NONE,    /* not in the identity: run, time, build, results */
    ROLE_MACHINE, /* this and WORK are equal for points that a speedup compares */
    ROLE_WORK,
    ROLE_CODE,
    ROLE_WORKERS, /* laws of scaling run along it */
    ROLE_TUNING,
    ROLE_PLACEMENT, /* of threads and host memory */
} ColumnRole;

/* As the last entry of a column: tables show it only if rows of one variant differ in it. */
#define ANY ""

/* IDENTITY: name, type, role, place in the identity and in summaries, place in tables and comparisons (0: not
 * there; equal places: in file order), the value that tables omit. OTHER: name, type. */
#define COLUMN_LIST(IDENTITY, OTHER)                                                                         \
    OTHER(SCHEMA, "schema", COUNT)                                                                           \
    OTHER(RUN, "run", TEXT)                                                                                  \
    OTHER(STARTED, "started", TEXT)                                                                          \
    IDENTITY(MACHINE, "machine", TEXT, MACHINE, 10, 0, NULL)                                                 \
    OTHER(EXPERIMENT, "experiment", TEXT)                                                                    \
    IDENTITY(WORKLOAD, "workload", TEXT, WORK, 30, 10, ANY)                                                  \
    IDENTITY(TYPE, "type", AXIS(TYPE), WORK, 40, 30, NULL)                                                   \
    IDENTITY(N, "n", AXIS(SIZE), WORK, 50, 40, NULL)                                                         \
    IDENTITY(VARIANT, "variant", TEXT, CODE, 60, 20, NULL)                                                   \
    IDENTITY(THREADS, "threads", AXIS(THREADS), WORKERS, 70, 50, NULL)                                       \
    IDENTITY(SCHEDULE, "schedule", AXIS(SCHEDULE), TUNING, 80, 60, "static")                                 \
    IDENTITY(BLOCK, "block", AXIS(BLOCK), TUNING, 90, 70, NULL)                                              \
    IDENTITY(TILE, "tile", AXIS(TILE), TUNING, 100, 80, NULL)                                                \
    IDENTITY(MATRICES, "matrices", AXIS(MATRICES), WORK, 130, 110, "1")                                      \
    IDENTITY(TRANSFER, "transfer", AXIS(TRANSFER), PLACEMENT, 140, 100, NULL)                                \
    IDENTITY(ITERATIONS, "iterations", AXIS(ITERATIONS), WORK, 150, 120, "1")                                \
    IDENTITY(PLACES, "places", TEXT, PLACEMENT, 160, 160, ANY)                                               \
    IDENTITY(BIND, "bind", TEXT, PLACEMENT, 170, 150, ANY)                                                   \
    IDENTITY(CACHE, "cache", TEXT, WORK, 180, 140, "warm")                                                   \
    IDENTITY(SEED, "seed", COUNT, WORK, 190, 170, ANY)                                                       \
    OTHER(INPUT_HASH, "input_hash", TEXT)                                                                    \
    OTHER(ROUND, "round", COUNT)                                                                             \
    OTHER(SAMPLE, "sample", COUNT)                                                                           \
    OTHER(INPUT_S, "input_s", NUMBER)                                                                        \
    OTHER(H2D_S, "h2d_s", NUMBER)                                                                            \
    OTHER(KERNEL_S, "kernel_s", NUMBER)                                                                      \
    OTHER(D2H_S, "d2h_s", NUMBER)                                                                            \
    OTHER(OUTPUT_S, "output_s", NUMBER)                                                                      \
    OTHER(TOTAL_S, "total_s", NUMBER)                                                                        \
    OTHER(SM_MHZ, "sm_mhz", NUMBER)                                                                          \
    OTHER(STATUS, "status", TEXT)                                                                            \
    OTHER(STOP, "stop", TEXT)                                                                                \
    OTHER(DETAIL, "detail", TEXT)                                                                            \
    OTHER(BUILD, "build", TEXT)                                                                              \
    IDENTITY(EDGES, "edges", COUNT_OR_EMPTY, WORK, 110, 90, NULL)                                            \
    IDENTITY(GRAPH, "graph", TEXT, WORK, 120, 130, ANY)                                                      \
    IDENTITY(HOST, "host", TEXT, MACHINE, 20, 0, NULL)                                                       \
    OTHER(WARMUP_S, "warmup_s", NUMBER)                                                                      \
    OTHER(ERROR_RELATIVE, "error_relative", NUMBER)                                                          \
    OTHER(ERROR_UNITS, "error_units", NUMBER)                                                                \
    OTHER(PRECISION_CLASS, "precision_class", TEXT)                                                          \
    OTHER(INVOLUNTARY_SWITCHES, "involuntary_switches", NUMBER)                                              \
    OTHER(CPU_S, "cpu_s", NUMBER)                                                                            \
    OTHER(STEAL, "steal", NUMBER)                                                                            \
    OTHER(LOAD, "load", NUMBER)                                                                              \
    OTHER(NOISE, "noise", NUMBER)                                                                            \
    OTHER(POWER_W, "power_w", NUMBER)                                                                        \
    OTHER(ENERGY_J, "energy_j", NUMBER)                                                                      \
    OTHER(THROTTLE, "throttle", TEXT)                                                                        \
    OTHER(REPEATS, "repeats", NUMBER)                                                                        \
    OTHER(FLAGS, "flags", TEXT)                                                                              \
    OTHER(FILL_S, "fill_s", NUMBER)                                                                          \
    OTHER(JOB, "job", TEXT)                                                                                  \
    OTHER(DEVICE, "device", TEXT)                                                                            \
    OTHER(CPUS, "cpus", TEXT)                                                                                \
    IDENTITY(DEVICES, "devices", AXIS(DEVICES), WORKERS, 100, 80, NULL)                                      \
    IDENTITY(RANKS, "ranks", AXIS(RANKS), WORKERS, 100, 80, NULL)                                            \
    IDENTITY(SHAPE, "shape", TEXT, WORK, 50, 40, NULL)                                                       \
    OTHER(WORK, "work", NUMBER)                                                                              \
    OTHER(RATE_UNIT, "rate_unit", TEXT)                                                                      \
    IDENTITY(PARAMETERS, "parameters", TEXT, WORK, 200, 85, NULL)                                            \
    OTHER(RESOLUTION_S, "resolution_s", NUMBER)                                                              \
    OTHER(PEAK_BYTES, "peak_bytes", NUMBER)

#define COLUMN_ID(id, ...) COL_##id,
typedef enum Column { COLUMN_LIST(COLUMN_ID, COLUMN_ID) COLUMNS } Column;

#define COLUMN_ONE(...) +1
#define COLUMN_NONE(...)
#define COLUMN_IN_TABLES(id, name, type, role, summary, table, omitted) +(table > 0)
enum {
    FIRST_VERSION_COLUMNS = COL_BUILD + 1,
    FIRST_VERSION_MEMBERS = 20, /* of members.csv */
    IDENTITY_COLUMNS = 0 COLUMN_LIST(COLUMN_ONE, COLUMN_NONE),
    TABLE_COLUMNS = 0 COLUMN_LIST(COLUMN_IN_TABLES, COLUMN_NONE),
};

typedef struct ColumnInfo {
    int type;
    ColumnRole role;
    int summary_place, table_place;
    const char *omitted;
} ColumnInfo;

extern const char *const column_names[COLUMNS];
extern const ColumnInfo column_table[COLUMNS];

/* Orders of columns. */
typedef enum ColumnOrder {
    ORDER_MEMBERS, /* `experiment`, then the identity as in the key; columns since `devices` come last */
    ORDER_SUMMARY, /* the identity, IDENTITY_COLUMNS */
    ORDER_TABLES,  /* TABLE_COLUMNS */
    COLUMN_ORDERS
} ColumnOrder;

const Column *columns_in(ColumnOrder order);

/* The column of an axis. */
Column column_of_axis(AxisId id);

/* Does it contain whole numbers? */
bool column_is_whole(Column column);
