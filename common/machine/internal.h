/* What the files of this folder share. Not for others: use machine.h. */
#ifndef SPEEDUP_MACHINE_INTERNAL_H
#define SPEEDUP_MACHINE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

/* ---- small files of /proc and /sys (files.c) ---- */

/* The first `size` - 1 bytes of a file, without the white space at its end. 0; -1 and "" when it
 * cannot be read. */
int machine_read_text(const char *path, char *text, size_t size);

/* The value behind `key` in a file of lines "key: value" or "key value". 0, or -1 when there is none. */
int machine_read_field(const char *path, const char *key, char *text, size_t size);

/* ---- topology (topology.c) ---- */

typedef struct Cache {
    unsigned level;
    const char *type;  /* "data", "instruction", "unified" */
    size_t size_bytes; /* of one */
    unsigned count;
} Cache;

enum { TOPOLOGY_MAX_CACHES = 8 };

typedef struct Topology {
    unsigned packages, cores, processors, numa_nodes;
    unsigned fast_cores;   /* those of the fastest kind: all, but where a machine has cores of two kinds */
    unsigned long fastest; /* the fastest core's speed, in the unit of the kernel; 0: not told */
    Cache caches[TOPOLOGY_MAX_CACHES]; /* by level */
    unsigned cache_count;
    const char *source; /* "hwloc", "/sys" or "sysconf": who told */
} Topology;

/* Asks hwloc, else /sys, else sysconf; always fills in at least one of each. */
void topology_read(Topology *topology);

/* From a tree like /sys, `root` before every path ("" for the machine's own). 0, or -1 when the
 * processors are not told there. */
int topology_read_sys(const char *root, Topology *topology);

/* Fills in fast_cores and fastest, from such a tree; 0 where it does not tell. */
void topology_read_core_types(const char *root, Topology *topology);

/* Size of one data or unified cache of that level; 0: none. */
size_t topology_cache_bytes(const Topology *topology, unsigned level);

/* All caches of the last level together. */
size_t topology_last_level_bytes(const Topology *topology);

/* ---- names (name.c) ---- */

/* The processor's model name, as the processor or the kernel tells it. */
void machine_cpu_name(char *text, size_t size);

/* The first NVIDIA GPU's name without asking CUDA; "" where there is none. */
void machine_gpu_name(char *text, size_t size);

/* "AMD Ryzen 7 4800H with Radeon Graphics", 8, "NVIDIA GeForce RTX 3060" to
 * "amd-ryzen-7-4800h-8c-rtx-3060". gpu may be "". */
void machine_make_name(const char *cpu, unsigned cores, const char *gpu, char *text, size_t size);

/* `from` in lower case with only a-z, 0-9, '.' and single '-', neither first nor last, so that it is
 * safe as a folder's name. */
void machine_slug(const char *from, char *text, size_t size);

/* ---- memory (memory.c) ---- */

/* Bytes that the control groups of this process leave it, SIZE_MAX without a limit. `root` comes
 * before every path ("" for the machine's own). */
size_t machine_cgroup_free_bytes(const char *root);

/* ---- the build (build.c) ---- */

extern const char *const build_compiler; /* "gcc 12.2.0" */
extern const char *const build_flags;
extern const char *const build_openmp; /* version date of the OpenMP standard, "" without OpenMP */
extern const char *const build_blas;   /* "openblas", "" without */

/* What the BLAS library says of itself: "OpenBLAS 0.3.21 DYNAMIC_ARCH ..."; "" when it says nothing. */
void build_blas_version(char *text, size_t size);

#endif
