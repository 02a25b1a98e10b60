/* Selection of the driver of a variant. See driver.h. */
#include "common/driver.h"

#include <math.h>
#include <string.h>

const Phases phases_none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, 1.0, NAN, NAN, NAN, false};
const Interference interference_none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

const Driver *driver_of(const char *variant_name)
{
    return strncmp(variant_name, "cpu/", 4) == 0   ? &cpu_driver
           : strncmp(variant_name, "gpu/", 4) == 0 ? &gpu_driver
                                                   : NULL;
}

const Driver *driver_for(const Variant *variant, bool over_ranks)
{
    const bool on_host = (variant->flags & VARIANT_HOST_POINTERS) != 0;
    const Driver *driver = on_host ? &cpu_driver : driver_of(variant->name);
    return !over_ranks ? driver : driver == &gpu_driver ? &gpu_ranks_driver : &ranks_driver;
}
