/* Selection of the driver of a variant. See driver.h. */
#include "common/driver.h"

#include <math.h>
#include <string.h>

const Phases phases_none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, 1.0, NAN, false};
const Interference interference_none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

const Driver *driver_of(const char *variant_name)
{
    static const Driver *const drivers[] = {&cpu_driver, &gpu_driver};
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        const size_t length = strlen(drivers[i]->kind);
        if (strncmp(drivers[i]->kind, variant_name, length) == 0 && variant_name[length] == '/') {
            return drivers[i];
        }
    }
    return NULL;
}

const Driver *driver_for(const Variant *variant, bool over_ranks)
{
    const Driver *driver = driver_of(variant->name);
    return !over_ranks ? driver : driver == &gpu_driver ? &gpu_ranks_driver : &ranks_driver;
}
