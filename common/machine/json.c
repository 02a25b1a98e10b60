/* Description of the machine as one JSON object. Unknown values are null, never omitted, so that a reader can
 * distinguish "none" from "not recorded". */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif
#if defined __x86_64__
#include <cpuid.h>
#endif
#ifdef HAVE_HWLOC
#include <hwloc.h>
#endif

#include "common/gpu.h"
#include "common/machine/energy.h"
#include "common/machine/internal.h"
#include "common/text/text.h"
#include "common/timing.h"

/* ---- writer: members of nested objects, with commas and indentation ---- */

typedef struct Json {
    FILE *stream;
    int depth;
    bool first; /* no comma before the next member */
} Json;

/* Begins a member; elements of an array have no key. */
static void begin(Json *json, const char *key)
{
    fprintf(json->stream, "%s\n%*s", json->first ? "" : ",", 2 * json->depth, "");
    json->first = false;
    if (key != NULL) {
        json_print(json->stream, key);
        fputs(": ", json->stream);
    }
}

static void open_group(Json *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->stream);
    json->depth++;
    json->first = true;
}

static void close_group(Json *json, char bracket)
{
    json->depth--;
    fprintf(json->stream, "\n%*s%c", 2 * json->depth, "", bracket);
    json->first = false;
}

/* Writes null for NULL and "". */
static void put_text(Json *json, const char *key, const char *text)
{
    begin(json, key);
    if (text == NULL || text[0] == '\0') {
        fputs("null", json->stream);
    } else {
        json_print(json->stream, text);
    }
}

static void put_count(Json *json, const char *key, size_t count)
{
    begin(json, key);
    fprintf(json->stream, "%zu", count);
}

/* Writes null for 0, an unknown quantity. */
static void put_known(Json *json, const char *key, double value)
{
    begin(json, key);
    if (value > 0.0) {
        fprintf(json->stream, "%.0f", value);
    } else {
        fputs("null", json->stream);
    }
}

/* 13020 is 13.2. */
static void put_cuda_version(Json *json, const char *key, int version)
{
    begin(json, key);
    fprintf(json->stream, "\"%d.%d\"", version / 1000, version % 1000 / 10);
}

static void put_file(Json *json, const char *key, const char *path)
{
    char text[256];
    machine_read_text(text, sizeof text, "%s", path);
    put_text(json, key, text);
}

/* ---- processor ---- */

static const char *hypervisor(char text[13])
{
    text[0] = '\0';
#if defined __x86_64__
    unsigned eax, ebx, ecx, edx;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & (1u << 31)) != 0) {
        __cpuid(0x40000000, eax, ebx, ecx, edx);
        memcpy(text, (const unsigned[]){ebx, ecx, edx, 0}, 13);
        return text[0] != '\0' ? text : "unnamed";
    }
#endif
    return NULL;
}

/* Instruction sets of the processor that are relevant to the kernels. */
static void put_features(Json *json)
{
    char text[160] = "";
#if defined __x86_64__
/* The builtin takes literals only. */
#define NAME_IF(feature) __builtin_cpu_supports(feature) ? " " feature : ""
    snprintf(text, sizeof text, "%s%s%s%s%s%s%s%s%s%s", NAME_IF("sse2"), NAME_IF("sse4.1"), NAME_IF("avx"),
             NAME_IF("avx2"), NAME_IF("fma"), NAME_IF("avx512f"), NAME_IF("avx512bw"), NAME_IF("avx512vl"),
             NAME_IF("avx512dq"), NAME_IF("avx512vnni"));
#endif
    put_text(json, "features", text + (text[0] == ' '));
}

static void put_cpu(Json *json, const Machine *machine)
{
    char vendor[13];
    Energy energy;
    energy_open(&energy, "");
    open_group(json, "cpu", '{');
    put_text(json, "model", machine->cpu);
    put_text(json, "isa", machine->isa);
    put_count(json, "lanes_32bit", machine_lanes());
    put_features(json);
    put_count(json, "packages", machine->packages);
    put_count(json, "cores", machine->cores);
    put_count(json, "fast_cores", machine->fast_cores);
    put_count(json, "processors", machine->processors);
    put_count(json, "usable_processors", machine->usable);
    put_count(json, "threads_per_core", machine->processors / (machine->cores > 0 ? machine->cores : 1));
    put_count(json, "numa_nodes", machine->numa_nodes);
    put_known(json, "clock_hz", machine_clock_hz());
    put_file(json, "smt", "/sys/devices/system/cpu/smt/control");
    put_file(json, "governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    put_file(json, "driver", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver");
    put_text(json, "hypervisor", hypervisor(vendor));
    put_count(json, "energy_packages", energy.count);
    close_group(json, '}');
}

static void put_caches(Json *json, const Machine *machine)
{
    put_text(json, "topology_source", machine->topology_source);
    open_group(json, "caches", '[');
    for (unsigned i = 0; i < machine->cache_count; i++) {
        open_group(json, NULL, '{');
        put_count(json, "level", machine->caches[i].level);
        put_text(json, "type", machine->caches[i].type);
        put_count(json, "size_bytes", machine->caches[i].size_bytes);
        put_count(json, "count", machine->caches[i].count);
        close_group(json, '}');
    }
    close_group(json, ']');
    put_known(json, "last_level_bytes", (double)machine->last_level_bytes);
}

/* ---- memory, system ---- */

static void put_memory(Json *json, const Machine *machine)
{
    open_group(json, "memory", '{');
    put_known(json, "total_bytes", (double)machine->memory_bytes);
    put_count(json, "free_bytes", machine_memory_free_bytes());
    put_count(json, "page_bytes", (size_t)sysconf(_SC_PAGESIZE));
    /* "always [madvise] never": brackets mark the active mode. */
    char text[128];
    machine_read_text(text, sizeof text, "/sys/kernel/mm/transparent_hugepage/enabled");
    char *chosen = strchr(text, '[');
    char *end = chosen != NULL ? strchr(chosen, ']') : NULL;
    if (end != NULL) {
        *end = '\0';
    }
    put_text(json, "huge_pages", end != NULL ? chosen + 1 : NULL);
    close_group(json, '}');
}

/* PRETTY_NAME="..." of os-release. */
static void put_distribution(Json *json)
{
    char text[2048];
    machine_read_text(text, sizeof text, "/etc/os-release");
    const char *key = "PRETTY_NAME=";
    char *name = strstr(text, key);
    if (name != NULL) {
        name += strlen(key);
        const char ends[] = {'\n', *name == '"' || *name == '\'' ? *name++ : '\0', '\0'};
        name[strcspn(name, ends)] = '\0';
    }
    put_text(json, "distribution", name);
}

static void put_system(Json *json)
{
    struct utsname names;
    bool known = uname(&names) == 0;
    open_group(json, "system", '{');
    put_text(json, "kernel", known ? names.sysname : NULL);
    put_text(json, "release", known ? names.release : NULL);
    put_text(json, "architecture", known ? names.machine : NULL);
    put_distribution(json);
    char library[64] = "";
#ifdef __GLIBC__
    snprintf(library, sizeof library, "glibc %s", gnu_get_libc_version());
#endif
    put_text(json, "c_library", library);
    close_group(json, '}');
}

/* ---- GPU ---- */

static void put_gpu(Json *json)
{
    GpuInfo gpu;
    Error error = {.text = ""};
    if (gpu_info(&gpu, &error) != 0) {
        put_text(json, "gpu", NULL);
        put_text(json, "gpu_reason", error.text);
        put_text(json, "nvml_reason", error.text);
        return;
    }
    open_group(json, "gpu", '{');
    put_text(json, "name", gpu.name);
    put_text(json, "pci_bus_id", gpu.pci_bus_id[0]);
    put_text(json, "compute_capability", gpu.compute_capability);
    put_count(json, "multiprocessors", gpu.multiprocessors);
    put_known(json, "clock_mhz", gpu.clock_mhz);
    put_known(json, "memory_clock_mhz", gpu.memory_clock_mhz);
    put_known(json, "memory_bus_bits", gpu.memory_bus_bits);
    put_count(json, "memory_bytes", gpu.memory_bytes);
    put_count(json, "l2_bytes", gpu.l2_bytes);
    put_count(json, "shared_per_block_bytes", gpu.shared_per_block_bytes);
    put_count(json, "shared_per_multiprocessor_bytes", gpu.shared_per_multiprocessor_bytes);
    put_count(json, "copy_engines", gpu.copy_engines);
    put_count(json, "count", (size_t)gpu_count());
    put_cuda_version(json, "driver_cuda", gpu.driver_version);
    put_cuda_version(json, "runtime_cuda", gpu.runtime_version);
    close_group(json, '}');
    put_text(json, "gpu_reason", NULL);
    put_text(json, "nvml_reason", gpu.nvml_missing);
}

/* ---- build, environment ---- */

static void put_build(Json *json)
{
    open_group(json, "build", '{');
    put_text(json, "id", machine_build_id());
    put_text(json, "compiler", build_compiler);
    put_text(json, "flags", build_flags);
    put_text(json, "gpu", gpu_build());
    put_text(json, "openmp", build_openmp);
    put_text(json, "blas", build_blas);
#ifdef HAVE_HWLOC
    const unsigned number = hwloc_get_api_version();
    begin(json, "hwloc");
    fprintf(json->stream, "\"%u.%u.%u\"", number >> 16, number >> 8 & 0xff, number & 0xff);
#else
    put_text(json, "hwloc", NULL);
#endif
    close_group(json, '}');
}

/* Writes variables that are set only: an unset variable differs from an empty one. */
static void put_environment(Json *json)
{
    static const char *const names[] = {
        "OMP_NUM_THREADS",   "OMP_PROC_BIND",    "OMP_PLACES",        "OMP_SCHEDULE",
        "OMP_DYNAMIC",       "OMP_WAIT_POLICY",  "OMP_THREAD_LIMIT",  "GOMP_CPU_AFFINITY",
        "GOMP_SPINCOUNT",    "KMP_AFFINITY",     "KMP_BLOCKTIME",     "CUDA_VISIBLE_DEVICES",
        "CUDA_DEVICE_ORDER", "NO_COLOR",         "OPENBLAS_CORETYPE", "OPENBLAS_NUM_THREADS",
        "BLIS_ARCH_TYPE",    "BLIS_NUM_THREADS", "MKL_NUM_THREADS",   "MKL_ENABLE_INSTRUCTIONS",
        "SPEEDUP_MACHINE",
    };
    open_group(json, "environment", '{');
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL) {
            begin(json, names[i]);
            json_print(json->stream, value);
        }
    }
    close_group(json, '}');
}

int machine_json(FILE *stream, Error *error)
{
    const Machine *machine = machine_get();
    Json json = {.stream = stream, .depth = 1, .first = true};
    char now[25];
    timing_utc(timing_date_s(), now);
    fputc('{', stream);
    put_text(&json, "name", machine->name);
    put_text(&json, "described", now);
    put_cpu(&json, machine);
    put_caches(&json, machine);
    put_memory(&json, machine);
    put_system(&json);
    put_gpu(&json);
    put_build(&json);
    put_environment(&json);
    fputs("\n}\n", stream);
    if (machine_check(error) != 0) {
        return -1;
    }
    if (fflush(stream) != 0 || ferror(stream)) {
        return error_set(error, "the description of the machine could not be written: %s; free some space",
                         strerror(errno));
    }
    return 0;
}
