/* See nvml.h.
 *
 * The declarations follow NVIDIA's NVML API reference: its header is not needed. The power of newer GPUs is
 * a mean over the last second, and the energy counter advances in steps of some ten milliseconds: both
 * describe long samples only. The reasons are those at the end of a sample. */
#include "gpu/nvml.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>

#include "common/machine/throttle.h"
#include "common/text/text.h"

enum { SUCCESS = 0 }; /* of nvmlReturn_t */

/* ---- readings ---- */

static double energy_mj(const Nvml *nvml, int *status)
{
    unsigned long long energy = 0;
    *status = nvml->energy_mj(nvml->device, &energy);
    return *status == SUCCESS ? (double)energy : NAN;
}

static double power_w(const Nvml *nvml, int *status)
{
    unsigned power = 0;
    *status = nvml->power_mw(nvml->device, &power);
    return *status == SUCCESS ? 1e-3 * (double)power : NAN;
}

static double slowing(const Nvml *nvml, int *status)
{
    unsigned long long reasons = 0;
    *status = nvml->reasons(nvml->device, &reasons);
    return *status == SUCCESS ? (double)gpu_throttle_slowing(reasons) : NAN;
}

void nvml_begin(Nvml *nvml)
{
    int status;
    if (nvml != NULL) {
        nvml->begun_mj = energy_mj(nvml, &status);
    }
}

void nvml_end(Nvml *nvml, bool is_long, Interference *interference)
{
    int status;
    const bool read = nvml != NULL && is_long;
    interference->throttle = nvml != NULL ? slowing(nvml, &status) : NAN;
    interference->power_w = read ? power_w(nvml, &status) : NAN;
    interference->energy_j = read ? 1e-3 * (energy_mj(nvml, &status) - nvml->begun_mj) : NAN;
}

void nvml_lacks(const Nvml *nvml, char *text, size_t size)
{
    static const struct {
        const char *what;
        double (*read)(const Nvml *, int *);
    } readings[] = {{"power", power_w}, {"energy", energy_mj}, {"throttle reasons", slowing}};
    text[0] = '\0';
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        int status;
        (void)readings[i].read(nvml, &status);
        if (status != SUCCESS) {
            text_append(text, size, "; ", "no %s: %s", readings[i].what, nvml->explain(status));
        }
    }
}

/* ---- open ---- */

/* Stores the address of the first existing function of a NULL-terminated list into a pointer, by memcpy: C
 * has no conversion from object to function pointers. 0 or -1. */
static int bind(void *function, void *library, NvmlFind *find, const char *const *names, Error *error)
{
    void *address = NULL;
    for (size_t i = 0; address == NULL && names[i] != NULL; i++) {
        address = find(library, names[i]);
    }
    memcpy(function, &address, sizeof address);
    return address != NULL ? 0
                           : error_set(error, "%s has no %s: update NVIDIA's driver", NVML_LIBRARY, names[0]);
}

#define BIND(function, ...) bind(&(function), library, find, (const char *const[]){__VA_ARGS__, NULL}, error)

int nvml_connect(Nvml *nvml, void *library, NvmlFind *find, const char *bus_id, Error *error)
{
    int (*init)(void) = NULL;
    int (*device_of)(const char *, NvmlDevice *) = NULL;
    nvml->begun_mj = NAN;
    if (BIND(init, "nvmlInit_v2") != 0 || BIND(nvml->explain, "nvmlErrorString") != 0 ||
        BIND(device_of, "nvmlDeviceGetHandleByPciBusId_v2") != 0 ||
        BIND(nvml->power_mw, "nvmlDeviceGetPowerUsage") != 0 ||
        BIND(nvml->energy_mj, "nvmlDeviceGetTotalEnergyConsumption") != 0 ||
        BIND(nvml->reasons, "nvmlDeviceGetCurrentClocksEventReasons",
             "nvmlDeviceGetCurrentClocksThrottleReasons") != 0) {
        return -1;
    }
    int status = init();
    if (status != SUCCESS) {
        return error_set(error, "%s does not start: %s", NVML_LIBRARY, nvml->explain(status));
    }
    status = device_of(bus_id, &nvml->device);
    if (status != SUCCESS) {
        return error_set(error, "%s does not know the GPU at %s: %s", NVML_LIBRARY, bus_id,
                         nvml->explain(status));
    }
    return 0;
}

int nvml_open(Nvml *nvml, const char *library, const char *bus_id, Error *error)
{
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return loaded != NULL ? nvml_connect(nvml, loaded, dlsym, bus_id, error)
                          : error_set(error, "%s is not here: it comes with NVIDIA's driver", library);
}
