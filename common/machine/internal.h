/* Shared by the files of this folder only; other modules use machine.h. */
#pragma once

#include "common/machine/machine.h"

/* ---- small files of /proc and /sys (files.c) ---- */

enum { MACHINE_FILE_BYTES = 8192 }; /* holds the lines that are read of any of them */

/* Reads the first `size` - 1 bytes of the file whose path is formatted, without trailing white space. 0; -1
 * and "" if it cannot be read. */
__attribute__((format(printf, 3, 4))) int machine_read_text(char *text, size_t size, const char *path, ...);

/* The number at the start of a file; NAN if there is none. */
double machine_read_number(const char *folder, const char *name);

/* The errno of machine_read_text's last failure with a file that may be there: no memory, no descriptor, an
 * I/O error. */
extern int machine_unread;

/* ---- topology (topology.c) ---- */

/* Sets the counts and the caches of the machine: from /sys, else hwloc, else sysconf. Every count is at least
 * 1. */
void topology_read(Machine *machine);

/* Reads a tree like /sys; `root` is prepended to every path ("" for the machine itself). 0, or -1 if it does
 * not list the processors. */
int topology_read_sys(const char *root, Machine *machine);

/* Sets fast_cores from such a tree; 0 if unknown. */
void topology_read_core_types(const char *root, Machine *machine);

/* Size of one data or unified cache of that level; 0: none. */
size_t topology_cache_bytes(const Machine *machine, unsigned level);

/* Total size of all last-level caches. */
size_t topology_last_level_bytes(const Machine *machine);

/* ---- names (name.c) ---- */

/* Model name of the processor, from cpuid or the kernel. */
void machine_cpu_name(char *text, size_t size);

/* Name of the first NVIDIA GPU, without CUDA; "" if there is none. */
void machine_gpu_name(char *text, size_t size);

/* "AMD Ryzen 7 4800H with Radeon Graphics", 8, "NVIDIA GeForce RTX 3060" to
 * "amd-ryzen-7-4800h-8c-rtx-3060". gpu may be "". */
void machine_make_name(const char *cpu, unsigned cores, const char *gpu, char *text, size_t size);

/* Copies `from` in lower case, reduced to a-z, 0-9, '.' and single '-' that is neither first nor last: safe
 * as the name of a folder. */
void machine_slug(const char *from, char *text, size_t size);

/* ---- control groups (cgroup.c) ---- */

/* The least limit of the groups of this process that may limit what `controller` controls, and of their
 * parents; INFINITY without one. `limit` returns that of a group's folder; unified: of version 2. `root` is
 * prepended to every path ("" for the machine itself). */
typedef double CgroupLimit(const char *folder, bool unified);
double machine_cgroup_least(const char *root, const char *controller, CgroupLimit *limit);

/* ---- memory (memory.c) ---- */

/* Bytes that the control groups of this process still allow; SIZE_MAX without a limit. `root` is prepended to
 * every path ("" for the machine itself). */
size_t machine_cgroup_free_bytes(const char *root);

/* ---- the build (build.c) ---- */

extern const char *const build_compiler; /* "gcc 12.2.0" */
extern const char *const build_flags;
extern const char *const build_openmp; /* version date of the OpenMP standard, "" without OpenMP */
extern const char *const build_blas;   /* "openblas", "" without */
