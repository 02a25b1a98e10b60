/* See columns.h. */
#include "experiments/harness/store/columns.h"

const char *const column_names[COLUMNS] = {
    "schema",  "run",      "started",        "machine",        "experiment",      "workload",
    "type",    "n",        "variant",        "threads",        "schedule",        "block",
    "tile",    "matrices", "transfer",       "iterations",     "places",          "bind",
    "cache",   "seed",     "input_hash",     "round",          "sample",          "input_s",
    "h2d_s",   "kernel_s", "d2h_s",          "output_s",       "total_s",         "sm_mhz",
    "status",  "stop",     "detail",         "build",          "edges",           "graph",
    "host",    "warmup_s", "error_relative", "error_units",    "precision_class", "involuntary_switches",
    "cpu_s",   "steal",    "load",           "yardstick_mean", "yardstick_max",   "disturbed",
    "power_w", "energy_j", "throttle",       "repeats",        "flags",           "fill_s",
    "job",     "device",   "cpus",           "devices",        "ranks",
};
