/* See energy.h. */
#include "common/machine/energy.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/machine/internal.h"

/* Domains are packages, and on some machines the whole board ("psys"), which includes them. */
static bool is_package(const char *folder)
{
    char name[sizeof "package"];
    machine_read_text(name, sizeof name, "%s/name", folder);
    return strcmp(name, "package") == 0;
}

void energy_open(Energy *energy, const char *root)
{
    energy->count = 0;
    for (int domain = 0; domain < 2 * ENERGY_MOST_PACKAGES && energy->count < ENERGY_MOST_PACKAGES;
         domain++) {
        char *folder = energy->packages[energy->count].path;
        snprintf(folder, sizeof energy->packages[0].path, "%s/sys/class/powercap/intel-rapl:%d", root,
                 domain);
        if (is_package(folder) && !isnan(machine_read_number(folder, "energy_uj"))) {
            energy->packages[energy->count++].range_uj = machine_read_number(folder, "max_energy_range_uj");
        }
    }
}

void energy_begin(Energy *energy)
{
    for (size_t i = 0; i < energy->count; i++) {
        energy->packages[i].begun_uj = machine_read_number(energy->packages[i].path, "energy_uj");
    }
}

double energy_since_j(const Energy *energy)
{
    double all_uj = energy->count > 0 ? 0.0 : NAN;
    for (size_t i = 0; i < energy->count; i++) {
        const double now_uj = machine_read_number(energy->packages[i].path, "energy_uj");
        const double begun_uj = energy->packages[i].begun_uj;
        all_uj += now_uj - begun_uj + (now_uj < begun_uj ? energy->packages[i].range_uj : 0.0);
    }
    return 1e-6 * all_uj;
}
