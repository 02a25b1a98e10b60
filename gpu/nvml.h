/* Power, energy and throttle reasons by the GPU's management library.
 *
 * The library is part of NVIDIA's driver and is loaded if present; neither building nor measuring needs it.
 * Plain C, independent of CUDA. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/driver.h"

C_LINKAGE_BEGIN

#define NVML_LIBRARY "libnvidia-ml.so.1"

/* Finds a function of the library by name, as dlsym does. */
typedef void *NvmlFind(void *library, const char *name);

typedef struct nvmlDevice_st *NvmlDevice;

typedef struct Nvml {
    NvmlDevice device;
    double begun_mj;
    const char *(*explain)(int status);
    int (*power_mw)(NvmlDevice, unsigned *);
    int (*energy_mj)(NvmlDevice, unsigned long long *);
    int (*reasons)(NvmlDevice, unsigned long long *);
} Nvml;

/* Loads the library and finds the device of that PCI bus id ("0000:3b:00.0"). 0, or -1 and an error. It
 * remains loaded and started until the process ends. */
int nvml_open(Nvml *nvml, const char *library, const char *bus_id, Error *error);

/* The same with a library that is loaded already, whose functions are found by `find`. */
int nvml_connect(Nvml *nvml, void *library, NvmlFind *find, const char *bus_id, Error *error);

/* Right before a sample and right after it, outside its clock: the reasons for a low clock now and, of a long
 * sample that nvml_begin preceded, the energy of the board in between and its power now. Leaves the other
 * fields alone. NAN for values that this GPU does not report, and for all if nvml is NULL. */
void nvml_begin(Nvml *nvml);
void nvml_end(Nvml *nvml, bool is_long, Interference *interference);

/* The values that this GPU does not report and why: "no energy: Not Supported"; "" if it reports all. */
void nvml_lacks(const Nvml *nvml, char *text, size_t size);

C_LINKAGE_END
