/* What this machine is: processor, caches, cores, GPU, compilers, placement.
 *
 * hwloc reads the topology where it is built in; /sys and cpuid otherwise. */
#ifndef SPEEDUP_MACHINE_H
#define SPEEDUP_MACHINE_H

#include <stddef.h>
#include <stdio.h>

#include "common/error.h"

typedef struct Machine {
    char name[96]; /* for folders and the column machine: "amd-epyc-2c", "intel-xeon-16c-h200" */
    char cpu[128]; /* model name */
    char isa[16];  /* widest vectors: "avx512", "avx2", "sse2", "none" */
    unsigned packages, cores, processors; /* of the machine; processors are hardware threads */
    unsigned fast_cores;                  /* of the fastest kind: all cores, but where there are two kinds */
    unsigned usable;                      /* processors that this process may run on (affinity mask) */
    unsigned numa_nodes;
    size_t l1d_bytes, l2_bytes, l3_bytes; /* of one cache; 0: not known */
    size_t last_level_bytes;              /* all last-level caches together */
    size_t memory_bytes;
} Machine;

/* Filled at the first call, the same ever after. */
const Machine *machine_get(void);

/* Memory that can be had now without swapping, the cgroup's limit included. */
size_t machine_memory_free_bytes(void);

/* The core clock under load, Hz, measured by a chain of dependent additions
 * (one a cycle on every x86-64 and Arm core) for about 5 ms; the largest of a few tries. */
double machine_clock_hz(void);

/* The highest clock that this process has measured or was told of; measures when there is none yet. */
double machine_clock_highest_hz(void);
void machine_clock_seen(double clock_hz);

/* 32-bit lanes of the widest vectors of this CPU: 16, 8, 4 or 1. */
unsigned machine_lanes(void);

/* The whole description as one JSON object, as `speedup machine` prints it:
 * cpu, topology, caches, memory, huge pages, kernel, governor, GPU, compilers and flags of the
 * build, libraries, environment that bears on the measurement. */
int machine_json(FILE *stream, Error *error);

/* The build's identity, 16 hex digits: equal only for the same machine code
 * (from the linker's build id). */
const char *machine_build_id(void);

/* Is this program of that build? True where the linker left no id to tell by. */
bool machine_same_build(const char *id);

#endif
