/* Properties of this machine: processor, caches, cores, memory, clock, build.
 *
 * The topology comes from /sys, where that is missing from hwloc or cpuid. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/error.h"

/* A kind of cache. */
typedef struct Cache {
    unsigned level;
    const char *type;  /* "data", "instruction", "unified" */
    size_t size_bytes; /* of one cache */
    unsigned count;
} Cache;

enum { MACHINE_MOST_CACHES = 8 };

typedef struct Machine {
    char name[96]; /* for folders and column machine: "amd-epyc-2c", "intel-xeon-16c-h200" */
    char cpu[128]; /* model name */
    char isa[16];  /* widest vectors: "avx512", "avx2", "sse2", "none" */
    unsigned packages, cores, processors; /* of the machine; processors are hardware threads */
    unsigned fast_cores;                  /* cores of the fastest type; all, unless there are two types */
    unsigned usable;                      /* processors that this process was started with */
    unsigned numa_nodes;
    size_t l2_bytes;         /* of one cache; 0: unknown */
    size_t last_level_bytes; /* sum of all last-level caches */
    size_t memory_bytes;
    Cache caches[MACHINE_MOST_CACHES]; /* by level */
    unsigned cache_count;
    const char *topology_source; /* "/sys", "hwloc" or "sysconf" */
    int unread; /* errno of a file that is there and could not be read, so that counts are wrong; or 0 */
} Machine;

/* Determined at the first call and constant afterwards. Not thread-safe at the first call. */
const Machine *machine_get(void);

/* Processors whose time the control groups of this process allow: 1.5 for "150000 100000" in cpu.max;
 * INFINITY without a quota. `root` is prepended to every path ("" for the machine itself). */
double machine_quota(const char *root);

/* Reads the value of `key` in a file of lines "key: value" or "key value". 0, or -1 if there is none. */
int machine_read_field(const char *path, const char *key, char *text, size_t size);

/* True for the first processor of a core, which represents it. `root` is prepended to the path of /sys (""
 * for the machine itself). */
bool machine_is_first_of_core(const char *root, unsigned processor);

/* Is the description right? 0, or -1 and an error if a file of the kernel could not be read. */
int machine_check(Error *error);

/* Memory available without swapping, limits of control groups and resources included. */
size_t machine_memory_free_bytes(void);

/* Core clock under load in Hz, measured for about 5 ms by a chain of dependent additions (one per cycle on
 * every x86-64 and Arm core); the largest of a few trials. */
double machine_clock_hz(void);

/* Highest clock that this process has measured or received by machine_clock_seen; measures if there is none
 * yet. */
double machine_clock_highest_hz(void);
void machine_clock_seen(double clock_hz);

/* Hash of what the time of a loop on an otherwise idle core depends on: CPU model, limits of the clock,
 * compiler and flags. `root` is prepended to the paths of /sys ("" for the machine itself). */
uint64_t machine_speed_hash(const char *root);

/* 32-bit lanes of the widest vectors of this CPU: 16, 8, 4 or 1. */
unsigned machine_lanes(void);

/* Writes the description that `speedup machine` prints, as one JSON object: cpu, topology, caches, memory,
 * huge pages, kernel, governor, GPU, compiler and flags of the build, libraries, relevant environment
 * variables. 0, or -1 and an error. */
int machine_json(FILE *stream, Error *error);

/* Identity of the build, 16 hex digits: equal only for the same machine code (from the linker's build id).
 * Static memory. */
const char *machine_build_id(void);

/* True if this executable has that build id, or if the linker left none to compare. */
bool machine_same_build(const char *id);
