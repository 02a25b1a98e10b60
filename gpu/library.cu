/* See library.h. */
#include "gpu/library.h"

#include <dlfcn.h>

void *gpu_library_symbol(const char *library, const char *name)
{
    void *const opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    return opened == NULL ? NULL : dlsym(opened, name);
}
